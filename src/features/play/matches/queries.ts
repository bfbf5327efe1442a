import { statement } from '../../../storage/statement.ts'

/** Those that nobody else has locked. `ids` is a JSON list of rows. */
export const lockWaiting = statement<{ ids: string }, { id: number }>(
  (sql) => `
  select id from matchmaking_tickets
   where ${sql.isAmong('id', 'ids')} and state = 'waiting'
   order by id ${sql.lockFreeRows}`,
)

export const listWaiting = statement<{ ids: string }, { id: number }>(
  (sql) => `
  select id from matchmaking_tickets
   where ${sql.isAmong('id', 'ids')} and state = 'waiting'`,
)

/** Those whom nobody else has locked: rows of a match refer to them, and would wait. `ids` is a JSON list of rows. */
export const lockUsers = statement<{ ids: string }, { id: number }>(
  (sql) => `
  select id from users
   where ${sql.isAmong('id', 'ids')}
   order by id ${sql.lockFreeRowsAsReference}`,
)

export interface TicketPlayer {
  ticket_id: number
  user_id: number
  username: string
  is_ready: number
  is_banned: number
}

/** Those who have accepted. `ids` is a JSON list of rows, of tickets. */
export const listActivePlayers = statement<{ ids: string; now: number }, TicketPlayer>(
  (sql) => `
  select player.ticket_id, player.user_id, player.is_ready, users.username,
         case when users.banned_until > :now then 1 else 0 end as is_banned
    from matchmaking_players as player join users on users.id = player.user_id
   where ${sql.isAmong('player.ticket_id', 'ids')}
     and player.is_active = 1
   order by player.ticket_id, player.user_id`,
)

/** `matched` is a JSON list of rows. */
export const updateMatched = statement<{ matched: string; now: number }>(
  (sql) => `
  update matchmaking_tickets
     set state = 'matched', ended_at = :now, changed_at = :now, match_id = null, ready_until = null,
         team = matched.team, multiplayer_game_round_id = matched.round_id
    from ${sql.rowsFromJson('matched', { id: 'bigint', team: 'integer', round_id: 'bigint' })}
   where matchmaking_tickets.id = matched.id${sql.andIsAmong('matchmaking_tickets.id', 'matched')}`,
  { updates: 'matchmaking_tickets' },
)

/** `checked` is a JSON list of rows. */
export const updateReadyCheck = statement<{ checked: string; now: number }>(
  (sql) => `
  update matchmaking_tickets
     set state = 'ready_check', changed_at = :now, match_id = checked.match_id, team = checked.team,
         ready_until = checked.ready_until
    from ${sql.rowsFromJson('checked', {
      id: 'bigint',
      match_id: 'bigint',
      team: 'integer',
      ready_until: 'bigint',
    })}
   where matchmaking_tickets.id = checked.id${sql.andIsAmong('matchmaking_tickets.id', 'checked')}`,
  { updates: 'matchmaking_tickets' },
)

/** Of those in a ready check who have not answered. */
export const updateMissed = statement<{ ids: string; now: number }>(
  (sql) => `
  update matchmaking_players set missed_at = :now
   where ${sql.isAmong('ticket_id', 'ids')}
     and is_active = 1 and is_ready = 0`,
  { updates: 'matchmaking_players' },
)
