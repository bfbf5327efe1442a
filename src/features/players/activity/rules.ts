import { DAY_MS } from '../../../durations.ts'
import {
  type Context,
  type CountedRequests,
  type Player,
  relaxedTransaction,
  type Transaction,
} from '../../../context.ts'
import { limits } from '../../../limits.ts'
import { addActivity, insertPlayerDays } from './queries.ts'

/** A request after this long without any starts a new game session. */
const GAME_SESSION_PAUSE_MS = 1_800_000
/** Keeps each write small, because requests wait while it runs; further users are written the next time. */
const MAX_USERS_PER_WRITE = 250

/** The month as one number, such as 202611: the counters of the current month restart when it changes. */
function monthOf(time: number): number {
  const date = new Date(time)
  return date.getUTCFullYear() * 100 + date.getUTCMonth() + 1
}

/** Counts in memory, so that a request that only reads does not write to the database. */
export function countRequest({ unwritten, now }: Context, { id: user_id }: Player): void {
  const at = now()
  const counted = unwritten.requests.get(user_id)
  if (counted) {
    counted.events++
    counted.last_at = at
  } else if (unwritten.requests.size < limits.unwritten_uses.value) {
    unwritten.requests.set(user_id, { user_id, events: 1, first_at: at, last_at: at })
  }
}

/** Counted requests of a user that the `events_total` just read does not include. */
function pendingRequests(
  { unwritten }: Pick<Context, 'unwritten'>,
  user_id: number,
  events_total: number,
) {
  const counted = unwritten.requests.get(user_id)
  const is_written = events_total >= (unwritten.written_totals.get(user_id) ?? Infinity)
  const in_write = is_written ? undefined : unwritten.requests_being_written.get(user_id)
  return in_write && counted
    ? { events: in_write.events + counted.events, first_at: in_write.first_at }
    : (in_write ?? counted)
}

interface ActivityRow {
  id: number
  events_total: number | null
  events_current_month: number | null
  game_sessions_total: number | null
  game_sessions_current_month: number | null
  month: number | null
  last_seen_at: number | null
}

/** The stored counters plus what this process has counted since. */
export function presentActivity(context: Pick<Context, 'unwritten' | 'now'>, row: ActivityRow) {
  const pending = pendingRequests(context, row.id, row.events_total ?? 0)
  const month = monthOf(context.now())
  const ofMonth = (count: number | null) => (row.month === month ? (count ?? 0) : 0)
  const is_new_session =
    pending && pending.first_at - (row.last_seen_at ?? 0) > GAME_SESSION_PAUSE_MS ? 1 : 0
  const events = pending?.events ?? 0
  return {
    events_total: (row.events_total ?? 0) + events,
    events_current_month: ofMonth(row.events_current_month) + events,
    game_sessions_total: (row.game_sessions_total ?? 0) + is_new_session,
    game_sessions_current_month: ofMonth(row.game_sessions_current_month) + is_new_session,
  }
}

/** Removes and returns the users who have been waiting longest. */
function takeBatch(counted: Map<number, CountedRequests>): Map<number, CountedRequests> {
  const batch = new Map<number, CountedRequests>()
  for (const [user_id, requests] of counted) {
    if (batch.size === MAX_USERS_PER_WRITE) break
    batch.set(user_id, requests)
    counted.delete(user_id)
  }
  return batch
}

function putBack(counted: Map<number, CountedRequests>, batch: Map<number, CountedRequests>): void {
  for (const [user_id, requests] of batch) {
    const newer = counted.get(user_id)
    if (newer) newer.events += requests.events
    else counted.set(user_id, requests)
  }
}

/** Days since 1970, in UTC. */
export const dayOf = (at: number) => Math.floor(at / DAY_MS)

interface PlayerDay {
  user_id: number
  day: number
}

/** Those that are known already are left as they are. */
async function addPlayerDays(tx: Transaction, active: PlayerDay[]): Promise<void> {
  if (active.length > 0) await tx.run(insertPlayerDays, { active: JSON.stringify(active) })
}

/** The days of these requests that this process has not written yet. */
function newDays({ unwritten }: Context, batch: Map<number, CountedRequests>): PlayerDay[] {
  const { written_days: written } = unwritten
  return [...batch.values()].flatMap(({ user_id, first_at, last_at }) => {
    const [first, last] = [dayOf(first_at), dayOf(last_at)]
    const days = first === last ? [last] : [first, last]
    return days.flatMap((day) =>
      written.day === day && written.users.has(user_id) ? [] : [{ user_id, day }],
    )
  })
}

/** A player who is forgotten here is only written once more. */
function rememberDays({ unwritten }: Context, active: PlayerDay[]): void {
  const { written_days: written } = unwritten
  for (const { user_id, day } of active) {
    if (day < written.day) continue
    if (day > written.day || written.users.size >= limits.unwritten_uses.value)
      written.users.clear()
    written.day = day
    written.users.add(user_id)
  }
}

/** Writes the counted requests of one batch of users. If the write fails, the counts are kept for the next one. */
export async function writeActivity(context: Context): Promise<void> {
  const { unwritten } = context
  if (unwritten.requests.size === 0) return
  const batch = takeBatch(unwritten.requests)
  unwritten.requests_being_written = batch
  unwritten.written_totals = new Map()
  const counted = JSON.stringify([...batch.values()])
  const active = newDays(context, batch)
  try {
    await relaxedTransaction(context, async (tx) => {
      const month = monthOf(tx.now())
      const rows = await tx.all(addActivity, { counted, month, pause_ms: GAME_SESSION_PAUSE_MS })
      unwritten.written_totals = new Map(rows.map((row) => [row.user_id, row.events_total]))
      await addPlayerDays(tx, active)
    })
    rememberDays(context, active)
  } catch (error) {
    unwritten.requests_being_written = new Map()
    unwritten.written_totals = new Map()
    putBack(unwritten.requests, batch)
    throw error
  }
}
