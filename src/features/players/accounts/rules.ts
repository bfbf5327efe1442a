import { randomBytes } from 'node:crypto'
import { type Context, inTransaction, type Player, type Transaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { comparisonKey } from '../../../services/names.ts'
import { hashSecret } from '../../../services/secrets.ts'
import { UniqueViolation } from '../../../storage/database.ts'
import { clearFailures, signInAttempt, verifyPassword } from '../sign-in-throttling/rules.ts'
import { authenticateGame } from '../../operations/games/rules.ts'
import { ownUser } from '../users/rules.ts'
import { endAllSessions, endOtherSessions, startSession } from '../sessions/rules.ts'
import {
  updateLogin,
  deleteUser,
  findByDevice,
  findByEmailOrName,
  findCredentials,
  findTaken,
  insertUser,
  lockCredentials,
  updateAccount,
  updatePassword,
} from './queries.ts'

interface NewAccount {
  game_id: number
  username: string
  email: string
  password_hash: string
}

async function addUser(tx: Transaction, { game_id, username, email, password_hash }: NewAccount) {
  const keys = { game_id, username_key: comparisonKey(username), email_key: comparisonKey(email) }
  const user = { ...keys, username, email, password_hash, device_hash: null, now: tx.now() }
  const row = await tx.first(insertUser, user)
  if (row) return row.id
  const taken = await tx.all(findTaken, keys)
  const by_name = taken.some(({ username_key }) => username_key === keys.username_key)
  throw new Refusal(by_name ? 'username_taken' : 'email_taken')
}

/** Starts a session and returns the user object with the new token. */
async function signInUser(
  context: Context,
  tx: Transaction,
  user: { id: number; is_new_user: boolean },
) {
  const token = await startSession(context, tx, user.id)
  return { ...(await ownUser(context, tx, { id: user.id, token })), is_new_user: user.is_new_user }
}

function refuseMismatch(password: string, confirmation: string | undefined): void {
  if (password !== confirmation) {
    const sentence = 'password_confirmation must be the same as password.'
    throw new Refusal('invalid_input', { sentence })
  }
}

interface SignUpInput {
  game_id: number
  game_token: string
  username: string
  email: string
  password: string
  password_confirmation: string
}

export async function signUp(context: Context, input: SignUpInput) {
  const game = await authenticateGame(context, input)
  refuseMismatch(input.password, input.password_confirmation)
  const password_hash = await context.passwords.hash(input.password)
  return createAccount(context, { ...input, game_id: game.id, password_hash })
}

export function createAccount(context: Context, account: NewAccount) {
  return inTransaction(context, async (tx) => {
    const id = await addUser(tx, account)
    return signInUser(context, tx, { id, is_new_user: true })
  })
}

export interface SignInInput {
  game_id: number
  game_token?: string
  email: string
  password: string
}

/** An unknown account gets the same answer as a wrong password, after the same time. */
export async function verifySignIn(context: Context, input: SignInInput, ip_address: string) {
  const { id: game_id } = await authenticateGame(context, input)
  const name = comparisonKey(input.email)
  const user = await context.db.first(findByEmailOrName, { game_id, named: name })
  const attempt = signInAttempt({ game_id, name, user_id: user?.id }, ip_address)
  const credentials = { password: input.password, hash: user?.password_hash ?? null }
  await verifyPassword(context, attempt, credentials, 'wrong_credentials')
  if (!user) throw new Refusal('wrong_credentials')
  return { id: user.id, password_hash: user.password_hash, attempt }
}

interface Verified {
  id: number
  password_hash: string | null
}

/** The check of a password takes a while: it may have been changed since, and must then not open a session any more. */
async function lockIfUnchanged(tx: Transaction, { id, password_hash }: Verified) {
  const user = await tx.first(lockCredentials, { id })
  if (!user || user.password_hash !== password_hash) throw new Refusal('wrong_credentials')
}

/** To be called only after `verifySignIn`. */
export async function completeSignIn(
  context: Context,
  tx: Transaction,
  { attempt, ...verified }: Awaited<ReturnType<typeof verifySignIn>>,
) {
  const { id } = verified
  await lockIfUnchanged(tx, verified)
  await clearFailures(tx, attempt)
  await tx.run(updateLogin, { id, now: tx.now() })
  return signInUser(context, tx, { id, is_new_user: false })
}

/**
 * A sign-up or sign-in that is sent again is verified like a sign-in, and gets a new session. The stored answer is that of
 * `answer_id`: whoever has this name or email by now must not get it.
 */
export async function reissueSession(
  context: Context,
  input: SignInInput,
  { answer_id, address }: { answer_id: number; address: string },
) {
  const verified = await verifySignIn(context, input, address)
  if (verified.id !== answer_id) throw new Refusal('idempotency_key_reused')
  return inTransaction(context, async (tx) => {
    await lockIfUnchanged(tx, verified)
    return { authentication_token: await startSession(context, tx, verified.id) }
  })
}

export const createSession = async (context: Context, user_id: number) => ({
  authentication_token: await inTransaction(context, (tx) => startSession(context, tx, user_id)),
})

/** A request that set a password counts as sent again only if it has the same password. */
export async function recheckPassword(
  context: Context,
  { user_id, password }: { user_id: number; password: string },
  ip_address: string,
) {
  const user = await context.db.first(findCredentials, { id: user_id })
  const attempt = signInAttempt({ game_id: user?.game_id ?? 0, name: '', user_id }, ip_address)
  const credentials = { password, hash: user?.password_hash ?? null }
  await verifyPassword(context, attempt, credentials, 'idempotency_key_reused')
  return {}
}

/** The device id is the guest's password: it signs in as the same user even after the guest has become a full account. */
export async function signInGuest(
  context: Context,
  input: { game_id: number; game_token: string; device_id: string },
) {
  const { id: game_id } = await authenticateGame(context, input)
  const device_hash = hashSecret(`device:${game_id}:${input.device_id}`)
  const username = `guest-${randomBytes(8).toString('hex')}`
  return inTransaction(context, async (tx) => {
    const guest = { game_id, username, username_key: username, device_hash }
    const no_credentials = { email: null, email_key: null, password_hash: null }
    const created = await tx.first(insertUser, { ...guest, ...no_credentials, now: tx.now() })
    if (created) return signInUser(context, tx, { id: created.id, is_new_user: true })
    const found = await tx.first(findByDevice, { game_id, device_hash })
    if (!found) throw new Error('the random name of a new guest is already taken')
    await tx.run(updateLogin, { id: found.id, now: tx.now() })
    return signInUser(context, tx, { id: found.id, is_new_user: false })
  })
}

interface AccountChanges {
  username?: string
  email?: string
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
async function hashFirstPassword(context: Context, player: Player, changes: AccountChanges) {
  if (changes.password === undefined) return null
  refuseMismatch(changes.password, changes.password_confirmation)
  const user = await context.db.first(findCredentials, { id: player.id })
  if (user) refuseSecondPassword(user)
  if (!changes.email && !user?.email) {
    throw new Refusal('invalid_input', { sentence: 'email is required.' })
  }
  return context.passwords.hash(changes.password)
}

export async function changeAccount(context: Context, player: Player, changes: AccountChanges) {
  const password_hash = await hashFirstPassword(context, player, changes)
  try {
    return await inTransaction(context, async (tx) => {
      const user = await tx.first(lockCredentials, { id: player.id })
      if (!user) throw new Refusal('user_not_found')
      if (password_hash !== null) refuseSecondPassword(user)
      const username = changes.username ?? user.username
      const email = changes.email ?? user.email
      const keys = {
        username_key: comparisonKey(username),
        email_key: email && comparisonKey(email),
      }
      await tx.run(updateAccount, { id: player.id, username, email, ...keys, password_hash })
      return ownUser(context, tx, player)
    })
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error
    throw new Refusal(error.constraint.includes('email') ? 'email_taken' : 'username_taken')
  }
}

interface PasswordChange {
  current_password: string
  password: string
  password_confirmation: string
}

/** Ends every other session of the user. */
export async function changePassword(
  context: Context,
  player: Player,
  { current_password, password, password_confirmation }: PasswordChange,
  ip_address: string,
) {
  refuseMismatch(password, password_confirmation)
  const account = { game_id: player.game_id, name: '', user_id: player.id }
  const attempt = signInAttempt(account, ip_address)
  const user = await context.db.first(findCredentials, { id: player.id })
  const credentials = { password: current_password, hash: user?.password_hash ?? null }
  await verifyPassword(context, attempt, credentials, 'wrong_password')
  const password_hash = await context.passwords.hash(password)
  return inTransaction(context, async (tx) => {
    const now = await tx.first(lockCredentials, { id: player.id })
    // Another request has changed the password since it was checked.
    if (now?.password_hash !== user?.password_hash) throw new Refusal('wrong_password')
    await clearFailures(tx, attempt)
    await tx.run(updatePassword, { id: player.id, password_hash })
    await endOtherSessions(tx, player)
    return ownUser(context, tx, player)
  })
}

/** For users who have proven in another way, such as with a link from a mail, that the account is theirs. */
export async function replacePassword(
  tx: Transaction,
  user_id: number,
  password_hash: string,
): Promise<void> {
  await tx.run(updatePassword, { id: user_id, password_hash })
  await endAllSessions(tx, user_id)
}

/** Deletes the user with everything that belongs to them; listeners act first, while the row still exists. */
export async function removeUser(tx: Transaction, user: { id: number; game_id: number }) {
  await tx.announce('user_deleted', { game_id: user.game_id, user_id: user.id })
  await tx.run(deleteUser, { id: user.id })
}

export function deleteAccount(context: Context, player: Player) {
  return inTransaction(context, async (tx) => {
    await removeUser(tx, player)
    return { message: 'user has been deleted' }
  })
}
