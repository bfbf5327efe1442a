import { DatabaseUnavailable, type Lane, type Reader } from '../database.ts'
import { STATEMENT_LIMIT_MS } from './connections.ts'
import type { SilenceWatch } from './silence-watch.ts'
import { Turns } from './turns.ts'

/** While nobody else is served. With a connection of their own, PostgreSQL works on one of them at a time. */
const MAX_READS = 4
/** While others are served: one read and one transaction at a time, so that PostgreSQL's cores are free for others. */
const MAX_BESIDE_OTHERS = 1
/** How long work may wait for its turn: as long as a statement may take. */
const LIMIT = {
  limit_ms: STATEMENT_LIMIT_MS,
  createError: () =>
    new DatabaseUnavailable(new Error('too many requests of low priority are waiting')),
}

/**
 * For requests that let others go first: while others are served, one of their reads and one of their transactions is at
 * PostgreSQL at once, however many wait, so that its connections and cores are there for others. What follows from an answer is work for the back lane.
 */
export class LowPriority {
  readonly #lane: Lane
  readonly #watch: SilenceWatch
  readonly #reads: Turns
  readonly #transactions: Turns

  /** `connections`: how many there are for transactions. One is always there for others, unless it is the only one. */
  constructor(lane: Lane, watch: SilenceWatch, connections: number) {
    this.#lane = lane
    this.#watch = watch
    const turnsFor = (max: number) =>
      new Turns(() => (lane.expects_others ? MAX_BESIDE_OTHERS : max))
    this.#reads = turnsFor(MAX_READS)
    this.#transactions = turnsFor(Math.max(1, connections - 1))
  }

  get waiting(): number {
    return this.#reads.waiting + this.#transactions.waiting
  }

  #throwIfSilent(): void {
    if (this.#watch.silence) throw this.#watch.silence
  }

  async #inTurn<T>(turns: Turns, work: () => Promise<T>): Promise<T> {
    this.#throwIfSilent()
    await turns.take('usual', LIMIT)
    try {
      // PostgreSQL may have fallen silent meanwhile: then all who wait are refused one after the other.
      this.#throwIfSilent()
      return await work()
    } finally {
      turns.end()
      await new Promise<void>((resolve) => this.#lane.add(resolve))
    }
  }

  /** One attempt at a transaction. */
  attempt<T>(run: () => Promise<T>): Promise<T> {
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
