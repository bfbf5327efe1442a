import pg from 'pg'
import { connectionOptions } from './connection-options.ts'
import { type Hosts, refuseReadOnly, urlOf } from './hosts.ts'

/** Together less than the two seconds within which /ready answers. */
const PING_CONNECT_LIMIT_MS = 1000
const ANSWER_LIMIT_MS = 700

/** Asks PostgreSQL whether it takes writes, on a connection of its own. */
export class Ping {
  readonly #pool: pg.Pool
  readonly #hosts: Hosts
  #current: Promise<void> | undefined

  constructor(hosts: Hosts) {
    this.#hosts = hosts
    this.#pool = new pg.Pool({
      ...connectionOptions(hosts),
      max: 1,
      // Stays open: that an old connection is silent tells more than that a new one is not.
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: PING_CONNECT_LIMIT_MS,
      query_timeout: ANSWER_LIMIT_MS,
    })
    this.#pool.on('error', () => {})
    this.#pool.on('connect', (client) => client.on('error', () => {}))
  }

  /** Those who ask at the same time share one answer. */
  ask(): Promise<void> {
    return (this.#current ??= this.#ask().finally(() => (this.#current = undefined)))
  }

  async #ask(): Promise<void> {
    let { url } = this.#hosts
    try {
      const client = await this.#pool.connect()
      url = urlOf(client)
      try {
        const { rows } = await client.query<{ read_only: string }>(
          `select current_setting('transaction_read_only') as read_only`,
        )
        refuseReadOnly(rows[0]?.read_only)
        client.release()
      } catch (error) {
        client.release(true)
        throw error
      }
    } catch (error) {
      this.#hosts.leave(error, url)
      throw error
    }
  }

  close(): Promise<void> {
    return this.#pool.end()
  }
}
