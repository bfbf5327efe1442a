import pg from 'pg'
import { connectionOptions } from './connections.ts'

/** Together less than the two seconds within which /ready answers. */
const CONNECT_LIMIT_MS = 1000
const ANSWER_LIMIT_MS = 700

/** Asks PostgreSQL for a sign of life, on a connection of its own. */
export class Ping {
  readonly #pool: pg.Pool
  #current: Promise<void> | undefined
  /** When PostgreSQL was last found not to answer at all; an error is an answer too. */
  silent_at = -Infinity

  constructor(url: string) {
    this.#pool = new pg.Pool({
      ...connectionOptions(url),
      max: 1,
      connectionTimeoutMillis: CONNECT_LIMIT_MS,
      query_timeout: ANSWER_LIMIT_MS,
    })
    this.#pool.on('error', () => {})
  }

  /** Those who ask at the same time share one answer. */
  ask(): Promise<void> {
    return (this.#current ??= this.#ask().finally(() => (this.#current = undefined)))
  }

  async #ask(): Promise<void> {
    try {
      await this.#pool.query('select 1')
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) this.silent_at = performance.now()
      throw error
    }
  }

  close(): Promise<void> {
    return this.#pool.end()
  }
}
