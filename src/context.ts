import type { Config } from './config.ts'
import type { Events } from './events.ts'
import { claimRequest, type KeyedRequest, storeAnswer } from './idempotency/keyed-requests.ts'
import type { Mailer } from './services/mail.ts'
import type { Passwords } from './services/passwords.ts'
import type { Cache, Database, Reader, Writer } from './storage/database.ts'
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
  /** The game's service key that acts for the user. Null: the users themselves, or the system key. */
  service_key_id: number | null
}

/** A signed-in user with everything that may end the session by itself. */
export interface CachedPlayer extends Player {
  last_used_at: number
  expires_at: number
  enabled: number
}

export type SessionCache = Cache<CachedPlayer>

type Listener<E> = (tx: Transaction, event: E) => Promise<unknown>

export type Subscriptions = { [N in keyof Events]: Listener<Events[N]>[] }

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

  /** Listeners work in this transaction, one after the other. */
  async announce<N extends keyof Events>(name: N, event: Events[N]): Promise<void> {
    for (const listener of this.#subscriptions[name]) await listener(this, event)
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

/** Requests of one user that were counted and are not written yet. */
export interface CountedRequests {
  user_id: number
  events: number
  first_at: number
  last_at: number
}

/** What features keep in memory until it is written, about once a second. */
interface Unwritten {
  /** By user. */
  requests: Map<number, CountedRequests>
  /** The last batch that was sent to the database; a reader may not see it there yet. */
  requests_being_written: Map<number, CountedRequests>
  /** The totals with which those were written. */
  written_totals: Map<number, number>
  /** When each session and each service key was last used, by id. */
  session_uses: Map<number, number>
  service_key_uses: Map<number, number>
}

export interface Context {
  config: Config
  db: Database
  session_cache: SessionCache
  unwritten: Unwritten
  passwords: Passwords
  mail: Mailer
  subscriptions: Subscriptions
  /** Present while a request with an `Idempotency-Key` is answered. */
  keyed_request?: KeyedRequest
  now: () => number
}

/** For rules that only read: the whole context, or one whose reader is a transaction and sees what it has changed. */
export type ReadContext = Omit<Context, 'db'> & { db: Reader }

/**
 * All or nothing, on disk when it resolves. What the work returns is the answer to the request: with an
 * `Idempotency-Key` it is stored in the same transaction. The work may run twice, so it talks to `tx` and nothing else.
 */
export async function inTransaction<T>(context: Context, work: Work<T>): Promise<T> {
  const { keyed_request } = context
  if (!keyed_request) return separateTransaction(context, work)
  if (keyed_request.has_transaction) throw new Error('a request has one transaction')
  keyed_request.has_transaction = true
  return separateTransaction(context, async (tx) => {
    await claimRequest(tx, keyed_request)
    const answer = await work(tx)
    await storeAnswer(tx, keyed_request, answer)
    return answer
  })
}

/** Stays, even when the request is refused afterwards, and is never the answer: a failed sign-in is counted this way. */
export function separateTransaction<T>(context: Context, work: Work<T>): Promise<T> {
  return context.db.transaction((writer) => work(new Transaction(writer, context)))
}

/** For counters, which no answer has promised: atomic, but a crash of the machine may undo it. It does not wait for the disk. */
export function relaxedTransaction<T>(context: Context, work: Work<T>): Promise<T> {
  const options = { relaxed: true }
  return context.db.transaction((writer) => work(new Transaction(writer, context)), options)
}
