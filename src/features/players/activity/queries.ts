import { statement } from '../../../storage/statement.ts'

/** One row per user. A request after a long pause starts a new game session. */
export const addActivity = statement<
  { counted: string; month: number; pause_ms: number },
  { user_id: number; events_total: number }
>(
  (sql) => `
  insert into user_activity as a
    (user_id, events_total, events_current_month, game_sessions_total, game_sessions_current_month, month, last_seen_at)
  select users.id, counted.events, counted.events, 1, 1, :month, counted.last_at
    from ${sql.rowsFromJson('counted', { user_id: 'bigint', events: 'bigint', last_at: 'bigint' })}
    join users on users.id = counted.user_id
   where true
   order by users.id
  on conflict (user_id) do update set
    events_total = a.events_total + excluded.events_total,
    events_current_month = excluded.events_current_month
      + case when a.month = excluded.month then a.events_current_month else 0 end,
    game_sessions_total = a.game_sessions_total
      + case when excluded.last_seen_at - a.last_seen_at > :pause_ms then 1 else 0 end,
    game_sessions_current_month =
      case when a.month = excluded.month then a.game_sessions_current_month else 0 end
      + case when excluded.last_seen_at - a.last_seen_at > :pause_ms then 1 else 0 end,
    month = excluded.month,
    last_seen_at = excluded.last_seen_at
  returning user_id, events_total`,
  { inserts: 'user_activity', updates: 'user_activity' },
)

/** At most one row for each player and day. */
export const insertPlayerDays = statement<{ active: string }>(
  (sql) => `
  insert into player_days (user_id, day)
  select users.id, active.day
    from ${sql.rowsFromJson('active', { user_id: 'bigint', day: 'integer' })}
    join users on users.id = active.user_id
   where true
   order by users.id, active.day
  on conflict (user_id, day) do nothing`,
  { inserts: 'player_days' },
)
