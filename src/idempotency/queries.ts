import { type NoParameters, statement } from '../storage/statement.ts'

export const ping = statement<NoParameters, { answer: number }>(`select 1 as answer`)

export interface StoredAnswer {
  fingerprint: string
  status: number
  body: string
  answer_id: number
}

export const findAnswer = statement<{ request_hash: string; since: number }, StoredAnswer>(`
  select fingerprint, status, body, answer_id from answered_requests
   where request_hash = :request_hash and answered_at >= :since`)

/** No row: the request was answered before, less than a day ago. */
export const claimAnswer = statement<
  {
    request_hash: string
    fingerprint: string
    user_id: number | null
    now: number
    since: number
  },
  { request_hash: string }
>(
  `insert into answered_requests (request_hash, fingerprint, user_id, status, body, answer_id, answered_at)
   values (:request_hash, :fingerprint, :user_id, 0, '', 0, :now)
   on conflict (request_hash) do update
      set fingerprint = excluded.fingerprint, user_id = excluded.user_id, answered_at = excluded.answered_at
    where answered_requests.answered_at < :since
   returning request_hash`,
  { inserts: 'answered_requests', updates: 'answered_requests' },
)

export const storeAnswer = statement<{
  request_hash: string
  status: number
  body: string
  answer_id: number
}>(
  `update answered_requests set status = :status, body = :body, answer_id = :answer_id
    where request_hash = :request_hash`,
  { updates: 'answered_requests' },
)

export const deleteOldAnswers = statement<{ since: number }>(
  `delete from answered_requests where answered_at < :since`,
  { deletes: 'answered_requests' },
)

/** One row per user for all that was counted; a request after a long pause starts a session. */
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

/** Sessions that were ended meanwhile stay ended: there is no row to update. */
export const extendSessions = statement<{ used: string; lifetime_ms: number }>(
  (sql) => `
  update sessions set last_used_at = used.at, expires_at = used.at + :lifetime_ms
    from ${sql.rowsFromJson('used', { session_id: 'bigint', at: 'bigint' })}
   where sessions.id = used.session_id`,
  { updates: 'sessions' },
)

export const touchServiceKeys = statement<{ keys: string }>(
  (sql) => `
  update service_keys set last_used_at = keys.at
    from ${sql.rowsFromJson('keys', { key_id: 'bigint', at: 'bigint' })}
   where service_keys.id = keys.key_id`,
  { updates: 'service_keys' },
)
