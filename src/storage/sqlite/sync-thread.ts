import { fdatasyncSync, openSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { slots, states, type SyncOrders } from './sync-memory.ts'

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
  const shared = new Int32Array(memory)
  const { none, server_blocks, server_expects_message } = states
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  const post = (message: SyncResult) => parentPort?.postMessage(message)
  post('ready')
  for (;;) {
    // A notification may come late, for a sync that is done already.
    while (Atomics.load(shared, slots.state) === none) Atomics.wait(shared, slots.state, none)
    const began = performance.now()
    const failure = sync(file)
    if (failure !== undefined) {
      // The server's short wait must not end as a success.
      Atomics.store(shared, slots.state, server_expects_message)
      return post(failure)
    }
    Atomics.store(shared, slots.took_us, Math.round((performance.now() - began) * 1000))
    if (Atomics.exchange(shared, slots.state, none) === server_blocks)
      Atomics.notify(shared, slots.state)
    else post(undefined)
  }
}

const orders: SyncOrders = workerData
syncWhenAsked(orders)
