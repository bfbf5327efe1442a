import { DatabaseUnavailable } from '../database.ts'
import { codeOf, LOCKED } from './errors.ts'

/** A transaction that cannot lock what it needs within this time fails. */
const MAX_WAIT_MS = 5000

const isLocked = (error: unknown) =>
  error instanceof DatabaseUnavailable && codeOf(error.cause) === LOCKED

/**
 * A transaction that waits for a locked row holds a connection. So PostgreSQL ends it soon, and it runs again later, a few
 * such transactions at a time: whoever needs another row finds a connection.
 */
export class LockedTransactions {
  readonly #max_at_once: number
  readonly #turns: (() => void)[] = []
  #running = 0

  constructor(max_at_once: number) {
    this.#max_at_once = max_at_once
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    const until = performance.now() + MAX_WAIT_MS
    try {
      return await work()
    } catch (error) {
      if (!isLocked(error)) throw error
      return this.#runAgain(work, until, error)
    }
  }

  async #runAgain<T>(work: () => Promise<T>, until: number, first_error: unknown): Promise<T> {
    for (let last_error = first_error; ;) {
      await this.#waitForTurn()
      try {
        if (performance.now() > until) throw last_error
        return await work()
      } catch (error) {
        if (error === last_error || !isLocked(error)) throw error
        last_error = error
      } finally {
        this.#endTurn()
      }
    }
  }

  #waitForTurn(): Promise<void> {
    if (this.#running < this.#max_at_once) {
      this.#running++
      return Promise.resolve()
    }
    return new Promise((resolve) => this.#turns.push(resolve))
  }

  #endTurn(): void {
    const next = this.#turns.shift()
    if (next) next()
    else this.#running--
  }

  get waiting(): number {
    return this.#turns.length
  }
}
