import { DatabaseUnavailable } from '../database.ts'
import { codeOf, LOCKED } from './errors.ts'
import { Turns } from './turns.ts'

/** How long a transaction may wait for its second attempt and then for a lock, together. */
const MAX_WAIT_MS = 5000

const isLocked = (error: unknown) =>
  error instanceof DatabaseUnavailable && codeOf(error.cause) === LOCKED

/**
 * A transaction that waits for a locked row holds a connection. So PostgreSQL ends it soon, and it runs again with more
 * patience, a few such transactions at a time: whoever needs another row finds a connection.
 */
export class LockedTransactions {
  readonly #turns: Turns

  constructor(max_at_once: number) {
    this.#turns = new Turns(max_at_once)
  }

  /** The work gets the time that it may wait for each lock; undefined: as long as its connection says. */
  async run<T>(work: (lock_ms?: number) => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (!isLocked(error)) throw error
      const until = performance.now() + MAX_WAIT_MS
      await this.#turns.take()
      try {
        const left_ms = Math.round(until - performance.now())
        if (left_ms <= 0) throw error
        return await work(left_ms)
      } finally {
        this.#turns.end()
      }
    }
  }

  get waiting(): number {
    return this.#turns.waiting
  }
}
