import { statement } from '../../../storage/statement.ts'
import { USER_SUMMARY_COLUMNS, type UserSummaryRow } from '../../players/users/queries.ts'

export interface ChatRow {
  id: number
  creator_id: number
  group_id: number | null
}

export type AuthorRow = UserSummaryRow

export const findPlayersByName = statement<
  { game_id: number; names: string },
  { id: number; username_key: string }
>(
  (sql) => `
  select users.id, users.username_key
    from ${sql.rowsFromJson('names', { username_key: 'text' })}
   cross join users
   where users.game_id = :game_id and users.username_key = names.username_key`,
)

/** The existing chat is updated only to lock it: nobody leaves it before the transaction ends. */
export const insertDirectChat = statement<
  { game_id: number; creator_id: number; participants_key: string; now: number },
  ChatRow
>(
  `insert into chats (game_id, creator_id, participants_key, created_at)
   values (:game_id, :creator_id, :participants_key, :now)
   on conflict (game_id, participants_key) do update set last_message_id = chats.last_message_id
   returning id, creator_id, group_id`,
  { inserts: 'chats', updates: 'chats' },
)

/** In the order of their ids, as a block locks players. */
export const insertParticipants = statement<{
  chat_id: number
  starter_id: number
  people: string
}>(
  (sql) => `
  insert into chat_participants (chat_id, user_id, is_starter)
  select :chat_id, people.id, case when people.id = :starter_id then 1 else 0 end
    from ${sql.rowsFromJson('people', { id: 'bigint' })}
   where true order by people.id
  on conflict (chat_id, user_id) do nothing`,
  { inserts: 'chat_participants' },
)

/** Other chats that the user starts wait, so that all of them are counted. */
export const lockStarter = statement<{ user_id: number }, { id: number }>(
  (sql) => `
  select id from users where id = :user_id ${sql.lockRow}`,
)

/** The chats that the user has started and not left. Counts no further than `max`. */
export const countStartedChats = statement<{ user_id: number; max: number }, { count: number }>(`
  select count(*) as count
    from (select 1 from chat_participants where user_id = :user_id and is_starter = 1
           limit :max + 0) as counted`)

export const insertGroupChat = statement<{ game_id: number; group_id: number; now: number }>(
  `insert into chats (game_id, creator_id, group_id, created_at)
   values (:game_id, :group_id, :group_id, :now)
   on conflict (group_id) do nothing`,
  { inserts: 'chats' },
)

export const findGroupChat = statement<{ group_id: number }, ChatRow>(`
  select id, creator_id, group_id from chats where group_id = :group_id`)

const CHAT_OF_USER = `
  select id, creator_id, group_id from chats
   where id = :id and (
     exists (select 1 from chat_participants where chat_id = chats.id and user_id = :user_id)
     or exists (select 1 from group_connections
                 where group_id = chats.group_id and user_id = :user_id and status = 'accepted'))`

/** No row: the user is neither a participant of the chat nor a member of its group. */
export const findChatOfUser = statement<{ id: number; user_id: number }, ChatRow>(CHAT_OF_USER)

/** Messages are added to a chat, and players leave it, one after the other. */
export const lockChatOfUser = statement<{ id: number; user_id: number }, ChatRow>(
  (sql) => `${CHAT_OF_USER} ${sql.lockRow}`,
)

/** Empty for the chat of a group. */
export const listParticipantIds = statement<{ chat_id: number }, { id: number }>(`
  select user_id as id from chat_participants where chat_id = :chat_id`)

export const deleteParticipant = statement<{ chat_id: number; user_id: number }>(
  `delete from chat_participants where chat_id = :chat_id and user_id = :user_id`,
  { deletes: 'chat_participants' },
)

/** Its players get a new chat when they write to each other again. Without participants it is deleted later. */
export const updateChatLeft = statement<{ id: number }>(
  `update chats set participants_key = null,
          is_abandoned = case when exists (select 1 from chat_participants where chat_id = chats.id)
                              then 0 else 1 end
    where id = :id`,
  { updates: 'chats' },
)

export const deleteAbandonedMessages = statement<{ limit: number }>(
  `delete from messages where id in (
     select messages.id from chats join messages on messages.chat_id = chats.id
      where chats.is_abandoned = 1 limit :limit + 0)`,
  { deletes: 'messages' },
)

export const deleteAbandonedChats = statement<{ limit: number }>(
  `delete from chats where id in (
     select id from chats where is_abandoned = 1
        and not exists (select 1 from messages where chat_id = chats.id) limit :limit + 0)`,
  { deletes: 'chats' },
)

export const insertMessage = statement<
  { chat_id: number; user_id: number; text: string; now: number },
  { id: number }
>(
  `insert into messages (chat_id, user_id, text, created_at)
   values (:chat_id, :user_id, :text, :now) returning id`,
  { inserts: 'messages' },
)

export const updateLastMessage = statement<{ chat_id: number; message_id: number }>(
  `update chats set last_message_id = :message_id
    where id = :chat_id and last_message_id < :message_id`,
  { updates: 'chats' },
)

/** Not of those who have blocked the author: they do not see the message. */
export const updateLastMessageOfParticipants = statement<{
  chat_id: number
  message_id: number
  author_id: number
}>(
  `update chat_participants set last_message_id = :message_id
    where chat_id = :chat_id and last_message_id < :message_id
      and not exists (select 1 from blocks
                       where blocker_id = chat_participants.user_id and blocked_id = :author_id)`,
  { updates: 'chat_participants' },
)

/** No row: the user has read it before. */
export const insertRead = statement<{ message_id: number; user_id: number }, { user_id: number }>(
  `insert into message_reads (message_id, user_id) values (:message_id, :user_id)
   on conflict (message_id, user_id) do nothing returning user_id`,
  { inserts: 'message_reads' },
)

export const listDirectChats = statement<
  { user_id: number; limit: number; offset: number },
  ChatRow
>(`
  select chats.id, chats.creator_id, chats.group_id
    from chat_participants join chats on chats.id = chat_participants.chat_id
   where chat_participants.user_id = :user_id
   order by chat_participants.last_message_id desc, chat_participants.chat_id desc
   limit :limit + 0 offset :offset`)

/**
 * These are sorted, not read from an index, since a new message would move the chat for every member. Players are in few
 * groups.
 */
export const listGroupChats = statement<
  { user_id: number; limit: number; offset: number },
  ChatRow
>(`
  select chats.id, chats.creator_id, chats.group_id
    from group_connections join chats on chats.group_id = group_connections.group_id
   where group_connections.user_id = :user_id and group_connections.status = 'accepted'
   order by chats.last_message_id desc, chats.id desc
   limit :limit + 0 offset :offset`)

/** The participants of each chat. Of a large group, those who joined first. */
export const listParticipants = statement<
  { chats: string; limit: number },
  UserSummaryRow & { chat_id: number }
>(
  (sql) => `
  select chats.id as chat_id, ${USER_SUMMARY_COLUMNS}
    from ${sql.rowsFromJson('chats', { id: 'bigint', group_id: 'bigint' })}
    join chat_participants on chat_participants.chat_id = chats.id
    join users on users.id = chat_participants.user_id
  union all
  select chats.id as chat_id, ${USER_SUMMARY_COLUMNS}
    from ${sql.rowsFromJson('chats', { id: 'bigint', group_id: 'bigint' })}
    ${sql.firstOfEach({
      table: 'group_connections',
      as: 'members',
      ids: `select member.id from group_connections as member
             where member.group_id = chats.group_id and member.status = 'accepted'
             order by member.joined_at, member.id limit :limit + 0`,
    })}
    join users on users.id = members.user_id`,
)

export const listAuthors = statement<{ authors: string }, AuthorRow>(
  (sql) => `
  select ${USER_SUMMARY_COLUMNS}
    from ${sql.rowsFromJson('authors', { id: 'bigint' })} join users on users.id = authors.id`,
)
