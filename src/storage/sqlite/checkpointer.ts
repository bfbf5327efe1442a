import { once } from 'node:events'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { CheckpointRequest } from './checkpoint-thread.ts'

const PROGRAM = new URL(`./checkpoint-thread${extname(import.meta.url)}`, import.meta.url)

/** Pages in the log before a checkpoint: with rare checkpoints, a page that changes often is written once for many changes. */
const CHECKPOINT_PAGES = 4000

/** If the thread is this far behind, SQLite makes the checkpoint as part of a commit. */
const MAX_PAGES_BEHIND = 16 * CHECKPOINT_PAGES

/** Copies the log of the database into its file, in a thread that starts with the first checkpoint. */
export class Checkpointer {
  readonly #path: string
  readonly #progress: StatementSync
  #thread: Worker | undefined
  #is_running = false
  #due_pages = CHECKPOINT_PAGES

  constructor(path: string, writer: DatabaseSync) {
    this.#path = path
    writer.exec(`pragma wal_autocheckpoint = ${MAX_PAGES_BEHIND}`)
    // Copies nothing.
    this.#progress = writer.prepare('pragma wal_checkpoint(noop)')
  }

  #pagesToCopy(): number {
    const { log, checkpointed } = this.#progress.get() as { log: number; checkpointed: number }
    return log - checkpointed
  }

  /** To be called after each commit. */
  startIfDue(): void {
    if (this.#is_running || this.#pagesToCopy() < this.#due_pages) return
    this.#is_running = true
    this.#send('checkpoint')
  }

  #send(request: CheckpointRequest): void {
    this.#thread ??= this.#startThread()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.#thread.postMessage(request)
  }

  #startThread(): Worker {
    const thread = new Worker(PROGRAM, { workerData: this.#path, execArgv: [], env: {} })
    thread.unref()
    thread.on('message', () => this.#end())
    // The next checkpoint starts another thread.
    thread.on('error', () => {
      this.#thread = undefined
      this.#end()
    })
    return thread
  }

  /** Pages that a reader still needs, such as a backup, are not tried again at once. */
  #end(): void {
    this.#is_running = false
    this.#due_pages = CHECKPOINT_PAGES + this.#pagesToCopy()
  }

  async close(): Promise<void> {
    const thread = this.#thread
    if (!thread) return
    // A command has nothing else to wait for: without this, Node would end it here with code 13.
    thread.ref()
    this.#send('close')
    await once(thread, 'exit').catch(() => {})
  }
}
