import type pg from 'pg'
import { DatabaseUnavailable } from '../database.ts'
import { acquire } from './connections.ts'
import type { Hosts } from './hosts.ts'
import type { Answer, Call } from './batch.ts'
import { SharedConnection } from './shared-connection.ts'
import type { SilenceWatch } from './silence-watch.ts'

/** How long a statement that was slow, such as one on a locked table, is kept apart. */
const APART_MS = 10_000
/** How many reads wait on a connection that is stuck: few of slow statements, since each may take long. */
const MAX_APART = 4
const MAX_BEHIND = 50

/** All connections of a pool, for reads outside of transactions. */
export class ReadPool {
  readonly #pool: pg.Pool
  readonly #watch: SilenceWatch
  readonly #connections: SharedConnection[]
  /** While some statements are slow, they have the last connection and all others the rest. */
  readonly #slow = new Map<string, NodeJS.Timeout>()

  constructor(pool: pg.Pool, hosts: Hosts, watch: SilenceWatch) {
    this.#pool = pool
    this.#watch = watch
    const sources = {
      acquire: () => acquire(pool, hosts, watch),
      watch,
      session: hosts.session,
      onSlow: (sql: string) => this.#keepApart(sql),
      resend: (calls: Call[], tries: number) => this.#send(calls, tries),
    }
    const { max } = pool.options
    this.#connections = Array.from(
      { length: max },
      (_, index) => new SharedConnection(sources, max > 1 && index === max - 1),
    )
  }

  #keepApart(sql: string): void {
    clearTimeout(this.#slow.get(sql))
    this.#slow.set(sql, setTimeout(() => this.#slow.delete(sql), APART_MS).unref())
  }

  send(calls: Call[]): Promise<Answer[]> {
    return this.#send(calls, 1)
  }

  /** On the connection that has the fewest reads under way. */
  #send(calls: Call[], tries: number): Promise<Answer[]> {
    if (this.#watch.silence) return Promise.reject(this.#watch.silence)
    const last = this.#connections.at(-1)
    let connections = this.#connections
    let max_waiting = MAX_BEHIND
    if (this.#slow.size > 0 && last && connections.length > 1) {
      const is_slow = calls.some(({ prepared }) => this.#slow.has(prepared.text))
      connections = is_slow ? [last] : connections.slice(0, -1)
      if (is_slow) max_waiting = MAX_APART
    }
    const chosen = leastBusy(connections)
    if (chosen.is_stuck && chosen.unanswered >= max_waiting)
      return Promise.reject(new DatabaseUnavailable(new Error('too many reads are waiting')))
    return chosen.send(calls, tries)
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

const isBetter = (a: SharedConnection, b: SharedConnection) =>
  a.is_stuck === b.is_stuck ? a.unanswered < b.unanswered : b.is_stuck

const leastBusy = (connections: SharedConnection[]) =>
  connections.reduce((best, next) => (isBetter(next, best) ? next : best))
