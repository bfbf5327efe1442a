import { type Dialect, statement } from '../../../storage/statement.ts'

export { findSeat } from '../round-views/queries.ts'

export interface FinishedRow {
  id: number
  game_id: number
  game_type: string | null
  finished_order: string
}

/** Returns those that were not finished before, in no order. The code can be given to another round. */
export const updateFinished = statement<{ wanted: string; now: number }, FinishedRow>(
  (sql) => `
  update multiplayer_game_rounds
     set finished_at = :now, code = null,
         finished_order = (select ranking_order from games where games.id = multiplayer_game_rounds.game_id)
   where finished_at is null
     and ${sql.isAmong('id', 'wanted')}
  returning id, game_id, game_type, finished_order`,
  { updates: 'multiplayer_game_rounds' },
)

const ROUNDS_WANTED = (sql: Dialect) => sql.isAmong('multiplayer_game_round_id', 'wanted')

/** The seats of rounds that are finished no longer count for their players. */
export const updateSeatsClosed = statement<{ wanted: string }>(
  (sql) => `
  update multiplayer_round_players set is_open = 0 where is_open = 1 and ${ROUNDS_WANTED(sql)}`,
  { updates: 'multiplayer_round_players' },
)

export const deleteInvites = statement<{ wanted: string }>(
  (sql) => `
  delete from multiplayer_round_players where state = 'invited' and ${ROUNDS_WANTED(sql)}`,
  { deletes: 'multiplayer_round_players' },
)

/** The first of those that must be finished, without those whose entries or seats someone changes now. */
export const lockDue = statement<{ now: number; limit: number }, { id: number }>(
  (sql) => `
  select id from multiplayer_game_rounds
   where closes_at <= :now and closes_at is not null and finished_at is null
   order by closes_at, id limit :limit + 0 ${sql.lockFreeRowsAgainstReferences}`,
)

/** No row: every seat has an entry, and every entry has ended. */
export const findUnendedSeat = statement<
  { multiplayer_game_round_id: number },
  { user_id: number }
>(`
  select seat.user_id from multiplayer_round_players as seat
   where seat.multiplayer_game_round_id = :multiplayer_game_round_id and seat.state = 'joined'
     and (not exists (select 1 from game_rounds as entry
                       where entry.game_user_id = seat.user_id
                         and entry.multiplayer_game_round_id = seat.multiplayer_game_round_id)
       or exists (select 1 from game_rounds as entry
                   where entry.game_user_id = seat.user_id
                     and entry.multiplayer_game_round_id = seat.multiplayer_game_round_id
                     and entry.end_time is null))
   limit 1`)
