import type pg from 'pg'
import { type Query, send } from './pipeline.ts'

/**
 * A connection that many share: what they ask in one turn of the event loop is sent together at its end, without
 * waiting for earlier answers, and PostgreSQL answers in that order. It costs a third of one connection for each read.
 */
class Lane {
  readonly #pool: pg.Pool
  #client: pg.PoolClient | undefined
  #connecting: Promise<pg.PoolClient> | undefined
  under_way = 0

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async query(query: Query): Promise<pg.QueryArrayResult> {
    this.under_way++
    try {
      const client = this.#client ?? (await (this.#connecting ??= this.#connect()))
      return await send(client, query)
    } finally {
      this.under_way--
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      const client = await this.#pool.connect()
      client.once('error', () => this.#leave(client))
      return (this.#client = client)
    } finally {
      this.#connecting = undefined
    }
  }

  /** The next query connects anew. */
  #leave(client: pg.PoolClient): void {
    if (this.#client !== client) return
    this.#client = undefined
    client.release(true)
  }

  async close(): Promise<void> {
    await this.#connecting?.catch(() => {})
    const client = this.#client
    // A connection that the server cuts from now on is no longer ours to release.
    this.#client = undefined
    client?.release()
  }
}

/** All connections of a pool, for reads alone: each stands for itself and needs no connection of its own. */
export class Lanes {
  readonly #pool: pg.Pool
  readonly #lanes: Lane[]

  constructor(pool: pg.Pool) {
    this.#pool = pool
    this.#lanes = Array.from({ length: pool.options.max }, () => new Lane(pool))
  }

  /** By the lane that has the least to do. */
  query(query: Query): Promise<pg.QueryArrayResult> {
    return this.#lanes.reduce((a, b) => (b.under_way < a.under_way ? b : a)).query(query)
  }

  async close(): Promise<void> {
    await Promise.all(this.#lanes.map((lane) => lane.close()))
    await this.#pool.end()
  }
}
