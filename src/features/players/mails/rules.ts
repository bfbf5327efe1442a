import { HOUR_MS } from '../../../durations.ts'
import { type Context, separateTransaction, type Transaction } from '../../../context.ts'
import { limits } from '../../../limits.ts'
import { localUrl } from '../../../services/local-url.ts'
import { isMailAddress, mailbox } from '../../../services/mail-addresses.ts'
import { hashSecret } from '../../../services/secrets.ts'
import { deleteOldRecipients, deleteRecipient, insertRecipient } from './queries.ts'

/** Counted apart: whoever asks for links in somebody's name must not use up the notices that warn them. */
type MailKind = 'link' | 'notice'

const hashRecipient = (kind: MailKind, address: string) =>
  hashSecret(JSON.stringify([kind, mailbox(address)]))

const hashAccount = (kind: MailKind, user_id: number) => hashSecret(JSON.stringify([kind, user_id]))

/**
 * Counts a mail. False: it must not be sent, because the account has caused enough of them in the last hour, to all its
 * addresses, or the mailbox has had enough, from all accounts and games together, or because it is no plain address.
 */
export async function countMail(
  { config }: Context,
  tx: Transaction,
  { kind, user_id, to }: { kind: MailKind; user_id: number; to: string },
): Promise<boolean> {
  if (!isMailAddress(to)) return false
  if (config.RATE_LIMIT === 'off') return true
  const now = tx.now()
  const count = async (recipient_hash: string, max: number) =>
    (await tx.first(insertRecipient, { recipient_hash, now, hour_ago: now - HOUR_MS, max })) !==
    undefined
  return (
    (await count(hashAccount(kind, user_id), limits.mails_per_account.value)) &&
    (await count(hashRecipient(kind, to), limits.mails_per_mailbox.value))
  )
}

interface Notice {
  user_id: number
  to: string | null
  subject: string
  text: string
}

/** Tells the owner of an account what has happened to it. To be called after it has. */
export function notifyOwner(context: Context, { user_id, to, subject, text }: Notice): void {
  if (to === null) return
  context.mail.sendOrDrop(async () => {
    const may_send = await separateTransaction(context, (tx) =>
      countMail(context, tx, { kind: 'notice', user_id, to }),
    )
    return may_send ? { to, subject, text } : undefined
  })
}

/** The URL of a page of this server, which the link in a mail opens. */
export function linkTo({ config }: Context, page: string, token: string): string {
  const base = config.PUBLIC_URL || localUrl(config.HOST, config.PORT)
  return `${base.replace(/\/$/, '')}/${page}?token=${token}`
}

export const forgetRecipient = (
  tx: Transaction,
  { user_id, address }: { user_id: number; address: string },
) =>
  tx.run(deleteRecipient, {
    links_to: hashRecipient('link', address),
    notices_to: hashRecipient('notice', address),
    links_of: hashAccount('link', user_id),
    notices_of: hashAccount('notice', user_id),
  })

export const removeOldRecipients = (tx: Transaction) =>
  tx.run(deleteOldRecipients, { hour_ago: tx.now() - HOUR_MS })
