import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { DatabaseFault } from '../database.ts'
import type { SyncResult } from './sync-thread.ts'

const PROGRAM = new URL(`./sync-thread${extname(import.meta.url)}`, import.meta.url)

/** A command that writes a little does not need the thread. */
const COMMITS_WITHOUT_THREAD = 100

const THREAD_ENDED = 'the thread that waits for it has ended'

/** Waits until commits are on disk, in a thread. Until that thread runs, SQLite itself waits, as part of each commit. */
export class LogSync {
  readonly #log: string
  #commits = 0
  #thread: Worker | undefined
  #is_ready = false
  #onResult: ((result: SyncResult) => void) | undefined
  #syncing: Promise<void> | undefined
  #failure: DatabaseFault | undefined

  constructor(path: string) {
    this.#log = `${path}-wal`
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
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    if (this.#is_ready) this.#thread?.postMessage('sync')
    else resolve(THREAD_ENDED)
    this.#syncing = promise.then((code) => this.#finish(code))
    await this.#syncing
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
    const thread = new Worker(PROGRAM, { workerData: this.#log, execArgv: [], env: {} })
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
