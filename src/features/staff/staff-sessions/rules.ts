import { randomBytes } from 'node:crypto'
import { HOUR_MS } from '../../../durations.ts'
import { refuseStaffName, type Staff } from '../../../access/staff.ts'
import {
  type Context,
  inTransaction,
  separateTransaction,
  type Transaction,
} from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { limits } from '../../../limits.ts'
import { ALWAYS_ROOM } from '../../../services/disk.ts'
import { comparisonKey } from '../../../services/names.ts'
import { hashSecret, newToken } from '../../../services/secrets.ts'
import { isoTime } from '../../../services/times.ts'
import { findTotpStep, newTotpSecret, totpUrl } from '../../../services/totp.ts'
import { recordChange } from '../../operations/audit-log/rules.ts'
import {
  countFailure,
  forgetFailures,
  type SignInAttempt,
  signInAttempt,
  verifyPassword,
} from '../../players/sign-in-throttling/rules.ts'
import { createMember, findMemberById, refuseUnknownInvitation } from '../staff-members/rules.ts'
import {
  beginTotp,
  deleteExpired,
  deleteOthers,
  deleteRecoveryCode,
  deleteRecoveryCodes,
  deleteSession,
  deleteSurplus,
  findAccount,
  findByEmail,
  findSessionAt,
  insertRecoveryCodes,
  insertSession,
  listSessions,
  updateAccount,
  updateSeen,
  updateTotp,
  useTotpStep,
} from './queries.ts'

const RECOVERY_CODES = 10

interface Client {
  address: string
  user_agent: string
  request_id: string
}

/** Returns the token, of which only a hash is stored. */
async function startSession(tx: Transaction, staff_id: number, { address, user_agent }: Client) {
  const token = newToken()
  const now = tx.now()
  const session = await tx.first(insertSession, {
    staff_id,
    token_hash: hashSecret(token),
    now,
    expires_at: now + limits.staff_session_hours.value * HOUR_MS,
    address,
    user_agent: user_agent.slice(0, limits.user_agent_characters.value),
  })
  if (!session) throw new Error('the new session has no id')
  await tx.run(deleteSurplus, { staff_id, kept: limits.staff_sessions.value })
  await tx.run(updateSeen, { staff_id, now })
  return { token, session_id: session.id }
}

/** In the audit log, a sign-in is the act of whoever signs in. */
const actor = (
  { id, name, role, game_ids }: Awaited<ReturnType<typeof findMemberById>>,
  credential_id: number,
  { address, request_id }: Client,
): Staff => ({
  kind: 'session',
  id,
  credential_id,
  name,
  role,
  game_ids,
  lacks_second_factor: false,
  address,
  request_id,
})

/** Guesses from elsewhere do not keep out whoever has a session at this address. */
async function attemptOf({ db }: Context, email: string, staff_id: number, address: string) {
  const attempt = signInAttempt({ game_id: 0, name: email }, address)
  const known = await db.first(findSessionAt, { staff_id, address })
  const { account_at_address } = attempt
  return known ? { ...attempt, account: account_at_address, address: account_at_address } : attempt
}

interface Account {
  id: number
  totp_secret: string | null
  totp_since: number | null
  totp_last_step: number
}

/** A code works once, also when it is sent many times at once. */
async function useCode(tx: Transaction, account: Account, code: string): Promise<boolean> {
  const { id, totp_secret, totp_last_step } = account
  const step = findTotpStep(totp_secret ?? '', code, { now: tx.now(), last_step: totp_last_step })
  if (step !== undefined) return (await tx.run(useTotpStep, { id, step })) > 0
  const code_hash = hashSecret(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
  return (await tx.run(deleteRecoveryCode, { staff_id: id, code_hash })) > 0
}

/** If the account has a second factor. A wrong code counts like a wrong password. */
async function checkCode(
  context: Context,
  account: Account,
  attempt: SignInAttempt,
  code: string | undefined,
): Promise<void> {
  if (account.totp_since === null) return
  if (code === undefined) throw new Refusal('second_factor_needed')
  if (await separateTransaction(context, (tx) => useCode(tx, account, code))) return
  await countFailure(context, attempt)
  throw new Refusal('wrong_code')
}

/** Also while the disk is nearly full: staff need the page of the server then. */
export async function signIn(
  given: Context,
  { email, password, code }: { email: string; password: string; code?: string | undefined },
  client: Client,
) {
  const context = { ...given, disk: ALWAYS_ROOM }
  const email_key = comparisonKey(email)
  const account = await context.db.first(findByEmail, { email_key })
  const attempt = await attemptOf(context, email_key, account?.id ?? 0, client.address)
  const check = { password, hash: account?.password_hash ?? null }
  await verifyPassword(context, attempt, check, 'wrong_credentials')
  if (!account) throw new Refusal('wrong_credentials')
  await checkCode(context, account, attempt, code)
  return inTransaction(context, async (tx) => {
    await forgetFailures(tx, attempt)
    const started = await startSession(tx, account.id, client)
    const staff = await findMemberById(tx, account.id)
    if (staff.disabled_at !== null) throw new Refusal('wrong_credentials')
    const entry = { action: 'admin.sessions.start', game_id: null, target: 'staff' }
    const by = actor(staff, started.session_id, client)
    await recordChange(tx, { ...entry, target_id: account.id }, by)
    return { ...started, staff }
  })
}

/** Creates the account of whoever was invited, and signs it in. */
export async function acceptInvitation(
  context: Context,
  input: { token: string; name: string; email: string; password: string },
  client: Client,
) {
  const { token, name, email, password } = input
  refuseStaffName(name)
  await refuseUnknownInvitation(context, token)
  const password_hash = await context.passwords.hash(password, client.address)
  return inTransaction(context, async (tx) => {
    const { id, ...joined } = await createMember(tx, { token, name, email, password_hash })
    const started = await startSession(tx, id, client)
    const staff = await findMemberById(tx, id)
    const entry = { action: 'admin.staff.join', game_id: null, target: 'staff', target_id: id }
    await recordChange(tx, { ...entry, after: joined }, actor(staff, started.session_id, client))
    return { ...started, staff }
  })
}

/** Only a person changes the own account, not a token of theirs. The system key has none. */
function ownAccount({ kind, id, credential_id }: Staff) {
  if (kind !== 'session' || id === null || credential_id === null) throw new Refusal('not_staff')
  return { id, session_id: credential_id }
}

export function showMe({ db }: Context, { id }: Staff) {
  if (id === null) throw new Refusal('not_staff')
  return findMemberById(db, id)
}

const recordSession = (tx: Transaction, id: number, action: 'signOut' | 'end') =>
  recordChange(tx, {
    action: `admin.sessions.${action}`,
    game_id: null,
    target: 'session',
    target_id: id,
  })

export function signOut(context: Context, staff: Staff) {
  const { id: staff_id, session_id: id } = ownAccount(staff)
  return inTransaction(context, async (tx) => {
    await tx.run(deleteSession, { id, staff_id })
    await recordSession(tx, id, 'signOut')
    return { message: 'signed out' }
  })
}

export async function showSessions({ db, now }: Context, staff: Staff) {
  const rows = await db.all(listSessions, { staff_id: ownAccount(staff).id, now: now() })
  const sessions = rows.map(({ created_at, expires_at, ...row }) => ({
    ...row,
    current: row.id === staff.credential_id,
    created_at: isoTime(created_at),
    expires_at: isoTime(expires_at),
  }))
  return { sessions }
}

export function endSession(context: Context, staff: Staff, id: number) {
  return inTransaction(context, async (tx) => {
    const ended = await tx.run(deleteSession, { id, staff_id: ownAccount(staff).id })
    if (ended === 0) throw new Refusal('session_not_found')
    await recordSession(tx, id, 'end')
    return { message: 'ended' }
  })
}

/** Whoever found an open browser must not be able to take over the account. */
export async function checkPassword(context: Context, staff: Staff, password: string) {
  const account = await context.db.first(findAccount, { id: ownAccount(staff).id })
  if (!account) throw new Refusal('not_staff')
  const attempt = await attemptOf(context, comparisonKey(account.email), account.id, staff.address)
  const check = { password, hash: account.password_hash }
  await verifyPassword(context, attempt, check, 'wrong_password')
  return { account, attempt }
}

interface AccountChanges {
  name?: string | undefined
  password?: string | undefined
  current_password: string
  code?: string | undefined
}

/** A new password ends all other sessions. */
export async function changeMe(context: Context, staff: Staff, input: AccountChanges) {
  const { account, attempt } = await checkPassword(context, staff, input.current_password)
  if (input.password) await checkCode(context, account, attempt, input.code)
  const name = input.name ?? account.name
  if (name !== account.name) refuseStaffName(name)
  const password_hash = input.password
    ? await context.passwords.hash(input.password, staff.address)
    : account.password_hash
  return inTransaction(context, async (tx) => {
    await tx.run(updateAccount, { id: account.id, name, password_hash })
    if (input.password)
      await tx.run(deleteOthers, { staff_id: account.id, except_id: ownAccount(staff).session_id })
    await recordChange(tx, {
      action: 'admin.me.change',
      game_id: null,
      target: 'staff',
      target_id: account.id,
      before: { name: account.name },
      after: { name, ...(input.password ? { password: 'changed' } : {}) },
    })
    return findMemberById(tx, account.id)
  })
}

/** It is asked for only after a code was shown to be right. */
export async function startSecondFactor(context: Context, staff: Staff, current_password: string) {
  const { account } = await checkPassword(context, staff, current_password)
  const secret = newTotpSecret()
  return inTransaction(context, async (tx) => {
    const begun = await tx.run(beginTotp, { id: account.id, totp_secret: secret })
    if (begun === 0) throw new Refusal('second_factor_exists')
    return { secret, url: totpUrl(secret, account.email) }
  })
}

const newRecoveryCode = () => randomBytes(5).toString('hex')

const recordSecondFactor = (tx: Transaction, id: number, [before, after]: [boolean, boolean]) =>
  recordChange(tx, {
    action: 'admin.me.secondFactor',
    game_id: null,
    target: 'staff',
    target_id: id,
    before: { second_factor: before },
    after: { second_factor: after },
  })

/** The recovery codes are shown only here. */
export async function confirmSecondFactor(context: Context, staff: Staff, code: string) {
  const { id } = ownAccount(staff)
  const recovery_codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  const codes = JSON.stringify(recovery_codes.map((text) => ({ hash: hashSecret(text) })))
  return inTransaction(context, async (tx) => {
    const account = await tx.first(findAccount, { id })
    if (!account?.totp_secret || account.totp_since !== null)
      throw new Refusal('second_factor_exists')
    if (!(await useCode(tx, account, code))) throw new Refusal('wrong_code')
    await tx.run(updateTotp, { id, totp_secret: account.totp_secret, totp_since: tx.now() })
    await tx.run(deleteRecoveryCodes, { staff_id: id })
    await tx.run(insertRecoveryCodes, { staff_id: id, codes })
    await recordSecondFactor(tx, id, [false, true])
    return { recovery_codes }
  })
}

export async function removeSecondFactor(
  context: Context,
  staff: Staff,
  { current_password, code }: { current_password: string; code?: string | undefined },
) {
  const { account, attempt } = await checkPassword(context, staff, current_password)
  await checkCode(context, account, attempt, code)
  const { id } = account
  return inTransaction(context, async (tx) => {
    await tx.run(updateTotp, { id, totp_secret: null, totp_since: null })
    await tx.run(deleteRecoveryCodes, { staff_id: id })
    await recordSecondFactor(tx, id, [true, false])
    return { message: 'removed' }
  })
}

export const removeExpiredStaffSessions = (tx: Transaction) =>
  tx.run(deleteExpired, { now: tx.now() })
