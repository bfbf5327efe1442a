import { readFile, writeFile } from 'node:fs/promises'

/** Kinds of actions with the same fields. */
type Variants<K extends string, Fields> = K extends string ? { kind: K } & Fields : never

/** One write of a player. Numbers such as `item` and `round` are ids. */
export type Action =
  | Variants<'earn', { credits: number }>
  | Variants<'score', { score: number }>
  | Variants<'buy' | 'revoke', { item: number }>
  | Variants<'play', { score: number; multiplayer: boolean; match?: number }>
  | Variants<'change_round', { round: number; score: number }>
  | Variants<'delete_round', { round: number }>
  | Variants<'befriend' | 'unfriend', { other: number }>
  | Variants<'accept' | 'decline' | 'cancel', { friendship: number; other: number }>
  | Variants<'join' | 'leave', { group: number }>
  | Variants<'set_attribute' | 'remove_attribute', { name: string }>

export type ActionKind = Action['kind']
export type ActionOf<K extends ActionKind> = Extract<Action, { kind: K }>

/** The fields of a response body that the checker and other players use. */
export interface Answer {
  id?: number
  multiplayer_game_round_id?: number
  friendship_id?: number
  status?: string
}

/** An action and its outcome. */
export interface ActionResult<A extends Action = Action> {
  /** Stored in what the action wrote. */
  key: string
  /** Whether `key` was sent as `Idempotency-Key`. */
  has_key: boolean
  player: number
  action: A
  /** When the first attempt was sent and when the answer came or the client gave up, in milliseconds since 1970. */
  started_at: number
  ended_at: number
  attempts: number
  /** Unknown: no answer came, so the action may or may not have been done. */
  outcome: 'done' | 'refused' | 'unknown'
  status: number
  refusal: string | null
  replayed: boolean
  /** The number of answers with status 500. */
  errors: number
  answer: Answer
}

export interface PlayerAccount {
  id: number
  username: string
  token: string
}

/** The players, items and groups that exist before the first action. */
export interface Fixture {
  game_id: number
  players: PlayerAccount[]
  /** Created the groups and never leaves them. */
  founder: PlayerAccount
  items: { id: number; cost: number }[]
  groups: { id: number; max_group_size: number }[]
}

export interface History {
  fixture: Fixture
  results: ActionResult[]
}

/** Never goes backwards, unlike `Date.now`. */
export const clock = () => performance.timeOrigin + performance.now()

/** Writes one line for the fixture, then one for each result. */
export async function writeHistory(path: string, { fixture, results }: History): Promise<void> {
  await writeFile(path, [fixture, ...results].map((line) => `${JSON.stringify(line)}\n`).join(''))
}

export async function readHistory(path: string): Promise<History> {
  const [first = '', ...rest] = (await readFile(path, 'utf8')).trimEnd().split('\n')
  const fixture: Fixture = JSON.parse(first)
  return { fixture, results: rest.map((line): ActionResult => JSON.parse(line)) }
}
