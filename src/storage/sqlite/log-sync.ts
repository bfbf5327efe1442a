import { availableParallelism } from 'node:os'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { DatabaseFault } from '../database.ts'
import { createSyncMemory, slots, states, type SyncOrders } from './sync-memory.ts'
import type { SyncResult } from './sync-thread.ts'

const PROGRAM = new URL(`./sync-thread${extname(import.meta.url)}`, import.meta.url)

/** A command that writes a little does not need the thread. */
const COMMITS_WITHOUT_THREAD = 100

/**
 * If syncs take less on average, blocking the event loop costs less than being told by a message. On a single core, it saves the
 * wait for the thread as well.
 */
const FAST_SYNC_US = availableParallelism() === 1 ? 500 : 100
const MAX_BLOCK_MS = 1
/** The weight of the latest sync in the moving average. */
const SMOOTHING = 0.1
const MAX_SAMPLE_US = 10_000

const THREAD_ENDED = 'the thread that waits for it has ended'

/**
 * Waits until commits are on disk, in a thread. Until that thread runs, SQLite itself waits, as part of each commit. Where the
 * disk is fast, the event loop blocks until the thread is done, but not for long: on a single core, the thread would otherwise
 * get the core only when the event loop has nothing to do.
 */
export class LogSync {
  readonly #orders: SyncOrders
  readonly #shared: Int32Array<SharedArrayBuffer>
  #average_us = MAX_SAMPLE_US
  #commits = 0
  #thread: Worker | undefined
  #is_ready = false
  #onResult: ((result: SyncResult) => void) | undefined
  #syncing: Promise<void> | undefined
  #failure: DatabaseFault | undefined

  constructor(path: string) {
    const memory = createSyncMemory()
    this.#orders = { log: `${path}-wal`, memory }
    this.#shared = new Int32Array(memory)
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
    else if (this.#requestSync()) return
    this.#syncing = promise.then((code) => this.#finish(code))
    await this.#syncing
  }

  /** Returns whether the sync is done already; otherwise the thread will send a message. */
  #requestSync(): boolean {
    const shared = this.#shared
    const { none, server_blocks, server_expects_message } = states
    const is_fast = this.#average_us < FAST_SYNC_US
    const began_at = performance.now()
    Atomics.store(shared, slots.state, is_fast ? server_blocks : server_expects_message)
    Atomics.notify(shared, slots.state)
    if (!is_fast) return false
    Atomics.wait(shared, slots.state, server_blocks, MAX_BLOCK_MS)
    const before = Atomics.compareExchange(
      shared,
      slots.state,
      server_blocks,
      server_expects_message,
    )
    const is_done = before === none
    // Blocking in vain counts as much as a slow disk, for example when the thread gets no core.
    this.#average(is_done ? (performance.now() - began_at) * 1000 : MAX_SAMPLE_US)
    return is_done
  }

  #average(took_us: number): void {
    this.#average_us += (Math.min(took_us, MAX_SAMPLE_US) - this.#average_us) * SMOOTHING
  }

  /** Resolves when everything that can be read is on disk. */
  async idle(): Promise<void> {
    await this.#syncing
  }

  /** The system may have dropped what it could not write, so no later commit can be trusted either. */
  #finish(code: SyncResult): void {
    this.#syncing = undefined
    if (code === undefined) return this.#average(Atomics.load(this.#shared, slots.took_us))
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
