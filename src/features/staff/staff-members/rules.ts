import { HOUR_MS } from '../../../durations.ts'
import { hasRole, isForGame, type Role, ROLES, type Staff } from '../../../access/staff.ts'
import { type Context, inTransaction, type Transaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { localUrl } from '../../../services/local-url.ts'
import { comparisonKey } from '../../../services/names.ts'
import { hashSecret, newToken } from '../../../services/secrets.ts'
import { isoTime, formatTime } from '../../../services/times.ts'
import type { Reader } from '../../../storage/database.ts'
import { idRows } from '../../../storage/statement.ts'
import { recordChange } from '../../operations/audit-log/rules.ts'
import { refuseUnknownGame } from '../../operations/games/rules.ts'
import {
  type CredentialRow,
  deleteInvitation,
  deleteInvitationsOf,
  deleteMember,
  deleteOldInvitations,
  deletePrintedInvitations,
  deleteSessionsOf,
  deleteTokensOf,
  findBySession,
  findByToken,
  findInvitation,
  findMember,
  insertInvitation,
  insertMember,
  type InvitationRow,
  listByToken,
  listBySession,
  listInvitations,
  listStaff,
  lockMember,
  lockOwners,
  type StaffRow,
  takeInvitation,
  updateInvitationToken,
  updateMember,
} from './queries.ts'

/** Of a link that is printed where everybody who looks over a shoulder can read it. */
const PRINTED_INVITATION_MS = HOUR_MS
/** Of one that is sent to a colleague. */
const SENT_INVITATION_MS = 72 * HOUR_MS

export const readRole = (text: string): Role => ROLES.find((role) => role === text) ?? 'viewer'

export const readGames = (text: string | null): number[] | null =>
  text === null ? null : JSON.parse(text)

const lower = (one: Role, other: Role): Role =>
  ROLES.indexOf(one) < ROLES.indexOf(other) ? one : other

/** The games of both. Null: all games. */
function common(one: number[] | null, other: number[] | null): number[] | null {
  if (one === null) return other
  return other === null ? one : one.filter((id) => other.includes(id))
}

/** A token never allows more than its owner may do now. */
function rightsOf({ role, game_ids, token_role, token_game_ids }: CredentialRow) {
  const own = readRole(role)
  return {
    role: token_role === null ? own : lower(own, readRole(token_role)),
    game_ids: common(readGames(game_ids), readGames(token_game_ids)),
  }
}

interface Credential {
  kind: 'session' | 'token'
  token: string
  address: string
  request_id: string
}

/** Undefined: the session or token is unknown or has ended. */
export async function findStaff(
  { db, now, config }: Context,
  { kind, token, address, request_id }: Credential,
): Promise<Staff | undefined> {
  const found = kind === 'session' ? findBySession : findByToken
  const row = await db.first(found, { token_hash: hashSecret(token), now: now() })
  if (!row) return undefined
  const { staff_id: id, credential_id, name } = row
  const lacks_second_factor = config.STAFF_SECOND_FACTOR === 'required' && row.totp_since === null
  const known = { kind, id, credential_id, name, lacks_second_factor, address, request_id }
  return { ...known, ...rightsOf(row) }
}

/** What these sessions or tokens allow now, by id. One that has ended is left out. */
export async function listRights({ db, now }: Context, kind: 'session' | 'token', ids: number[]) {
  const list = kind === 'session' ? listBySession : listByToken
  const rows = await db.all(list, { listed: idRows(ids), now: now() })
  return new Map(rows.map((row) => [row.credential_id, rightsOf(row)]))
}

const presentMember = (row: StaffRow) => ({
  id: row.id,
  name: row.name,
  email: row.email,
  role: readRole(row.role),
  game_ids: readGames(row.game_ids),
  second_factor: row.totp_since !== null,
  created_at: isoTime(row.created_at),
  last_seen_at: formatTime(row.last_seen_at),
  disabled_at: formatTime(row.disabled_at),
})

export async function showStaff({ db }: Context) {
  const rows = await db.all(listStaff, {})
  return { staff: rows.map(presentMember) }
}

export async function findMemberById(reader: Reader, id: number) {
  const row = await reader.first(findMember, { id })
  if (!row) throw new Refusal('staff_not_found')
  return presentMember(row)
}

interface Rights {
  role: Role
  /** Null: all games. */
  game_ids: number[] | null
}

const toColumn = (game_ids: number[] | null) =>
  game_ids === null ? null : JSON.stringify([...new Set(game_ids)].toSorted((a, b) => a - b))

/** Nobody gives rights that they do not have. */
async function refuseRights(tx: Transaction, { role, game_ids }: Rights): Promise<void> {
  for (const id of game_ids ?? []) await refuseUnknownGame(tx, id)
  const { staff } = tx
  if (!staff) return
  const has_games =
    game_ids === null ? staff.game_ids === null : game_ids.every((id) => isForGame(staff, id))
  if (!hasRole(staff, role) || !has_games) throw new Refusal('role_too_low')
}

async function invite(tx: Transaction, rights: Rights, valid_ms: number) {
  await refuseRights(tx, rights)
  const token = newToken()
  const expires_at = tx.now() + valid_ms
  const row = await tx.first(insertInvitation, {
    token_hash: hashSecret(token),
    role: rights.role,
    game_ids: toColumn(rights.game_ids),
    created_by: tx.staff?.id ?? null,
    created_at: tx.now(),
    expires_at,
  })
  if (!row) throw new Error('the new invitation has no id')
  await recordChange(tx, {
    action: 'admin.staff.invite',
    game_id: null,
    target: 'staff_invitation',
    target_id: row.id,
    after: { ...rights },
  })
  return { id: row.id, token, expires_at: isoTime(expires_at) }
}

/** The token is shown only here. */
export const inviteStaff = (context: Context, rights: Rights) =>
  inTransaction(context, (tx) => invite(tx, rights, SENT_INVITATION_MS))

/** For a request that is sent again: the first token was lost with the first answer. */
export async function reissueInvitation(context: Context, id: number) {
  const token = newToken()
  await inTransaction(context, async (tx) => {
    const changed = await tx.run(updateInvitationToken, { id, token_hash: hashSecret(token) })
    if (changed === 0) return
    const action = 'admin.staff.reissueInvitation'
    await recordChange(tx, { action, game_id: null, target: 'staff_invitation', target_id: id })
  })
  return { token }
}

/** For the terminal of the server. */
export const inviteFromTerminal = (context: Context, rights: Rights) =>
  inTransaction(context, (tx) => invite(tx, rights, PRINTED_INVITATION_MS))

/** For the start of a server that has no owner yet: the new invitation replaces the former. Undefined: it has one. */
export const inviteFirstOwner = (context: Context) =>
  inTransaction(context, async (tx) => {
    const owners = await tx.all(lockOwners, {})
    if (owners.length > 0) return undefined
    await tx.run(deletePrintedInvitations, { valid_ms: PRINTED_INVITATION_MS })
    return invite(tx, { role: 'owner', game_ids: null }, PRINTED_INVITATION_MS)
  })

/** Where an invitation is used. The token is behind the `#`, which browsers send to no server. */
export const invitationLink = ({ config }: Context, token: string, url?: string) => {
  const base = config.PUBLIC_URL || url || localUrl(config.HOST, config.PORT)
  return `${base.replace(/\/$/, '')}/join#${token}`
}

const presentInvitation = ({ id, role, game_ids, created_at, expires_at }: InvitationRow) => ({
  id,
  role: readRole(role),
  game_ids: readGames(game_ids),
  created_at: isoTime(created_at),
  expires_at: isoTime(expires_at),
})

export async function showInvitations({ db, now }: Context) {
  const rows = await db.all(listInvitations, { now: now() })
  return { invitations: rows.map(presentInvitation) }
}

export function withdrawInvitation(context: Context, id: number) {
  return inTransaction(context, async (tx) => {
    const row = await tx.first(deleteInvitation, { id })
    if (!row) throw new Refusal('invitation_not_found')
    await recordChange(tx, {
      action: 'admin.staff.withdrawInvitation',
      game_id: null,
      target: 'staff_invitation',
      target_id: id,
      before: { role: row.role },
    })
    return { message: 'withdrawn' }
  })
}

export const removeOldInvitations = (tx: Transaction) =>
  tx.run(deleteOldInvitations, { now: tx.now() })

interface NewMember {
  token: string
  name: string
  email: string
  password_hash: string
}

/** Before anything is computed that takes long. */
export async function refuseUnknownInvitation({ db, now }: Context, token: string): Promise<void> {
  const invitation = { token_hash: hashSecret(token), now: now() }
  if (!(await db.first(findInvitation, invitation))) throw new Refusal('invitation_not_found')
}

/** In the transaction of the first session. */
export async function createMember(
  tx: Transaction,
  { token, name, email, password_hash }: NewMember,
) {
  const invitation = await tx.first(takeInvitation, {
    token_hash: hashSecret(token),
    now: tx.now(),
  })
  if (!invitation) throw new Refusal('invitation_not_found')
  const { role, game_ids } = invitation
  // Links that were printed before belong to nobody: from now on the first owner decides who is staff.
  if ((await tx.all(lockOwners, {})).length === 0)
    await tx.run(deletePrintedInvitations, { valid_ms: PRINTED_INVITATION_MS })
  const member = { name, email, email_key: comparisonKey(email), password_hash, role, game_ids }
  const row = await tx.first(insertMember, { ...member, now: tx.now() })
  if (!row) throw new Refusal('email_taken')
  return {
    id: row.id,
    invitation_id: invitation.id,
    role: readRole(role),
    game_ids: readGames(game_ids),
  }
}

/** Somebody must be able to decide who is staff. */
function refuseWithoutOwner(owners: { id: number }[], without: number): void {
  if (owners.every(({ id }) => id === without)) throw new Refusal('last_owner')
}

interface MemberChanges {
  role?: Role | undefined
  game_ids?: number[] | null | undefined
  is_disabled?: boolean | undefined
}

/** The log outlives them, so it does not get their email address. */
const forLog = ({ name, role, game_ids, disabled_at }: ReturnType<typeof presentMember>) => ({
  name,
  role,
  game_ids,
  disabled_at,
})

const isFullOwner = ({ role, game_ids, disabled_at }: ReturnType<typeof presentMember>) =>
  role === 'owner' && game_ids === null && disabled_at === null

async function lockExisting(tx: Transaction, id: number) {
  const row = await tx.first(lockMember, { id })
  if (!row) throw new Refusal('staff_not_found')
  return presentMember(row)
}

/** Whoever is disabled is signed out at once. Invitations of theirs must not give what they themselves have lost. */
export function changeMember(context: Context, id: number, changes: MemberChanges) {
  return inTransaction(context, async (tx) => {
    const owners = await tx.all(lockOwners, {})
    const before = await lockExisting(tx, id)
    const role = changes.role ?? before.role
    const game_ids = changes.game_ids === undefined ? before.game_ids : changes.game_ids
    await refuseRights(tx, { role, game_ids })
    const since = before.disabled_at === null ? tx.now() : Date.parse(before.disabled_at)
    const is_disabled = changes.is_disabled ?? before.disabled_at !== null
    const disabled_at = is_disabled ? since : null
    await tx.run(updateMember, { id, role, game_ids: toColumn(game_ids), disabled_at })
    await tx.run(deleteInvitationsOf, { created_by: id })
    if (is_disabled) {
      await tx.run(deleteSessionsOf, { staff_id: id })
      await tx.run(deleteTokensOf, { staff_id: id })
    }
    const after = await findMemberById(tx, id)
    if (isFullOwner(before) && !isFullOwner(after)) refuseWithoutOwner(owners, id)
    await recordChange(tx, {
      action: 'admin.staff.change',
      game_id: null,
      target: 'staff',
      target_id: id,
      before: forLog(before),
      after: forLog(after),
    })
    return after
  })
}

export function removeMember(context: Context, id: number) {
  return inTransaction(context, async (tx) => {
    const owners = await tx.all(lockOwners, {})
    const before = await lockExisting(tx, id)
    if (isFullOwner(before)) refuseWithoutOwner(owners, id)
    await tx.run(deleteMember, { id })
    await recordChange(tx, {
      action: 'admin.staff.remove',
      game_id: null,
      target: 'staff',
      target_id: id,
      before: forLog(before),
    })
    return { message: 'removed' }
  })
}
