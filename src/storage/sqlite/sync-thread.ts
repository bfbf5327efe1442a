import { fdatasyncSync, openSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { places, states, type SyncOrders } from './sync-memory.ts'

/** A thread that waits until what was written to a file is on disk, which would block the event loop of the server. */

/** The code of the error. Undefined: everything is on disk. */
export type SyncResult = string | undefined

function sync(file: number): SyncResult {
  try {
    fdatasyncSync(file)
    return undefined
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}

/** Returns only after a failure, since nothing may be written after one. */
function syncWhenAsked({ log, memory }: SyncOrders): void {
  const file = openSync(log, 'r+')
  const numbers = new Int32Array(memory)
  const { awaited, asked, idle } = states
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  const post = (message: SyncResult) => parentPort?.postMessage(message)
  post('ready')
  for (;;) {
    Atomics.wait(numbers, places.state, idle)
    const began = performance.now()
    const failure = sync(file)
    if (failure !== undefined) {
      Atomics.store(numbers, places.state, asked)
      return post(failure)
    }
    Atomics.store(numbers, places.took_us, Math.round((performance.now() - began) * 1000))
    if (Atomics.exchange(numbers, places.state, idle) === awaited)
      Atomics.notify(numbers, places.state)
    else post(undefined)
  }
}

const orders: SyncOrders = workerData
syncWhenAsked(orders)
