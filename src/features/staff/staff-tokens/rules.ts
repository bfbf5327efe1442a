import { hasRole, isForGame, type Role, type Staff } from '../../../access/staff.ts'
import { type Context, inTransaction, type Transaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { limits } from '../../../limits.ts'
import { hashSecret, newToken } from '../../../services/secrets.ts'
import { isoTime, formatTime, readTime } from '../../../services/times.ts'
import { recordChange } from '../../operations/audit-log/rules.ts'
import { readGames, readRole } from '../staff-members/rules.ts'
import { checkPassword } from '../staff-sessions/rules.ts'
import {
  countTokens,
  deleteExpired,
  deleteToken,
  insertToken,
  listTokens,
  lockStaff,
  updateToken,
} from './queries.ts'

/** A token is made by a person, not by another token or the system key. */
function accountIdOf({ kind, id }: Staff): number {
  if (kind !== 'session' || id === null) throw new Refusal('not_staff')
  return id
}

export async function showTokens({ db }: Context, staff: Staff) {
  const rows = await db.all(listTokens, { staff_id: accountIdOf(staff) })
  const tokens = rows.map(({ id, name, role, game_ids, created_at, expires_at }) => ({
    id,
    name,
    role: readRole(role),
    game_ids: readGames(game_ids),
    created_at: isoTime(created_at),
    expires_at: formatTime(expires_at),
  }))
  return { tokens }
}

interface NewStaffToken {
  current_password: string
  name: string
  role: Role
  game_ids: number[] | null
  expires_at?: string | undefined
}

function readExpiry(text: string | undefined, now: number): number | null {
  if (text === undefined) return null
  const at = readTime('expires_at', text)
  if (at <= now)
    throw new Refusal('invalid_input', { sentence: 'expires_at must be a time in the future.' })
  return at
}

/** The prefix lets programs that look for leaked secrets find it. */
const newStaffToken = () => `pks_${newToken()}`

/**
 * A token outlives the session, so whoever found an open browser must not be able to create one. Only a hash of it is
 * stored, so it can be shown only here.
 */
export async function createToken(context: Context, staff: Staff, input: NewStaffToken) {
  const { name, role, game_ids } = input
  const staff_id = accountIdOf(staff)
  if (!hasRole(staff, role) || game_ids?.some((id) => !isForGame(staff, id)))
    throw new Refusal('role_too_low')
  await checkPassword(context, staff, input.current_password)
  const token = newStaffToken()
  return inTransaction(context, async (tx) => {
    await tx.first(lockStaff, { id: staff_id })
    const found = await tx.first(countTokens, { staff_id })
    if ((found?.count ?? 0) >= limits.staff_tokens.value) throw new Refusal('too_many_staff_tokens')
    const row = await tx.first(insertToken, {
      staff_id,
      name,
      role,
      game_ids: game_ids === null ? null : JSON.stringify(game_ids),
      token_hash: hashSecret(token),
      created_at: tx.now(),
      expires_at: readExpiry(input.expires_at, tx.now()),
    })
    if (!row) throw new Error('the new token has no id')
    await recordChange(tx, {
      action: 'admin.tokens.create',
      game_id: null,
      target: 'staff_token',
      target_id: row.id,
      after: { name, role, game_ids },
    })
    return { id: row.id, name, token }
  })
}

/** For a request that is sent again: the first token was lost with the first answer. */
export async function reissueToken(
  context: Context,
  staff: Staff,
  { id, current_password }: { id: number; current_password: string },
) {
  await checkPassword(context, staff, current_password)
  const token = newStaffToken()
  const staff_id = accountIdOf(staff)
  await inTransaction(context, async (tx) => {
    const changed = await tx.run(updateToken, { id, staff_id, token_hash: hashSecret(token) })
    if (changed === 0) return
    const action = 'admin.tokens.reissue'
    await recordChange(tx, { action, game_id: null, target: 'staff_token', target_id: id })
  })
  return { token }
}

export function revokeToken(context: Context, staff: Staff, id: number) {
  return inTransaction(context, async (tx) => {
    const row = await tx.first(deleteToken, { id, staff_id: accountIdOf(staff) })
    if (!row) throw new Refusal('staff_token_not_found')
    await recordChange(tx, {
      action: 'admin.tokens.revoke',
      game_id: null,
      target: 'staff_token',
      target_id: id,
      before: { name: row.name },
    })
    return { message: 'revoked' }
  })
}

export const removeExpiredTokens = (tx: Transaction) => tx.run(deleteExpired, { now: tx.now() })
