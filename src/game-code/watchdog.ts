import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'

const PROGRAM = new URL(`./watchdog-thread${extname(import.meta.url)}`, import.meta.url)

/** How often this process says that it is alive. */
const BEAT_EVERY_MS = 500

/** What the thread is told at its start. */
export interface Watched {
  /** Two numbers: the beats so far, and the hook that began last. */
  shared: SharedArrayBuffer
  /** The names of the hooks, by their numbers. */
  hooks: string[]
}

/**
 * Code in an endless loop without `await` stops everything in its process, and nothing in this thread could end it. Another
 * thread notices, says which line it was, and ends the process; the supervisor starts another one. What was not committed is
 * undone by that.
 */
export class Watchdog {
  readonly #numbers: Int32Array
  readonly #hooks: Map<string, number>

  constructor(hooks: string[]) {
    const shared = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)
    this.#numbers = new Int32Array(shared)
    this.#hooks = new Map(hooks.map((hook, index) => [hook, index]))
    const watched: Watched = { shared, hooks }
    new Worker(PROGRAM, { workerData: watched, execArgv: [], env: {} }).unref()
    setInterval(() => Atomics.add(this.#numbers, 0, 1), BEAT_EVERY_MS).unref()
  }

  /** Called for each call of the code. */
  note(hook: string): void {
    this.#numbers[1] = this.#hooks.get(hook) ?? -1
  }
}
