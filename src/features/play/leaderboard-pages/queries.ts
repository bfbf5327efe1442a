import { longRead, statement } from '../../../storage/statement.ts'
import { ENTRY, type EntryRow } from '../board-views/queries.ts'
import { type Board, BOARD, inEachOrder } from '../leaderboards/queries.ts'
import { countAll, pageBehind, sources } from '../ranks/queries.ts'

interface PageRow extends EntryRow {
  key: number
}

/** No row: the leaderboard has no counted ranges. */
export const findTotal = statement<Board, { total: number }>(
  countAll(sources.leaderboard.descending, BOARD),
)

const PLAYERS = `from leaderboard_bests where game_id = :game_id and leaderboard_name = :leaderboard_name`

/** Counts no further than `max`. */
export const countPlayers = statement<Board & { max: number }, { total: number }>(`
  select count(*) as total from (select 1 ${PLAYERS} limit :max + 0) as counted`)

export const countAllPlayers = longRead<Board & { asker_id: number }, { total: number }>(
  `select count(*) as total ${PLAYERS}`,
  'asker_id',
)

/** The entries that count for all users, behind the first `skipped`, by the counted ranges. */
export const listBehind = inEachOrder<Board & { skipped: number; limit: number }, PageRow>(
  (order) => `${pageBehind(sources.leaderboard[order], BOARD)}
  select ${ENTRY}, page.key
    from page
    join leaderboard_entries as entry on entry.id = page.id
    join users on users.id = entry.user_id
   order by page.key, page.id`,
)

const skipping = (order: 'descending' | 'ascending') => `
  select ${ENTRY}, page.key
    from (select ${order}_key as key, ${order}_entry_id as id ${PLAYERS}
           order by ${order}_key, ${order}_entry_id limit :limit + 0 offset :offset) as page
    join leaderboard_entries as entry on entry.id = page.id
    join users on users.id = entry.user_id
   order by page.key, page.id`

/** The same for a leaderboard that has no counted ranges. */
export const listSkipping = inEachOrder<Board & { offset: number; limit: number }, PageRow>(
  skipping,
)

/** Far down in a long one that is being counted: others must not wait for it. */
export const listSkippingMany = inEachOrder<
  Board & { offset: number; limit: number; asker_id: number },
  PageRow
>(skipping, 'asker_id')
