import {
  type Context,
  inTransaction,
  separateTransaction,
  type Transaction,
} from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { caseBlind, hashSecret, newToken } from '../../../services/secrets.ts'
import { replacePassword } from '../accounts/rules.ts'
import { openGame } from '../../operations/games/rules.ts'
import {
  deleteOldResets,
  deleteResetsOfUser,
  findByAddress,
  findGameOfUser,
  findReset,
  insertReset,
  takeReset,
} from './queries.ts'

const HOUR_MS = 3_600_000
const MOST_PER_HOUR = 5

function writeMail(game: { name: string }, email: string, link: string) {
  return {
    to: email,
    subject: `${game.name}: choose a new password`,
    text: `Somebody, hopefully you, asked for a new password for ${game.name}.\n\nChoose it here within one hour:\n${link}\n\nIf it was not you, do nothing: your password stays as it is.\n`,
  }
}

function linkTo({ config }: Context, token: string): string {
  const base = config.PUBLIC_URL || `http://${config.HOST}:${config.PORT}`
  return `${base.replace(/\/$/, '')}/reset_password?token=${token}`
}

interface Asked {
  game_id: number
  game_token?: string
  email: string
}

/** The answer is the same whether or not anyone has the address; the mail is made behind it. */
export async function askForReset(context: Context, { email, ...door }: Asked) {
  const game = await openGame(context, door)
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new Refusal('invalid_address')
  context.mail.later(async () => {
    const user = await context.db.first(findByAddress, {
      game_id: game.id,
      email_key: caseBlind(email),
    })
    if (!user) return undefined
    const token = newToken()
    const kept = await separateTransaction(context, (tx) => {
      const now = tx.now()
      const times = { now, expires_at: now + HOUR_MS, since: now - HOUR_MS, most: MOST_PER_HOUR }
      return tx.first(insertReset, { token_hash: hashSecret(token), user_id: user.id, ...times })
    })
    return kept && writeMail(game, user.email, linkTo(context, token))
  })
  const message =
    'If this address has an account, a mail with a link to choose a new password is on its way.'
  return { mailer_response: null, message }
}

interface Reset {
  token: string
  password: string
  password_confirmation: string
  game_id?: number
}

/** The link works once; with the new password every session of the user and every other link end. */
export async function resetPassword(context: Context, input: Reset) {
  if (input.password !== input.password_confirmation) {
    const sentence = 'password_confirmation must be the same as password.'
    throw new Refusal('invalid_input', { sentence })
  }
  const token_hash = hashSecret(input.token)
  // Asked before the password is hashed: whoever has no link must not keep the server busy.
  const link = await context.db.first(findReset, { token_hash, now: context.now() })
  if (!link) throw new Refusal('wrong_reset_token')
  const password_hash = await context.passwords.hash(input.password)
  return inTransaction(context, async (tx) => {
    const taken = await tx.first(takeReset, { token_hash, now: tx.now() })
    const user_id = taken?.user_id ?? 0
    const user = await tx.first(findGameOfUser, { user_id })
    if (!user || (input.game_id !== undefined && input.game_id !== user.game_id)) {
      throw new Refusal('wrong_reset_token')
    }
    await tx.run(deleteResetsOfUser, { user_id })
    await replacePassword(tx, user_id, password_hash)
    return { message: 'Your password is changed. Sign in with the new one.' }
  })
}

export const forgetOldResets = (tx: Transaction) => tx.run(deleteOldResets, { now: tx.now() })
