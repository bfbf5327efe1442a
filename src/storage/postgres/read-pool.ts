import type pg from 'pg'
import { acquire } from './connections.ts'
import type { Hosts } from './hosts.ts'
import { type Query, send } from './pipeline.ts'
import type { SilenceWatch } from './silence-watch.ts'

type Acquire = () => Promise<pg.PoolClient>

/**
 * A connection that many reads share: those of one turn of the event loop are sent together at its end, without waiting
 * for earlier answers, and PostgreSQL answers in that order. A read costs a third of one on a connection of its own.
 */
class SharedConnection {
  readonly #acquire: Acquire
  readonly #watch: SilenceWatch
  #client: pg.PoolClient | undefined
  #connecting: Promise<pg.PoolClient> | undefined
  unanswered = 0

  constructor(open: Acquire, watch: SilenceWatch) {
    this.#acquire = open
    this.#watch = watch
  }

  async query(query: Query): Promise<pg.QueryArrayResult> {
    this.unanswered++
    try {
      const client = this.#client ?? (await (this.#connecting ??= this.#connect()))
      return await send(client, query)
    } finally {
      this.unanswered--
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      const client = await this.#acquire()
      client.once('error', () => this.#drop(client))
      this.#watch.whenOld(client, () => this.#drop(client))
      return (this.#client = client)
    } finally {
      this.#connecting = undefined
    }
  }

  /** The next query opens a new connection. This one is closed when what was sent on it is answered. */
  #drop(client: pg.PoolClient): void {
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

/** All connections of a pool, for reads outside of transactions. */
export class ReadPool {
  readonly #pool: pg.Pool
  readonly #connections: SharedConnection[]

  constructor(pool: pg.Pool, hosts: Hosts, watch: SilenceWatch) {
    this.#pool = pool
    this.#connections = Array.from(
      { length: pool.options.max },
      () => new SharedConnection(() => acquire(pool, hosts, watch), watch),
    )
  }

  /** On the connection that has the fewest reads under way. */
  query(query: Query): Promise<pg.QueryArrayResult> {
    return this.#connections.reduce((a, b) => (b.unanswered < a.unanswered ? b : a)).query(query)
  }

  async close(): Promise<void> {
    await Promise.all(this.#connections.map((connection) => connection.close()))
    await this.#pool.end()
  }
}
