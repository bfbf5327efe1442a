import { statement } from '../../../storage/statement.ts'

export type Counts = 'best' | 'latest' | 'sum'

export interface SettingsRow {
  leaderboard_name: string
  /** Null: that of the game. */
  ranking_order: 'descending' | 'ascending' | null
  counts: Counts
  one_for: 'game' | 'each_group'
  period: string
  time_zone: string
}

type Board = { game_id: number; leaderboard_name: string }

/** There are few for each game. */
export const listSettings = statement<{ game_id: number }, SettingsRow>(`
  select leaderboard_name, ranking_order, counts, one_for, period, time_zone
    from leaderboard_settings where game_id = :game_id`)

export const findSettings = statement<Board, SettingsRow>(`
  select leaderboard_name, ranking_order, counts, one_for, period, time_zone
    from leaderboard_settings
   where game_id = :game_id and leaderboard_name = :leaderboard_name`)

export interface SeasonRow {
  id: number
  season: number
  starts_at: number
  ends_at: number
  state: 'running' | 'ended' | 'paid'
  counts: Counts
  /** Null until it has ended: then it is that of the leaderboard. */
  ranking_order: 'descending' | 'ascending' | null
}

const SEASON = 'id, season, starts_at, ends_at, state, counts, ranking_order'

const LATEST = `
  select ${SEASON} from leaderboard_seasons
   where game_id = :game_id and leaderboard_name = :leaderboard_name
   order by season desc limit 1`

export const findLatestSeason = statement<Board, SeasonRow>(LATEST)

/** It does not end before the transaction does. */
export const lockLatestSeason = statement<Board, SeasonRow>(
  (sql) => `${LATEST} ${sql.lockRowAsReference}`,
)

/** The last one that had begun at this moment. It does not end before the transaction does. */
export const lockSeasonAt = statement<Board & { at: number }, SeasonRow>(
  (sql) => `
  select ${SEASON} from leaderboard_seasons
   where game_id = :game_id and leaderboard_name = :leaderboard_name and starts_at <= :at
   order by starts_at desc limit 1 ${sql.lockRowAsReference}`,
)

export const findSeason = statement<Board & { season: number }, SeasonRow>(`
  select ${SEASON} from leaderboard_seasons
   where game_id = :game_id and leaderboard_name = :leaderboard_name and season = :season`)

export const listSeasons = statement<Board & { limit: number; offset: number }, SeasonRow>(`
  select ${SEASON} from leaderboard_seasons
   where game_id = :game_id and leaderboard_name = :leaderboard_name
   order by season desc limit :limit + 0 offset :offset`)

/** Nothing happens if somebody else has inserted it. */
export const insertSeason = statement<
  Board & { season: number; starts_at: number; ends_at: number; counts: string }
>(
  `insert into leaderboard_seasons
     (game_id, leaderboard_name, season, starts_at, ends_at, state, counts)
   values (:game_id, :leaderboard_name, :season, :starts_at, :ends_at, 'running', :counts)
   on conflict (game_id, leaderboard_name, season) do nothing`,
  { inserts: 'leaderboard_seasons' },
)

/** Nothing happens if the group has one. */
export const insertGroupBoard = statement<{ group_id: number; leaderboard_name: string }>(
  `insert into leaderboard_groups (group_id, leaderboard_name)
   values (:group_id, :leaderboard_name)
   on conflict (group_id, leaderboard_name) do nothing`,
  { inserts: 'leaderboard_groups' },
)

export const listPrizeRules = statement<
  Board,
  { from_rank: number; to_rank: number; credits: number; store_item_id: number | null }
>(`
  select from_rank, to_rank, credits, store_item_id from leaderboard_prize_rules
   where game_id = :game_id and leaderboard_name = :leaderboard_name order by from_rank`)
