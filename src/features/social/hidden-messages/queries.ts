import { statement } from '../../../storage/statement.ts'

export interface MessageRow {
  id: number
  chat_id: number
  group_id: number | null
  user_id: number | null
  username: string | null
  text: string
  created_at: number
  hidden_at: number | null
}

const MESSAGE = `
  select messages.id, messages.chat_id, chats.group_id, messages.user_id, users.username,
         messages.text, messages.created_at, messages.hidden_at
    from messages
    join chats on chats.id = messages.chat_id
    left join users on users.id = messages.user_id`

export const findMessage = statement<{ game_id: number; id: number }, MessageRow>(`${MESSAGE}
   where messages.id = :id and chats.game_id = :game_id`)

export const listMessagesBefore = statement<
  { chat_id: number; id: number; limit: number },
  MessageRow
>(`${MESSAGE}
   where messages.chat_id = :chat_id and messages.id < :id
   order by messages.id desc limit :limit + 0`)

export const listMessagesAfter = statement<
  { chat_id: number; id: number; limit: number },
  MessageRow
>(`${MESSAGE}
   where messages.chat_id = :chat_id and messages.id > :id
   order by messages.id limit :limit + 0`)

export const updateHidden = statement<{ id: number; hidden_at: number | null }>(
  `update messages set hidden_at = :hidden_at where id = :id`,
  { updates: 'messages' },
)

/**
 * In answers that are stored in case requests are sent again: those of the author and of everyone in the chat, by the index
 * of each. They are not deleted, because then a repeated request would write a second time.
 */
export const updateAnswersHidden = statement<{
  chat_id: number
  group_id: number
  author_id: number
  shown: string
  hidden: string
}>(
  `update answered_requests set body = replace(body, :shown || '', :hidden || '')
    where user_id in (select user_id from chat_participants where chat_id = :chat_id
                      union select user_id from group_connections
                             where group_id = :group_id and status = 'accepted'
                      union select id from users where id = :author_id)
      and replace(body, :shown || '', '') <> body`,
  { updates: 'answered_requests' },
)
