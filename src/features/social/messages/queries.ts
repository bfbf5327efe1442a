import { statement } from '../../../storage/statement.ts'

export interface MessageRow {
  id: number
  chat_id: number
  user_id: number | null
  text: string
  created_at: number
}

/** What everyone but staff sees of a message that staff have hidden. */
export const HIDDEN_TEXT = '(hidden by a moderator)'

const SHOWN_TEXT = `case when messages.hidden_at is null then messages.text else '${HIDDEN_TEXT}' end as text`

const AUTHOR_IS_NOT_BLOCKED = `not exists (
     select 1 from blocks where blocker_id = :viewer_id and blocked_id = messages.user_id)`

/** No row: it does not exist, or the viewer has blocked its author. */
export const findVisible = statement<{ id: number; viewer_id: number }, MessageRow>(`
  select id, chat_id, user_id, ${SHOWN_TEXT}, created_at from messages
   where id = :id and ${AUTHOR_IS_NOT_BLOCKED}`)

/** A page of all messages, without those of authors whom the viewer has blocked. */
export const listPage = statement<
  { chat_id: number; viewer_id: number; limit: number; offset: number },
  MessageRow
>(`
  select id, chat_id, user_id, text, created_at
    from (select id, chat_id, user_id, ${SHOWN_TEXT}, created_at from messages
           where chat_id = :chat_id order by id desc limit :limit + 0 offset :offset) as messages
   where ${AUTHOR_IS_NOT_BLOCKED}
   order by id desc`)

/** The latest messages of each chat, newest first, without those of authors whom the viewer has blocked. */
export const listLatest = statement<
  { chats: string; viewer_id: number; limit: number },
  MessageRow
>(
  (sql) => `
  select messages.id, messages.chat_id, messages.user_id, ${SHOWN_TEXT}, messages.created_at
    from ${sql.rowsFromJson('chats', { id: 'bigint' })}
    ${sql.firstOfEach({
      table: 'messages',
      as: 'messages',
      ids: `select latest.id from messages as latest
             where latest.chat_id = chats.id order by latest.id desc limit :limit + 0`,
    })}
   where ${AUTHOR_IS_NOT_BLOCKED}
   order by messages.id desc`,
)

/** The first readers of each message by their ids, and the viewer if they have read it. */
export const listReads = statement<
  { read: string; viewer_id: number; limit: number },
  { message_id: number; user_id: number }
>(
  (sql) => `
  select reads.message_id, reads.user_id
    from ${sql.rowsFromJson('read', { id: 'bigint' })}
    ${sql.firstOfEach({
      table: 'message_reads',
      as: 'reads',
      column: 'user_id',
      ids: `select reader.user_id as id from message_reads as reader
             where reader.message_id = read.id order by reader.user_id limit :limit + 0`,
    })} and reads.message_id = read.id
  union
  select own.message_id, own.user_id
    from ${sql.rowsFromJson('read', { id: 'bigint' })}
   cross join message_reads as own where own.message_id = read.id and own.user_id = :viewer_id
   order by message_id, user_id`,
)
