import { comparisonKey, skeletonOf } from '../names.ts'
import { hashSecret, newToken } from '../secrets.ts'
import type { DemoMonth } from './month.ts'
import { DAY_MS, MINUTE_MS } from '../../durations.ts'
import { AVATARS, COUNTRIES, STATUSES } from './texts.ts'

/** Rows of tables, by the names of their columns. */
export type Rows = Record<string, string | number | null>[]

const VERIFIED_OF_TEN = 7
const ONLINE_MS = 3 * MINUTE_MS
const EVENTS_OF_VISIT = 12
const EVENTS_OF_ROUND = 6

/** What stands for a row in the plan becomes its id. */
export function idAt(ids: number[], place: number): number {
  const id = ids[place]
  if (id === undefined) throw new Error('the plan of the demo data is not complete')
  return id
}

export function userRows(month: DemoMonth, game_id: number, password_hash: string): Rows {
  const scores = new Map<number, number>()
  for (const { user, score } of month.rounds) scores.set(user, (scores.get(user) ?? 0) + score)
  return month.players.map(({ username, email, joined_at, visits }, user) => ({
    game_id,
    username,
    username_key: comparisonKey(username),
    username_skeleton: skeletonOf(username),
    email,
    email_key: email === null ? null : comparisonKey(email),
    email_verified_at: email !== null && user % 10 < VERIFIED_OF_TEN ? joined_at + MINUTE_MS : null,
    password_hash: email === null ? null : password_hash,
    device_hash: email === null ? hashSecret(`demo:${game_id}:${user}`) : null,
    score: scores.get(user) ?? 0,
    last_login: visits.at(-1) ?? joined_at,
    number_of_logins: visits.length,
    created_at: joined_at,
  }))
}

/** As one number, such as 202611. */
function monthOf(time: number): number {
  const date = new Date(time)
  return date.getUTCFullYear() * 100 + date.getUTCMonth() + 1
}

/** `user_activity` counts in the month in which the player was last seen. */
export function activityRows({ players, rounds, last_seen }: DemoMonth, users: number[]): Rows {
  const played = Map.groupBy(rounds, ({ user }) => user)
  return players.map(({ visits }, user) => {
    const last_seen_at = idAt(last_seen, user)
    const month = monthOf(last_seen_at)
    const recent = visits.filter((visit) => monthOf(visit) === month).length
    const count = played.get(user)?.length ?? 0
    const events = EVENTS_OF_VISIT + Math.round((EVENTS_OF_ROUND * count) / visits.length)
    return {
      user_id: idAt(users, user),
      events_total: events * visits.length,
      events_current_month: events * recent,
      game_sessions_total: visits.length,
      game_sessions_current_month: recent,
      month,
      last_seen_at,
    }
  })
}

/** Those that have not ended. Nobody has their tokens. */
export function sessionRows(
  { players, last_seen }: DemoMonth,
  users: number[],
  { now, session_days }: { now: number; session_days: number },
): Rows {
  return players
    .map(({ visits, joined_at }, user) => ({
      token_hash: hashSecret(newToken()),
      user_id: idAt(users, user),
      created_at: visits.at(-1) ?? joined_at,
      last_used_at: idAt(last_seen, user),
      expires_at: idAt(last_seen, user) + session_days * DAY_MS,
    }))
    .filter(({ expires_at }) => expires_at > now)
}

export const presenceRows = ({ last_seen }: DemoMonth, users: number[]): Rows =>
  last_seen.map((seen_at, user) => ({
    user_id: idAt(users, user),
    last_seen: seen_at,
    online_until: seen_at + ONLINE_MS,
    others_until: 0,
    writer: 'demo',
    status: STATUSES[user % (2 * STATUSES.length)] ?? '',
  }))

export const attributeRows = ({ players }: DemoMonth, users: number[]): Rows =>
  players.flatMap(({ visits }, user) => {
    const user_id = idAt(users, user)
    return [
      { user_id, key: 'avatar', value: AVATARS[user % AVATARS.length] ?? '' },
      { user_id, key: 'country', value: COUNTRIES[user % COUNTRIES.length] ?? '' },
      { user_id, key: 'level', value: String(visits.length) },
    ]
  })
