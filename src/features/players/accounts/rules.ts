import { randomBytes } from 'node:crypto'
import { type Context, inTransaction, type Player, type Transaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { comparisonKey, GUEST_NAME_PREFIX } from '../../../services/names.ts'
import { hashSecret } from '../../../services/secrets.ts'
import type { Reader } from '../../../storage/database.ts'
import { recordSuccess, signInAttempt, verifyPassword } from '../sign-in-throttling/rules.ts'
import { forgetReader, publicUser, recordForGame } from '../../operations/events/rules.ts'
import { authenticateGame } from '../../operations/games/rules.ts'
import { refuseFilteredName } from '../../operations/word-filters/rules.ts'
import { refuseUnverified, sendVerification } from '../email-verifications/rules.ts'
import { nameKeys, refuseBadUsername } from '../usernames/rules.ts'
import { ownUser } from '../users/rules.ts'
import { startSession } from '../sessions/rules.ts'
import {
  updateLogin,
  deleteUser,
  findByEmailOrName,
  findCredentials,
  findNameTaken,
  insertUser,
  lockByDevice,
  lockCredentials,
} from './queries.ts'

interface NewAccount {
  game_id: number
  username: string
  email: string
}

async function tellOfSignUp(
  tx: Transaction,
  { id, game_id, is_guest }: { id: number; game_id: number; is_guest: boolean },
): Promise<void> {
  const data = { is_guest, user: await publicUser(tx, id) }
  await recordForGame(tx, 'player.signed_up', { game_id, actor_id: id, data })
}

async function addUser(
  tx: Transaction,
  { game_id, username, email }: NewAccount,
  password_hash: string,
) {
  const keys = { game_id, ...nameKeys(username) }
  const credentials = { email, email_key: comparisonKey(email), password_hash, device_hash: null }
  const row = await tx.first(insertUser, { ...keys, username, ...credentials, now: tx.now() })
  if (row) {
    await tellOfSignUp(tx, { id: row.id, game_id, is_guest: false })
    return row.id
  }
  throw new Refusal((await tx.first(findNameTaken, keys)) ? 'username_taken' : 'email_taken')
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

export function refuseMismatch(password: string, confirmation: string | undefined): void {
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

export async function signUp(context: Context, input: SignUpInput, ip_address: string) {
  const game = await authenticateGame(context, input)
  refuseMismatch(input.password, input.password_confirmation)
  refuseBadUsername(input.username)
  await refuseFilteredName(context, game.id, { field: 'username', name: input.username })
  const password_hash = await context.passwords.hash(input.password, ip_address)
  const user = await inTransaction(context, async (tx) => {
    const id = await addUser(tx, { ...input, game_id: game.id }, password_hash)
    await recordSuccess(tx, signInAttempt({ game_id: game.id, user_id: id }, ip_address))
    return signInUser(context, tx, { id, is_new_user: true })
  })
  if (game.requires_verified_email === 1) sendVerification(context, user.id)
  return user
}

/** For accounts that nobody signs up for. */
export function createAccount(context: Context, account: NewAccount, password_hash: string) {
  refuseBadUsername(account.username)
  return inTransaction(context, async (tx) => {
    const id = await addUser(tx, account, password_hash)
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
  const game = await authenticateGame(context, input)
  const [game_id, name] = [game.id, comparisonKey(input.email)]
  const user = await context.db.first(findByEmailOrName, { game_id, named: name })
  const attempt = signInAttempt(
    { game_id, ...(user ? { user_id: user.id } : { name }) },
    ip_address,
  )
  const credentials = { password: input.password, hash: user?.password_hash ?? null }
  await verifyPassword(context, attempt, credentials, 'wrong_credentials')
  if (!user) throw new Refusal('wrong_credentials')
  return { ...user, game, attempt }
}

type CheckedSignIn = Awaited<ReturnType<typeof verifySignIn>>

/** A sign-up that is sent again is not refused here: its account is new, and the link on its way. */
export const refuseUnverifiedEmail = (context: Context, { game, ...user }: CheckedSignIn) =>
  refuseUnverified(context, game, user)

interface CheckedPassword {
  id: number
  password_hash: string | null
}

/** The check of a password takes a while. Throws if it was changed since: it must then not open a session any more. */
async function lockUnchanged(
  tx: Transaction,
  { id, password_hash }: CheckedPassword,
): Promise<void> {
  const user = await tx.first(lockCredentials, { id })
  if (!user || user.password_hash !== password_hash) throw new Refusal('wrong_credentials')
}

/** To be called only after `verifySignIn`. */
export async function completeSignIn(
  context: Context,
  tx: Transaction,
  { attempt, ...checked }: CheckedSignIn,
) {
  const { id } = checked
  await lockUnchanged(tx, checked)
  await recordSuccess(tx, attempt)
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
  const checked = await verifySignIn(context, input, address)
  if (checked.id !== answer_id) throw new Refusal('idempotency_key_reused')
  return inTransaction(context, async (tx) => {
    await lockUnchanged(tx, checked)
    return { authentication_token: await startSession(context, tx, checked.id) }
  })
}

export const createSession = async (context: Context, user_id: number) => ({
  authentication_token: await inTransaction(context, async (tx) => {
    await lockAccount(tx, user_id)
    return startSession(context, tx, user_id)
  }),
})

/**
 * The device id is the guest's password: it signs in as the same user even after the guest has become a full account,
 * until its password or email address changes, or the owner of the address resets the password.
 */
export async function signInGuest(
  context: Context,
  input: { game_id: number; game_token: string; device_id: string },
) {
  const { id: game_id } = await authenticateGame(context, input)
  const device_hash = hashSecret(`device:${game_id}:${input.device_id}`)
  const username = `${GUEST_NAME_PREFIX}${randomBytes(8).toString('hex')}`
  return inTransaction(context, async (tx) =>
    signInUser(context, tx, await findOrAddGuest(tx, { game_id, device_hash, username })),
  )
}

/** The guest with this device, locked, or a new one. */
export async function findOrAddGuest(
  tx: Transaction,
  device: { game_id: number; device_hash: string; username: string },
): Promise<{ id: number; is_new_user: boolean }> {
  const { game_id, device_hash, username } = device
  const guest = { game_id, username, ...nameKeys(username), device_hash }
  const no_credentials = { email: null, email_key: null, password_hash: null }
  // The second time, if the device is unlinked between the two statements.
  for (let tries = 0; tries < 2; tries++) {
    const created = await tx.first(insertUser, { ...guest, ...no_credentials, now: tx.now() })
    if (created) {
      await tellOfSignUp(tx, { id: created.id, game_id, is_guest: true })
      return { id: created.id, is_new_user: true }
    }
    const found = await tx.first(lockByDevice, { game_id, device_hash })
    if (!found) continue
    await tx.run(updateLogin, { id: found.id, now: tx.now() })
    return { id: found.id, is_new_user: false }
  }
  throw new Refusal('busy', { retry_after_seconds: 1 })
}

/** With the hash of the password. Undefined: the account has been deleted. */
export const findAccount = (reader: Reader, id: number) => reader.first(findCredentials, { id })

/** Like `findAccount`, and nobody else changes the account until the transaction ends. */
export const lockAccount = (tx: Transaction, id: number) => tx.first(lockCredentials, { id })

/** Deletes the user with everything that belongs to them; listeners act first, while the row still exists. */
export async function removeUser(tx: Transaction, user: { id: number; game_id: number }) {
  const { id, game_id } = user
  await tx.announce('user_deleted', { game_id, user_id: id })
  await forgetReader(tx, id)
  await recordForGame(tx, 'player.deleted', { game_id, actor_id: null, data: { user_id: id } })
  await tx.run(deleteUser, { id })
}

export function deleteAccount(context: Context, player: Player) {
  return inTransaction(context, async (tx) => {
    await removeUser(tx, player)
    return { message: 'user has been deleted' }
  })
}
