/** A place in a sorted list, as two SQL expressions: the smaller key is the better one, and of equal keys the smaller id. */
export interface Position {
  key: string
  id: string
}

/** Whose list, as two SQL expressions. */
export interface Owner {
  owner_id: string
  name: string
}

export type Kind = 'leaderboard' | 'multiplayer_round'
export type RankingOrder = 'descending' | 'ascending'

/** A list in one order, and how its rows are found in their own table. */
export interface Source {
  kind: Kind
  ranking_order: RankingOrder
  table: string
  key: string
  id: string
  isOf: (owner: Owner) => string
  isAt: (key: string) => string
  isAfter: (key: string) => string
  isBefore: (key: string) => string
  /** As an index has it. */
  order: string
}

const LOWEST_KEY = '-1.7976931348623157e308'
const HIGHEST_KEY = '1.7976931348623157e308'
const HIGHEST_ID = '9007199254740991'

/** Before and after all entries, whose ids begin with 1. */
export const LOWEST = { key: Number(LOWEST_KEY), id: 0 }
export const HIGHEST = { key: Number(HIGHEST_KEY), id: Number(HIGHEST_ID) }

const board = (order: RankingOrder): Source => ({
  kind: 'leaderboard',
  ranking_order: order,
  table: 'leaderboard_bests',
  key: `${order}_key`,
  id: `${order}_entry_id`,
  isOf: ({ owner_id, name }) => `game_id = ${owner_id} and leaderboard_name = ${name}`,
  isAt: (key) => `${order}_key = ${key}`,
  isAfter: (key) => `${order}_key > ${key}`,
  isBefore: (key) => `${order}_key < ${key}`,
  order: `${order}_key, ${order}_entry_id`,
})

const isOfRound = ({ owner_id }: Owner) => `multiplayer_game_round_id = ${owner_id}`

/** Only those with a score. Its index with the highest first has the scores themselves, not their negatives. */
export const sources: Record<Kind, Record<RankingOrder, Source>> = {
  leaderboard: { descending: board('descending'), ascending: board('ascending') },
  multiplayer_round: {
    descending: {
      kind: 'multiplayer_round',
      ranking_order: 'descending',
      table: 'game_rounds',
      key: '-score',
      id: 'id',
      isOf: isOfRound,
      isAt: (key) => `score = -${key}`,
      isAfter: (key) => `score < -${key}`,
      isBefore: (key) => `score > -${key}`,
      order: 'score desc, id',
    },
    ascending: {
      kind: 'multiplayer_round',
      ranking_order: 'ascending',
      table: 'game_rounds',
      key: 'score',
      id: 'id',
      isOf: isOfRound,
      isAt: (key) => `score = ${key}`,
      isAfter: (key) => `score > ${key}`,
      isBefore: (key) => `score < ${key}`,
      order: 'score, id',
    },
  },
}

const isOfSet = (table: string, { kind, ranking_order }: Source, { owner_id, name }: Owner) =>
  `${table}.kind = '${kind}' and ${table}.owner_id = ${owner_id} and ${table}.name = ${name}
     and ${table}.ranking_order = '${ranking_order}' and ${table}.is_ready = 1`

const range = (table: string, level: 0 | 1, set_id: string) =>
  `${table}.set_id = ${set_id} and ${table}.level = ${level}`

const lower = (table: string) => `(${table}.lower_key, ${table}.lower_id)`

const ownRange = (as: string, level: 0 | 1, { key, id }: Position) => `
    left join rank_ranges as ${as} on ${as}.id = (
      select before.id from rank_ranges as before
       where ${range('before', level, 'ranked.id')} and ${lower('before')} <= (${key}, ${id})
       order by before.lower_key desc, before.lower_id desc limit 1)`

/**
 * Joins that add the set of a list, and the ranges in which a position lies, to each row before them. They are null where
 * the list has no counted ranges, as all short ones.
 */
export const joinRanges = (source: Source, owner: Owner, position: Position) => `
    left join rank_sets as ranked on ${isOfSet('ranked', source, owner)}
    ${ownRange('own_group', 1, position)}
    ${ownRange('own_range', 0, position)}`

const sum = (column: string, rest: string) => `(select coalesce(sum(${column}), 0) ${rest})`

/** Where one of two positions has the key of the other, only ids are between them. */
function countBetween(source: Source, owner: Owner, from: Position, to: Position): string {
  const count = (condition: string) =>
    `(select count(*) from ${source.table} where ${source.isOf(owner)} and ${condition})`
  const is_one_key = `${from.key} = ${to.key}`
  return `${count(`${source.isAt(from.key)} and ${source.id} >= ${from.id}
             and ${source.id} < case when ${is_one_key} then ${to.id} else ${HIGHEST_ID} end`)}
         + ${count(`${source.isAfter(from.key)} and ${source.isBefore(to.key)}`)}
         + ${count(`${source.isAt(to.key)} and ${source.id} < case when ${is_one_key} then 0 else ${to.id} end`)}`
}

/**
 * How many entries are before a position: those of all ranges before its own, what was changed there and is not counted
 * yet, and those before it in its own range. All in one statement, so that nothing changes meanwhile.
 */
export const countBefore = (source: Source, owner: Owner, position: Position) => `cast(
           ${sum('earlier.entries', `from rank_ranges as earlier where ${range('earlier', 1, 'ranked.id')} and ${lower('earlier')} < ${lower('own_group')}`)}
         + ${sum('earlier.entries', `from rank_ranges as earlier where ${range('earlier', 0, 'ranked.id')} and ${lower('earlier')} >= ${lower('own_group')} and ${lower('earlier')} < ${lower('own_range')}`)}
         + ${sum('changed.change', `from rank_changes as changed where changed.set_id = ranked.id and (changed.key, changed.entry_id) < ${lower('own_range')}`)}
         + ${countBetween(source, owner, { key: 'own_range.lower_key', id: 'own_range.lower_id' }, position)} as bigint)`

/**
 * The last range of a level with at most `:skipped` entries before it. Ranges and changes are added up together, in their
 * order; a change at the beginning of a range belongs to it.
 */
const lastBefore = (
  level: 0 | 1,
  { where, before }: { where: (column: string) => string; before: string },
) => `
    select key, id, before
      from (select key, id, is_change, ${before} + sum(value) over (order by key, id, is_change) - value as before
              from (select lower_key as key, lower_id as id, 0 as is_change, entries as value from rank_ranges
                     where set_id = (select id from ranked) and level = ${level} ${where('lower_key, lower_id')}
                    union all
                    select key, entry_id, 1, change from rank_changes
                     where set_id = (select id from ranked) ${where('key, entry_id')}) as parts) as summed
     where is_change = 0 and before <= cast(:skipped as bigint)
     order by key desc, id desc limit 1`

const of = (table: string, column: string) => `(select ${column} from ${table})`

/** Where the next group begins. */
const afterGroup = (column: string, otherwise: string) => `coalesce((
      select ${column} from rank_ranges
       where set_id = (select id from ranked) and level = 1
         and (lower_key, lower_id) > (${of('own_group', 'key')}, ${of('own_group', 'id')})
       order by lower_key, lower_id limit 1), ${otherwise})`

/** As many rows as can be needed: the order by a key that an expression makes would read no index. */
const rowsFrom = (source: Source, owner: Owner, key: string, id: string) => {
  const piece = (condition: string, as: string) => `
      select * from (
        select ${source.key} as key, ${source.id} as id from ${source.table}
         where ${source.isOf(owner)} and ${condition}
         order by ${source.order}
         limit coalesce((select cast(cast(:skipped as bigint) - before + :limit as bigint) from own_range), 0)) as ${as}`
  return `${piece(`${source.isAt(key)} and ${source.id} >= ${id}`, 'equal')}
      union all ${piece(source.isAfter(key), 'later')}`
}

/**
 * The beginning of a statement: `page` has the key and id of the entries behind the first `:skipped` ones, at most `:limit`
 * of them. It has none where the list has no counted ranges.
 */
export const pageBehind = (source: Source, owner: Owner) => `
  with ranked as materialized (
    select id from rank_sets where ${isOfSet('rank_sets', source, owner)}),
  own_group as materialized (${lastBefore(1, { where: () => '', before: '0' })}),
  next_group as materialized (
    select ${afterGroup('lower_key', HIGHEST_KEY)} as key, ${afterGroup('lower_id', HIGHEST_ID)} as id),
  own_range as materialized (${lastBefore(0, {
    where: (column) => `
                       and (${column}) >= (${of('own_group', 'key')}, ${of('own_group', 'id')})
                       and (${column}) < (${of('next_group', 'key')}, ${of('next_group', 'id')})`,
    before: of('own_group', 'before'),
  })}),
  page as materialized (
    select key, id
      from (${rowsFrom(source, owner, of('own_range', 'key'), of('own_range', 'id'))}) as near
     order by key, id
     limit :limit + 0 offset coalesce((select cast(cast(:skipped as bigint) - before as bigint) from own_range), 0))`

/** No row: the list has no counted ranges. */
export const countAll = (source: Source, owner: Owner) => `
  select cast(${sum('entries', 'from rank_ranges where set_id = ranked.id and level = 1')}
            + ${sum('change', 'from rank_changes where set_id = ranked.id')} as bigint) as total
    from rank_sets as ranked where ${isOfSet('ranked', source, owner)}`
