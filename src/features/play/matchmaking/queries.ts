import { statement } from '../../../storage/statement.ts'

export type TicketState =
  | 'inviting'
  | 'waiting'
  | 'ready_check'
  | 'matched'
  | 'cancelled'
  | 'expired'

export interface TicketRow {
  id: number
  game_type: string
  state: TicketState
  region: string
  attributes: string
  created_at: number
  waiting_since: number | null
  polled_at: number
  ended_at: number | null
  ready_until: number | null
  team: number | null
  multiplayer_game_round_id: number | null
  /** Of the game type. Null: nobody was matched yet, or there is no matchmaking any more. */
  recent_wait_ms: number | null
}

const TICKET = `ticket.id, ticket.game_type, ticket.state, ticket.region, ticket.attributes, ticket.created_at,
       ticket.waiting_since, ticket.polled_at, ticket.ended_at, ticket.ready_until, ticket.team,
       ticket.multiplayer_game_round_id, type.recent_wait_ms`

const WITH_TYPE = `
    left join matchmaking_types as type
      on type.game_id = ticket.game_id and type.game_type = ticket.game_type`

export const findTicket = statement<{ id: number }, TicketRow>(`
  select ${TICKET} from matchmaking_tickets as ticket ${WITH_TYPE} where ticket.id = :id`)

/** The newest tickets of a user that have not ended, with invitations. */
export const listTicketsOfUser = statement<{ user_id: number; limit: number }, TicketRow>(`
  select ${TICKET}
    from matchmaking_players as player
    join matchmaking_tickets as ticket on ticket.id = player.ticket_id ${WITH_TYPE}
   where player.user_id = :user_id and ticket.ended_at is null
   order by player.ticket_id desc limit :limit + 0`)

export interface PartyRow {
  ticket_id: number
  user_id: number
  username: string
  is_leader: number
  has_accepted: number
  is_ready: number
}

/** The leader first. `ids` is a JSON list of rows. */
export const listParties = statement<{ ids: string }, PartyRow>(
  (sql) => `
  select player.ticket_id, player.user_id, users.username, player.is_leader, player.has_accepted, player.is_ready
    from matchmaking_players as player join users on users.id = player.user_id
   where ${sql.isAmong('player.ticket_id', 'ids')}
   order by player.ticket_id, player.is_leader desc, player.user_id`,
)

export const insertTicket = statement<
  {
    game_id: number
    game_type: string
    state: TicketState
    region: string
    attributes: string
    players: number
    rating: number
    waiting_since: number | null
    now: number
  },
  Omit<TicketRow, 'recent_wait_ms'>
>(
  `insert into matchmaking_tickets (game_id, game_type, state, region, attributes, players, rating, created_at,
          waiting_since, polled_at, changed_at)
   values (:game_id, :game_type, :state, :region, :attributes, :players, :rating, :now, :waiting_since, :now, :now)
   returning id, game_type, state, region, attributes, created_at, waiting_since, polled_at, ended_at, ready_until, team,
          multiplayer_game_round_id`,
  { inserts: 'matchmaking_tickets' },
)

/**
 * Into the ticket that was just inserted. Fails if the leader is active in another. `invited` is a JSON list of rows. Because the rows
 * are returned, SQLite knows them all before it inserts the first, which would become the last id.
 */
export const insertPlayers = statement<{ user_id: number; invited: string }, PartyRow>(
  (sql) => `
  insert into matchmaking_players (ticket_id, user_id, is_leader, has_accepted, is_active, is_ready)
  select ${sql.lastInsertedId}, cast(:user_id as bigint), 1, 1, 1, 0
  union all
  select ${sql.lastInsertedId}, invited.id, 0, 0, 0, 0 from ${sql.rowsFromJson('invited', { id: 'bigint' })}
  returning ticket_id, user_id, is_leader, has_accepted, is_ready,
            (select username from users where users.id = user_id) as username`,
  { inserts: 'matchmaking_players' },
)

/** Fails if the player is active in another ticket. */
export const updateAccepted = statement<{ ticket_id: number; user_id: number }>(
  `update matchmaking_players set has_accepted = 1, is_active = 1
    where ticket_id = :ticket_id and user_id = :user_id`,
  { updates: 'matchmaking_players' },
)

/** `ids` is a JSON list of rows, of users. */
export const listFriendsAmong = statement<{ user_id: number; ids: string }, { id: number }>(
  (sql) => `
  select friend_id as id from friends
   where user_id = :user_id
     and ${sql.isAmong('friend_id', 'ids')}`,
)

export interface RatingRow {
  /** Null: the player has none. */
  rating: number | null
  /** With which players begin. Null: the game type is not rated. */
  mu: number | null
  sigma: number | null
}

/** One row for each of them. `ids` is a JSON list of rows, of users. */
export const listRatings = statement<
  { game_id: number; game_type: string; ids: string },
  RatingRow
>(
  (sql) => `
  select ratings.rating, settings.mu, settings.sigma
    from ${sql.rowsFromJson('ids', { id: 'bigint' })}
    left join ratings on ratings.user_id = ids.id and ratings.game_type = :game_type
    left join rating_settings as settings
      on settings.game_id = :game_id and settings.game_type = :game_type`,
)

/** When all have accepted. */
export const updateComplete = statement<{ id: number; now: number }, { id: number }>(
  `update matchmaking_tickets
      set state = 'waiting', waiting_since = :now, changed_at = :now, polled_at = :now
    where id = :id and state = 'inviting'
      and not exists (select 1 from matchmaking_players where ticket_id = :id and has_accepted = 0)
   returning id`,
  { updates: 'matchmaking_tickets' },
)

export const updateReady = statement<{ ticket_id: number; user_id: number }>(
  `update matchmaking_players set is_ready = 1 where ticket_id = :ticket_id and user_id = :user_id`,
  { updates: 'matchmaking_players' },
)

/** Not if somebody else has locked it: then something happens to it, or the next request writes it. */
export const updatePolled = statement<{ id: number; now: number }>(
  (sql) => `
  update matchmaking_tickets set polled_at = :now
   where id in (
     select id from matchmaking_tickets where id = :id and ended_at is null ${sql.lockFreeRows})`,
  { updates: 'matchmaking_tickets' },
)

export interface Busy {
  /** Null: they are in no ticket. */
  is_active: number | null
  /** When they last cancelled a ready check, or did not answer it in time. */
  missed_at: number | null
}

export const findBusy = statement<{ user_id: number }, Busy>(`
  select (select is_active from matchmaking_players where user_id = :user_id and is_active = 1) as is_active,
         (select missed_at from matchmaking_players
           where user_id = :user_id and missed_at is not null order by missed_at desc limit 1) as missed_at`)

export const updateCancelled = statement<{ ticket_id: number; user_id: number; now: number }>(
  `update matchmaking_players set missed_at = :now where ticket_id = :ticket_id and user_id = :user_id`,
  { updates: 'matchmaking_players' },
)

/** Tickets of a user that have not ended, also invitations. */
export const listOpenOfUser = statement<{ user_id: number }, { id: number }>(`
  select ticket.id
    from matchmaking_players as player
    join matchmaking_tickets as ticket on ticket.id = player.ticket_id
   where player.user_id = :user_id and ticket.ended_at is null
   order by ticket.id`)
