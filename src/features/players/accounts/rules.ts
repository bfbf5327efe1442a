import { randomBytes } from 'node:crypto'
import { type Context, inTransaction, type Player, type Transaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { caseBlind, hashSecret } from '../../../services/secrets.ts'
import { UniqueViolation } from '../../../storage/database.ts'
import { attemptOn, forgetFailures, provePassword } from '../sign-in-throttling/rules.ts'
import { openGame } from '../../operations/games/rules.ts'
import { ownUser } from '../users/rules.ts'
import { endAllSessions, endOtherSessions, startSession } from '../sessions/rules.ts'
import {
  countLogin,
  deleteUser,
  findByDevice,
  findByEmailOrName,
  findCredentials,
  findTaken,
  insertUser,
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
  const keys = { game_id, username_key: caseBlind(username), email_key: caseBlind(email) }
  const user = { ...keys, username, email, password_hash, device_hash: null, now: tx.now() }
  const row = await tx.first(insertUser, user)
  if (row) return row.id
  const taken = await tx.all(findTaken, keys)
  const by_name = taken.some(({ username_key }) => username_key === keys.username_key)
  throw new Refusal(by_name ? 'username_taken' : 'email_taken')
}

/** A new session and the whole user object that the client starts with. */
async function enter(
  context: Context,
  tx: Transaction,
  user: { id: number; is_new_user: boolean },
) {
  const token = await startSession(context, tx, user.id)
  return { ...(await ownUser(context, tx, { id: user.id, token })), is_new_user: user.is_new_user }
}

function refuseUnequal(password: string, confirmation: string | undefined): void {
  if (password !== confirmation) {
    const sentence = 'password_confirmation must be the same as password.'
    throw new Refusal('invalid_input', { sentence })
  }
}

interface SignUp {
  game_id: number
  game_token: string
  username: string
  email: string
  password: string
  password_confirmation: string
}

export async function signUp(context: Context, input: SignUp) {
  const game = await openGame(context, input)
  refuseUnequal(input.password, input.password_confirmation)
  const password_hash = await context.passwords.hash(input.password)
  return admitNewUser(context, { ...input, game_id: game.id, password_hash })
}

export function admitNewUser(context: Context, account: NewAccount) {
  return inTransaction(context, async (tx) => {
    const id = await addUser(tx, account)
    return enter(context, tx, { id, is_new_user: true })
  })
}

export interface SignIn {
  game_id: number
  game_token?: string
  email: string
  password: string
}

/** An unknown account and a wrong password look alike, in their answer and in the time it takes. */
export async function proveSignIn(context: Context, input: SignIn, address: string) {
  const { id: game_id } = await openGame(context, input)
  const named = caseBlind(input.email)
  const user = await context.db.first(findByEmailOrName, { game_id, named })
  const attempt = attemptOn({ game_id, named, user_id: user?.id }, address)
  const proof = { password: input.password, stored: user?.password_hash ?? null }
  await provePassword(context, attempt, proof, 'wrong_credentials')
  if (!user) throw new Refusal('wrong_credentials')
  return { id: user.id, attempt }
}

/** For a user who has just proved their password. */
export async function enterAfterProof(
  context: Context,
  tx: Transaction,
  { id, attempt }: Awaited<ReturnType<typeof proveSignIn>>,
) {
  await forgetFailures(tx, attempt)
  await tx.run(countLogin, { id, now: tx.now() })
  return enter(context, tx, { id, is_new_user: false })
}

/** A repeated sign-up or sign-in proves itself as a sign-in does, and gets a session of its own. */
export async function repeatSignIn(context: Context, input: SignIn, address: string) {
  const { id } = await proveSignIn(context, input, address)
  return newSession(context, id)
}

export const newSession = async (context: Context, user_id: number) => ({
  authentication_token: await inTransaction(context, (tx) => startSession(context, tx, user_id)),
})

/** A repeated request that set a password is the same request only if the password is. */
export async function repeatPassword(
  context: Context,
  { user_id, password }: { user_id: number; password: string },
  address: string,
) {
  const user = await context.db.first(findCredentials, { id: user_id })
  const attempt = attemptOn({ game_id: user?.game_id ?? 0, named: '', user_id }, address)
  const proof = { password, stored: user?.password_hash ?? null }
  await provePassword(context, attempt, proof, 'idempotency_key_reused')
  return {}
}

/** The device is the guest's password: whoever has it gets the same guest again, also after the upgrade. */
export async function enterAsGuest(
  context: Context,
  input: { game_id: number; game_token: string; device_id: string },
) {
  const { id: game_id } = await openGame(context, input)
  const device_hash = hashSecret(`device:${game_id}:${input.device_id}`)
  const username = `guest-${randomBytes(8).toString('hex')}`
  return inTransaction(context, async (tx) => {
    const guest = { game_id, username, username_key: username, device_hash }
    const nothing = { email: null, email_key: null, password_hash: null }
    const made = await tx.first(insertUser, { ...guest, ...nothing, now: tx.now() })
    if (made) return enter(context, tx, { id: made.id, is_new_user: true })
    const found = await tx.first(findByDevice, { game_id, device_hash })
    if (!found) throw new Error('a guest name was taken')
    await tx.run(countLogin, { id: found.id, now: tx.now() })
    return enter(context, tx, { id: found.id, is_new_user: false })
  })
}

interface AccountChanges {
  username?: string
  email?: string
  password?: string
  password_confirmation?: string
}

/** Only a guest, who has no password yet, sets one here; with it comes the address to sign in with. */
async function firstPassword(context: Context, player: Player, changes: AccountChanges) {
  if (changes.password === undefined) return null
  refuseUnequal(changes.password, changes.password_confirmation)
  const user = await context.db.first(findCredentials, { id: player.id })
  if (user?.password_hash) {
    const sentence = 'password is changed with PUT /users/{id}/password, with the current one.'
    throw new Refusal('invalid_input', { sentence })
  }
  if (!changes.email && !user?.email) {
    throw new Refusal('invalid_input', { sentence: 'email is required.' })
  }
  return context.passwords.hash(changes.password)
}

export async function changeAccount(context: Context, player: Player, changes: AccountChanges) {
  const password_hash = await firstPassword(context, player, changes)
  try {
    return await inTransaction(context, async (tx) => {
      const user = await tx.first(findCredentials, { id: player.id })
      if (!user) throw new Refusal('user_not_found')
      const username = changes.username ?? user.username
      const email = changes.email ?? user.email
      const keys = { username_key: caseBlind(username), email_key: email && caseBlind(email) }
      await tx.run(updateAccount, { id: player.id, username, email, ...keys, password_hash })
      return ownUser(context, tx, player)
    })
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error
    throw new Refusal(error.columns.includes('email') ? 'email_taken' : 'username_taken')
  }
}

interface PasswordChange {
  current_password: string
  password: string
  password_confirmation: string
}

/** Every other session of the user ends with the old password. */
export async function changePassword(
  context: Context,
  player: Player,
  { current_password, password, password_confirmation }: PasswordChange,
  address: string,
) {
  refuseUnequal(password, password_confirmation)
  const attempt = attemptOn({ game_id: player.game_id, named: '', user_id: player.id }, address)
  const user = await context.db.first(findCredentials, { id: player.id })
  const proof = { password: current_password, stored: user?.password_hash ?? null }
  await provePassword(context, attempt, proof, 'wrong_password')
  const password_hash = await context.passwords.hash(password)
  return inTransaction(context, async (tx) => {
    await forgetFailures(tx, attempt)
    await tx.run(updatePassword, { id: player.id, password_hash })
    await endOtherSessions(tx, player)
    return ownUser(context, tx, player)
  })
}

/** For whoever has proved to be the owner in another way; every session ends. */
export async function replacePassword(
  tx: Transaction,
  user_id: number,
  password_hash: string,
): Promise<void> {
  await tx.run(updatePassword, { id: user_id, password_hash })
  await endAllSessions(tx, user_id)
}

/** Everything of the user goes with the user. */
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
