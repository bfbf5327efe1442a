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

/**
 * Counts a new entry. Other writers of this user's entries wait, so that the best entry is always one that exists. No row:
 * the account was deleted. It also finds the settings of the leaderboard, which most do not have, without another statement.
 */
export const insertUsage = statement<
  { user_id: number; entry_bytes: number; game_id: number; leaderboard_name: string },
  { entries: number; entry_bytes: number; settings: string | null }
>(
  `insert into leaderboard_usage as usage (user_id, entries, entry_bytes)
   select id, 1, cast(:entry_bytes as bigint) from users where id = :user_id
   on conflict (user_id) do update set
     entries = usage.entries + 1, entry_bytes = usage.entry_bytes + excluded.entry_bytes
   returning entries, entry_bytes,
     (select keeps || ' ' || who || ' ' || coalesce(ranking_order, '') || ' ' || time_zone || ' ' || period
        from leaderboard_settings
       where leaderboard_settings.game_id = :game_id
         and leaderboard_settings.leaderboard_name = :leaderboard_name) as settings`,
  { inserts: 'leaderboard_usage', updates: 'leaderboard_usage' },
)

/** The name under which an entry is stored can be longer than the one that was sent. */
export const updateUsageBytes = statement<{ user_id: number; more_bytes: number }>(
  `update leaderboard_usage set entry_bytes = entry_bytes + :more_bytes where user_id = :user_id`,
  { updates: 'leaderboard_usage' },
)

/** No row: the user has no entries. */
export const lockUsage = statement<{ user_id: number }, { user_id: number }>(
  (sql) => `
  select user_id from leaderboard_usage where user_id = :user_id ${sql.lockRow}`,
)

/** Runs before the bests are deleted. Null: on every leaderboard. */
export const updateUsageCleared = statement<{ user_id: number; leaderboard_name: string | null }>(
  `update leaderboard_usage set
     entries = leaderboard_usage.entries - cleared.entries,
     entry_bytes = leaderboard_usage.entry_bytes - cleared.entry_bytes
    from (select coalesce(sum(entries), 0) as entries, coalesce(sum(entry_bytes), 0) as entry_bytes
            from leaderboard_bests
           where user_id = :user_id
             and leaderboard_name = coalesce(:leaderboard_name, leaderboard_name)) as cleared
    where user_id = :user_id`,
  { updates: 'leaderboard_usage' },
)

/** Counts no further than `max`. Those of seasons and groups do not count: players cannot make more of them. */
export const countBoardsOfUser = statement<
  { user_id: number; max: number; made_names: string },
  { count: number }
>(`
  select count(*) as count
    from (select 1 from leaderboard_bests
           where user_id = :user_id and leaderboard_name not like (:made_names || '')
           limit :max + 0) as counted`)

export const insertEntry = statement<
  {
    game_id: number
    user_id: number
    leaderboard_name: string
    score: number
    extra_attributes: string
    now: number
  },
  { id: number }
>(
  `insert into leaderboard_entries
     (game_id, user_id, leaderboard_name, score, extra_attributes, created_at)
   values (:game_id, :user_id, :leaderboard_name, :score, :extra_attributes, :now)
   returning id`,
  { inserts: 'leaderboard_entries' },
)

const insertBestAs = (update: string) =>
  statement<
    {
      game_id: number
      user_id: number
      leaderboard_name: string
      entry_id: number
      descending_key: number
      ascending_key: number
      entry_bytes: number
    },
    { entries: number; descending_key: number; ascending_key: number }
  >(
    `insert into leaderboard_bests as best
     (user_id, leaderboard_name, game_id,
      descending_key, descending_entry_id, ascending_key, ascending_entry_id, entries, entry_bytes)
   values (:user_id, :leaderboard_name, :game_id,
           :descending_key, :entry_id, :ascending_key, :entry_id, 1, :entry_bytes)
   on conflict (user_id, leaderboard_name) do update set
     ${update},
     entries = best.entries + 1,
     entry_bytes = best.entry_bytes + excluded.entry_bytes
   returning entries, descending_key, ascending_key`,
    { inserts: 'leaderboard_bests', updates: 'leaderboard_bests' },
  )

const IS_LAST = `
     descending_entry_id = excluded.descending_entry_id,
     ascending_entry_id = excluded.ascending_entry_id`

/** Counts the entry. By what the leaderboard keeps: the user's best in each of the two orders, the latest, or the sum. */
export const insertBest = {
  best: insertBestAs(`
     descending_entry_id = case when excluded.descending_key < best.descending_key
       then excluded.descending_entry_id else best.descending_entry_id end,
     descending_key = case when excluded.descending_key < best.descending_key
       then excluded.descending_key else best.descending_key end,
     ascending_entry_id = case when excluded.ascending_key < best.ascending_key
       then excluded.ascending_entry_id else best.ascending_entry_id end,
     ascending_key = case when excluded.ascending_key < best.ascending_key
       then excluded.ascending_key else best.ascending_key end`),
  latest: insertBestAs(`${IS_LAST},
     descending_key = excluded.descending_key,
     ascending_key = excluded.ascending_key`),
  sum: insertBestAs(`${IS_LAST},
     descending_key = best.descending_key + excluded.descending_key,
     ascending_key = best.ascending_key + excluded.ascending_key`),
}

/** Null: on every leaderboard. */
export const deleteEntries = statement<{ user_id: number; leaderboard_name: string | null }>(
  `delete from leaderboard_entries
    where user_id = :user_id and leaderboard_name = coalesce(:leaderboard_name, leaderboard_name)`,
  { deletes: 'leaderboard_entries' },
)

export const deleteBests = statement<{ user_id: number; leaderboard_name: string | null }>(
  `delete from leaderboard_bests
    where user_id = :user_id and leaderboard_name = coalesce(:leaderboard_name, leaderboard_name)`,
  { deletes: 'leaderboard_bests' },
)

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

/** The best entry of every user. */
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

/** The best entry of each leaderboard. Null: of every leaderboard. */
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
  score: number
  key: number
  entry_id: number
}

/**
 * No row: the user has no entry there. Among equal scores the earlier entry ranks higher. Counting two ranges of the index
 * is faster than one range over the pair of columns; on SQLite it takes half the time.
 */
const rankOf = (order: Order, { rank, joins = '' }: { rank: string; joins?: string }) => `
  select best.${order}_key as key, best.${order}_entry_id as entry_id, entry.score, ${rank}
    from leaderboard_bests as best
    join leaderboard_entries as entry on entry.id = best.${order}_entry_id
    ${joins}
   where best.user_id = :user_id and best.leaderboard_name = :leaderboard_name
     and best.game_id = :game_id`

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
