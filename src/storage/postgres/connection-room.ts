import type pg from 'pg'

/** For so long as many connections are used as there were when PostgreSQL refused another one. */
const REFUSED_FOR_MS = 5000

/** How many connections of a pool there can be at once: fewer than it may open, for a while after PostgreSQL has refused one. */
export class ConnectionRoom {
  readonly #pool: pg.Pool
  #max = Infinity
  #until = 0

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  get max(): number {
    const { max } = this.#pool.options
    return performance.now() < this.#until ? Math.min(this.#max, max) : max
  }

  /** PostgreSQL or the role has no more connections. Returns whether there are others, one of which comes free. */
  noteRefused(): boolean {
    const { totalCount } = this.#pool
    if (totalCount === 0) return false
    this.#max = totalCount
    this.#until = performance.now() + REFUSED_FOR_MS
    return true
  }
}
