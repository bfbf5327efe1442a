import { statement } from '../../../storage/statement.ts'
import { SCORE_TAKEN_OUT } from '../score-rules/queries.ts'

export { findSeat } from '../round-views/queries.ts'

type Seat = { multiplayer_game_round_id: number; user_id: number }

/** An invitation becomes a seat. */
export const insertSeat = statement<Seat & { now: number }>(
  `insert into multiplayer_round_players (multiplayer_game_round_id, user_id, state, joined_at, is_open)
   values (:multiplayer_game_round_id, :user_id, 'joined', :now, 1)
   on conflict (multiplayer_game_round_id, user_id)
   do update set state = 'joined', joined_at = excluded.joined_at, is_open = 1`,
  { inserts: 'multiplayer_round_players', updates: 'multiplayer_round_players' },
)

export const updateSeatTaken = statement<{ id: number }, { players: number }>(
  `update multiplayer_game_rounds set players = players + 1 where id = :id returning players`,
  { updates: 'multiplayer_game_rounds' },
)

export const deleteSeat = statement<Seat>(
  `delete from multiplayer_round_players
    where multiplayer_game_round_id = :multiplayer_game_round_id and user_id = :user_id`,
  { deletes: 'multiplayer_round_players' },
)

export const updateKicked = statement<Seat>(
  `update multiplayer_round_players set state = 'kicked', team = null, joined_at = null, is_open = 0
    where multiplayer_game_round_id = :multiplayer_game_round_id and user_id = :user_id`,
  { updates: 'multiplayer_round_players' },
)

/** The rounds of which the user had a seat. If they are the master, whoever has a seat the longest becomes it. */
export const updateSeatsLeft = statement<
  { wanted: string; user_id: number },
  { id: number; game_id: number; players: number }
>(
  (sql) => `
  update multiplayer_game_rounds
     set players = players - 1,
         master_id = case when master_id = :user_id then coalesce((
           select seats.user_id from multiplayer_round_players as seats
            where seats.multiplayer_game_round_id = multiplayer_game_rounds.id and seats.state = 'joined'
            order by seats.joined_at, seats.user_id limit 1), master_id) else master_id end
   where ${sql.isAmong('id', 'wanted')}
  returning id, game_id, players`,
  { updates: 'multiplayer_game_rounds' },
)

export const updateEntriesTakenOut = statement<Seat & { now: number }, { id: number }>(
  `update game_rounds set multiplayer_game_round_id = null, score = ${SCORE_TAKEN_OUT}, updated_at = :now
    where game_user_id = :user_id and multiplayer_game_round_id = :multiplayer_game_round_id
   returning id`,
  { updates: 'game_rounds' },
)

/** Counts no further than `max`. */
export const countEntries = statement<Seat & { max: number }, { entries: number }>(`
  select count(*) as entries from (
    select 1 from game_rounds
     where game_user_id = :user_id and multiplayer_game_round_id = :multiplayer_game_round_id
     limit :max + 0) as counted`)

export const findFriendship = statement<
  { low_user_id: number; high_user_id: number },
  { id: number }
>(`
  select id from friendships
   where low_user_id = :low_user_id and high_user_id = :high_user_id and status = 'accepted'`)

export const findByCode = statement<{ game_id: number; code: string }, { id: number }>(`
  select id from multiplayer_game_rounds where game_id = :game_id and code = :code and code is not null`)

/** Without those that matchmaking made. Counts no further than `max`. */
export const countOpenSeats = statement<{ user_id: number; max: number }, { seats: number }>(`
  select count(*) as seats from (
    select 1 from multiplayer_round_players
     where user_id = :user_id and is_open = 1 and is_matched = 0
     limit :max + 0) as counted`)

/** The unfinished rounds in which the user has a seat. */
export const lockRoundsOfPlayer = statement<{ user_id: number }, { id: number }>(
  (sql) => `
  select id from multiplayer_game_rounds
   where finished_at is null and id in (
     select multiplayer_game_round_id from multiplayer_round_players
      where user_id = :user_id and is_open = 1)
   order by id ${sql.lockRow}`,
)

export const deleteSeatsOfPlayer = statement<{ user_id: number; wanted: string }>(
  (sql) => `
  delete from multiplayer_round_players
   where user_id = :user_id
     and ${sql.isAmong('multiplayer_game_round_id', 'wanted')}`,
  { deletes: 'multiplayer_round_players' },
)
