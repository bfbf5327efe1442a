import { statement } from '../../../storage/statement.ts'

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
     and id in (select wanted.id from ${sql.rowsFromJson('wanted', { id: 'bigint' })})
  returning id, game_id, game_type, finished_order`,
  { updates: 'multiplayer_game_rounds' },
)

/** The first of those that must be finished. Waits for everyone who changes their entries or seats. */
export const lockDue = statement<{ now: number; limit: number }, { id: number }>(
  (sql) => `
  select id from multiplayer_game_rounds
   where finished_at is null and id in (
     select id from multiplayer_game_rounds
      where closes_at <= :now and closes_at is not null and finished_at is null
      order by closes_at, id limit :limit + 0)
   order by id ${sql.lockRowAgainstReferences}`,
)
