import type { Config } from './config.ts'
import type { Facts } from './events.ts'
import type { Mailer } from './services/mail.ts'
import type { Passwords } from './services/passwords.ts'
import type { Cache, Database, Writer } from './storage/database.ts'
import type { Statement, Step } from './storage/statement.ts'

/** The signed-in user of a request. Every rule takes it from here, never from what was sent. */
export interface Player {
  id: number
  game_id: number
  /** Null when a service key acts for the user. */
  session_id: number | null
  token: string | null
  /** Settings of the game that decide what its players see. */
  ranking_order: string
  share_player_emails: number
  /** Which routes are open to whom, as JSON. */
  permissions: string
  /** The game's service key that acts for the user. Null: the user himself, or the system key. */
  service_key_id: number | null
}

/** A signed-in user, remembered with all that may end the session by itself. */
export interface KnownPlayer extends Player {
  last_used_at: number
  expires_at: number
  enabled: number
}

type Listener<F> = (tx: Transaction, fact: F) => Promise<unknown>

export type Subscriptions = { [N in keyof Facts]: Listener<Facts[N]>[] }

/** A writer that knows what time it is and tells others what happens. */
export class Transaction implements Writer {
  readonly #writer: Writer
  readonly #subscriptions: Subscriptions
  readonly now: () => number

  constructor(writer: Writer, { now, subscriptions }: Pick<Context, 'now' | 'subscriptions'>) {
    this.#writer = writer
    this.#subscriptions = subscriptions
    this.now = now
  }

  /** Those who listen work in this transaction, one after the other. */
  async announce<N extends keyof Facts>(name: N, fact: Facts[N]): Promise<void> {
    for (const listener of this.#subscriptions[name]) await listener(this, fact)
  }

  first<P extends object, R>(statement: Statement<P, R>, parameters: P) {
    return this.#writer.first(statement, parameters)
  }

  all<P extends object, R>(statement: Statement<P, R>, parameters: P) {
    return this.#writer.all(statement, parameters)
  }

  run<P extends object>(statement: Statement<P, unknown>, parameters: P) {
    return this.#writer.run(statement, parameters)
  }

  inOrder<S extends readonly Step<unknown>[]>(...steps: S) {
    return this.#writer.inOrder(...steps)
  }
}

export type Work<T> = (tx: Transaction) => Promise<T>

/** What a request with an `Idempotency-Key` does in place of a plain transaction. */
export interface Retry {
  transaction<T>(work: Work<T>): Promise<T>
}

/** Counts requests in memory. */
export interface Meter {
  /** What was counted of a user and is not part of the `events_total` that was just read. */
  pending(user_id: number, events_total: number): { events: number; first_at: number } | undefined
}

export interface Context {
  config: Config
  db: Database
  known_players: Cache<KnownPlayer>
  meter: Meter
  passwords: Passwords
  mail: Mailer
  subscriptions: Subscriptions
  /** Present in the context of a request that carries an `Idempotency-Key`. */
  retry?: Retry
  now: () => number
}

/** All or nothing, on disk when it resolves. The work may run twice: it talks to `tx` and nothing else. */
export function inTransaction<T>(context: Context, work: Work<T>): Promise<T> {
  return context.retry ? context.retry.transaction(work) : plainTransaction(context, work)
}

/** A transaction that stays even when the request is refused afterwards: a failed attempt is counted so. */
export function plainTransaction<T>(context: Context, work: Work<T>): Promise<T> {
  return context.db.transaction((writer) => work(new Transaction(writer, context)))
}

/** For counters alone, which nobody was told of: it is not waited for until they are on disk. */
export function casualTransaction<T>(context: Context, work: Work<T>): Promise<T> {
  const options = { relaxed: true }
  return context.db.transaction((writer) => work(new Transaction(writer, context)), options)
}
