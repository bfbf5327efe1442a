import { deleteSome, statement } from '../../../storage/statement.ts'

/** Of a mailbox or an account. No row: it has had enough mails since `hour_ago`. */
export const insertRecipient = statement<
  { recipient_hash: string; now: number; hour_ago: number; max: number },
  { mails: number }
>(
  `insert into mail_recipients as m (recipient_hash, mails, since) values (:recipient_hash, 1, :now)
   on conflict (recipient_hash) do update set
     mails = case when m.since <= :hour_ago then 1 else m.mails + 1 end,
     since = case when m.since <= :hour_ago then excluded.since else m.since end
    where m.since <= :hour_ago or m.mails < :max
   returning mails`,
  { inserts: 'mail_recipients', updates: 'mail_recipients' },
)

export const deleteRecipient = statement<{
  links_to: string
  notices_to: string
  links_of: string
  notices_of: string
}>(
  `delete from mail_recipients where recipient_hash in (:links_to, :notices_to, :links_of, :notices_of)`,
  { deletes: 'mail_recipients' },
)

export const deleteOldRecipients = deleteSome<{ hour_ago: number }>('mail_recipients', {
  key: 'recipient_hash',
  age: 'since',
  is_old: '<= :hour_ago',
})
