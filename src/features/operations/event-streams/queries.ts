import { type Dialect, statement } from '../../../storage/statement.ts'
import type { EventRow, Position } from '../events/queries.ts'

const COLUMNS =
  'events.transaction_id, events.id, events.game_id, events.type, events.at, events.actor_id, events.audience, events.audience_id, events.data'

const after = (sql: Dialect, table = 'events') => sql.isAfter(table, ':transaction_id', ':id')

const until = (sql: Dialect, table = 'events') =>
  sql.isUntil(table, ':until_transaction_id', ':until_id')

/** The last event that can be read, behind which nothing will be inserted. No row: there is none. */
export const findLastPosition = statement<Record<string, never>, Position>(
  (sql) => `
  select transaction_id, id from events
   where transaction_id < ${sql.oldestOpenTransaction}
   order by transaction_id desc, id desc limit 1`,
)

/** Of all games. */
export const listAfter = statement<Position & { limit: number } & Record<string, number>, EventRow>(
  (sql) => `
  select ${COLUMNS} from events
   where ${after(sql)} and events.transaction_id < ${sql.oldestOpenTransaction}
   order by events.transaction_id, events.id limit :limit + 0`,
)

interface Part extends Position {
  [column: string]: number
  until_transaction_id: number
  until_id: number
  limit: number
}

/** For a game's own server. */
export const listOfGame = statement<Part & { game_id: number }, EventRow>(
  (sql) => `
  select ${COLUMNS} from events
   where game_id = :game_id and audience <> 'user_copy' and ${after(sql)} and ${until(sql)}
   order by events.transaction_id, events.id limit :limit + 0`,
)

/** The chats with the newest messages, and the newest friends, of which a player hears. */
const CHATS = 500
const FRIENDS = 500
/** The latest rounds of a player, of whose multiplayer rounds they hear. */
const ROUNDS = 100

/**
 * What concerns one user, without what happened before they became a member, and without what users did whom they have
 * blocked. Of each audience only the first events are read; the sum keeps SQLite from reading all events of the game instead.
 */
export const listOfUser = statement<Part & { user_id: number; game_id: number }, EventRow>(
  (sql) => `
  with memberships as
  (
    select 'user' as audience, cast(:user_id as bigint) as audience_id, cast(0 as bigint) as since
    union all
    select 'user_copy', cast(:user_id as bigint), 0
    union all
    select 'players', cast(:game_id as bigint), 0
    union all
    select 'friends', friend_id, since from (
      select friend_id, since from friends where user_id = :user_id
       order by since desc, friendship_id desc limit ${FRIENDS}) as newest_friends
    union all
    select 'group', group_id, joined_at from group_connections
     where user_id = :user_id and status = 'accepted'
    union all
    select 'group_admins', group_id, joined_at from group_connections
     where user_id = :user_id and status = 'accepted' and is_admin = 1
    union all
    select 'chat', chat_id, 0 from (
      select chat_id from chat_participants where user_id = :user_id
       order by last_message_id desc limit ${CHATS}) as chats
    union all
    select distinct 'multiplayer_round', multiplayer_game_round_id, 0 from (
      select multiplayer_game_round_id from game_rounds
       where game_user_id = :user_id order by id desc limit ${ROUNDS}) as rounds
     where multiplayer_game_round_id is not null)
  select ${COLUMNS} from memberships
    ${sql.firstRowsOfEach({
      table: 'events',
      as: 'events',
      rest: `where first.audience = memberships.audience and first.audience_id = memberships.audience_id
               and ${after(sql, 'first')} and ${until(sql, 'first')}
               and first.at >= memberships.since
               and not exists (select 1 from blocks
                                where blocker_id = :user_id and blocked_id = first.actor_id)
             order by first.transaction_id, first.id limit :limit + 0`,
    })}
   where events.game_id + 0 = :game_id
   order by events.transaction_id, events.id limit :limit + 0`,
)

export interface Member {
  audience_id: number
  actor_id: number
  user_id: number
}

/** Of each audience: who may see what this actor did, as it is now. */
const membersOf = ({
  table,
  audience,
  user = 'user_id',
  condition = 'true',
}: Record<string, string>) =>
  statement<{ wanted: string }, Member>(
    (sql) => `
  select distinct wanted.audience_id, wanted.actor_id, members.${user} as user_id
    from ${sql.rowsFromJson('wanted', { audience_id: 'bigint', actor_id: 'bigint' })}
    join ${table} as members on members.${audience} = wanted.audience_id and ${condition}
   where not exists (select 1 from blocks
                      where blocker_id = members.${user} and blocked_id = wanted.actor_id)`,
  )

const theUser = membersOf({ table: 'users', audience: 'id', user: 'id' })

export const members = {
  user: theUser,
  user_copy: theUser,
  friends: membersOf({ table: 'friends', audience: 'user_id', user: 'friend_id' }),
  group: membersOf({
    table: 'group_connections',
    audience: 'group_id',
    condition: `members.status = 'accepted'`,
  }),
  group_admins: membersOf({
    table: 'group_connections',
    audience: 'group_id',
    condition: `members.status = 'accepted' and members.is_admin = 1`,
  }),
  chat: membersOf({ table: 'chat_participants', audience: 'chat_id' }),
  multiplayer_round: membersOf({
    table: 'game_rounds',
    audience: 'multiplayer_game_round_id',
    user: 'game_user_id',
  }),
} as const

export const findLog = statement<
  Record<string, never>,
  { log_name: string; deleted_transaction_id: number; deleted_id: number }
>(`select log_name, deleted_transaction_id, deleted_id from event_log`)

/** `is_future`: this database has not given the position yet. It may be an older copy of the one that did. */
export const findLogFor = statement<
  Position & Record<string, number>,
  { log_name: string; deleted_transaction_id: number; deleted_id: number; is_future: number }
>(
  (sql) => `
  select log_name, deleted_transaction_id, deleted_id,
         case when ${sql.isFuture(':transaction_id', ':id')} then 1 else 0 end as is_future
    from event_log`,
)
