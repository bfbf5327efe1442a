import { statement } from '../../../storage/statement.ts'

export interface PresenceRow {
  last_seen: number | null
  online_until: number | null
  status: string | null
  is_invisible: number | null
}

/** Of a list of users that is left joined with `presence`. */
export const PRESENCE_COLUMNS =
  'presence.last_seen, presence.online_until, presence.status, presence.is_invisible'

/** A time after `latest` was written before the clock was set back, and says nothing. */
interface Moment {
  [parameter: string]: string | number
  now: number
  latest: number
}

/** Another process promises more, and can take it back. */
const OF_ANOTHER = `p.writer <> excluded.writer and p.online_until > excluded.online_until
       and p.online_until <= :latest`

/**
 * What one process knows about when players were seen. It replaces what the same process wrote before, but not what others
 * wrote. Of the invisible, nobody learns when they were seen.
 */
export const updateSeen = statement<{ seen: string; writer: string; latest: number }>(
  (sql) => `
  insert into presence as p (user_id, last_seen, online_until, others_until, writer)
  select users.id, seen.last_seen, seen.online_until, 0, cast(:writer as text)
    from ${sql.rowsFromJson('seen', { user_id: 'bigint', last_seen: 'bigint', online_until: 'bigint' })}
    join users on users.id = seen.user_id
   where true
   order by users.id
  on conflict (user_id) do update set
    last_seen = case when p.is_invisible = 1 or (p.last_seen > excluded.last_seen and p.last_seen <= :latest)
                     then p.last_seen
                     else excluded.last_seen end,
    online_until = case
      when p.writer = excluded.writer and p.others_until > excluded.online_until
       and p.others_until <= :latest then p.others_until
      when ${OF_ANOTHER} then p.online_until
      else excluded.online_until end,
    others_until = case
      when p.writer = excluded.writer and p.others_until <= :latest then p.others_until
      when ${OF_ANOTHER} and (p.others_until <= excluded.online_until or p.others_until > :latest)
      then excluded.online_until
      when ${OF_ANOTHER} then p.others_until
      when p.writer <> excluded.writer and p.online_until <= :latest then p.online_until
      else 0 end,
    writer = case when ${OF_ANOTHER} then p.writer else excluded.writer end`,
  { inserts: 'presence', updates: 'presence' },
)

const IS_UNREPORTED = `
     is_reported_online = 0 and is_invisible = 0 and online_until > :now and online_until <= :latest
     and (next_report_at <= :now or next_report_at > :latest)`

/** Of several processes that try it at once, one succeeds. */
export const updateReportedOnline = statement<
  Moment & { users: string; next_report_at: number },
  { user_id: number }
>(
  (sql) => `
  update presence set is_reported_online = 1, next_report_at = :next_report_at
   where ${sql.isAmong('user_id', 'users')}
     and ${IS_UNREPORTED}
  returning user_id`,
  { updates: 'presence' },
)

export const updateReportedOffline = statement<Moment & { users: string }, { user_id: number }>(
  (sql) => `
  update presence
     set is_reported_online = 0,
         online_until = case when online_until > :latest then 0 else online_until end
   where ${sql.isAmong('user_id', 'users')}
     and is_reported_online = 1 and (is_invisible = 1 or online_until <= :now or online_until > :latest)
  returning user_id`,
  { updates: 'presence' },
)

/** Those who are online without their friends knowing it. */
export const listUnreported = statement<Moment & { limit: number }, { id: number }>(`
  select user_id as id from presence where ${IS_UNREPORTED}
   order by online_until limit :limit + 0`)

/** Two parts, so that each is answered by the index. */
export const listGone = statement<Moment & { limit: number }, { id: number }>(`
  select user_id as id from presence where is_reported_online = 1 and online_until <= :now
  union all
  select user_id as id from presence where is_reported_online = 1 and online_until > :latest
   limit :limit + 0`)

export interface FriendRow {
  id: number
  game_id: number
  username: string
  credits: number
  score: number
  status: string
  last_seen: number
}

/** Those of the users who have friends. */
export const listWithFriends = statement<{ ids: string }, FriendRow>(
  (sql) => `
  select users.id, users.game_id, users.username, users.credits, users.score,
         presence.status, presence.last_seen
    from users join presence on presence.user_id = users.id
   where ${sql.isAmong('users.id', 'ids')}
     and exists (select 1 from friends where friends.user_id = users.id)
   order by users.id`,
)

interface OwnRow {
  status: string
  is_invisible: number
}

/** Null leaves a value as it is. */
export const updateOwn = statement<
  { user_id: number; status: string | null; is_invisible: number | null },
  OwnRow
>(
  `insert into presence as p
     (user_id, last_seen, online_until, others_until, writer, status, is_invisible)
   values (:user_id, 0, 0, 0, '', coalesce(cast(:status as text), ''),
           coalesce(cast(:is_invisible as integer), 0))
   on conflict (user_id) do update set
     status = coalesce(cast(:status as text), p.status),
     is_invisible = coalesce(cast(:is_invisible as integer), p.is_invisible)
   returning status, is_invisible`,
  { inserts: 'presence', updates: 'presence' },
)

export const findOwn = statement<{ user_id: number }, OwnRow>(`
  select status, is_invisible from presence where user_id = :user_id`)
