import { type NoParameters, statement } from '../../../storage/statement.ts'

export interface OpenTicket {
  id: number
  game_id: number
  game_type: string
  state: string
  region: string
  /** As JSON, with sorted keys. */
  attributes: string
  players: number
  rating: number
  /** Null: not all of the party have accepted. */
  waiting_since: number | null
  polled_at: number
  changed_at: number
}

const COLUMNS =
  'id, game_id, game_type, state, region, attributes, players, rating, waiting_since, polled_at, changed_at'

/** Tickets that have begun or stopped to wait, oldest change first. */
export const listChanged = statement<
  { changed_at: number; id: number; limit: number },
  OpenTicket
>(`
  select ${COLUMNS} from matchmaking_tickets
   where (changed_at, id) > (:changed_at, :id) and state <> 'matched'
   order by changed_at, id limit :limit + 0`)

/** Tickets that have not ended. A ticket that is polled meanwhile moves to a later page, so none is left out. */
export const listOpen = statement<{ polled_at: number; id: number; limit: number }, OpenTicket>(`
  select ${COLUMNS} from matchmaking_tickets
   where ended_at is null and (polled_at, id) > (:polled_at, :id)
   order by polled_at, id limit :limit + 0`)

export const findOpen = statement<NoParameters, { id: number }>(`
  select id from matchmaking_tickets where ended_at is null limit 1`)

export interface LockedTicket {
  id: number
  game_id: number
  game_type: string
  state: string
  match_id: number | null
  team: number | null
  players: number
  waiting_since: number | null
  changed_at: number
}

const LOCKED = 'id, game_id, game_type, state, match_id, team, players, waiting_since, changed_at'

export const findMatchOfTicket = statement<{ id: number }, { match_id: number | null }>(`
  select match_id from matchmaking_tickets where id = :id`)

/** The ticket, and all others of its match. */
export const lockTicketWithMatch = statement<{ id: number; match_id: number }, LockedTicket>(
  (sql) => `
  select ${LOCKED} from matchmaking_tickets where id = :id or match_id = :match_id
   order by id ${sql.lockRow}`,
)

/** They keep the time that they have waited. `ids` is a JSON list of rows. */
export const updateWaitingAgain = statement<{ ids: string; now: number }>(
  (sql) => `
  update matchmaking_tickets
     set state = 'waiting', changed_at = :now, match_id = null, team = null, ready_until = null
   where ${sql.isAmong('id', 'ids')}
     and state = 'ready_check'`,
  { updates: 'matchmaking_tickets' },
)

export const updateEnded = statement<
  { ids: string; state: 'cancelled' | 'expired'; now: number },
  { id: number }
>(
  (sql) => `
  update matchmaking_tickets
     set state = :state, ended_at = :now, changed_at = :now, match_id = null, team = null, ready_until = null
   where ${sql.isAmong('id', 'ids')}
     and ended_at is null
  returning id`,
  { updates: 'matchmaking_tickets' },
)

/** `ids` is a JSON list of rows, of tickets. */
export const updatePlayersInactive = statement<{ ids: string }>(
  (sql) => `
  update matchmaking_players set is_active = 0
   where ${sql.isAmong('ticket_id', 'ids')}
     and is_active = 1`,
  { updates: 'matchmaking_players' },
)

export const updatePlayersNotReady = statement<{ ids: string }>(
  (sql) => `
  update matchmaking_players set is_ready = 0
   where ${sql.isAmong('ticket_id', 'ids')}
     and is_ready = 1`,
  { updates: 'matchmaking_players' },
)

/** Some of those that nobody has asked for lately. A ready check has its own end. */
export const updateExpired = statement<
  { before: number; now: number; limit: number },
  { id: number }
>(
  (sql) => `update matchmaking_tickets set state = 'expired', ended_at = :now, changed_at = :now
    where id in (
      select id from matchmaking_tickets
       where ended_at is null and polled_at < :before and state <> 'ready_check'
       order by polled_at, id limit :limit + 0 ${sql.lockFreeRows})
      and ended_at is null and +polled_at < :before and state <> 'ready_check'
   returning id`,
  { updates: 'matchmaking_tickets' },
)

/** Some of those that ended long ago. */
export const deleteOldTickets = statement<{ before: number; limit: number }>(
  `delete from matchmaking_tickets where id in (
     select id from matchmaking_tickets where changed_at < :before and ended_at is not null
      order by changed_at, id limit :limit + 0)`,
  { deletes: 'matchmaking_tickets' },
)

/** The ready checks whose time is over. */
export const listUnanswered = statement<{ now: number; limit: number }, { match_id: number }>(`
  select match_id from matchmaking_tickets
   where ready_until is not null and ready_until < :now order by ready_until limit :limit + 0`)

/** Those that nobody else has locked. `ids` is a JSON list of rows, of matches. */
export const lockMatches = statement<{ ids: string }, LockedTicket>(
  (sql) => `
  select ${LOCKED} from matchmaking_tickets
   where ${sql.isAmong('match_id', 'ids')}
   order by id ${sql.lockFreeRows}`,
)

/** All tickets of matches. */
export const listOfMatches = statement<{ ids: string }, { id: number; match_id: number }>(
  (sql) => `
  select id, match_id from matchmaking_tickets
   where ${sql.isAmong('match_id', 'ids')}`,
)
