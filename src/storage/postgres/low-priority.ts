import { DatabaseUnavailable, type Lane, type Reader } from '../database.ts'
import { CONNECT_LIMIT_MS } from './connection-options.ts'
import { Turns } from './turns.ts'

/** They share one connection, so PostgreSQL works on one of them. The others are on their way to it. */
const MAX_READS = 4
/** Each needs a connection of its own. */
const MAX_TRANSACTIONS = 2

const LIMIT = {
  limit_ms: CONNECT_LIMIT_MS,
  createError: () =>
    new DatabaseUnavailable(new Error('too many requests of low priority are waiting')),
}

/**
 * For requests that let others go first: only a few of their statements are at PostgreSQL at once, however many wait, so that
 * most of its connections and cores are there for others. What follows from an answer is work for the back lane.
 */
export class LowPriority {
  readonly #lane: Lane
  readonly #reads = new Turns(MAX_READS)
  readonly #transactions = new Turns(MAX_TRANSACTIONS)

  constructor(lane: Lane) {
    this.#lane = lane
  }

  get waiting(): number {
    return this.#reads.waiting + this.#transactions.waiting
  }

  async #inTurn<T>(turns: Turns, work: () => Promise<T>): Promise<T> {
    await turns.take('usual', LIMIT)
    let result: T
    try {
      result = await work()
    } finally {
      turns.end()
    }
    await new Promise<void>((resolve) => this.#lane.add(resolve))
    return result
  }

  transaction<T>(run: () => Promise<T>): Promise<T> {
    return this.#inTurn(this.#transactions, run)
  }

  readsOf(reader: Reader): Reader {
    return {
      first: (statement, parameters) =>
        this.#inTurn(this.#reads, () => reader.first(statement, parameters)),
      all: (statement, parameters) =>
        this.#inTurn(this.#reads, () => reader.all(statement, parameters)),
    }
  }
}
