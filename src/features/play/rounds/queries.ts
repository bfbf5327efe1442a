import { longRead, statement } from '../../../storage/statement.ts'

export interface RoundRow {
  id: number
  game_user_id: number
  multiplayer_game_round_id: number | null
  game_type: string
  start_time: string
  end_time: string | null
  score: number | null
  place: number | null
  metadata: string | null
}

const columns = `
  rounds.id, rounds.game_user_id, rounds.multiplayer_game_round_id, rounds.game_type, rounds.start_time,
  rounds.end_time, rounds.score, rounds.metadata`

/** A round with what decides about it in its multiplayer round. All of that is null if it is in none. */
export interface WholeRoundRow extends RoundRow {
  game_id: number
  /** Who may change it besides its owner: the master, but not in a round from matchmaking. */
  editor_id: number | null
  /** Null: the multiplayer round has no rules. */
  round_game_type: string | null
  closes_at: number | null
  finished_at: number | null
  finished_order: string | null
  created_at: number
  updated_at: number
}

/** `place` is what the client sent, which only counts outside of a multiplayer round. */
export const findRound = statement<{ id: number }, WholeRoundRow>(`
  select ${columns}, rounds.place, rounds.created_at, rounds.updated_at, users.game_id,
         case when multiplayer.is_matched = 1 then null else multiplayer.master_id end as editor_id,
         multiplayer.game_type as round_game_type, multiplayer.closes_at, multiplayer.finished_at,
         multiplayer.finished_order
    from game_rounds as rounds
    join users on users.id = rounds.game_user_id
    left join multiplayer_game_rounds as multiplayer
      on multiplayer.id = rounds.multiplayer_game_round_id
   where rounds.id = :id`)

/** Changes of a round run one after the other. Its multiplayer round is not finished before the transaction ends. */
export const lockRound = statement<{ id: number }, { id: number; multiplayer_id: number | null }>(
  (sql) => `
  select rounds.id,
         (select multiplayer.id from multiplayer_game_rounds as multiplayer
           where multiplayer.id = rounds.multiplayer_game_round_id ${sql.lockRowAsReference}) as multiplayer_id
    from game_rounds as rounds where rounds.id = :id ${sql.lockRow}`,
)

/** Ordered, so that PostgreSQL reads the index only up to the limit. */
const betterThan = (sign: '<' | '>') => `
  (select count(*) from (
    select 1 from game_rounds as better
     where better.multiplayer_game_round_id = rounds.multiplayer_game_round_id
       and better.score ${sign} rounds.score
     order by better.score ${sign === '<' ? 'asc' : 'desc'}, better.id limit :max_counted + 0) as counted)`

/** Whether the lowest score is the best: in a finished round, as it was then. */
const IS_ASCENDING = `case multiplayer.finished_order when 'ascending' then 1 when 'descending' then 0
              else :ascending end`

const OF_ROUND = `left join multiplayer_game_rounds as multiplayer
      on multiplayer.id = rounds.multiplayer_game_round_id`

export interface ListedRow extends RoundRow {
  finished_order: string | null
}

interface Wanted {
  user_id: number
  before_id: number
  started_from: number
  started_to: number
  game_type: string | null
  ascending: number
  limit: number
  offset: number
}

const MINE = `
     where mine.game_user_id = :user_id and mine.id < :before_id
       and mine.started_at between :started_from and :started_to
       and (cast(:game_type as text) is null or mine.game_type = :game_type)`

const PAGE = `order by mine.id desc limit :limit + 0 offset :offset`

/**
 * Newest first. Null means any, and `ascending` is 1 if the lowest score is the best. The ids of the page come from one
 * index; only the rounds of the page are read and ranked. In a multiplayer round a place over `max_counted` is
 * not exact; otherwise the place is what the client sent.
 */
export const listRounds = statement<
  Wanted & { max_counted: number } & Record<string, string | number | null>,
  ListedRow
>(`
  select ${columns}, multiplayer.finished_order,
         case when rounds.multiplayer_game_round_id is null then rounds.place
              when rounds.score is null then null
              when ${IS_ASCENDING} = 1 then 1 + ${betterThan('<')}
              else 1 + ${betterThan('>')} end as place
    from (select mine.id from game_rounds as mine ${MINE} ${PAGE}) as page
    join game_rounds as rounds on rounds.id = page.id
    ${OF_ROUND}
   order by page.id desc`)

const HIGHEST = '1.7976931348623157e308'

/**
 * The same with an opponent and with all places. Of several rounds in one multiplayer round, each counts only the scores
 * between itself and the next better one of the page. For example, with scores 90 and 50 on the page, 90 counts those
 * above 90, 50 counts those above 50 up to 90, and the place of 50 is the sum of both and one.
 */
export const listRoundsWithExactPlaces = longRead<
  Wanted & { opponent_id: number | null; asker_id: number } & Record<
      string,
      string | number | null
    >,
  ListedRow
>(
  `
  with theirs as materialized (
    select distinct multiplayer_game_round_id as id from game_rounds
     where game_user_id = :opponent_id and multiplayer_game_round_id is not null),
  page as materialized (
    select mine.id from game_rounds as mine ${MINE}
       and (cast(:opponent_id as bigint) is null
         or mine.multiplayer_game_round_id in (select id from theirs))
     ${PAGE}),
  scored as materialized (
    select rounds.id, rounds.multiplayer_game_round_id, rounds.score, ${IS_ASCENDING} as ascending,
           case when ${IS_ASCENDING} = 1 then rounds.score else -rounds.score end as rank_key
      from page join game_rounds as rounds on rounds.id = page.id
      ${OF_ROUND}
     where rounds.multiplayer_game_round_id is not null and rounds.score is not null),
  neighbours as materialized (
    select scored.*, lag(score) over (partition by multiplayer_game_round_id order by rank_key) as next_better
      from scored),
  counted as materialized (
    select neighbours.*,
           case when ascending = 1 then (
                  select count(*) from game_rounds as better
                   where better.multiplayer_game_round_id = neighbours.multiplayer_game_round_id
                     and better.score < neighbours.score and better.score >= coalesce(next_better, -${HIGHEST}))
                else (
                  select count(*) from game_rounds as better
                   where better.multiplayer_game_round_id = neighbours.multiplayer_game_round_id
                     and better.score > neighbours.score and better.score <= coalesce(next_better, ${HIGHEST}))
                end as better
      from neighbours),
  ranked as materialized (
    select id, 1 + sum(better) over (partition by multiplayer_game_round_id order by rank_key) as place
      from counted)
  select ${columns}, multiplayer.finished_order,
         case when rounds.multiplayer_game_round_id is null then rounds.place else ranked.place end as place
    from page
    join game_rounds as rounds on rounds.id = page.id
    ${OF_ROUND}
    left join ranked on ranked.id = page.id
   order by page.id desc`,
  'asker_id',
)

export const insertRound = statement<
  {
    game_user_id: number
    multiplayer_game_round_id: number | null
    game_type: string
    start_time: string
    started_at: number
    end_time: string | null
    score: number | null
    place: number | null
    metadata: string | null
    now: number
  },
  RoundRow & { created_at: number; updated_at: number }
>(
  `insert into game_rounds (game_user_id, multiplayer_game_round_id, game_type, start_time, started_at, end_time,
                            score, place, metadata, created_at, updated_at)
   values (:game_user_id, :multiplayer_game_round_id, :game_type, :start_time, :started_at, :end_time,
           :score, :place, :metadata, :now, :now)
   returning id, game_user_id, multiplayer_game_round_id, game_type, start_time, end_time, score, place, metadata,
             created_at, updated_at`,
  { inserts: 'game_rounds' },
)

/** Null keeps the old value. For values that may become null again, `sets_…` is 1 if they change. */
export const updateRound = statement<{
  id: number
  game_type: string | null
  start_time: string | null
  started_at: number | null
  sets_end_time: number
  end_time: string | null
  clears_score: number
  score: number | null
  place: number | null
  sets_metadata: number
  metadata: string | null
  now: number
}>(
  `update game_rounds set
     game_type = coalesce(:game_type, game_type),
     start_time = coalesce(:start_time, start_time),
     started_at = coalesce(:started_at, started_at),
     end_time = case when :sets_end_time = 1 then :end_time else end_time end,
     score = case when :clears_score = 1 then null else coalesce(:score, score) end,
     place = coalesce(:place, place),
     metadata = case when :sets_metadata = 1 then :metadata else metadata end,
     updated_at = :now
    where id = :id`,
  { updates: 'game_rounds' },
)

export const deleteRound = statement<{ id: number }>(`delete from game_rounds where id = :id`, {
  deletes: 'game_rounds',
})
