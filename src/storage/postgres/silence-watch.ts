import type pg from 'pg'
import type { Ping } from './ping.ts'

const CHECK_EVERY_MS = 500
/** After this time without an answer we ask on another connection whether PostgreSQL is still there. */
const SUSPICIOUS_MS = 4000

interface Silence {
  /** The statement whose answer is awaited. */
  statement: unknown
  since: number
}

/** `_activeQuery` is the driver's: the statement that PostgreSQL is to answer next. */
const awaited = (client: pg.PoolClient): unknown =>
  '_activeQuery' in client ? client._activeQuery : undefined

/**
 * Closes connections on which a statement is not answered: after the limit, or sooner if PostgreSQL does not answer a ping
 * either. Everything that waits on such a connection fails, and the next connection goes to where the host's name points
 * by then. One timer looks after all connections, so statements pay nothing for it.
 */
export class SilenceWatch {
  readonly #ping: Ping
  readonly #limits = new Map<pg.PoolClient, number>()
  readonly #silences = new Map<pg.PoolClient, Silence>()
  readonly #timer: NodeJS.Timeout
  #checked_at = performance.now()

  constructor(ping: Ping) {
    this.#ping = ping
    this.#timer = setInterval(() => this.#check(), CHECK_EVERY_MS)
    this.#timer.unref()
  }

  add(client: pg.PoolClient, limit_ms: number): void {
    this.#limits.set(client, limit_ms)
    client.once('end', () => {
      this.#limits.delete(client)
      this.#silences.delete(client)
    })
  }

  /** For work that takes as long as it takes. */
  async without<T>(client: pg.PoolClient, work: () => Promise<T>): Promise<T> {
    const limit_ms = this.#limits.get(client)
    if (limit_ms === undefined) return work()
    this.#limits.set(client, Infinity)
    try {
      return await work()
    } finally {
      if (this.#limits.has(client)) this.#limits.set(client, limit_ms)
    }
  }

  #check(): void {
    const now = performance.now()
    // When this process itself stood still, answers may have arrived that it has not read yet.
    if (now - this.#checked_at > 2 * CHECK_EVERY_MS) this.#silences.clear()
    this.#checked_at = now
    let is_suspicious = false
    for (const [client, limit_ms] of this.#limits) {
      if (limit_ms === Infinity) continue
      const since = this.#silentSince(client, now)
      if (now - since <= Math.min(limit_ms, SUSPICIOUS_MS)) continue
      if (now - since > limit_ms || this.#ping.silent_at > since) client.connection.stream.destroy()
      else is_suspicious = true
    }
    if (is_suspicious) this.#ping.ask().catch(() => {})
  }

  #silentSince(client: pg.PoolClient, now: number): number {
    const statement = awaited(client)
    if (!statement) return now
    const silence = this.#silences.get(client)
    if (silence?.statement === statement) return silence.since
    this.#silences.set(client, { statement, since: now })
    return now
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
