import { type Dialect, statement } from '../../../storage/statement.ts'
import type { EventRow, Position } from '../events/queries.ts'

const COLUMNS =
  'events.transaction_id, events.id, events.game_id, events.type, events.at, events.actor_id, events.audience, events.audience_id, events.data'

const after = (sql: Dialect) => sql.isAfter('events', ':transaction_id', ':id')

const until = (sql: Dialect) => sql.isUntil('events', ':until_transaction_id', ':until_id')

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

type Part = {
  transaction_id: number
  id: number
  until_transaction_id: number
  until_id: number
  limit: number
}

/**
 * The event that so many others of the game lie before. No row: there are not so many. A part of the log that ends there is
 * short, whatever is filtered out of it.
 */
export const findAfterSome = statement<
  Omit<Part, 'limit'> & { game_id: number; skipped: number },
  Position
>(
  (sql) => `
  select transaction_id, id from events
   where game_id = :game_id and ${after(sql)} and ${until(sql)}
   order by transaction_id, id limit 1 offset :skipped + 0`,
)

/** For a game's own server. */
export const listOfGame = statement<Part & { game_id: number }, EventRow>(
  (sql) => `
  select ${COLUMNS} from events
   where game_id = :game_id and audience <> 'user_copy' and ${after(sql)} and ${until(sql)}
   order by events.transaction_id, events.id limit :limit + 0`,
)

const isMember = (table: string, condition: string) =>
  `exists (select 1 from ${table} as members where members.user_id = :user_id and ${condition})`

const isInGroup = `members.group_id = events.audience_id and members.status = 'accepted' and members.joined_at <= events.at`

const HAS_SEAT = `members.multiplayer_game_round_id = events.audience_id and members.state = 'joined'`

const isBlocked = `exists (select 1 from blocks where blocker_id = :user_id and blocked_id = events.actor_id)`

/**
 * What concerns one user, without what happened before they became a member, and without what users did whom they have
 * blocked. It looks at every event of the game, so the part must be short.
 */
export const listOfUser = statement<Part & { user_id: number; game_id: number }, EventRow>(
  (sql) => `
  select ${COLUMNS} from events
   where game_id = :game_id and ${after(sql)} and ${until(sql)}
     and case audience
           when 'user' then audience_id = :user_id
           when 'user_copy' then audience_id = :user_id
           when 'players' then audience_id = :game_id
           when 'friends' then exists (
             select 1 from friendships
               join friends on friends.friendship_id = friendships.id and friends.user_id = :user_id
              where low_user_id = case when events.audience_id < :user_id then events.audience_id else :user_id end
                and high_user_id = case when events.audience_id < :user_id then :user_id else events.audience_id end
                and friends.since <= events.at)
           when 'group' then ${isMember('group_connections', isInGroup)}
           when 'group_admins' then ${isMember('group_connections', `${isInGroup} and members.is_admin = 1`)}
           when 'chat' then ${isMember('chat_participants', 'members.chat_id = events.audience_id')}
           when 'multiplayer_round' then exists (
             select 1 from game_rounds
              where game_user_id = :user_id and multiplayer_game_round_id = events.audience_id)
             or ${isMember('multiplayer_round_players', HAS_SEAT)}
           else false
         end
     and not ${isBlocked}
   order by events.transaction_id, events.id limit :limit + 0`,
)

/** What a user is a member of, counted up to a limit: how much work `listFirsts` is. Others decide how many chats it is. */
export const countMemberships = statement<
  { user_id: number; limit: number },
  { friends: number; chats: number; rounds: number }
>(`
  select (select count(*) from (select 1 from friends where user_id = :user_id limit :limit + 0) as f) as friends,
         (select count(*) from (
           select 1 from chat_participants where user_id = :user_id limit :limit + 0) as c) as chats,
         (select count(*) from (
           select 1 from game_rounds where game_user_id = :user_id and multiplayer_game_round_id is not null
            limit :limit + 0) as r)
         + (select count(*) from (
           select 1 from multiplayer_round_players where user_id = :user_id
            limit :limit + 0) as s) as rounds`)

/** One thing that a user is a member of, and since when. */
export interface Membership {
  audience: string
  audience_id: number
  since: number
}

/** The first event of everything that a user is a member of: those with the earliest ones. */
export const listFirsts = statement<
  Part & { user_id: number; game_id: number },
  Membership & Position
>(
  (sql) => `
  with memberships as
  (
    select 'user' as audience, cast(:user_id as bigint) as audience_id, cast(0 as bigint) as since
    union all
    select 'user_copy', cast(:user_id as bigint), 0
    union all
    select 'players', cast(:game_id as bigint), 0
    union all
    select 'friends', friend_id, since from friends where user_id = :user_id
    union all
    select 'group', group_id, joined_at from group_connections
     where user_id = :user_id and status = 'accepted'
    union all
    select 'group_admins', group_id, joined_at from group_connections
     where user_id = :user_id and status = 'accepted' and is_admin = 1
    union all
    select 'chat', chat_id, 0 from chat_participants where user_id = :user_id
    union all
    select 'multiplayer_round', multiplayer_game_round_id, 0 from (
      select multiplayer_game_round_id from game_rounds
       where game_user_id = :user_id and multiplayer_game_round_id is not null
      union
      select multiplayer_game_round_id from multiplayer_round_players
       where user_id = :user_id and state = 'joined') as rounds)
  select memberships.audience, memberships.audience_id, memberships.since, events.transaction_id, events.id
    from memberships
    ${sql.firstRowsOfEach({
      table: 'events',
      as: 'events',
      rest: `${sql.partOfAudience('memberships')} limit 1`,
    })}
   order by events.transaction_id, events.id limit :limit + 0`,
)

/**
 * The first events of these memberships, of each `each` at most, and whether the user may see them: what is hidden must not
 * make it read on.
 */
export const listOfMemberships = statement<
  Part & { user_id: number; wanted: string; each: number },
  EventRow & { is_visible: number }
>(
  (sql) => `
  select ${COLUMNS}, case when events.at < read.since or ${isBlocked} then 0 else 1 end as is_visible
    from (
      select events.id, wanted.since
        from ${sql.rowsFromJson('wanted', { audience: 'text', audience_id: 'bigint', since: 'bigint' })}
        ${sql.firstRowsOfEach({
          table: 'events',
          as: 'events',
          rest: `${sql.partOfAudience('wanted')} limit :each + 0`,
        })}
       order by events.transaction_id, events.id limit :limit + 0) as read
    ${sql.firstRowsOfEach({ table: 'events', as: 'events', rest: 'where first.id = read.id limit 1' })}
   order by events.transaction_id, events.id`,
)

export interface Member {
  audience_id: number
  actor_id: number
  user_id: number
}

/** Of each audience: who may see what this actor did, as it is now. */
const membersIn = (
  sql: Dialect,
  { table, audience, user = 'user_id', condition = 'true' }: Record<string, string>,
) => `
  select distinct wanted.audience_id, wanted.actor_id, members.${user} as user_id
    from ${sql.rowsFromJson('wanted', { audience_id: 'bigint', actor_id: 'bigint' })}
    join ${table} as members on members.${audience} = wanted.audience_id and ${condition}
   where not exists (select 1 from blocks
                      where blocker_id = members.${user} and blocked_id = wanted.actor_id)`

/** Whoever is in several tables is found once. */
const membersOf = (...tables: Record<string, string>[]) =>
  statement<{ wanted: string }, Member>((sql) =>
    tables.map((table) => membersIn(sql, table)).join('\n  union'),
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
  multiplayer_round: membersOf(
    { table: 'game_rounds', audience: 'multiplayer_game_round_id', user: 'game_user_id' },
    {
      table: 'multiplayer_round_players',
      audience: 'multiplayer_game_round_id',
      condition: `members.state = 'joined'`,
    },
  ),
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
