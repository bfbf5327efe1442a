import { longRead, statement } from '../../../storage/statement.ts'

export interface ListedChat {
  id: number
  group_id: number | null
  group_name: string | null
  member_count: number | null
  created_at: number
  last_message_id: number
  last_message_at: number | null
}

const CHAT = `chats.id, chats.group_id, groups.name as group_name, groups.member_count, chats.created_at,
         chats.last_message_id, messages.created_at as last_message_at`

const WITH_DETAILS = `
    left join groups on groups.id = chats.group_id
    left join messages on messages.id = chats.last_message_id`

/** Counts no further than `max`. */
export const countChats = statement<{ game_id: number; max: number }, { chats: number }>(`
  select count(*) as chats
    from (select 1 from chats where game_id = :game_id limit :max + 0) as counted`)

type Page = { game_id: number; before: number; limit: number }

/** The latest activity first: all chats of the game are sorted. */
export const listFewChats = longRead<Page, ListedChat>(
  `
  select ${CHAT}
    from (select id, group_id, created_at, last_message_id from chats
           where game_id = :game_id and last_message_id < :before and is_abandoned = 0
           order by last_message_id desc limit :limit + 0) as chats ${WITH_DETAILS}
   order by chats.last_message_id desc`,
  'game_id',
)

const LATEST = `select id, chat_id, created_at from messages
           where id < :before order by id desc limit :max_looked_at + 0`

/**
 * The same for games that have many: looks at the latest messages of all games, and no further than `max_looked_at`. Each
 * chat is found by its last message only. The subquery keeps PostgreSQL from reading all chats for a join.
 */
export const listAmongLatest = longRead<Page & { max_looked_at: number }, ListedChat>(
  `
  select ${CHAT}
    from (select * from (${LATEST}) as latest
           where :game_id = (select chats.game_id from chats
                              where chats.id = latest.chat_id and chats.last_message_id = latest.id
                                and chats.is_abandoned = 0)
           order by latest.id desc limit :limit + 0) as messages
    join chats on chats.id = messages.chat_id
    left join groups on groups.id = chats.group_id
   order by messages.id desc`,
  'game_id',
)

export const findLastLookedAt = longRead<
  { game_id: number; before: number; max_looked_at: number },
  { messages: number; id: number | null }
>(`select count(*) as messages, min(id) as id from (${LATEST}) as latest`, 'game_id')

/** Chats of one player with others, and of the groups that the player is in, the latest activity first. */
export const listOfUser = statement<Page & { user_id: number }, ListedChat>(`
  select ${CHAT}
    from (select * from (
            select chats.id, chats.group_id, chats.created_at, chats.last_message_id, chats.game_id
              from chat_participants as mine join chats on chats.id = mine.chat_id
             where mine.user_id = :user_id and mine.last_message_id < :before
             order by mine.last_message_id desc limit :limit + 0) as direct
          union all
          select * from (
            select chats.id, chats.group_id, chats.created_at, chats.last_message_id, chats.game_id
              from group_connections as membership
              join chats on chats.group_id = membership.group_id
             where membership.user_id = :user_id and membership.status = 'accepted'
               and chats.last_message_id < :before
             order by chats.last_message_id desc limit :limit + 0) as of_groups) as chats
    ${WITH_DETAILS}
   where chats.game_id = :game_id
   order by chats.last_message_id desc limit :limit + 0`)

export interface Participant {
  chat_id: number
  id: number
  username: string
}

/** The first few of each chat between players. */
export const listParticipants = statement<{ chats: string; limit: number }, Participant>(
  (sql) => `
  select mine.chat_id, users.id, users.username
    from ${sql.rowsFromJson('chats', { id: 'bigint' })}
    ${sql.firstOfEach({
      table: 'chat_participants',
      as: 'mine',
      column: 'user_id',
      ids: `select first.user_id as id from chat_participants as first
             where first.chat_id = chats.id order by first.user_id limit :limit + 0`,
    })} and mine.chat_id = chats.id
    join users on users.id = mine.user_id
   order by mine.chat_id, users.id`,
)

export const findChat = statement<{ id: number; game_id: number }, ListedChat>(`
  select ${CHAT} from chats ${WITH_DETAILS} where chats.id = :id and chats.game_id = :game_id`)

/** The newest first. Without an author: the account was deleted. */
export const listMessages = statement<
  { chat_id: number; before: number; limit: number },
  {
    id: number
    user_id: number | null
    username: string | null
    text: string
    created_at: number
    hidden_at: number | null
  }
>(`
  select messages.id, messages.user_id, users.username, messages.text, messages.created_at, messages.hidden_at
    from (select id, user_id, text, created_at, hidden_at from messages
           where chat_id = :chat_id and id < :before
           order by id desc limit :limit + 0) as messages
    left join users on users.id = messages.user_id
   order by messages.id desc`)
