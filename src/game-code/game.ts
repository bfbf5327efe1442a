// What game code imports as 'playkeep/game'. It imports nothing of the server: its types are published with the package.
import type { EventDataByType, Operations } from './contract.ts'
import type { FieldsOf } from './fields.ts'

export { boolean, integer, list, number, object, oneOf, optional, text } from './fields.ts'
export type { Field, FieldsOf } from './fields.ts'
export type { EventDataByType, Operations } from './contract.ts'

/** Anything that JSON can say. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** A player, by id. What else is known of them: `tx.players.get(player)`. */
export interface Player {
  readonly id: number
}

export interface GameInfo {
  readonly id: number
}

/** A player as everyone may see them. */
export interface Profile {
  id: number
  username: string
  credits: number
  score: number
}

export interface StoreItem {
  id: number
  name: string
  cost: number
  description: string
  category: string
  icon_url: string | null
}

export interface BoardEntry {
  game_user_id: number
  username: string
  score: number
}

export interface NewRound {
  game_type: string
  score?: number
  start_time?: string
  end_time?: string
  metadata?: Record<string, Json>
  multiplayer?: boolean
  multiplayer_game_round_id?: number
}

export interface Round {
  id: number
  game_user_id: number
  game_type: string
  score?: number | undefined
  place?: number | undefined
  start_time: string
  end_time: string | null
}

/** Where code keeps what has no other place. Values are JSON, of the game or of one player. */
export interface Storage {
  /** Nobody else changes the value until the transaction ends. */
  get<T extends Json = Json>(key: string, of?: Player): Promise<T | undefined>
  set(key: string, value: Json, of?: Player): Promise<void>
  delete(key: string, of?: Player): Promise<void>
  /** The first hundred whose key begins with this, by key. `after` is the last key of the page before. */
  list(
    prefix: string,
    options?: { player?: Player; after?: string },
  ): Promise<{ key: string; value: Json }[]>
}

/** What code may read and change. It is one transaction: all of it happens, or nothing. */
export interface GameTransaction {
  players: {
    /** Undefined: there is no such player any more. */
    get(player: Player): Promise<Profile | undefined>
    /** Undefined: nobody has this name. Upper and lower case do not matter. */
    find(username: string): Promise<Profile | undefined>
  }
  credits: {
    /** Adds credits. The ledger names the code and the reason. Returns the new balance. */
    add(player: Player, amount: number, reason: string): Promise<number>
    /** Takes credits if the player has as many. False: they have not, and nothing was taken. */
    take(player: Player, amount: number, reason: string): Promise<boolean>
  }
  scores: {
    /** Both return the new score. */
    add(player: Player, amount: number): Promise<number>
    set(player: Player, score: number): Promise<number>
  }
  items: {
    /** What the player owns. */
    list(player: Player): Promise<StoreItem[]>
    has(player: Player, item: { id: number }): Promise<boolean>
    /** False: the player has it already. */
    grant(player: Player, item: { id: number }): Promise<boolean>
    /** False: the player does not have it. */
    revoke(player: Player, item: { id: number }): Promise<boolean>
    /** What the store sells. */
    onSale(): Promise<StoreItem[]>
  }
  attributes: {
    get(player: Player, key: string): Promise<string | undefined>
    /** Also those that only the server may write. */
    set(player: Player, key: string, value: string): Promise<void>
    remove(player: Player, key: string): Promise<void>
  }
  rounds: {
    create(player: Player, round: NewRound): Promise<Round>
    get(id: number): Promise<Round | undefined>
    /** The latest, at most a hundred. */
    list(player: Player, filter?: { game_type?: string }): Promise<Round[]>
  }
  leaderboards: {
    add(
      player: Player,
      leaderboard_name: string,
      score: number,
      metadata?: Record<string, Json>,
    ): Promise<void>
    /** The entry that counts for each player, best first; at most a hundred. */
    top(leaderboard_name: string, limit?: number): Promise<BoardEntry[]>
    /** Undefined: the player has no entry. */
    rank(
      player: Player,
      leaderboard_name: string,
    ): Promise<{ rank: number; score: number } | undefined>
    /** Removes all entries of one player. */
    clear(player: Player, leaderboard_name: string): Promise<void>
  }
  groups: {
    /** The groups that the player is a member of. */
    list(
      player: Player,
    ): Promise<{ id: number; name: string; group_type: string; member_count: number }[]>
    members(group_id: number): Promise<{ id: number; username: string; is_admin: boolean }[]>
    setAttribute(group_id: number, key: string, value: string): Promise<void>
  }
  messages: {
    /** To the inbox of one player, of the members of a group, or of all players. */
    announce(text: string, to?: Receiver): Promise<void>
  }
  events: {
    /** An event of type `game.event`, for the players whom it names: one, a group, or all. */
    send(name: string, data: Record<string, Json>, to: Receiver): Promise<void>
  }
  storage: Storage
  /** Adds one run of a job of this code, at this time or at once, even after a restart. */
  enqueue(job: string, payload?: Json, options?: { at?: Date }): Promise<void>
}

export type Receiver = { player: Player } | { group_id: number } | 'everyone'

interface Call {
  readonly game: GameInfo
  readonly now: Date
  /** Ends the request with this sentence, and undoes everything. The code is what programs read: small letters and `_`. */
  readonly refuse: (sentence: string, options?: { code?: string }) => never
}

interface PlayersCall extends Call {
  /** Who acts. */
  readonly player: Player
  /** `server`: the game's own server acts for the player, with a service key or the system key. */
  readonly caller: 'player' | 'server'
}

/** Of operations that begin without a player. */
interface OpenCall extends Call {
  readonly player: Player | undefined
  readonly caller: 'anyone'
}

type OpenOperation =
  | 'accounts.signUp'
  | 'accounts.guest'
  | 'sessions.signIn'
  | 'passwords.forgot'
  | 'passwords.reset'

type CallOf<N> = N extends OpenOperation ? OpenCall : PlayersCall

/** After a sign-up or sign-in there is a player. */
type AfterCallOf<N> = N extends 'accounts.signUp' | 'accounts.guest' | 'sessions.signIn'
  ? OpenCall & { readonly player: Player }
  : CallOf<N>

type SubjectsOf<N> = N extends 'store.purchase' | 'store.refund'
  ? { readonly item: StoreItem }
  : object

export type BeforeCall<N extends keyof Operations> = CallOf<N> & {
  /** What was sent, checked. Change it, or return another one. */
  input: Operations[N]['input']
}

export type AfterCall<N extends keyof Operations> = AfterCallOf<N> &
  SubjectsOf<N> & {
    readonly input: Readonly<Operations[N]['input']>
    /** What the player is answered, without tokens. Return fields to replace them. */
    readonly answer: Readonly<Operations[N]['answer']>
    readonly tx: GameTransaction
  }

type MaybePromise<T> = T | Promise<T>

type Before = {
  [N in keyof Operations]?: (call: BeforeCall<N>) => MaybePromise<Operations[N]['input'] | void>
}

type After = {
  [N in keyof Operations]?: (
    call: AfterCall<N>,
  ) => MaybePromise<Partial<Operations[N]['answer']> | void>
}

/** Outside of a transaction: it may wait for others, and opens transactions of its own. */
interface Background {
  readonly now: Date
  /** Aborted when the server stops, or the time is up. */
  readonly signal: AbortSignal
}

/** One game, for work in the background. */
export interface GameAccess extends GameInfo {
  readonly name: string
  /** All or nothing. It may run again if the database asks for it, so it does nothing but call `tx`. */
  transaction<T>(work: (tx: GameTransaction) => Promise<T>): Promise<T>
}

export interface GameEvent<N extends keyof EventDataByType> {
  /** The same when it is handled again. */
  readonly id: number
  readonly type: N
  readonly at: Date
  /** Who did it. */
  readonly player: Player | undefined
  readonly data: EventDataByType[N]
}

type On = {
  [N in keyof EventDataByType]?: (
    call: Background & { readonly event: GameEvent<N>; readonly game: GameAccess },
  ) => Promise<void> | void
}

export interface Job {
  /** Five fields, such as `0 0 * * 1`, in UTC unless `time_zone` names another. Without it, it runs only when enqueued. */
  cron?: string
  time_zone?: string
  /** `games` are those of this code; `payload` is what was enqueued. */
  run(
    call: Background & { readonly games: GameAccess[]; readonly payload: Json | undefined },
  ): Promise<void> | void
}

export interface RouteCall<Input> extends PlayersCall {
  readonly input: Input
  readonly tx: GameTransaction
}

export interface Route<Input = unknown> {
  /** Its fields, sent as JSON, as a form, or in the address. */
  body?: FieldsOf<Input>
  /** One sentence for the API reference. */
  summary?: string
  /** Answers with an object. */
  handler(call: RouteCall<Input>): MaybePromise<Record<string, unknown> | void>
}

/** `Inputs` are the types of the fields of each route, by its method and path. */
export interface GameDefinition<Inputs = Record<string, unknown>> {
  before?: Before
  after?: After
  /** By method and path, such as `POST /daily_reward`; the address is `/api/v3/game/daily_reward`. */
  routes?: { [Name in keyof Inputs]: Route<Inputs[Name]> }
  on?: On
  jobs?: Record<string, Job>
}

/** The rules of a game. */
export const defineGame = <Inputs>(definition: GameDefinition<Inputs>): GameDefinition<Inputs> =>
  definition
