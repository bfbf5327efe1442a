import { type Context, inTransaction, type Player, type Transaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { comparisonKey } from '../../../services/names.ts'
import { UniqueViolation } from '../../../storage/database.ts'
import { publicUser, recordForGame } from '../../operations/events/rules.ts'
import { findGameById } from '../../operations/games/rules.ts'
import { refuseFilteredName } from '../../operations/word-filters/rules.ts'
import { findAccount, lockAccount, refuseMismatch } from '../accounts/rules.ts'
import { sendVerification } from '../email-verifications/rules.ts'
import { notifyOwner } from '../mails/rules.ts'
import { endAllSessions, endOtherSessions } from '../sessions/rules.ts'
import {
  clearFailures,
  recordSuccess,
  signInAttempt,
  verifyPassword,
} from '../sign-in-throttling/rules.ts'
import { nameKeys, refuseBadUsername } from '../usernames/rules.ts'
import { ownUser } from '../users/rules.ts'
import { updateAccount, updatePasswordByLink, updatePassword } from './queries.ts'

/** A request that set a password counts as sent again only if it has the same password. */
export async function recheckPassword(
  context: Context,
  { user_id, password }: { user_id: number; password: string },
  ip_address: string,
) {
  const user = await findAccount(context.db, user_id)
  const attempt = signInAttempt({ game_id: user?.game_id ?? 0, user_id }, ip_address)
  const credentials = { password, hash: user?.password_hash ?? null }
  await verifyPassword(context, attempt, credentials, 'idempotency_key_reused')
  return {}
}

interface AccountChanges {
  username?: string
  email?: string
  current_password?: string
  password?: string
  password_confirmation?: string
}

function refuseSecondPassword({ password_hash }: { password_hash: string | null }): void {
  if (password_hash === null) return
  const sentence =
    'This account already has a password: change it with PUT /users/{id}/password and current_password.'
  throw new Refusal('invalid_input', { sentence })
}

/** Only guests, who have no password yet, may set one here; they need an email address to sign in with it. */
async function hashFirstPassword(
  context: Context,
  user: { email: string | null; password_hash: string | null },
  changes: AccountChanges,
  ip_address: string,
) {
  if (changes.password === undefined) return null
  refuseMismatch(changes.password, changes.password_confirmation)
  refuseSecondPassword(user)
  if (!changes.email && !user.email) {
    throw new Refusal('invalid_input', { sentence: 'email is required.' })
  }
  return context.passwords.hash(changes.password, ip_address)
}

const isNewEmail = ({ email }: { email: string | null }, changes: AccountChanges) =>
  changes.email !== undefined && changes.email.toLowerCase() !== email?.toLowerCase()

/** Whoever changes the address can reset the password, so a token alone is not enough. */
async function verifyCurrentPassword(
  context: Context,
  player: Player,
  { current_password, hash }: { current_password: string | undefined; hash: string },
  ip_address: string,
) {
  if (current_password === undefined) {
    const sentence = 'current_password is required to change the email address.'
    throw new Refusal('invalid_input', { sentence })
  }
  const account = { game_id: player.game_id, user_id: player.id }
  const attempt = signInAttempt(account, ip_address)
  await verifyPassword(context, attempt, { password: current_password, hash }, 'wrong_password')
}

interface CheckedChanges {
  changes: AccountChanges
  is_new_email: boolean
  /** Of the password that was checked. */
  checked_hash: string | null
  /** Of a first password. */
  password_hash: string | null
}

/** A guest has got their first password. */
async function tellOfUpgrade(tx: Transaction, { id, game_id }: Owner): Promise<void> {
  const data = { user: await publicUser(tx, id) }
  await recordForGame(tx, 'player.upgraded', { game_id, actor_id: id, data })
}

async function saveChanges(
  tx: Transaction,
  player: Player,
  { changes, is_new_email, checked_hash, password_hash }: CheckedChanges,
): Promise<void> {
  const user = await lockAccount(tx, player.id)
  if (!user) throw new Refusal('user_not_found')
  if (password_hash !== null) refuseSecondPassword(user)
  // Another request has changed the account since the password was checked.
  if (isNewEmail(user, changes) && !(is_new_email && user.password_hash === checked_hash))
    throw new Refusal('wrong_password')
  const { username = user.username, email = user.email } = changes
  await tx.run(updateAccount, {
    id: player.id,
    username,
    ...nameKeys(username),
    email,
    email_key: email && comparisonKey(email),
    is_new_email: Number(is_new_email),
    unlinks_device: Number(is_new_email && checked_hash !== null),
    password_hash,
  })
  if (password_hash !== null) await tellOfUpgrade(tx, player)
  if (!is_new_email) return
  await endOtherSessions(tx, player)
  await tx.announce('credentials_changed', { user_id: player.id })
}

async function refuseUsername(context: Context, { game_id }: Player, name: string): Promise<void> {
  refuseBadUsername(name)
  await refuseFilteredName(context, game_id, { field: 'username', name })
}

/**
 * A new address ends every other session of the user, and is unverified. The old one is told, unless a guest typed it.
 * The device is unlinked too, once there is a password to sign in with.
 */
export async function changeAccount(
  context: Context,
  player: Player,
  changes: AccountChanges,
  ip_address: string,
) {
  const before = await findAccount(context.db, player.id)
  if (!before) throw new Refusal('user_not_found')
  if (changes.username !== undefined && changes.username !== before.username)
    await refuseUsername(context, player, changes.username)
  const { password_hash: hash } = before
  const is_new_email = isNewEmail(before, changes)
  if (is_new_email && hash !== null) {
    const { current_password } = changes
    await verifyCurrentPassword(context, player, { current_password, hash }, ip_address)
  }
  const password_hash = await hashFirstPassword(context, before, changes, ip_address)
  const checked = { changes, is_new_email, checked_hash: hash, password_hash }
  try {
    const answer = await inTransaction(context, async (tx) => {
      await saveChanges(tx, player, checked)
      return ownUser(context, tx, player)
    })
    if (is_new_email) await mailNewEmail(context, player, before)
    return answer
  } catch (error) {
    throw asRefusal(error)
  }
}

/** Two players of a game must not have the same name or email address. */
const asRefusal = (error: unknown) =>
  error instanceof UniqueViolation
    ? new Refusal(error.constraint.includes('email') ? 'email_taken' : 'username_taken')
    : error

/** By staff, by the rules for players. `record` is told the old name, in the same transaction. */
export async function renamePlayer(
  context: Context,
  player: Player,
  username: string,
  record: (tx: Transaction, former: string) => Promise<void>,
) {
  const before = await findAccount(context.db, player.id)
  if (username !== before?.username) await refuseUsername(context, player, username)
  const unchanged = { is_new_email: false, checked_hash: null, password_hash: null }
  try {
    return await inTransaction(context, async (tx) => {
      const user = await lockAccount(tx, player.id)
      if (!user) throw new Refusal('user_not_found')
      await saveChanges(tx, player, { changes: { username }, ...unchanged })
      await record(tx, user.username)
      return { message: 'renamed' }
    })
  } catch (error) {
    throw asRefusal(error)
  }
}

const NOT_YOU =
  'If it was not you, choose a new password now, with "Forgot password" in the game, or write to its makers.'

interface OldEmail {
  email: string | null
  email_verified_at: number | null
  password_hash: string | null
}

async function mailNewEmail(
  context: Context,
  player: Player,
  { email, email_verified_at, password_hash }: OldEmail,
) {
  const game = await findGameById(context.db, player.game_id)
  const is_the_owners = email_verified_at !== null || password_hash !== null
  notifyOwner(context, {
    user_id: player.id,
    to: is_the_owners ? email : null,
    subject: `${game.name}: your email address was changed`,
    text: `Your account in ${game.name} has a new email address. This one no longer belongs to it.\n\nIf it was not you, write to the makers of the game: links to choose a new password go to the new address.\n`,
  })
  if (game.requires_verified_email === 1) sendVerification(context, player.id)
}

interface PasswordChange {
  current_password: string
  password: string
  password_confirmation: string
}

/** Ends every other session of the user, unlinks the device of a former guest, and tells the user. */
export async function changePassword(
  context: Context,
  player: Player,
  { current_password, password, password_confirmation }: PasswordChange,
  ip_address: string,
) {
  refuseMismatch(password, password_confirmation)
  const account = { game_id: player.game_id, user_id: player.id }
  const attempt = signInAttempt(account, ip_address)
  const user = await findAccount(context.db, player.id)
  const credentials = { password: current_password, hash: user?.password_hash ?? null }
  await verifyPassword(context, attempt, credentials, 'wrong_password')
  const password_hash = await context.passwords.hash(password, ip_address)
  const answer = await inTransaction(context, async (tx) => {
    const now = await lockAccount(tx, player.id)
    // Another request has changed the password since it was checked.
    if (now?.password_hash !== user?.password_hash) throw new Refusal('wrong_password')
    await clearFailures(tx, account)
    await recordSuccess(tx, attempt)
    await tx.run(updatePassword, { id: player.id, password_hash })
    await endOtherSessions(tx, player)
    await tx.announce('credentials_changed', { user_id: player.id })
    return ownUser(context, tx, player)
  })
  await mailNewPasswordNotice(context, { ...player, email: user?.email ?? null })
  return answer
}

interface Owner {
  id: number
  game_id: number
}

/** To be called after the password was changed. */
export async function mailNewPasswordNotice(
  context: Context,
  { id, game_id, email }: Owner & { email: string | null },
): Promise<void> {
  const { name } = await findGameById(context.db, game_id)
  notifyOwner(context, {
    user_id: id,
    to: email,
    subject: `${name}: your password was changed`,
    text: `Your account in ${name} has a new password.\n\n${NOT_YOU}\n`,
  })
}

/**
 * For users who have proven with a link from a mail that the account is theirs. Everyone else is out: sessions end, and
 * the device of a former guest is unlinked.
 */
export async function replacePassword(
  tx: Transaction,
  { id, game_id, password_hash: former_hash }: Owner & { password_hash: string | null },
  { password_hash, ip_address }: { password_hash: string; ip_address: string },
): Promise<void> {
  const account = { game_id, user_id: id }
  await tx.run(updatePasswordByLink, { id, password_hash, now: tx.now() })
  if (former_hash === null) await tellOfUpgrade(tx, { id, game_id })
  await endAllSessions(tx, id)
  await clearFailures(tx, account)
  await recordSuccess(tx, signInAttempt(account, ip_address))
}
