import { DAY_MS, HOUR_MS } from '../../../durations.ts'
import {
  type CachedPlayer,
  type Context,
  inTransaction,
  type Player,
  type ReadContext,
  relaxedTransaction,
  type SessionCache,
  type Transaction,
} from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { limitOffset, limits } from '../../../limits.ts'
import { hashSecret, newToken } from '../../../services/secrets.ts'
import { isoTime, FOREVER } from '../../../services/times.ts'
import type { Database, Reader } from '../../../storage/database.ts'
import { idRows } from '../../../storage/statement.ts'
import {
  CHANGES_OF_SESSIONS,
  deleteExpiredSessions,
  deleteOtherSessions,
  deleteSession,
  deleteSessionsUpTo,
  findPlayer,
  findSession,
  findSurplusSession,
  insertSession,
  listEnded,
  listSessions,
  updateSessionUses,
} from './queries.ts'

/** Players by token. A commit that may end or change sessions clears the cache. */
export const createSessionCache = (db: Database): SessionCache => db.cache(CHANGES_OF_SESSIONS)

/** With the reason that staff gave, and until when. */
function refuseBanned(
  { banned_until, ban_reason }: Pick<CachedPlayer, 'banned_until' | 'ban_reason'>,
  now: number,
): void {
  if (banned_until === null || banned_until <= now) return
  const until = banned_until === FOREVER ? 'forever' : `until ${isoTime(banned_until)}`
  throw new Refusal('banned', {
    sentence: `This account is banned ${until}. Reason: ${ban_reason || 'none was given'}`,
  })
}

function ifStillValid(context: Context, player: CachedPlayer): Player | undefined {
  if (player.expires_at <= context.now()) return undefined
  if (player.enabled === 0) throw new Refusal('game_disabled')
  refuseBanned(player, context.now())
  return player
}

async function readSession(context: Context, token: string): Promise<Player | undefined> {
  const { generation } = context.session_cache
  const row = await context.db.first(findSession, { token_hash: hashSecret(token) })
  if (!row) return undefined
  const player = { ...row, token, service_key_id: null }
  context.session_cache.set(token, player, generation)
  return ifStillValid(context, player)
}

/** Undefined: there is no such session, or it has ended. */
export function findPlayerByToken(context: Context, token: string) {
  const cached = context.session_cache.get(token)
  return cached ? ifStillValid(context, cached) : readSession(context, token)
}

/** Of these sessions: those that have ended, and those whose user is banned. */
export const listEndedSessions = ({ db, now }: Context, ids: number[]) =>
  db.all(listEnded, { checked: idRows(ids), now: now() })

/** For the system key, which may act for every user. */
export async function findPlayerById(
  context: ReadContext,
  user_id: number,
): Promise<Player | undefined> {
  const row = await context.db.first(findPlayer, { id: user_id })
  if (row?.enabled === 0) throw new Refusal('game_disabled')
  return row && { ...row, session_id: null, token: null, service_key_id: null }
}

/** For staff, who act for a player of their game, even while the game is switched off. */
export async function findPlayerOfGame(
  reader: Reader,
  { game_id, user_id }: { game_id: number; user_id: number },
): Promise<Player> {
  const row = await reader.first(findPlayer, { id: user_id })
  if (row?.game_id !== game_id) throw new Refusal('user_not_found')
  return { ...row, session_id: null, token: null, service_key_id: null }
}

/**
 * Ends the user's oldest session if there would be too many, and no other. A banned user gets none. Returns the token,
 * of which only a hash is stored. The transaction must have locked, changed or created the user, so that it holds for
 * many sign-ins at once. A lifetime of up to an hour is never extended.
 */
export async function startSession(
  context: Context,
  tx: Transaction,
  user_id: number,
  lifetime_ms = context.config.SESSION_DAYS * DAY_MS,
): Promise<string> {
  const token = newToken()
  const now = tx.now()
  const expires_at = now + lifetime_ms
  const session = { token_hash: hashSecret(token), user_id, now, expires_at }
  if (!(await tx.first(insertSession, session))) {
    const user = await tx.first(findPlayer, { id: user_id })
    if (user) refuseBanned(user, now)
    throw new Refusal('user_not_found')
  }
  // Only then, because deleting sessions clears the session cache.
  const surplus = await tx.first(findSurplusSession, { user_id, kept: limits.sessions.value })
  if (surplus) await tx.run(deleteSessionsUpTo, { user_id, id: surplus.id })
  return token
}

export async function listOwnSessions(
  context: Context,
  player: Pick<Player, 'id' | 'session_id'>,
  page: { page?: number; per_page?: number },
) {
  const of_player = { user_id: player.id, now: context.now() }
  const rows = await context.db.all(listSessions, { ...of_player, ...limitOffset(page) })
  const sessions = rows.map(({ id, created_at, last_used_at, expires_at }) => ({
    id,
    current: id === player.session_id,
    created_at: isoTime(created_at),
    last_used_at: isoTime(last_used_at),
    expires_at: isoTime(expires_at),
  }))
  return { sessions }
}

/** Returns whether there was one. */
export const endSessionOf = async (tx: Transaction, user_id: number, id: number) =>
  (await tx.run(deleteSession, { user_id, id })) > 0

async function endOwnSession(tx: Transaction, player: Player, id: number): Promise<void> {
  if (!(await endSessionOf(tx, player.id, id))) throw new Refusal('session_not_found')
}

export function endSession(context: Context, player: Player, id: number) {
  return inTransaction(context, async (tx) => {
    await endOwnSession(tx, player, id)
    return { message: 'session ended' }
  })
}

/** A service key that acts for the player has no session to end. */
export function signOut(context: Context, player: Player, everywhere: boolean) {
  return inTransaction(context, async (tx) => {
    if (everywhere) await endAllSessions(tx, player.id)
    else if (player.session_id !== null) await endOwnSession(tx, player, player.session_id)
    return { message: 'signed out' }
  })
}

export const endAllSessions = (tx: Transaction, user_id: number) =>
  tx.run(deleteOtherSessions, { user_id, kept_id: 0 })

/** After a new password or a new email address, every other device has to sign in again. */
export const endOtherSessions = (tx: Transaction, player: Player) =>
  tx.run(deleteOtherSessions, { user_id: player.id, kept_id: player.session_id ?? 0 })

export const removeExpiredSessions = (tx: Transaction) =>
  tx.run(deleteExpiredSessions, { now: tx.now() })

/** Sessions are extended at most once an hour, to save writes. */
export function recordSessionUse(
  { unwritten, now }: Context,
  { session_id, last_used_at }: Player & { last_used_at?: number },
): void {
  if (session_id === null || last_used_at === undefined) return
  const at = now()
  if (at - last_used_at <= HOUR_MS) return
  const { session_uses } = unwritten
  if (session_uses.size < limits.unwritten_uses.value || session_uses.has(session_id))
    session_uses.set(session_id, at)
}

/** Extends the sessions that were used. It should not run often, because each run clears the session cache. */
export async function writeSessionUses(context: Context): Promise<void> {
  const used = context.unwritten.session_uses
  if (used.size === 0) return
  context.unwritten.session_uses = new Map()
  const uses = JSON.stringify([...used].map(([id, at]) => ({ id, at })))
  const lifetime_ms = context.config.SESSION_DAYS * DAY_MS
  try {
    await relaxedTransaction(context, (tx) => tx.run(updateSessionUses, { uses, lifetime_ms }))
  } catch (error) {
    context.unwritten.session_uses = new Map([...used, ...context.unwritten.session_uses])
    throw error
  }
}
