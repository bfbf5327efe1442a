import { longRead, type Statement, statement } from '../../../storage/statement.ts'
import { ENTRY, type EntryRow } from '../board-views/queries.ts'
import { countBefore, joinRanges, sources } from '../ranks/queries.ts'

export type { EntryRow }

type Parameters = Record<string, string | number | null>
type Order = 'descending' | 'ascending'

/** A list only uses an index if its order is part of the SQL text, so there is one statement per ranking order. */
export function inEachOrder<P extends Parameters, R>(
  sql: (order: Order, direction: 'desc' | 'asc') => string,
  asker_parameter?: keyof P & string,
): Record<Order, Statement<P, R>> {
  const make = (text: string) =>
    asker_parameter === undefined ? statement<P, R>(text) : longRead<P, R>(text, asker_parameter)
  return {
    descending: make(sql('descending', 'desc')),
    ascending: make(sql('ascending', 'asc')),
  }
}

interface RankedRow extends EntryRow {
  key: number
}

export interface Board extends Parameters {
  game_id: number
  leaderboard_name: string
}

type Page = { limit: number; offset: number }

export const listBoard = inEachOrder<Board & Page, EntryRow>(
  (_, direction) => `
  select ${ENTRY}
    from leaderboard_entries as entry join users on users.id = entry.user_id
   where entry.game_id = :game_id and entry.leaderboard_name = :leaderboard_name
   order by entry.score ${direction}, entry.id limit :limit + 0 offset :offset`,
)

/** The entry that counts for every user. */
export const listBests = inEachOrder<Board & Page, RankedRow>(
  (order) => `
  select ${ENTRY}, best.${order}_key as key
    from leaderboard_bests as best
    join leaderboard_entries as entry on entry.id = best.${order}_entry_id
    join users on users.id = best.user_id
   where best.game_id = :game_id and best.leaderboard_name = :leaderboard_name
   order by best.${order}_key, best.${order}_entry_id limit :limit + 0 offset :offset`,
)

/** Counts no further than `max`. */
export const countPlayers = statement<Board & { max: number }, { total: number }>(`
  select count(*) as total from (
    select 1 from leaderboard_bests
     where game_id = :game_id and leaderboard_name = :leaderboard_name limit :max + 0) as counted`)

export const countEntries = statement<Board & { max: number }, { total: number }>(`
  select count(*) as total from (
    select 1 from leaderboard_entries
     where game_id = :game_id and leaderboard_name = :leaderboard_name limit :max + 0) as counted`)

/** `hidden_names` is a pattern of names that are left out; without any it is empty. */
export const listOfUser = inEachOrder<
  { user_id: number; hidden_names: string; limit: number },
  EntryRow
>(
  (_, direction) => `
  select ${ENTRY}
    from leaderboard_entries as entry join users on users.id = entry.user_id
   where entry.user_id = :user_id and entry.leaderboard_name not like (:hidden_names || '')
   order by entry.score ${direction}, entry.id limit :limit + 0`,
)

export const listOfUserOnBoard = inEachOrder<
  { user_id: number; leaderboard_name: string; limit: number },
  EntryRow
>(
  (_, direction) => `
  select ${ENTRY}
    from leaderboard_entries as entry join users on users.id = entry.user_id
   where entry.user_id = :user_id and entry.leaderboard_name = :leaderboard_name
   order by entry.score ${direction}, entry.id limit :limit + 0`,
)

/** The entry that counts on a leaderboard. Null: on each of them. */
export const listBestsOfUser = inEachOrder<
  { user_id: number; leaderboard_name: string | null; hidden_names: string; limit: number },
  RankedRow
>(
  (order) => `
  select ${ENTRY}, best.${order}_key as key
    from leaderboard_bests as best
    join leaderboard_entries as entry on entry.id = best.${order}_entry_id
    join users on users.id = best.user_id
   where best.user_id = :user_id
     and best.leaderboard_name = coalesce(:leaderboard_name, best.leaderboard_name)
     and best.leaderboard_name not like (:hidden_names || '')
   order by best.${order}_key, best.${order}_entry_id limit :limit + 0`,
)

interface RankRow {
  rank: number
  key: number
  entry_id: number
}

/** No row: the user has no entry there. Among equal scores the earlier entry ranks higher. */
const rankOf = (order: Order, { rank, joins = '' }: { rank: string; joins?: string }) => `
  select best.${order}_key as key, best.${order}_entry_id as entry_id, ${rank}
    from leaderboard_bests as best
    ${joins}
   where best.user_id = :user_id and best.leaderboard_name = :leaderboard_name
     and best.game_id = :game_id`

/** Two ranges of the index are counted faster than one over the pair of columns; on SQLite in half the time. */
const countBetter = (order: Order, count: (range: string) => string) =>
  `${count(`better.${order}_key < best.${order}_key`)}
           + ${count(`better.${order}_key = best.${order}_key and better.${order}_entry_id < best.${order}_entry_id`)}`

const better = (range: string) => `from leaderboard_bests as better
               where better.game_id = :game_id and better.leaderboard_name = :leaderboard_name and ${range}`

export const BOARD = { owner_id: ':game_id', name: ':leaderboard_name' }

/**
 * The order lets PostgreSQL read the index only up to the limit. If `is_counted` is 0, the leaderboard has no counted
 * ranges, and a rank over `max_counted` is not exact.
 */
export const findRank = inEachOrder<
  Board & { user_id: number; max_counted: number },
  RankRow & { is_counted: number }
>((order) => {
  const source = sources.leaderboard[order]
  const position = { key: `best.${order}_key`, id: `best.${order}_entry_id` }
  const counted = countBetter(
    order,
    (range) => `(select count(*) from (
             select 1 ${better(range)}
              order by better.${order}_key, better.${order}_entry_id limit :max_counted + 0) as counted)`,
  )
  return rankOf(order, {
    rank: `case when ranked.id is null then 0 else 1 end as is_counted,
         1 + case when ranked.id is null then ${counted}
             else ${countBefore(source, BOARD, position)} end as rank`,
    joins: joinRanges(source, BOARD, position),
  })
})

export const findExactRank = inEachOrder<Board & { user_id: number; asker_id: number }, RankRow>(
  (order) =>
    rankOf(order, {
      rank: `1 + ${countBetter(order, (range) => `(select count(*) ${better(range)})`)} as rank`,
    }),
  'asker_id',
)

/** No list has more. As a number in the text, it keeps PostgreSQL from planning for a part of all entries. */
const MAX_LISTED = 100

/** At most `limit` bests on each side of the given one, which is among those below. */
export const listAround = inEachOrder<
  Board & { key: number; entry_id: number; limit: number },
  RankedRow & { is_above: number }
>((order) => {
  const side = (is_above: 0 | 1, sign: '<' | '>=', direction: 'asc' | 'desc') => `
      select * from (
        select * from (
          select ${order}_key as key, ${order}_entry_id as entry_id, ${is_above} as is_above
            from leaderboard_bests
           where game_id = :game_id and leaderboard_name = :leaderboard_name
             and (${order}_key, ${order}_entry_id) ${sign} (:key, :entry_id)
           order by ${order}_key ${direction}, ${order}_entry_id ${direction} limit ${MAX_LISTED}) as nearest
         limit :limit + 0) as side_${is_above}`
  return `
  select ${ENTRY}, near.key, near.is_above
    from (${side(1, '<', 'desc')} union all ${side(0, '>=', 'asc')}) as near
    join leaderboard_entries as entry on entry.id = near.entry_id
    join users on users.id = entry.user_id
   order by near.key, near.entry_id`
})
