import { DAY_MS, HOUR_MS } from '../../../durations.ts'
import {
  type Context,
  inTransaction,
  type Player,
  type ReadContext,
  separateTransaction,
  type Transaction,
} from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { limits } from '../../../limits.ts'
import { isMailAddress } from '../../../services/mail-addresses.ts'
import { hashSecret, newToken } from '../../../services/secrets.ts'
import { isoTime } from '../../../services/times.ts'
import { findGameById } from '../../operations/games/rules.ts'
import { countMail, linkTo } from '../mails/rules.ts'
import {
  deleteOldVerifications,
  deleteVerification,
  findEmail,
  findOldestLink,
  insertVerification,
  lockEmail,
  updateVerified,
} from './queries.ts'

/** Without the username, which could be a text that lures the owner of the address to another site. */
function writeMail(email: string, game_name: string, link: string) {
  const text = `An account of ${game_name} has this email address.\n\nIf the account is yours, confirm the address within the next day:\n${link}\n\nIf it is not, ignore this mail.\n`
  return { to: email, subject: `${game_name}: confirm your email address`, text }
}

async function tooManyLinks(tx: Transaction, user_id: number): Promise<Refusal> {
  const now = tx.now()
  const oldest = await tx.first(findOldestLink, { user_id, since: now - HOUR_MS })
  const retry_after_seconds = ((oldest?.created_at ?? now) + HOUR_MS - now) / 1000
  const sentence = `No mail was sent: the account got ${limits.links_per_account.value} links in the last hour, which is the most. Use the newest one, or wait for the time in the header Retry-After.`
  return new Refusal('too_many_requests', { sentence, retry_after_seconds })
}

/**
 * Undefined: the account has no address that needs a link, or it or its mailbox has had enough mails. The owner may know
 * the first, but not the second: the mailbox may be that of somebody else.
 */
async function composeMail(context: Context, user_id: number, { is_requested = false } = {}) {
  const token = newToken()
  const account = await separateTransaction(context, async (tx) => {
    const user = await tx.first(lockEmail, { id: user_id })
    if (!user?.email || !user.email_key || user.email_verified_at !== null) return undefined
    const { game_id, email, email_key } = user
    const now = tx.now()
    const stored = await tx.first(insertVerification, {
      token_hash: hashSecret(token),
      user_id,
      email_key,
      now,
      expires_at: now + DAY_MS,
      since: now - HOUR_MS,
      max: limits.links_per_account.value,
    })
    if (!stored && is_requested) throw await tooManyLinks(tx, user_id)
    if (!stored || !(await countMail(context, tx, { kind: 'link', user_id, to: email })))
      return undefined
    return { game_id, email }
  })
  if (!account) return undefined
  const { name } = await findGameById(context.db, account.game_id)
  return writeMail(account.email, name, linkTo(context, 'verify_email', token))
}

/** After a sign-up, a new address or a refused sign-in, which are not refused for a lack of mails. */
export const sendVerification = (context: Context, user_id: number) =>
  context.mail.sendOrDrop(() => composeMail(context, user_id))

interface Verifiable {
  id: number
  email: string | null
  email_verified_at: number | null
}

/** Old addresses to which no mail is sent could never be verified, so they need not be. */
export function refuseUnverified(
  context: Context,
  game: { requires_verified_email: number },
  { id, email, email_verified_at }: Verifiable,
): void {
  if (game.requires_verified_email === 0 || email_verified_at !== null) return
  if (email === null || !isMailAddress(email)) return
  sendVerification(context, id)
  throw new Refusal('email_not_verified')
}

export async function showVerification({ db }: ReadContext, player: Player) {
  const user = await db.first(findEmail, { id: player.id })
  if (!user) throw new Refusal('user_not_found')
  const { requires_verified_email } = await findGameById(db, player.game_id)
  const { email_verified_at: at } = user
  return {
    is_verified: at !== null,
    verified_at: at === null ? null : isoTime(at),
    is_required: requires_verified_email === 1,
  }
}

export async function requestVerification(context: Context, player: Player) {
  const user = await context.db.first(findEmail, { id: player.id })
  if (!user?.email) throw new Refusal('no_email')
  if (user.email_verified_at !== null) throw new Refusal('email_already_verified')
  const mail = await composeMail(context, player.id, { is_requested: true })
  if (mail) context.mail.sendInBackground(async () => mail)
  return { message: 'A mail with a link to confirm the email address is on its way.' }
}

/** Each link works once, and only for the address that it was sent to. */
export function verifyEmail(context: Context, token: string) {
  return inTransaction(context, async (tx) => {
    const now = tx.now()
    const link = await tx.first(deleteVerification, { token_hash: hashSecret(token), now })
    const { user_id = 0, email_key = '' } = link ?? {}
    const verified = await tx.run(updateVerified, { id: user_id, email_key, now })
    if (verified === 0) throw new Refusal('wrong_verification_token')
    return { message: 'Your email address is confirmed.' }
  })
}

export const removeOldVerifications = (tx: Transaction) =>
  tx.run(deleteOldVerifications, { now: tx.now() })
