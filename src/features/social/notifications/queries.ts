import { statement } from '../../../storage/statement.ts'

export type NotificationType =
  | 'friend_request.received'
  | 'friend_request.accepted'
  | 'group_invitation.received'
  | 'group_join_request.accepted'
  | 'announcement.posted'

type Values = Record<string, string | number | null>

/** For one user, for a group, or without both for all players of the game. */
export const insertNotification = statement<
  Values & {
    game_id: number
    user_id: number | null
    group_id: number | null
    about_group_id: number | null
    actor_id: number | null
    subject_id: number | null
    type: NotificationType
    data: string
    now: number
  },
  { id: number }
>(
  `insert into notifications
     (game_id, user_id, group_id, about_group_id, actor_id, subject_id, type, data, created_at)
   values (:game_id, :user_id, :group_id, :about_group_id, :actor_id, :subject_id, :type, :data, :now)
   returning id`,
  { inserts: 'notifications' },
)

/** Deletes what is older than the newest `kept` ones. */
const deleteOldest = <P extends Record<string, number>>(whose: string) =>
  statement<P & { kept: number }>(
    `delete from notifications
      where ${whose}
        and id <= (select id from notifications where ${whose}
                    order by id desc limit 1 offset cast(:kept as bigint))`,
    { deletes: 'notifications' },
  )

const OF_GAME = 'game_id = :game_id and user_id is null and group_id is null'

/** Those that no player caused. */
export const deleteOldestAnnouncements = deleteOldest<{ user_id: number }>(
  'user_id = :user_id and actor_id is null',
)

/** Null for all but a user who has more: SQLite would make the list of what is deleted before it looks at another condition. */
const USER_WITH_MORE = `(select user_id from notifications where user_id = :user_id
                         limit 1 offset cast(:kept as bigint))`

/**
 * Of those that players caused, keeps the unread ones before the others, and of these the newest of each sender before the
 * second newest of any.
 */
export const deleteLeastOfUser = statement<{ user_id: number; kept: number }>(
  `delete from notifications
    where id in (
        select id from (
          select id, row_number() over (order by is_read, of_sender, id desc) as place from (
            select id, 0 as is_read,
                   row_number() over (partition by actor_id order by id desc) as of_sender
              from notifications
             where user_id = ${USER_WITH_MORE} and actor_id is not null and read_at is null
            union all
            select id, 1 as is_read, 0 as of_sender from notifications
             where user_id = ${USER_WITH_MORE} and actor_id is not null and read_at is not null) as own
          ) as placed
         where place > :kept)`,
  { deletes: 'notifications' },
)

export const deleteOldestOfSender = deleteOldest<{ user_id: number; actor_id: number }>(
  'user_id = :user_id and actor_id = :actor_id and read_at is null',
)
export const deleteOldestOfGroup = deleteOldest<{ group_id: number }>('group_id = :group_id')
export const deleteOldestOfGame = deleteOldest<{ game_id: number }>(OF_GAME)

/** What it is about does not exist any more. */
export const deleteOfSubject = statement<{ user_id: number; type: string; subject_id: number }>(
  `delete from notifications where user_id = :user_id and type = :type and subject_id = :subject_id`,
  { deletes: 'notifications' },
)

export const deleteBetween = statement<{ one_id: number; other_id: number }>(
  `delete from notifications
    where (user_id = :one_id and actor_id = :other_id) or (user_id = :other_id and actor_id = :one_id)`,
  { deletes: 'notifications' },
)

export const deleteOfActor = statement<{ actor_id: number }>(
  `delete from notifications where actor_id = :actor_id`,
  { deletes: 'notifications' },
)

interface Reader {
  [parameter: string]: number
  user_id: number
  game_id: number
}

export interface NotificationRow {
  id: number
  type: NotificationType
  actor_id: number | null
  data: string
  created_at: number
  is_read: number
}

const COLUMNS =
  'notifications.id, notifications.type, notifications.actor_id, notifications.data, notifications.created_at'

/** Nobody gets what was said before they came. */
const SINCE_SIGN_UP = 'created_at >= (select created_at from users where id = :user_id)'

const READ_UNTIL = 'coalesce((select read_until_id from inboxes where user_id = :user_id), 0)'

/** Newest first. */
export const listInbox = statement<Reader & { before: number; limit: number }, NotificationRow>(
  (sql) => `
  select * from (
    select * from (
      select ${COLUMNS}, case when read_at is null then 0 else 1 end as is_read
        from notifications where user_id = :user_id and id < :before
       order by id desc limit :limit + 0) as own
    union all
    select * from (
      select ${COLUMNS}, case when notifications.id <= ${READ_UNTIL} then 1 else 0 end as is_read
        from group_connections as member
        ${sql.firstOfEach({
          table: 'notifications',
          as: 'notifications',
          ids: `select first.id from notifications as first
                 where first.group_id = member.group_id and first.id < :before
                   and first.created_at >= member.joined_at
                 order by first.id desc limit :limit + 0`,
        })}
       where member.user_id = :user_id and member.status = 'accepted'
       order by notifications.id desc limit :limit + 0) as of_groups
    union all
    select * from (
      select ${COLUMNS}, case when id <= ${READ_UNTIL} then 1 else 0 end as is_read
        from notifications where ${OF_GAME} and id < :before and ${SINCE_SIGN_UP}
       order by id desc limit :limit + 0) as of_game) as inbox
   order by id desc limit :limit + 0`,
)

const UNREAD_OF_GROUPS = `
    from group_connections as member
    join notifications on notifications.group_id = member.group_id
   where member.user_id = :user_id and member.status = 'accepted'
     and notifications.created_at >= member.joined_at and notifications.id > ${READ_UNTIL}`

const UNREAD_OF_GAME = `
    from notifications where ${OF_GAME} and ${SINCE_SIGN_UP} and id > ${READ_UNTIL}`

export const countUnread = statement<Reader, { unread_count: number }>(`
  select (select count(*) from notifications where user_id = :user_id and read_at is null)
       + (select count(*) ${UNREAD_OF_GROUPS})
       + (select count(*) ${UNREAD_OF_GAME}) as unread_count`)

/** The last of those for many. No value: there is none that the player has not read. */
export const findLastUnread = statement<Reader, { id: number | null }>(`
  select max(id) as id from (
    select notifications.id ${UNREAD_OF_GROUPS}
    union all
    select id ${UNREAD_OF_GAME}) as unread`)

/** No row: there is no such notification, or it is for others. */
export const findNotification = statement<Reader & { id: number }, { user_id: number | null }>(`
  select user_id from notifications
   where id = :id and game_id = :game_id
     and (user_id = :user_id
       or (user_id is null and group_id is null)
       or exists (select 1 from group_connections as member
                   where member.group_id = notifications.group_id and member.user_id = :user_id
                     and member.status = 'accepted'))`)

export const updateRead = statement<{ id: number; user_id: number; now: number }>(
  `update notifications set read_at = :now
    where id = :id and user_id = :user_id and read_at is null`,
  { updates: 'notifications' },
)

export const updateAllRead = statement<{ user_id: number; now: number }>(
  `update notifications set read_at = :now where user_id = :user_id and read_at is null`,
  { updates: 'notifications' },
)

export const updateReadUntil = statement<{ user_id: number; id: number }>(
  `insert into inboxes as i (user_id, read_until_id) values (:user_id, :id)
   on conflict (user_id) do update set read_until_id = excluded.read_until_id
    where i.read_until_id < excluded.read_until_id`,
  { inserts: 'inboxes', updates: 'inboxes' },
)
