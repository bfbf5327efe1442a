import type { OpenCall } from './access/permissions.ts'
import type { Staff } from './access/staff.ts'
import type { Config } from './config.ts'
import { Refusal } from './errors.ts'
import type { Events } from './events.ts'
import { claimRequest, type KeyedRequest, storeAnswer } from './idempotency/keyed-requests.ts'
import type { DiskSpace } from './services/disk.ts'
import type { KeptByGame } from './services/kept-by-game.ts'
import type { Mailer } from './services/mail.ts'
import type { Passwords } from './services/passwords.ts'
import type { GameScoreRules } from './services/score-rules.ts'
import type { WordFilter } from './services/word-filter.ts'
import type { TrafficCounter } from './services/traffic.ts'
import type { Cache, Database, Reader, Writer } from './storage/database.ts'
import type { Statement, Step } from './storage/statement.ts'

/** The signed-in user of a request. Rules trust this, never a user id that was sent. */
export interface Player {
  id: number
  game_id: number
  /** Both null when a service key or the system key acts for the user. */
  session_id: number | null
  token: string | null
  /** Settings of the game that decide what its players see. */
  ranking_order: string
  share_player_emails: number
  /** Which routes are open to whom, as JSON. */
  permissions: string
  /** Until then the user may not write messages, whoever acts for them. Null: they may. */
  muted_until: number | null
  /** The game's service key that acts for the user. Null: the users themselves, or the system key. */
  service_key_id: number | null
}

/** A signed-in user with what decides whether the session is still valid. */
export interface CachedPlayer extends Player {
  last_used_at: number
  expires_at: number
  enabled: number
  banned_until: number | null
  ban_reason: string | null
}

export type SessionCache = Cache<CachedPlayer>

/** What this process has read of the word filters of games, by game. Null: the game has none. */
type WordFilters = KeptByGame<GameWordFilter | null>

interface GameWordFilter {
  words: WordFilter
  names: 'off' | 'refuse'
  messages: 'off' | 'refuse' | 'mask'
  changed_at: number
}

/** What this process has read of the settings of leaderboards, by game and name. */
type BoardSettings = KeptByGame<Map<string, GameBoard>>

interface GameBoard {
  leaderboard_name: string
  ranking_order: 'descending' | 'ascending' | null
  counts: 'best' | 'latest' | 'sum'
  one_for: 'game' | 'each_group'
  period: string
  time_zone: string
}

type Listener<E> = (tx: Transaction, event: E) => Promise<unknown>

export type Subscriptions = { [N in keyof Events]: Listener<Events[N]>[] }

/** Where an event is in the log. */
export interface Position {
  transaction_id: number
  id: number
}

export interface LiveEvent {
  position: Position
  type: string
  at: number
  actor_id: number | null
  /** For whom it is: a kind, such as `group`, and the id of one of them. */
  audience: string
  audience_id: number
  /** As JSON. */
  data: string
}

/** Whoever follows the log of events: a player, the server of a game with a service key, or its staff. */
export interface Subscriber {
  reader: { game_id: number; user_id: number | null }
  /** The session of a player, or the key of a game's own server: it ends with that. */
  session_id: number | null
  service_key_id: number | null
  /** The subscription ends when their rights change. */
  staff?: Staff
  /** Only these types. Undefined: all that are always recorded. */
  types: ReadonlySet<string> | undefined
  onEvents(events: LiveEvent[]): void
  /** Asked between two parts of what happened before it came. May wait until the client has read; false ends it. */
  wantsMore(): boolean | Promise<boolean>
  /** The server stops, the session has ended, or its user was banned. */
  onEnd(reason: 'server_restarts' | 'not_signed_in' | 'banned'): void
}

export type StreamListener = Pick<Subscriber, 'onEvents' | 'wantsMore' | 'onEnd'>

export interface Subscription {
  /** Up to here it has got everything. */
  readonly position: Position
  /** Hands out what happened before it came, and then what happens. To be called once. */
  catchUp(): Promise<void>
  close(): void
}

/** Hands out the log of events as it grows. */
export interface Live {
  /** Up to here everything was delivered. Undefined: nobody follows. */
  readonly reached: Position | undefined
  wake(): void
  /** Whether a type of event of which there are many is to be recorded in this game. */
  wants(game_id: number, type: string): boolean
  follow(subscriber: Subscriber, after?: Position): Promise<Subscription>
  stop(): void
}

/** For commands, which hand out nothing. */
export const NOBODY_FOLLOWS: Live = {
  reached: undefined,
  wake() {},
  wants: () => false,
  follow: () => Promise.reject(new Error('only a server hands out events')),
  stop() {},
}

/** How often something of the studio's code ran in this process, and what became of it. */
export interface Figures {
  calls: number
  refused: number
  failed: number
  slow: number
  seconds: number
  longest_ms: number
}

/** A function of the studio's code. */
export interface CodeHook {
  kind: 'before' | 'after' | 'route' | 'event' | 'job'
  /** In the log, such as `after store.purchase`. */
  hook: string
  name: string
  /** Null: no clock starts it. */
  next_run_at: number | null
  figures: Figures
}

export interface CodeDescription {
  /** `game`, or `games/` with the id or name of a game. */
  code: string
  hooks: CodeHook[]
}

/** The studio's own code, as far as rules and transactions know of it. */
export interface GameCode {
  /** The name of the code that handles events of this type in this game, after their commit. Undefined: none does. */
  findHandler(game_id: number, type: string): string | undefined
  /** There is something for it to do. */
  wake(): void
  describe(): CodeDescription[]
}

/** An operation that the studio's own code has something to add to. */
export interface GameCall {
  /** Runs at the end of the operation, in its transaction. Returns the answer, which the code may have replaced. */
  runAfter<T>(tx: Transaction, answer: T): Promise<T>
}

/** What follows a transaction. */
interface Outcome {
  callbacks: (() => void)[]
}

interface TransactionParts {
  now: () => number
  subscriptions: Subscriptions
  live: Pick<Live, 'wake' | 'wants'>
  game_code?: GameCode | undefined
  staff?: Staff | undefined
}

/** A writer with a clock, which can announce events. */
export class Transaction implements Writer {
  readonly #writer: Writer
  readonly #subscriptions: Subscriptions
  readonly #outcome: Outcome
  readonly live: Pick<Live, 'wake' | 'wants'>
  readonly game_code: GameCode | undefined
  /** Whose changes the audit log names. Undefined: a player, or the server itself. */
  readonly staff: Staff | undefined
  /** In epoch milliseconds. */
  readonly now: () => number
  /** Something follows what the rule does: the stored answer of a keyed request, a hook, or the rest of a larger transaction. */
  is_continued = false

  constructor(
    writer: Writer,
    { now, subscriptions, live, game_code, staff }: TransactionParts,
    outcome: Outcome = { callbacks: [] },
  ) {
    this.live = live
    this.game_code = game_code
    this.staff = staff
    this.#writer = writer
    this.#subscriptions = subscriptions
    this.#outcome = outcome
    this.now = now
  }

  /** The same transaction, with changes in the name of somebody else. */
  actingAs(staff: Staff): Transaction {
    const { now, live, game_code } = this
    const parts = { now, live, game_code, staff, subscriptions: this.#subscriptions }
    const other = new Transaction(this.#writer, parts, this.#outcome)
    other.is_continued = true
    return other
  }

  /** Called when the transaction is on disk, and not if it fails. */
  afterCommit(callback: () => void): void {
    this.#outcome.callbacks.push(callback)
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

  defer<P extends object>(statement: Statement<P, unknown>, parameters: P): void {
    this.#writer.defer(statement, parameters)
  }

  inOrder<S extends readonly Step<unknown>[]>(...steps: S) {
    return this.#writer.inOrder(...steps)
  }

  commitWith<S extends readonly Step<unknown>[]>(...steps: S) {
    return this.is_continued ? this.#writer.inOrder(...steps) : this.#writer.commitWith(...steps)
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

/** A player whom this process has seen lately. */
export interface SeenPlayer {
  user_id: number
  requested_at: number
  /** That are open in this process. */
  streams: number
  /** When the last stream ended. */
  left_at: number
  /** When it was last decided whether this must be written. */
  looked_at: number
  /** Until when the player is online, as it was written. */
  written_until: number
}

/** What features count in memory until `jobs/write-behind.ts` writes it. */
interface Unwritten {
  /** By user. */
  requests: Map<number, CountedRequests>
  /** The last batch that was sent to the database; a reader may not see it there yet. */
  requests_being_written: Map<number, CountedRequests>
  /** The totals of the users in `requests_being_written`, once they are written. */
  written_totals: Map<number, number>
  /** When each session and each service key was last used, by id. */
  session_uses: Map<number, number>
  service_key_uses: Map<number, number>
  /** Players by id: those to be written next, and all others, in the order in which they were looked at. */
  newly_seen: Map<number, SeenPlayer>
  seen: Map<number, SeenPlayer>
  /** Players who are already in `player_days` for this day. */
  written_days: { day: number; users: Set<number> }
  traffic: TrafficCounter
}

export interface Context {
  config: Config
  db: Database
  session_cache: SessionCache
  word_filters: WordFilters
  score_rules: KeptByGame<GameScoreRules>
  board_settings: BoardSettings
  unwritten: Unwritten
  /** Writes are refused while the disk is full. */
  disk: Pick<DiskSpace, 'is_full' | 'free_bytes' | 'reportFull'>
  passwords: Passwords
  mail: Mailer
  subscriptions: Subscriptions
  live: Live
  /** Present while a request with an `Idempotency-Key` is answered. */
  keyed_request?: KeyedRequest
  /** Present while a request is answered that names a game instead of a player: the game may have closed the route. */
  open_call?: OpenCall
  /** Present while a request of staff is answered, and in commands: the audit log names them. */
  staff?: Staff
  /** If the server has any. */
  game_code?: GameCode
  /** Present while an operation runs that has an `after` hook. */
  game_call?: GameCall
  /** Present where rules are called from within a transaction: theirs is this one. */
  joined?: Transaction
  /** Runs the jobs that are due now instead of within a minute. Does nothing in commands. */
  wakeJobs: () => void
  /** A ticket of matchmaking waits. Does nothing in commands. */
  wakeMatchmaker: () => void
  now: () => number
}

/** For rules that only read: the whole context, or one whose reader is a transaction and sees what it has changed. */
export type ReadContext = Omit<Context, 'db'> & { db: Reader }

const DISK_RETRY_SECONDS = 5

export const diskFull = () => new Refusal('disk_full', { retry_after_seconds: DISK_RETRY_SECONDS })

function transact<T>(
  context: Context,
  work: Work<T>,
  options?: { relaxed?: boolean; urgent?: boolean },
): Promise<T> {
  if (context.disk.is_full) return Promise.reject<T>(diskFull())
  let outcome: Outcome = { callbacks: [] }
  const result = context.db.transaction((writer) => {
    // Of an attempt before this one, nothing was kept.
    outcome = { callbacks: [] }
    return work(new Transaction(writer, context, outcome))
  }, options)
  const callBack = () => {
    for (const callback of outcome.callbacks) callback()
  }
  result.then(callBack).catch(() => {})
  return result
}

/**
 * All or nothing, on disk when it resolves. What the work returns is the answer to the request: with an
 * `Idempotency-Key` it is stored in the same transaction. The work may run several times, so it uses `tx` and nothing else.
 */
export function inTransaction<T>(context: Context, work: Work<T>): Promise<T> {
  const { keyed_request, game_call, joined } = context
  if (joined) return work(joined)
  if (!keyed_request && !game_call) return transact(context, work)
  if (keyed_request?.has_transaction)
    return Promise.reject(new Error('a keyed request may call inTransaction only once'))
  if (keyed_request) keyed_request.has_transaction = true
  return transact(context, async (tx) => {
    tx.is_continued = true
    if (keyed_request) await claimRequest(tx, keyed_request)
    const operation_answer = await work(tx)
    const answer = game_call ? await game_call.runAfter(tx, operation_answer) : operation_answer
    if (keyed_request) storeAnswer(tx, keyed_request, answer)
    return answer
  })
}

/** Kept even if the request is refused afterwards, as the count of a failed sign-in; its result is not stored as the answer. */
export const separateTransaction = <T>(context: Context, work: Work<T>): Promise<T> =>
  transact(context, work)

/** For a job that holds a lease: it does not wait behind requests. */
export const urgentTransaction = <T>(context: Context, work: Work<T>): Promise<T> =>
  transact(context, work, { urgent: true })

/** For counters: atomic, but it does not wait for the disk, so a crash of the machine may undo it. */
export const relaxedTransaction = <T>(context: Context, work: Work<T>): Promise<T> =>
  transact(context, work, { relaxed: true })
