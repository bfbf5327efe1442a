import type pg from 'pg'
import { DatabaseUnavailable } from '../database.ts'
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
  readonly #onSlow: (sql: string) => void
  #client: pg.PoolClient | undefined
  #connecting: Promise<pg.PoolClient> | undefined
  unanswered = 0

  constructor(open: Acquire, watch: SilenceWatch, onSlow: (sql: string) => void) {
    this.#acquire = open
    this.#onSlow = onSlow
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
      this.#watch.whenSlow(client, this.#onSlow)
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

/** How long a statement that was slow, such as one on a locked table, is kept apart. */
const APART_MS = 10_000
const MAX_APART = 20

/** All connections of a pool, for reads outside of transactions. */
export class ReadPool {
  readonly #pool: pg.Pool
  readonly #connections: SharedConnection[]
  /** While some statements are slow, they have the last connection and all others the rest. */
  readonly #slow = new Map<string, NodeJS.Timeout>()

  constructor(pool: pg.Pool, hosts: Hosts, watch: SilenceWatch) {
    this.#pool = pool
    const open = () => acquire(pool, hosts, watch)
    const onSlow = (sql: string) => this.#keepApart(sql)
    this.#connections = Array.from(
      { length: pool.options.max },
      () => new SharedConnection(open, watch, onSlow),
    )
  }

  #keepApart(sql: string): void {
    clearTimeout(this.#slow.get(sql))
    this.#slow.set(sql, setTimeout(() => this.#slow.delete(sql), APART_MS).unref())
  }

  /** On the connection that has the fewest reads under way. */
  query(query: Query): Promise<pg.QueryArrayResult> {
    const last = this.#connections.at(-1)
    if (this.#slow.size > 0 && last && this.#connections.length > 1) {
      if (!this.#slow.has(query.text)) return leastBusy(this.#connections.slice(0, -1)).query(query)
      if (last.unanswered < MAX_APART) return last.query(query)
      return Promise.reject(new DatabaseUnavailable(new Error('too many slow reads are waiting')))
    }
    return leastBusy(this.#connections).query(query)
  }

  /** Reads that were sent behind others. */
  get waiting(): number {
    return this.#connections.reduce((sum, { unanswered }) => sum + Math.max(0, unanswered - 1), 0)
  }

  async close(): Promise<void> {
    await Promise.all(this.#connections.map((connection) => connection.close()))
    await this.#pool.end()
  }
}

const leastBusy = (connections: SharedConnection[]) =>
  connections.reduce((a, b) => (b.unanswered < a.unanswered ? b : a))
