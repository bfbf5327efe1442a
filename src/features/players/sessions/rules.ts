import {
  type Context,
  inTransaction,
  type KnownPlayer,
  type Player,
  type Transaction,
} from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { hashSecret, newToken } from '../../../services/secrets.ts'
import type { Database } from '../../../storage/database.ts'
import {
  CHANGES_OF_SESSIONS,
  deleteExpiredSessions,
  deleteOtherSessions,
  deleteSession,
  findPlayer,
  findSession,
  insertSession,
  listSessions,
} from './queries.ts'

const DAY_MS = 86_400_000

/** Players by their tokens, as long as nothing is committed that may end or change their sessions. */
export const knownPlayers = (db: Database) => db.cache<KnownPlayer>(CHANGES_OF_SESSIONS)

function ifStillIn(context: Context, player: KnownPlayer): Player | undefined {
  if (player.expires_at <= context.now()) return undefined
  if (player.enabled === 0) throw new Refusal('game_disabled')
  return player
}

async function readSession(context: Context, token: string): Promise<Player | undefined> {
  const { generation } = context.known_players
  const row = await context.db.first(findSession, { token_hash: hashSecret(token) })
  if (!row) return undefined
  const player = { ...row, token, service_key_id: null }
  context.known_players.set(token, player, generation)
  return ifStillIn(context, player)
}

/** Undefined: no such session, or it has ended. */
export function findPlayerByToken(context: Context, token: string) {
  const known = context.known_players.get(token)
  return known ? ifStillIn(context, known) : readSession(context, token)
}

/** For the system key, which may act for anyone. */
export async function findPlayerById(
  context: Context,
  user_id: number,
): Promise<Player | undefined> {
  const row = await context.db.first(findPlayer, { id: user_id })
  if (row?.enabled === 0) throw new Refusal('game_disabled')
  return row && { ...row, session_id: null, token: null, service_key_id: null }
}

/** Several sessions of a user stay valid side by side. Returns the token, which is kept nowhere. */
export async function startSession(
  context: Context,
  tx: Transaction,
  user_id: number,
): Promise<string> {
  const token = newToken()
  const now = tx.now()
  const expires_at = now + context.config.SESSION_DAYS * DAY_MS
  await tx.first(insertSession, { token_hash: hashSecret(token), user_id, now, expires_at })
  return token
}

export async function listOwnSessions(context: Context, player: Player) {
  const rows = await context.db.all(listSessions, { user_id: player.id, now: context.now() })
  const sessions = rows.map(({ id, created_at, last_used_at, expires_at }) => ({
    id,
    current: id === player.session_id,
    created_at: new Date(created_at).toISOString(),
    last_used_at: new Date(last_used_at).toISOString(),
    expires_at: new Date(expires_at).toISOString(),
  }))
  return { sessions }
}

export async function endSession(context: Context, player: Player, id: number): Promise<void> {
  const ended = await inTransaction(context, (tx) =>
    tx.run(deleteSession, { user_id: player.id, id }),
  )
  if (ended === 0) throw new Refusal('session_not_found')
}

export async function signOut(context: Context, player: Player, everywhere: boolean) {
  if (everywhere) await inTransaction(context, (tx) => endAllSessions(tx, player.id))
  else if (player.session_id !== null) await endSession(context, player, player.session_id)
}

export const endAllSessions = (tx: Transaction, user_id: number) =>
  tx.run(deleteOtherSessions, { user_id, kept_id: 0 })

/** After a new password, whoever else is signed in has to sign in again. */
export const endOtherSessions = (tx: Transaction, player: Player) =>
  tx.run(deleteOtherSessions, { user_id: player.id, kept_id: player.session_id ?? 0 })

export const forgetExpiredSessions = (context: Context) =>
  inTransaction(context, (tx) => tx.run(deleteExpiredSessions, { now: tx.now() }))
