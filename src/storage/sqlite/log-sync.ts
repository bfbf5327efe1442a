import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { DatabaseFault } from '../database.ts'
import { createSyncMemory, places, states, type SyncOrders } from './sync-memory.ts'
import type { SyncResult } from './sync-thread.ts'

const PROGRAM = new URL(`./sync-thread${extname(import.meta.url)}`, import.meta.url)

/** A command that writes a little does not need the thread. */
const COMMITS_WITHOUT_THREAD = 100

/** Where a sync usually takes less, it ends before the event loop could begin another turn. */
const FAST_SYNC_US = 500
const MAX_STANDSTILL_MS = 1
/** Of the average, in each sync. */
const NEW_SHARE = 0.1
const MAX_COUNTED_US = 10_000

const THREAD_ENDED = 'the thread that waits for it has ended'

/**
 * Waits until commits are on disk, in a thread. Until that thread runs, SQLite itself waits, as part of each commit. Where the
 * disk is fast, the event loop stands still until the thread is done, but not for long: to go on and to be told later takes
 * longer, and on a single core the thread would have to wait until the event loop has nothing to do.
 */
export class LogSync {
  readonly #orders: SyncOrders
  readonly #numbers: Int32Array<SharedArrayBuffer>
  #average_us = MAX_COUNTED_US
  #commits = 0
  #thread: Worker | undefined
  #is_ready = false
  #onResult: ((result: SyncResult) => void) | undefined
  #syncing: Promise<void> | undefined
  #failure: DatabaseFault | undefined

  constructor(path: string) {
    const memory = createSyncMemory()
    this.#orders = { log: `${path}-wal`, memory }
    this.#numbers = new Int32Array(memory)
  }

  /** Throws if a commit did not get to the disk. */
  check(): void {
    if (this.#failure) throw this.#failure
  }

  /** Before a commit: whether it may return before it is on disk, because `sync` follows. */
  begin(): boolean {
    this.check()
    if (++this.#commits === COMMITS_WITHOUT_THREAD) this.#startThread()
    return this.#is_ready
  }

  /** Resolves when everything that was committed is on disk. */
  async sync(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<SyncResult>()
    this.#onResult = resolve
    if (!this.#is_ready) resolve(THREAD_ENDED)
    else if (this.#syncNow()) return
    this.#syncing = promise.then((code) => this.#finish(code))
    await this.#syncing
  }

  /** Asks the thread for a sync. False: it is not done yet, and the thread will send a message. */
  #syncNow(): boolean {
    const numbers = this.#numbers
    const { awaited, asked, idle } = states
    const took_us = Math.min(Atomics.load(numbers, places.took_us), MAX_COUNTED_US)
    this.#average_us += (took_us - this.#average_us) * NEW_SHARE
    const is_fast = this.#average_us < FAST_SYNC_US
    Atomics.store(numbers, places.state, is_fast ? awaited : asked)
    Atomics.notify(numbers, places.state)
    if (!is_fast) return false
    Atomics.wait(numbers, places.state, awaited, MAX_STANDSTILL_MS)
    return Atomics.compareExchange(numbers, places.state, awaited, asked) === idle
  }

  /** Resolves when everything that can be read is on disk. */
  async idle(): Promise<void> {
    await this.#syncing
  }

  /** The system may have dropped what it could not write, so no later commit can be trusted either. */
  #finish(code: SyncResult): void {
    this.#syncing = undefined
    if (code === undefined) return
    this.#failure = new DatabaseFault(
      `what was written could not be brought to its disk (${code}). Check the disk, then restart the server`,
    )
    throw this.#failure
  }

  #startThread(): void {
    const thread = new Worker(PROGRAM, { workerData: this.#orders, execArgv: [], env: {} })
    thread.unref()
    thread.on('message', (message: SyncResult) => {
      if (message === 'ready') this.#is_ready = true
      else this.#onResult?.(message)
    })
    const onEnd = () => {
      this.#is_ready = false
      this.#onResult?.(THREAD_ENDED)
    }
    thread.on('error', onEnd)
    thread.on('exit', onEnd)
    this.#thread = thread
  }

  async close(): Promise<void> {
    await this.#thread?.terminate()
  }
}
