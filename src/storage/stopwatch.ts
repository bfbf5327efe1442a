import type { Database } from './database.ts'

/** How long somebody waited for the database. Calls at the same time count once. */
export class Stopwatch {
  #total_ms = 0
  #running = 0
  #started_at = 0

  get total_ms(): number {
    return this.#total_ms + (this.#running > 0 ? performance.now() - this.#started_at : 0)
  }

  async #measure<T>(call: () => Promise<T>): Promise<T> {
    if (this.#running++ === 0) this.#started_at = performance.now()
    try {
      return await call()
    } finally {
      if (--this.#running === 0) this.#total_ms += performance.now() - this.#started_at
    }
  }

  /** The same database, whose calls this stopwatch measures. */
  watch(db: Database): Database {
    return {
      ...db,
      first: (statement, parameters) => this.#measure(() => db.first(statement, parameters)),
      all: (statement, parameters) => this.#measure(() => db.all(statement, parameters)),
      transaction: (work, options) => this.#measure(() => db.transaction(work, options)),
      ping: () => this.#measure(() => db.ping()),
    }
  }
}
