import { longRead, statement } from '../../../storage/statement.ts'
import { type PrefixedUserSummary, prefixedUserSummary } from '../../players/users/queries.ts'
import { SCORE_TAKEN_OUT } from '../score-rules/queries.ts'
import {
  countAll,
  countBefore,
  joinRanges,
  type RankingOrder,
  pageBehind,
  sources,
} from '../ranks/queries.ts'

export const insertMultiplayerRound = statement<
  { game_id: number; master_id: number; now: number },
  { id: number }
>(
  `insert into multiplayer_game_rounds (game_id, master_id, created_at)
   values (:game_id, :master_id, :now) returning id`,
  { inserts: 'multiplayer_game_rounds' },
)

/** No row: this multiplayer round has no such entry. */
export const findOwnerOfEntry = statement<
  { round_id: number; multiplayer_game_round_id: number },
  { game_user_id: number }
>(`
  select game_user_id from game_rounds
   where id = :round_id and multiplayer_game_round_id = :multiplayer_game_round_id`)

export const updateEntryTakenOut = statement<{
  round_id: number
  multiplayer_game_round_id: number
  now: number
}>(
  `update game_rounds set multiplayer_game_round_id = null, score = ${SCORE_TAKEN_OUT}, updated_at = :now
    where id = :round_id and multiplayer_game_round_id = :multiplayer_game_round_id`,
  { updates: 'game_rounds' },
)

export interface EntryRow extends PrefixedUserSummary<'user_'> {
  id: number
  score: number | null
  start_time: string
  end_time: string | null
}

const COLUMNS = `rounds.id, rounds.score, rounds.start_time, rounds.end_time, ${prefixedUserSummary('user_')}`

const entries = `
  select ${COLUMNS}
    from game_rounds as rounds join users on users.id = rounds.game_user_id`

interface Page {
  multiplayer_game_round_id: number
  limit: number
  offset: number
}

type Order = 'asc' | 'desc'

const scored = (order: Order) => `${entries}
   where rounds.multiplayer_game_round_id = :multiplayer_game_round_id and rounds.score is not null
   order by rounds.score ${order}, rounds.id`

/** All these scores are null. Ordering by them all the same lets both engines read the ids from the index of scores. */
const UNSCORED = `${entries}
   where rounds.multiplayer_game_round_id = :multiplayer_game_round_id and rounds.score is null
   order by rounds.score desc, rounds.id`

/** The best rounds, and the first of those without a score, in no particular order. */
const listFirst = (order: Order) =>
  statement<Omit<Page, 'offset'> & Record<string, number>, EntryRow>(`
  select * from (${scored(order)} limit :limit + 0) as scored
  union all
  select * from (${UNSCORED} limit :limit + 0) as unscored`)

export const listFirstHighest = listFirst('desc')
export const listFirstLowest = listFirst('asc')

const listScored = (order: Order) =>
  statement<Page & Record<string, number>, EntryRow & { score: number }>(
    `${scored(order)} limit :limit + 0 offset :offset`,
  )

export const listHighestFirst = listScored('desc')
export const listLowestFirst = listScored('asc')

export const listUnscored = statement<Page & Record<string, number>, EntryRow>(
  `${UNSCORED} limit :limit + 0 offset :offset`,
)

/** Counts no further than `offset`, which may be larger than 32 bits. */
export const countScored = statement<
  { multiplayer_game_round_id: number; offset: number },
  { scored: number }
>(`
  select count(*) as scored from (
    select 1 from game_rounds
     where multiplayer_game_round_id = :multiplayer_game_round_id and score is not null
     order by score, id limit cast(:offset as bigint)) as counted`)

interface Better {
  multiplayer_game_round_id: number
  score: number
}

const better = (sign: '<' | '>') => `from game_rounds
     where multiplayer_game_round_id = :multiplayer_game_round_id and score ${sign} :score`

const ROUND = { owner_id: ':multiplayer_game_round_id', name: `''` }

/**
 * The order lets PostgreSQL read the index only up to the limit. If `is_counted` is 0, the multiplayer round has no counted
 * ranges, and this counts no further than `max_counted`.
 */
const countBetter = (sign: '<' | '>') => {
  const source = sources.multiplayer_round[sign === '<' ? 'ascending' : 'descending']
  const position = { key: 'wanted.key', id: '0' }
  return statement<
    Better & { max_counted: number } & Record<string, number>,
    { better: number; is_counted: number }
  >(`
  select case when ranked.id is null then 0 else 1 end as is_counted,
         case when ranked.id is not null then ${countBefore(source, ROUND, position)} else (
           select count(*) from (
             select 1 ${better(sign)}
              order by score ${sign === '<' ? 'asc' : 'desc'}, id limit :max_counted + 0) as counted) end as better
    from (select ${sign === '<' ? '' : '-'}cast(:score as double precision) as key) as wanted
    ${joinRanges(source, ROUND, position)}`)
}

export const countHigher = countBetter('>')
export const countLower = countBetter('<')

/** How many are better than each of several scores. Null: that multiplayer round has no counted ranges. */
const countBetterOfSeveral = (order: RankingOrder) => {
  const source = sources.multiplayer_round[order]
  const owner = { owner_id: 'wanted.id', name: `''` }
  const position = { key: 'wanted.key', id: '0' }
  return statement<{ wanted: string }, { id: number; key: number; better: number | null }>(
    (sql) => `
  select wanted.id, wanted.key,
         case when ranked.id is not null then ${countBefore(source, owner, position)} end as better
    from ${sql.rowsFromJson('wanted', { id: 'bigint', key: 'double precision' })}
    ${joinRanges(source, owner, position)}`,
  )
}

export const countHigherOfSeveral = countBetterOfSeveral('descending')
export const countLowerOfSeveral = countBetterOfSeveral('ascending')

/** All that have a score. No row: the multiplayer round has no counted ranges. */
export const findScoredTotal = statement<{ multiplayer_game_round_id: number }, { total: number }>(
  countAll(sources.multiplayer_round.descending, ROUND),
)

/** Those with a score behind the first `skipped`, by the counted ranges. */
const listBehind = (order: RankingOrder) =>
  statement<
    { multiplayer_game_round_id: number; skipped: number; limit: number },
    EntryRow & { score: number }
  >(`${pageBehind(sources.multiplayer_round[order], ROUND)}
  select ${COLUMNS}
    from page
    join game_rounds as rounds on rounds.id = page.id
    join users on users.id = rounds.game_user_id
   order by page.key, page.id`)

export const listHighestBehind = listBehind('descending')
export const listLowestBehind = listBehind('ascending')

const countBetterExactly = (sign: '<' | '>') =>
  longRead<Better & { asker_id: number } & Record<string, number>, { better: number }>(
    `select count(*) as better ${better(sign)}`,
    'asker_id',
  )

export const countHigherExactly = countBetterExactly('>')
export const countLowerExactly = countBetterExactly('<')

/** The newest one, if the player has several. */
export const findOwnEntry = statement<
  { multiplayer_game_round_id: number; user_id: number },
  EntryRow
>(`${entries}
   where rounds.game_user_id = :user_id
     and rounds.multiplayer_game_round_id = :multiplayer_game_round_id
   order by rounds.id desc limit 1`)

/**
 * The first few of each of several multiplayer rounds: the best, and those without a score. `wanted` says of each whether
 * the lowest score is the best.
 */
export const listFirstOfSeveral = statement<
  { wanted: string; limit: number },
  EntryRow & { multiplayer_game_round_id: number }
>((sql) => {
  const few = (which: string, in_which: string) => `
  select rounds.multiplayer_game_round_id, ${COLUMNS}
    from ${sql.rowsFromJson('wanted', { id: 'bigint', ascending: 'integer' })}
    ${sql.firstOfEach({
      table: 'game_rounds',
      as: 'rounds',
      ids: `select entry.id from game_rounds as entry
             where entry.multiplayer_game_round_id = wanted.id and ${which}, entry.id limit :limit + 0`,
    })}
    join users on users.id = rounds.game_user_id
   where ${in_which}`
  return `${few('entry.score is not null order by entry.score desc', 'wanted.ascending = 0')}
  union all ${few('entry.score is not null order by entry.score asc', 'wanted.ascending = 1')}
  union all ${few('entry.score is null order by entry.score desc', 'true')}`
})
