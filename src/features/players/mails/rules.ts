import { type Context, separateTransaction, type Transaction } from '../../../context.ts'
import { limits } from '../../../limits.ts'
import { isMailAddress, mailbox } from '../../../services/mail-addresses.ts'
import { hashSecret } from '../../../services/secrets.ts'
import { deleteOldRecipients, deleteRecipient, insertRecipient } from './queries.ts'

const HOUR_MS = 3_600_000

/** Counted apart: whoever asks for links in somebody's name must not use up the notices that warn them. */
type MailKind = 'link' | 'notice'

const hashRecipient = (kind: MailKind, address: string) =>
  hashSecret(JSON.stringify([kind, mailbox(address)]))

/**
 * Counts a mail. False: it must not be sent, because the mailbox has had enough of them in the last hour, from all
 * accounts and games together, or because it is no plain address.
 */
export async function countMail(
  { config }: Context,
  tx: Transaction,
  { kind, to }: { kind: MailKind; to: string },
): Promise<boolean> {
  if (!isMailAddress(to)) return false
  if (config.RATE_LIMIT === 'off') return true
  const now = tx.now()
  const times = { now, hour_ago: now - HOUR_MS }
  const max = limits.mails_per_mailbox.value
  return (
    (await tx.first(insertRecipient, {
      recipient_hash: hashRecipient(kind, to),
      ...times,
      max,
    })) !== undefined
  )
}

interface Notice {
  to: string | null
  subject: string
  text: string
}

/** Tells the owner of an account what has happened to it. To be called after it has. */
export function notifyOwner(context: Context, { to, subject, text }: Notice): void {
  if (to === null) return
  context.mail.sendOrDrop(async () => {
    const may_send = await separateTransaction(context, (tx) =>
      countMail(context, tx, { kind: 'notice', to }),
    )
    return may_send ? { to, subject, text } : undefined
  })
}

/** The URL of a page of this server, which the link in a mail opens. */
export function linkTo({ config }: Context, page: string, token: string): string {
  const base = config.PUBLIC_URL || `http://${config.HOST}:${config.PORT}`
  return `${base.replace(/\/$/, '')}/${page}?token=${token}`
}

export const forgetRecipient = (tx: Transaction, address: string) =>
  tx.run(deleteRecipient, {
    links: hashRecipient('link', address),
    notices: hashRecipient('notice', address),
  })

export const removeOldRecipients = (tx: Transaction) =>
  tx.run(deleteOldRecipients, { hour_ago: tx.now() - HOUR_MS })
