import { readFile, writeFile } from 'node:fs/promises'

/** Deeds with the same fields. */
type Each<K extends string, Fields> = K extends string ? { kind: K } & Fields : never

/** One write of a player. Numbers such as `item` and `round` are ids. */
export type Deed =
  | Each<'earn', { credits: number }>
  | Each<'score', { score: number }>
  | Each<'buy' | 'revoke', { item: number }>
  | Each<'play', { score: number; multiplayer: boolean; match?: number }>
  | Each<'change_round', { round: number; score: number }>
  | Each<'delete_round', { round: number }>
  | Each<'befriend' | 'unfriend', { other: number }>
  | Each<'accept' | 'decline' | 'cancel', { friendship: number; other: number }>
  | Each<'join' | 'leave', { group: number }>
  | Each<'set_attribute' | 'remove_attribute', { name: string }>

export type Kind = Deed['kind']
export type DeedOf<K extends Kind> = Extract<Deed, { kind: K }>

/** The fields of an answer that the checker uses. */
export interface Answer {
  id?: number
  multiplayer_game_round_id?: number
  friendship_id?: number
  status?: string
}

/** A deed with its outcome. `key` is its `Idempotency-Key`, and is stored in what it wrote. */
export interface Act<D extends Deed = Deed> {
  key: string
  player: number
  deed: D
  /** When the first try started and when the answer came, in milliseconds since 1970. */
  started_at: number
  ended_at: number
  tries: number
  /** Open: no answer came, so it is unknown whether it was done. */
  outcome: 'done' | 'refused' | 'open'
  status: number
  refusal: string | null
  replayed: boolean
  /** The number of answers with 500 before the final one. */
  errors: number
  answer: Answer
}

export interface Member {
  id: number
  username: string
  token: string
}

/** The players, items and groups that exist before the first deed. */
export interface Cast {
  game_id: number
  players: Member[]
  /** Created the groups and never leaves them. */
  founder: Member
  items: { id: number; cost: number }[]
  groups: { id: number; max_group_size: number }[]
}

export interface History {
  cast: Cast
  acts: Act[]
}

/** Never goes backwards, unlike `Date.now`. */
export const clock = () => performance.timeOrigin + performance.now()

/** Writes one line for the cast, then one for each act. */
export async function writeHistory(path: string, { cast, acts }: History): Promise<void> {
  await writeFile(path, [cast, ...acts].map((line) => `${JSON.stringify(line)}\n`).join(''))
}

export async function readHistory(path: string): Promise<History> {
  const [first = '', ...rest] = (await readFile(path, 'utf8')).trimEnd().split('\n')
  const cast: Cast = JSON.parse(first)
  return { cast, acts: rest.map((line): Act => JSON.parse(line)) }
}
