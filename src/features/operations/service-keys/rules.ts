import { idRows } from '../../../storage/statement.ts'
import { type Context, inTransaction, type Player, relaxedTransaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { hashSecret, newToken } from '../../../services/secrets.ts'
import { isoTime, formatTime } from '../../../services/times.ts'
import { recordChange } from '../audit-log/rules.ts'
import { refuseUnknownGame } from '../games/rules.ts'
import {
  deleteKey,
  findKey,
  findKeyOfAnyGame,
  findPlayerOfKey,
  insertKey,
  listEnded,
  listKeys,
  updateKeyToken,
  updateKeyUses,
  findGameOfId,
} from './queries.ts'

/** Undefined: there is no such key, it has expired, or the user belongs to another game. */
export async function findPlayerByServiceKey(
  context: Context,
  { name, token }: { name: string; token: string },
  user_id: number,
): Promise<Player | undefined> {
  const key = { token_hash: hashSecret(token), name, user_id, now: context.now() }
  const row = await context.db.first(findPlayerOfKey, key)
  if (row?.enabled === 0) throw new Refusal('game_disabled')
  return row && { ...row, session_id: null, token: null }
}

/** For requests that name no user, such as a sign-up by the game's server. */
export async function isKeyOfGame(
  context: Context,
  { name, token }: { name: string; token: string },
  game_id: number,
): Promise<boolean> {
  const key = { token_hash: hashSecret(token), name, game_id, now: context.now() }
  const row = await context.db.first(findKey, key)
  if (row) context.unwritten.service_key_uses.set(row.id, context.now())
  return row !== undefined
}

/** Whether it is a key of any game. */
export async function isServiceKey(
  context: Context,
  { name, token }: { name: string; token: string },
): Promise<boolean> {
  const key = { token_hash: hashSecret(token), name, now: context.now() }
  return (await context.db.first(findKeyOfAnyGame, key)) !== undefined
}

export async function showKeys(context: Context, game_id: number) {
  await refuseUnknownGame(context.db, game_id)
  const rows = await context.db.all(listKeys, { game_id })
  const service_keys = rows.map(({ id, name, created_at, expires_at, last_used_at }) => ({
    id,
    name,
    created_at: isoTime(created_at),
    expires_at: formatTime(expires_at),
    last_used_at: formatTime(last_used_at),
  }))
  return { service_keys }
}

function parseExpiry(text: string | undefined, now: number): number | null {
  if (text === undefined) return null
  const at = Date.parse(text)
  if (Number.isNaN(at) || at <= now) {
    throw new Refusal('invalid_input', {
      sentence: 'expires_at must be a time in the future, such as 2030-12-31T23:59:59Z.',
    })
  }
  return at
}

/** Only a hash of the token is stored, so it can be shown only here. */
export function createKey(
  context: Context,
  game_id: number,
  { name, expires_at }: { name: string; expires_at?: string | undefined },
) {
  const token = newToken()
  return inTransaction(context, async (tx) => {
    await refuseUnknownGame(tx, game_id)
    const key = { game_id, name, token_hash: hashSecret(token), now: tx.now() }
    const row = await tx.first(insertKey, { ...key, expires_at: parseExpiry(expires_at, tx.now()) })
    if (!row) throw new Refusal('service_key_name_taken')
    await recordChange(tx, {
      action: 'admin.serviceKeys.create',
      game_id,
      target: 'service_key',
      target_id: row.id,
      after: { name, expires_at },
    })
    return { id: row.id, name, token }
  })
}

/** For a request that is sent again: the first token was lost with the first answer, so the key gets a new one. */
export async function reissueKeyToken(context: Context, id: number) {
  const token = newToken()
  await inTransaction(context, async (tx) => {
    const key = await tx.first(updateKeyToken, { id, token_hash: hashSecret(token) })
    if (!key) return
    const { game_id } = key
    const action = 'admin.serviceKeys.reissueToken'
    await recordChange(tx, { action, game_id, target: 'service_key', target_id: id })
  })
  return { token }
}

export function revokeKey(context: Context, id: number) {
  return inTransaction(context, async (tx) => {
    const key = await tx.first(deleteKey, { id })
    if (!key) throw new Refusal('service_key_not_found')
    const { game_id, name } = key
    await recordChange(tx, {
      action: 'admin.serviceKeys.revoke',
      game_id,
      target: 'service_key',
      target_id: id,
      before: { name },
    })
    return { message: 'revoked' }
  })
}

export function recordKeyUse({ unwritten, now }: Context, { service_key_id }: Player): void {
  if (service_key_id !== null) unwritten.service_key_uses.set(service_key_id, now())
}

export async function writeKeyUses(context: Context): Promise<void> {
  const used = context.unwritten.service_key_uses
  if (used.size === 0) return
  context.unwritten.service_key_uses = new Map()
  const uses = JSON.stringify([...used].map(([id, at]) => ({ id, at })))
  try {
    await relaxedTransaction(context, (tx) => tx.run(updateKeyUses, { uses }))
  } catch (error) {
    context.unwritten.service_key_uses = new Map([...used, ...context.unwritten.service_key_uses])
    throw error
  }
}

/** Of these keys: those that were revoked or have expired, or whose game is disabled. */
export async function listEndedKeys({ db, now }: Context, ids: number[]): Promise<number[]> {
  const ended = await db.all(listEnded, { checked: idRows(ids), now: now() })
  return ended.map(({ id }) => id)
}

/** For routes that name it by its id alone. */
export const findGameOfKey = async ({ db }: Context, id: number) =>
  (await db.first(findGameOfId, { id }))?.game_id
