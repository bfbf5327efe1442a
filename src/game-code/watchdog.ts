import { extname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

const PROGRAM = new URL(`./watchdog-thread${extname(import.meta.url)}`, import.meta.url)

/** How often this process says that it is alive. */
const BEAT_EVERY_MS = 500

/** What the thread is told at its start. */
export interface Watched {
  /** Two numbers: the beats so far, and the hook that began last. */
  shared: SharedArrayBuffer
  /** Of the code, as in the stacks of errors. */
  folder: string
}

/**
 * Code in an endless loop without `await` stops everything in its process, and nothing in this thread could end it. Another
 * thread notices, says which line it was, and ends the process; the supervisor starts another one. What was not committed is
 * undone by that.
 */
export class Watchdog {
  readonly #numbers: Int32Array
  readonly #hooks = new Map<string, number>()
  readonly #thread: Worker

  constructor(folder: string) {
    const shared = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)
    this.#numbers = new Int32Array(shared)
    const watched: Watched = { shared, folder: pathToFileURL(folder).href }
    this.#numbers[1] = -1
    this.#thread = new Worker(PROGRAM, { workerData: watched, execArgv: [], env: {} })
    this.#thread.unref()
    setInterval(() => Atomics.add(this.#numbers, 0, 1), BEAT_EVERY_MS).unref()
  }

  /** When the code was loaded: what it can call. */
  setHooks(hooks: string[]): void {
    for (const [index, hook] of hooks.entries()) this.#hooks.set(hook, index)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    this.#thread.postMessage(hooks)
  }

  /** Called for each call of the code. */
  note(hook: string): void {
    this.#numbers[1] = this.#hooks.get(hook) ?? -1
  }
}
