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
  /** Whether an index has keys and ids in one direction, so that all entries from a position on are one part of it. */
  is_one_direction: boolean
}

/** Level 0 counts entries, and each other level those of several parts of the level below it. */
export const LEVELS = [0, 1, 2, 3] as const
export type Level = (typeof LEVELS)[number]
export const TOP = 3

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
  is_one_direction: true,
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
      is_one_direction: false,
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
      is_one_direction: true,
    },
  },
}

const isOfSet = (table: string, { kind, ranking_order }: Source, { owner_id, name }: Owner) =>
  `${table}.kind = '${kind}' and ${table}.owner_id = ${owner_id} and ${table}.name = ${name}
     and ${table}.ranking_order = '${ranking_order}' and ${table}.is_ready = 1`

const part = (table: string, level: Level, set_id: string) =>
  `${table}.set_id = ${set_id} and ${table}.level = ${level}`

const lower = (table: string): Position => ({
  key: `${table}.lower_key`,
  id: `${table}.lower_id`,
})

/** The plus signs change nothing, but only with them does SQLite search an index by both columns. */
export const exactly = ({ key, id }: Position) => `(+${key}, +${id})`

const ownPart = (level: Level, position: Position) => `
    left join rank_ranges as own_${level} on own_${level}.id = (
      select before.id from rank_ranges as before
       where ${part('before', level, 'ranked.id')} and (before.lower_key, before.lower_id) <= ${exactly(position)}
       order by before.lower_key desc, before.lower_id desc limit 1)`

/**
 * Joins that add the set of a list, and the part of each level in which a position lies, to each row before them. They are
 * null where the list has no counted ranges, as all short ones.
 */
export const joinRanges = (source: Source, owner: Owner, position: Position) => `
    left join rank_sets as ranked on ${isOfSet('ranked', source, owner)}
    ${LEVELS.map((level) => ownPart(level, position)).join('')}`

const sum = (column: string, rest: string) => `(select coalesce(sum(${column}), 0) ${rest})`

/** The entries of all parts of a level before the own one, inside the own part of the level above. */
const sumEarlier = (level: Level) =>
  sum(
    'earlier.entries',
    `from rank_ranges as earlier where ${part('earlier', level, 'ranked.id')}
               and (earlier.lower_key, earlier.lower_id) < ${exactly(lower(`own_${level}`))}
               ${level === TOP ? '' : `and (earlier.lower_key, earlier.lower_id) >= ${exactly(lower(`own_${level + 1}`))}`}`,
  )

function countBetween(source: Source, owner: Owner, from: Position, to: Position): string {
  const count = (condition: string) =>
    `(select count(*) from ${source.table} where ${source.isOf(owner)} and ${condition})`
  const column = `(${source.key}, ${source.id})`
  if (source.is_one_direction)
    return count(`${column} >= ${exactly(from)} and ${column} < ${exactly(to)}`)
  // Where one of two positions has the key of the other, only ids are between them.
  const is_one_key = `${from.key} = ${to.key}`
  return `${count(`${source.isAt(from.key)} and ${source.id} >= ${from.id}
             and ${source.id} < case when ${is_one_key} then ${to.id} else ${HIGHEST_ID} end`)}
         + ${count(`${source.isAfter(from.key)} and ${source.isBefore(to.key)}`)}
         + ${count(`${source.isAt(to.key)} and ${source.id} < case when ${is_one_key} then 0 else ${to.id} end`)}`
}

/**
 * How many entries are before a position: those of all parts before its own, what was changed there and is not counted
 * yet, and those before it in its own range. All in one statement, so that nothing changes meanwhile.
 */
export const countBefore = (source: Source, owner: Owner, position: Position) => `cast(
           ${LEVELS.map(sumEarlier).join(' + ')}
         + ${sum('changed.change', `from rank_changes as changed where changed.set_id = ranked.id and (changed.key, changed.entry_id) < ${exactly(lower('own_0'))}`)}
         + ${countBetween(source, owner, lower('own_0'), position)} as bigint)`

/**
 * Of the parts of a level inside the own one of the level above, the last whose counts before it are at most `target`, or
 * the first of the list. And where the next part begins.
 *
 * The level above is named once: SQLite copies its text for each name, and so the texts of all levels above it.
 */
function findOwn(level: Level): string {
  const inside = `and (part.lower_key, part.lower_id) >= (+above.key, +above.id)
                 and (part.lower_key, part.lower_id) < (+above.next_key, +above.next_id)`
  return `own_${level} as materialized (
    select own.set_id, own.target, own.key, own.id, own.before,
           coalesce(next.lower_key, ${HIGHEST_KEY}) as next_key, coalesce(next.lower_id, ${HIGHEST_ID}) as next_id
      from (select set_id, target, key, id, before
              from (select above.set_id, above.target, part.lower_key as key, part.lower_id as id,
                           above.before - part.entries
                           + sum(part.entries) over (order by part.lower_key, part.lower_id rows unbounded preceding) as before
                      from ${level === TOP ? 'ranked' : `own_${level + 1}`} as above cross join rank_ranges as part
                     where ${part('part', level, 'above.set_id')} ${level === TOP ? '' : inside}) as summed
             where before <= target or key = ${LOWEST_KEY}
             order by key desc, id desc limit 1) as own
      left join rank_ranges as next on next.id = (
        select later.id from rank_ranges as later
         where ${part('later', level, 'own.set_id')} and (later.lower_key, later.lower_id) > (+own.key, +own.id)
         order by later.lower_key, later.lower_id limit 1))`
}

/** Where the own range begins, and how many of its entries, and of those behind it, are before the page. */
const FIRST: Position = { key: '(select key from first)', id: '(select id from first)' }
const NUMBER_IN_RANGE = 'coalesce((select number from first), 0)'

/** No page has more. As a number in the text, it keeps PostgreSQL from planning for a part of all entries. */
const MAX_LISTED = 100

/** Of each piece as many rows as can be needed: an order by the keys of both would read no index. */
const listFromTwoPieces = (source: Source, owner: Owner, { key, id }: Position) => {
  const piece = (condition: string, as: string) => `
      select * from (
        select ${source.key} as key, ${source.id} as id from ${source.table}
         where ${source.isOf(owner)} and ${condition}
         order by ${source.order} limit ${NUMBER_IN_RANGE} + :limit) as ${as}`
  return `select key, id
      from (${piece(`${source.isAt(key)} and ${source.id} >= ${id}`, 'equal')}
      union all ${piece(source.isAfter(key), 'later')}) as near
     order by key, id`
}

const listFromPosition = (source: Source, owner: Owner, from: Position) => `
    select ${source.key} as key, ${source.id} as id from ${source.table}
     where ${source.isOf(owner)} and (${source.key}, ${source.id}) >= ${exactly(from)}
     order by ${source.order}`

/**
 * The beginning of a statement: `page` has the key and id of the entries behind the first `:skipped` ones, at most `:limit`
 * of them. It has none where the list has no counted ranges.
 *
 * Changes that are not counted yet can add at most as many entries before a range as they add at all. So `target` leads to a
 * range that does not begin too late. From its beginning on, `first.number` entries are skipped.
 */
export const pageBehind = (source: Source, owner: Owner) => `
  with ranked as materialized (
    select id as set_id, 0 as before,
           cast(:skipped as bigint)
           - ${sum('case when change > 0 then change else 0 end', 'from rank_changes where rank_changes.set_id = rank_sets.id')} as target
      from rank_sets where ${isOfSet('rank_sets', source, owner)}),
  ${LEVELS.toReversed().map(findOwn).join(',\n  ')},
  first as materialized (
    select key, id, cast(cast(:skipped as bigint) - before - ${sum(
      'changed.change',
      `
             from rank_changes as changed
            where changed.set_id = own_0.set_id and (changed.key, changed.entry_id) < (+own_0.key, +own_0.id)`,
    )} as bigint) as number
      from own_0),
  page as materialized (
    select * from (
      ${(source.is_one_direction ? listFromPosition : listFromTwoPieces)(source, owner, FIRST)}
       limit ${MAX_LISTED} offset ${NUMBER_IN_RANGE}) as listed
     limit :limit + 0)`

/** No row: the list has no counted ranges. */
export const countAll = (source: Source, owner: Owner) => `
  select cast(${sum('entries', `from rank_ranges where set_id = ranked.id and level = ${TOP}`)}
            + ${sum('change', 'from rank_changes where set_id = ranked.id')} as bigint) as total
    from rank_sets as ranked where ${isOfSet('ranked', source, owner)}`
