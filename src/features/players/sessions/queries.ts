import { deleteSome, statement } from '../../../storage/statement.ts'

/** What a request needs to know about its player, and of their game. */
export interface PlayerRow {
  id: number
  game_id: number
  ranking_order: string
  share_player_emails: number
  permissions: string
  enabled: number
}

export const PLAYER_COLUMNS = `users.id, users.game_id, games.ranking_order, games.share_player_emails,
         games.permissions, games.enabled`

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

/** All writes that may change a row of `findSession`. Users never move to another game. */
export const CHANGES_OF_SESSIONS = {
  updates: ['sessions', 'games'],
  deletes: ['sessions', 'users', 'games'],
} as const

/** Those of the sessions that have ended, or whose game is disabled. */
export const listEnded = statement<{ checked: string; now: number }, { id: number }>(
  (sql) => `
  select checked.id from ${sql.rowsFromJson('checked', { id: 'bigint' })}
   where not exists (
     select 1 from sessions
       join users on users.id = sessions.user_id
       join games on games.id = users.game_id
      where sessions.id = checked.id and sessions.expires_at > :now and games.enabled = 1)`,
)

export const findPlayer = statement<{ id: number }, PlayerRow>(`
  select ${PLAYER_COLUMNS}
    from users join games on games.id = users.game_id
   where users.id = :id`)

export const insertSession = statement<
  { token_hash: string; user_id: number; now: number; expires_at: number },
  { id: number }
>(
  `insert into sessions (token_hash, user_id, created_at, last_used_at, expires_at)
   values (:token_hash, :user_id, :now, :now, :expires_at) returning id`,
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
