import {
  type Context,
  inTransaction,
  separateTransaction,
  type Transaction,
} from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { comparisonKey } from '../../../services/names.ts'
import { hashSecret, newToken } from '../../../services/secrets.ts'
import { replacePassword } from '../accounts/rules.ts'
import { authenticateGame } from '../../operations/games/rules.ts'
import {
  deleteOldResets,
  deleteResetsOfUser,
  findByAddress,
  findGameOfUser,
  findReset,
  insertReset,
  deleteReset,
} from './queries.ts'

const HOUR_MS = 3_600_000
const MAX_LINKS_PER_HOUR = 5

function writeMail(game: { name: string }, email: string, link: string) {
  return {
    to: email,
    subject: `${game.name}: choose a new password`,
    text: `Someone, hopefully you, asked for a new password for ${game.name}.\n\nChoose one within the next hour:\n${link}\n\nIf it was not you, ignore this mail: your password stays the same.\n`,
  }
}

function resetLink({ config }: Context, token: string): string {
  const base = config.PUBLIC_URL || `http://${config.HOST}:${config.PORT}`
  return `${base.replace(/\/$/, '')}/reset_password?token=${token}`
}

interface ResetRequest {
  game_id: number
  game_token?: string
  email: string
}

/** Answers before the account is looked up, so that neither the answer nor its time shows whether there is one. */
export async function requestReset(context: Context, { email, ...credentials }: ResetRequest) {
  const game = await authenticateGame(context, credentials)
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new Refusal('invalid_address')
  context.mail.sendInBackground(async () => {
    const user = await context.db.first(findByAddress, {
      game_id: game.id,
      email_key: comparisonKey(email),
    })
    if (!user) return undefined
    const token = newToken()
    const stored = await separateTransaction(context, (tx) => {
      const now = tx.now()
      const reset = {
        token_hash: hashSecret(token),
        user_id: user.id,
        now,
        expires_at: now + HOUR_MS,
      }
      return tx.first(insertReset, { ...reset, since: now - HOUR_MS, max: MAX_LINKS_PER_HOUR })
    })
    return stored && writeMail(game, user.email, resetLink(context, token))
  })
  const message =
    'If an account has this email address, a mail with a link to choose a new password is on its way.'
  return { mailer_response: null, message }
}

interface ResetInput {
  token: string
  password: string
  password_confirmation: string
  game_id?: number
}

/** Each link works once. A new password ends every session of the user and invalidates their other links. */
export async function resetPassword(context: Context, input: ResetInput) {
  if (input.password !== input.password_confirmation) {
    const sentence = 'password_confirmation must be the same as password.'
    throw new Refusal('invalid_input', { sentence })
  }
  const token_hash = hashSecret(input.token)
  // Checked before the password is hashed, so that requests without a valid link cannot keep the server busy.
  const link = await context.db.first(findReset, { token_hash, now: context.now() })
  if (!link) throw new Refusal('wrong_reset_token')
  const password_hash = await context.passwords.hash(input.password)
  return inTransaction(context, async (tx) => {
    const used = await tx.first(deleteReset, { token_hash, now: tx.now() })
    const user_id = used?.user_id ?? 0
    const user = await tx.first(findGameOfUser, { user_id })
    if (!user || (input.game_id !== undefined && input.game_id !== user.game_id)) {
      throw new Refusal('wrong_reset_token')
    }
    await tx.run(deleteResetsOfUser, { user_id })
    await replacePassword(tx, user_id, password_hash)
    return { message: 'Your password has been changed. Sign in with the new one.' }
  })
}

export const removeOldResets = (tx: Transaction) => tx.run(deleteOldResets, { now: tx.now() })
