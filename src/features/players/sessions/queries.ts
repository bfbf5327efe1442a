import { deleteSome, statement } from '../../../storage/statement.ts'

/** What a request needs to know about its player, and of their game. */
export interface PlayerRow {
  id: number
  game_id: number
  ranking_order: string
  share_player_emails: number
  permissions: string
  enabled: number
  banned_until: number | null
  ban_reason: string | null
  muted_until: number | null
}

export const PLAYER_COLUMNS = `users.id, users.game_id, games.ranking_order, games.share_player_emails,
         games.permissions, games.enabled, users.banned_until, users.ban_reason, users.muted_until`

interface SessionRow extends PlayerRow {
  session_id: number
  last_used_at: number
  expires_at: number
}

/** With everything that decides whether a request is accepted. */
export const findSession = statement<{ token_hash: string }, SessionRow>(`
  select ${PLAYER_COLUMNS}, sessions.id as session_id, sessions.last_used_at, sessions.expires_at
    from sessions
    join users on users.id = sessions.user_id
    join games on games.id = users.game_id
   where sessions.token_hash = :token_hash`)

/**
 * All writes that may change a row of `findSession`. Users never move to another game, and whatever changes a ban or a mute
 * also writes to `sanctions`: updates of `users` are too many to clear the cache.
 */
export const CHANGES_OF_SESSIONS = {
  inserts: ['sanctions'],
  updates: ['sessions', 'games', 'sanctions'],
  deletes: ['sessions', 'users', 'games'],
} as const

/** Those of the sessions that have ended, whose game is disabled, or whose user is banned. */
export const listEnded = statement<
  { checked: string; now: number },
  { id: number; is_banned: number }
>(
  (sql) => `
  select checked.id, case when users.banned_until > :now then 1 else 0 end as is_banned
    from ${sql.rowsFromJson('checked', { id: 'bigint' })}
    left join sessions on sessions.id = checked.id
    left join users on users.id = sessions.user_id
    left join games on games.id = users.game_id
   where sessions.id is null or sessions.expires_at <= :now or games.enabled <> 1
      or users.banned_until > :now`,
)

export const findPlayer = statement<{ id: number }, PlayerRow>(`
  select ${PLAYER_COLUMNS}
    from users join games on games.id = users.game_id
   where users.id = :id`)

/** No row: the user is banned, or there is none. */
export const insertSession = statement<
  { token_hash: string; user_id: number; now: number; expires_at: number },
  { id: number }
>(
  `insert into sessions (token_hash, user_id, created_at, last_used_at, expires_at)
   select cast(:token_hash as text), id, cast(:now as bigint), cast(:now as bigint), cast(:expires_at as bigint)
     from users where id = :user_id and (banned_until is null or banned_until <= :now)
   returning id`,
  { inserts: 'sessions' },
)

/** The newest session that has to end. No row: the user has no more than may be kept. */
export const findSurplusSession = statement<{ user_id: number; kept: number }, { id: number }>(`
  select id from sessions where user_id = :user_id order by id desc limit 1 offset :kept + 0`)

export const deleteSessionsUpTo = statement<{ user_id: number; id: number }>(
  `delete from sessions where user_id = :user_id and id <= :id`,
  { deletes: 'sessions' },
)

export const listSessions = statement<
  { user_id: number; now: number; limit: number; offset: number },
  { id: number; created_at: number; last_used_at: number; expires_at: number }
>(`
  select id, created_at, last_used_at, expires_at from sessions
   where user_id = :user_id and expires_at > :now
   order by id limit :limit + 0 offset :offset`)

export const deleteSession = statement<{ user_id: number; id: number }>(
  `delete from sessions where user_id = :user_id and id = :id`,
  { deletes: 'sessions' },
)

/** A `kept_id` of 0 keeps none. */
export const deleteOtherSessions = statement<{ user_id: number; kept_id: number }>(
  `delete from sessions where user_id = :user_id and id <> :kept_id`,
  { deletes: 'sessions' },
)

export const deleteExpiredSessions = deleteSome<{ now: number }>('sessions', {
  key: 'id',
  age: 'expires_at',
  is_old: '<= :now',
})

/** Sessions that have ended in the meantime stay ended: there is no row to update. */
export const updateSessionUses = statement<{ uses: string; lifetime_ms: number }>(
  (sql) => `
  update sessions set last_used_at = uses.at, expires_at = uses.at + :lifetime_ms
    from ${sql.rowsFromJson('uses', { id: 'bigint', at: 'bigint' })}
   where sessions.id = uses.id`,
  { updates: 'sessions' },
)
