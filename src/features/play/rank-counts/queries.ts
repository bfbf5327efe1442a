import { type Dialect, statement } from '../../../storage/statement.ts'
import {
  exactly,
  HIGHEST,
  type Kind,
  type Level,
  LEVELS,
  type RankingOrder,
  type Source,
  sources,
  TOP,
} from '../ranks/queries.ts'

export type { Kind, Level, RankingOrder } from '../ranks/queries.ts'
export { HIGHEST, LEVELS, LOWEST, TOP } from '../ranks/queries.ts'

export interface CandidateRow {
  id: number
  kind: Kind
  owner_id: number
  name: string
}

/** Lists that may have become long. */
export const listCandidates = statement<{ limit: number }, CandidateRow>(`
  select id, kind, owner_id, name from rank_candidates order by id limit :limit + 0`)

/** The list of this set is looked at again. */
export const insertCandidate = statement<{ id: number }>(
  `insert into rank_candidates (kind, owner_id, name)
   select kind, owner_id, name from rank_sets where id = :id`,
  { inserts: 'rank_candidates' },
)

export const deleteCandidates = statement<{ seen: string }>(
  (sql) => `
  delete from rank_candidates
   where ${sql.isAmong('id', 'seen')}`,
  { deletes: 'rank_candidates' },
)

type OfList = { owner_id: number; name: string }
const LIST = { owner_id: ':owner_id', name: ':name' }

const countUpTo = ({ table, isOf, isAfter }: Source) =>
  statement<OfList & { limit: number; key: number }, { entries: number }>(`
  select count(*) as entries
    from (select 1 from ${table} where ${isOf(LIST)} and ${isAfter('cast(:key as double precision)')}
           limit :limit + 0) as counted`)

/** Counts no further than `limit`. */
export const countEntries = {
  leaderboard: countUpTo(sources.leaderboard.ascending),
  multiplayer_round: countUpTo(sources.multiplayer_round.ascending),
}

/** In both orders: a game may change its own at any time. */
export const insertSets = statement<
  OfList & { kind: string; range_entries: number; group_parts: number; key: number; id: number }
>(
  `insert into rank_sets (kind, owner_id, name, ranking_order, range_entries, group_parts, counted_key, counted_id)
   select :kind, :owner_id, :name, orders.ranking_order, :range_entries, :group_parts, :key, :id
     from (select 'descending' as ranking_order union all select 'ascending') as orders
    where true
   on conflict (kind, owner_id, name, ranking_order) do nothing`,
  { inserts: 'rank_sets' },
)

/** All transactions that may not have seen the set have ended, or the database was copied from another server. */
const isSettled = (sql: Dialect) =>
  `(since_transaction <= ${sql.oldestOpenTransaction} or since_transaction > ${sql.nextTransaction})`

export interface SetRow {
  id: number
  kind: Kind
  owner_id: number
  name: string
  ranking_order: RankingOrder
  range_entries: number
  group_parts: number
  is_ready: number
  counted_key: number
  counted_id: number
  is_noted: number
  is_settled: number
}

const SET = (
  sql: Dialect,
) => `id, kind, owner_id, name, ranking_order, range_entries, group_parts, is_ready, counted_key, counted_id,
         case when since_transaction is null then 0 else 1 end as is_noted,
         case when ${isSettled(sql)} then 1 else 0 end as is_settled`

/** Sets with something to do. */
export const listUnfinished = statement<{ after_id: number; limit: number }, SetRow>(
  (sql) => `
  select ${SET(sql)} from rank_sets
   where id > :after_id
     and (is_ready = 0 or exists (select 1 from rank_changes where rank_changes.set_id = rank_sets.id))
   order by id limit :limit + 0`,
)

/** No row: another process works on it, or it was removed. */
export const lockSet = statement<{ id: number }, SetRow>(
  (sql) => `select ${SET(sql)} from rank_sets where id = :id ${sql.lockFreeRows}`,
)

/** From now on every new transaction writes its changes of the set. */
export const updateSince = statement<{ id: number }>(
  (sql) => `update rank_sets set since_transaction = ${sql.nextTransaction} where id = :id`,
  { updates: 'rank_sets' },
)

export const updateCounted = statement<{
  id: number
  key: number
  entry_id: number
  ready: number
}>(
  `update rank_sets set counted_key = :key, counted_id = :entry_id, is_ready = :ready where id = :id`,
  { updates: 'rank_sets' },
)

export const deleteSet = statement<{ id: number }>(`delete from rank_sets where id = :id`, {
  deletes: 'rank_sets',
})

interface SurveyRow {
  /** `boundary`: the entry with the number `value`, counted from 0. `end`: how many there are. `change`: its id. */
  what: 'boundary' | 'end' | 'change'
  key: number | null
  id: number | null
  value: number
  change: number
}

export type Surveyed = OfList & {
  set_id: number
  from_key: number
  from_id: number
  to_key: number
  to_id: number
  step: number
  limit: number
}

const FROM = 'cast(:from_key as double precision)'
const TO = 'cast(:to_key as double precision)'
const end = (column: string, otherwise: string) =>
  `coalesce((select ${column} from numbered where number = :limit), ${otherwise})`

/**
 * Numbers the entries of a part of the list, the first `limit` of them and the one behind, and finds the changes that
 * are in these numbers. One statement, so that it sees exactly the changes of the entries that it sees.
 */
function survey(source: Source) {
  const piece = (condition: string, as: string) => `
      select * from (select ${source.key} as key, ${source.id} as id from ${source.table}
         where ${source.isOf(LIST)} and ${condition} order by ${source.order} limit :limit + 1) as ${as}`
  return statement<Surveyed, SurveyRow>(`
  with part as materialized (
    ${piece(`${source.isAt(FROM)} and ${source.id} >= :from_id and ${source.id} < case when ${FROM} = ${TO} then :to_id else ${HIGHEST.id} end`, 'first')}
    union all ${piece(`${source.isAfter(FROM)} and ${source.isBefore(TO)}`, 'middle')}
    union all ${piece(`${source.isAt(TO)} and ${source.id} < case when ${FROM} = ${TO} then 0 else :to_id end`, 'last')}),
  numbered as materialized (
    select key, id, row_number() over (order by key, id) - 1 as number
      from (select key, id from part order by key, id limit :limit + 1) as ordered)
  select 'boundary' as what, key, id, number as value, 0 as change from numbered where number % :step = 0
  union all
  select 'end', null, null, count(*), 0 from numbered
  union all
  select 'change', key, entry_id, id, change from rank_changes
   where set_id = :set_id and (key, entry_id) >= (${FROM}, :from_id)
     and (key, entry_id) < (${end('key', TO)}, ${end('id', ':to_id')})`)
}

const inBothOrders = <S>(make: (source: Source) => S) => ({
  leaderboard: {
    descending: make(sources.leaderboard.descending),
    ascending: make(sources.leaderboard.ascending),
  },
  multiplayer_round: {
    descending: make(sources.multiplayer_round.descending),
    ascending: make(sources.multiplayer_round.ascending),
  },
})

export const surveys = inBothOrders(survey)

const own = (level: Level) => `
         (select id from rank_ranges
           where rank_ranges.set_id = changed.set_id and level = ${level}
             and (lower_key, lower_id) <= ${exactly({ key: 'changed.key', id: 'changed.entry_id' })}
           order by lower_key desc, lower_id desc limit 1) as own_${level}`

/** Changes with the parts that they belong to, one of each level. */
export const listChanges = statement<
  { set_id: number; limit: number },
  { id: number; change: number } & Record<`own_${Level}`, number>
>(`
  select changed.id, changed.change, ${LEVELS.map(own).join(', ')}
    from (select * from rank_changes where set_id = :set_id limit :limit + 0) as changed`)

export const deleteChanges = statement<{ folded: string }>(
  (sql) => `
  delete from rank_changes
   where ${sql.isAmong('id', 'folded')}`,
  { deletes: 'rank_changes' },
)

/** Those of sets that were removed while somebody wrote. */
export const deleteOrphans = statement<{ limit: number }>(
  `delete from rank_changes where id in (
     select id from rank_changes
      where not exists (select 1 from rank_sets where rank_sets.id = rank_changes.set_id)
      limit :limit + 0)`,
  { deletes: 'rank_changes' },
)

/** Of level 0 it is called a range, and of the others a group. */
export interface PartRow {
  id: number
  level: Level
  lower_key: number
  lower_id: number
  entries: number
}

export const updateParts = statement<{ changed: string }, PartRow>(
  (sql) => `
  update rank_ranges set entries = rank_ranges.entries + changed.change
    from ${sql.rowsFromJson('changed', { id: 'bigint', change: 'bigint' })}
   where rank_ranges.id = changed.id
  returning rank_ranges.id, level, lower_key, lower_id, entries`,
  { updates: 'rank_ranges' },
)

export const insertParts = statement<{ set_id: number; level: number; added: string }>(
  (sql) => `
  insert into rank_ranges (set_id, level, lower_key, lower_id, entries)
  select :set_id, :level, added.lower_key, added.lower_id, added.entries
    from ${sql.rowsFromJson('added', { lower_key: 'double precision', lower_id: 'bigint', entries: 'bigint' })}`,
  { inserts: 'rank_ranges' },
)

export const deletePart = statement<{ id: number }>(`delete from rank_ranges where id = :id`, {
  deletes: 'rank_ranges',
})

type Part = { set_id: number; level: number; lower_key: number; lower_id: number }

const OF_LEVEL = 'set_id = :set_id and level = :level'
const LOWER = '(:lower_key, :lower_id)'
const next = (column: string) => `
         (select ${column} from rank_ranges where ${OF_LEVEL} and (lower_key, lower_id) > ${LOWER}
           order by lower_key, lower_id limit 1)`

/** The one that ends where this begins, and where the next begins. Null: there is none. */
export const findNeighbours = statement<
  Part,
  {
    previous_id: number | null
    next_key: number | null
    next_id: number | null
    begins_group: number
  }
>(`
  select (select id from rank_ranges where ${OF_LEVEL} and (lower_key, lower_id) < ${LOWER}
           order by lower_key desc, lower_id desc limit 1) as previous_id,
         ${next('lower_key')} as next_key, ${next('lower_id')} as next_id,
         (select count(*) from rank_ranges
           where set_id = :set_id and level = :level + 1
             and lower_key = :lower_key and lower_id = :lower_id) as begins_group`)

export const findPart = statement<{ id: number }, PartRow>(`
  select id, level, lower_key, lower_id, entries from rank_ranges where id = :id`)

/** The one that a position belongs to. No row: the set has none of this level yet. */
export const findOwn = statement<Part, PartRow>(`
  select id, level, lower_key, lower_id, entries from rank_ranges
   where ${OF_LEVEL} and (lower_key, lower_id) <= ${LOWER}
   order by lower_key desc, lower_id desc limit 1`)

/** In their order. */
export const listParts = statement<Part & { to_key: number; to_id: number }, PartRow>(`
  select id, level, lower_key, lower_id, entries from rank_ranges
   where ${OF_LEVEL} and (lower_key, lower_id) >= ${LOWER} and (lower_key, lower_id) < (:to_key, :to_id)
   order by lower_key, lower_id`)

export const sumEntries = statement<{ set_id: number }, { entries: number }>(`
  select cast(coalesce(sum(entries), 0) as bigint) as entries
    from rank_ranges where set_id = :set_id and level = ${TOP}`)
