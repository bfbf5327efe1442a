import { HOUR_MS } from '../../../durations.ts'
import {
  type Context,
  inTransaction,
  separateTransaction,
  type Transaction,
} from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { limits } from '../../../limits.ts'
import { isMailAddress } from '../../../services/mail-addresses.ts'
import { comparisonKey } from '../../../services/names.ts'
import { hashSecret, newToken } from '../../../services/secrets.ts'
import { mailNewPasswordNotice, replacePassword } from '../account-changes/rules.ts'
import { findAccount, lockAccount, refuseMismatch } from '../accounts/rules.ts'
import { authenticateGame } from '../../operations/games/rules.ts'
import { countMail, linkTo } from '../mails/rules.ts'
import {
  deleteOldResets,
  deleteReset,
  deleteResetsOfUser,
  findByAddress,
  findReset,
  insertReset,
  lockByAddress,
} from './queries.ts'

function writeMail(game: { name: string }, email: string, link: string) {
  return {
    to: email,
    subject: `${game.name}: choose a new password`,
    text: `Someone, hopefully you, asked for a new password for ${game.name}.\n\nChoose one within the next hour:\n${link}\n\nIf it was not you, ignore this mail: nothing changes.\n`,
  }
}

interface ResetRequest {
  game_id: number
  game_token?: string
  email: string
}

/**
 * Also for a guest without a password: else a guest who takes an address would keep its owner out. Undefined: nobody has
 * the address, or the account or the mailbox has had enough mails.
 */
async function composeMail(context: Context, game: { id: number; name: string }, email: string) {
  const account = { game_id: game.id, email_key: comparisonKey(email) }
  if (!(await context.db.first(findByAddress, account))) return undefined
  const token = newToken()
  const to = await separateTransaction(context, async (tx) => {
    // Locked, so that a change of the address at the same time invalidates this link too.
    const user = await tx.first(lockByAddress, account)
    if (!user) return undefined
    const now = tx.now()
    const stored = await tx.first(insertReset, {
      token_hash: hashSecret(token),
      user_id: user.id,
      now,
      expires_at: now + HOUR_MS,
      since: now - HOUR_MS,
      max: limits.links_per_account.value,
    })
    const mail = { kind: 'link', user_id: user.id, to: user.email } as const
    const may_send = stored && (await countMail(context, tx, mail))
    return may_send ? user.email : undefined
  })
  return to === undefined
    ? undefined
    : writeMail(game, to, linkTo(context, 'reset_password', token))
}

/** Answers before the account is looked up, so that neither the answer nor its time shows whether there is one. */
export async function requestReset(context: Context, { email, ...credentials }: ResetRequest) {
  const game = await authenticateGame(context, credentials)
  if (!isMailAddress(email)) throw new Refusal('invalid_address')
  context.mail.sendInBackground(() => composeMail(context, game, email))
  const message =
    'If an account has this email address, a mail with a link to choose a new password is on its way.'
  return { mailer_response: null, message }
}

/** For staff. The same limits hold as for players who ask for a mail themselves. */
export const mailResetLink = (
  context: Context,
  game: { id: number; name: string },
  email: string,
): void => context.mail.sendInBackground(() => composeMail(context, game, email))

interface ResetInput {
  token: string
  password: string
  password_confirmation: string
  game_id?: number
}

type Account = NonNullable<Awaited<ReturnType<typeof lockAccount>>>

/**
 * Each link works once. A new password ends every session of the user, invalidates their other links, unlinks the
 * device of a former guest, and is told to the owner.
 */
export async function resetPassword(context: Context, input: ResetInput, ip_address: string) {
  refuseMismatch(input.password, input.password_confirmation)
  const token_hash = hashSecret(input.token)
  // Checked before the password is hashed, so that requests without a valid link cannot keep the server busy.
  const link = await context.db.first(findReset, { token_hash, now: context.now() })
  if (!link) throw new Refusal('wrong_reset_token')
  const password_hash = await context.passwords.hash(input.password, ip_address)
  let owner: Account | undefined
  const answer = await inTransaction(context, async (tx) => {
    const { user_id } = link
    const user = await lockAccount(tx, user_id)
    const used = await tx.first(deleteReset, { token_hash, now: tx.now() })
    if (!user || !used || (input.game_id !== undefined && input.game_id !== user.game_id)) {
      throw new Refusal('wrong_reset_token')
    }
    await tx.run(deleteResetsOfUser, { user_id })
    await replacePassword(tx, user, { password_hash, ip_address })
    owner = user
    return { message: 'Your password has been changed. Sign in with the new one.' }
  })
  if (owner) await mailNewPasswordNotice(context, owner)
  return answer
}

/** Of the account that the link of a mail is for. Undefined: there is no such link. */
export async function findGameOfReset({ db, now }: Context, token: string) {
  const link = await db.first(findReset, { token_hash: hashSecret(token), now: now() })
  return link && (await findAccount(db, link.user_id))?.game_id
}

/** A link that was sent to the old address, or before the owner chose a new password, must not work any more. */
export const invalidateResets = (tx: Transaction, { user_id }: { user_id: number }) =>
  tx.run(deleteResetsOfUser, { user_id })

export const removeOldResets = (tx: Transaction) => tx.run(deleteOldResets, { now: tx.now() })
