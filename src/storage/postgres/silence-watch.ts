import type pg from 'pg'
import { DatabaseUnavailable } from '../database.ts'
import { codeOf } from './errors.ts'
import type { Hosts } from './hosts.ts'
import type { Ping } from './ping.ts'

const CHECK_EVERY_MS = 500
const SLOW_MS = 1000
/** After this time without an answer we ask on another connection whether PostgreSQL is still there. */
const SUSPICIOUS_MS = 4000
/** Connections are replaced after this time, so that none stays on a server that others have left. */
const MAX_AGE_MS = 30 * 60_000

interface Watched {
  limit_ms: number
  opened_at: number
  onOld?: () => void
  onSlow?: (sql: string) => void
}

interface Silence {
  /** The statement whose answer is awaited. */
  statement: unknown
  since: number
}

/** `_activeQuery` is the driver's: the statement that PostgreSQL is to answer next. */
const awaited = (client: pg.PoolClient): unknown =>
  '_activeQuery' in client ? client._activeQuery : undefined

const textOf = (statement: unknown) =>
  typeof statement === 'object' && statement && 'text' in statement ? String(statement.text) : ''

/**
 * Closes connections on which a statement is not answered: after the limit, or sooner if PostgreSQL does not answer a ping
 * either. Everything that waits on such a connection fails, and the next connection goes to where the host's name points
 * by then. Until a ping is answered, nobody else begins to wait. One timer looks after all connections, so statements
 * pay nothing for it.
 */
export class SilenceWatch {
  readonly #ping: Ping
  readonly #hosts: Hosts
  readonly #watched = new Map<pg.PoolClient, Watched>()
  readonly #silences = new Map<pg.PoolClient, Silence>()
  readonly #timer: NodeJS.Timeout
  #checked_at = performance.now()
  /** Present while PostgreSQL is known not to answer. */
  silence: DatabaseUnavailable | undefined

  constructor(ping: Ping, hosts: Hosts) {
    this.#ping = ping
    this.#hosts = hosts
    this.#timer = setInterval(() => this.#check(), CHECK_EVERY_MS)
    this.#timer.unref()
  }

  /** Asks PostgreSQL whether it is still there. */
  suspect(): void {
    this.#ping.ask().then(
      () => (this.silence = undefined),
      (error: unknown) => {
        // With a code, something answers: nobody waits long for a server that is down, read-only or full.
        const code = codeOf(error)
        this.silence = code && code !== 'ETIMEDOUT' ? undefined : new DatabaseUnavailable(error)
      },
    )
  }

  /** A new connection: PostgreSQL answers. */
  add(client: pg.PoolClient, limit_ms: number): void {
    this.silence = undefined
    this.#watched.set(client, { limit_ms, opened_at: performance.now() })
    client.once('end', () => {
      this.#watched.delete(client)
      this.#silences.delete(client)
    })
  }

  /** To be replaced: it is old, or was opened before we left its server. */
  isOld(client: pg.PoolClient, now = performance.now()): boolean {
    const { opened_at } = this.#watched.get(client) ?? { opened_at: now }
    return opened_at < Math.max(this.#hosts.left_at, now - MAX_AGE_MS)
  }

  /** Calls back once, when the connection is to be replaced. */
  whenOld(client: pg.PoolClient, onOld: () => void): void {
    const watched = this.#watched.get(client)
    if (watched) watched.onOld = onOld
  }

  /** Calls back, again and again, while a statement on this connection takes long. */
  whenSlow(client: pg.PoolClient, onSlow: (sql: string) => void): void {
    const watched = this.#watched.get(client)
    if (watched) watched.onSlow = onSlow
  }

  /** For work that takes as long as it takes. */
  async withoutLimit<T>(client: pg.PoolClient, work: () => Promise<T>): Promise<T> {
    const watched = this.#watched.get(client)
    if (!watched) return work()
    const { limit_ms } = watched
    watched.limit_ms = Infinity
    try {
      return await work()
    } finally {
      watched.limit_ms = limit_ms
    }
  }

  #check(): void {
    const now = performance.now()
    // When this process itself stood still, answers may have arrived that it has not read yet.
    if (now - this.#checked_at > 2 * CHECK_EVERY_MS) this.#silences.clear()
    this.#checked_at = now
    let is_suspicious = this.silence !== undefined
    for (const [client, watched] of this.#watched) {
      const { limit_ms, onOld } = watched
      if (onOld && this.isOld(client, now)) {
        delete watched.onOld
        onOld()
      }
      if (limit_ms === Infinity) continue
      const since = this.#silentSince(client, now)
      if (now - since > SLOW_MS) watched.onSlow?.(textOf(awaited(client)))
      const is_late = now - since > Math.min(limit_ms, SUSPICIOUS_MS)
      const is_lost = this.#hosts.left_at > since && (is_late || this.silence)
      if (is_lost || now - since > limit_ms) client.connection.stream.destroy()
      else if (is_late) is_suspicious = true
    }
    if (is_suspicious) this.suspect()
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
