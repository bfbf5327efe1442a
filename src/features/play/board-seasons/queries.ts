import { statement } from '../../../storage/statement.ts'

export type Keeps = 'best' | 'latest' | 'sum'

export interface SettingsRow {
  leaderboard_name: string
  /** Null: that of the game. */
  ranking_order: 'descending' | 'ascending' | null
  keeps: Keeps
  who: 'game' | 'groups'
  period: string
  time_zone: string
}

type Board = { game_id: number; leaderboard_name: string }

/** There are few for each game. */
export const listSettings = statement<{ game_id: number }, SettingsRow>(`
  select leaderboard_name, ranking_order, keeps, who, period, time_zone
    from leaderboard_settings where game_id = :game_id`)

export const findSettings = statement<Board, SettingsRow>(`
  select leaderboard_name, ranking_order, keeps, who, period, time_zone
    from leaderboard_settings
   where game_id = :game_id and leaderboard_name = :leaderboard_name`)

export interface SeasonRow {
  id: number
  season: number
  starts_at: number
  ends_at: number
  state: 'running' | 'ended' | 'paid'
  keeps: Keeps
  /** Null until it has ended: then it is that of the leaderboard. */
  ranking_order: 'descending' | 'ascending' | null
}

const SEASON = 'id, season, starts_at, ends_at, state, keeps, ranking_order'

const LATEST = `
  select ${SEASON} from leaderboard_seasons
   where game_id = :game_id and leaderboard_name = :leaderboard_name
   order by season desc limit 1`

export const findLatestSeason = statement<Board, SeasonRow>(LATEST)

/** It does not end before the transaction does. */
export const lockLatestSeason = statement<Board, SeasonRow>(
  (sql) => `${LATEST} ${sql.lockRowAsReference}`,
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
  Board & { season: number; starts_at: number; ends_at: number; keeps: string }
>(
  `insert into leaderboard_seasons
     (game_id, leaderboard_name, season, starts_at, ends_at, state, keeps)
   values (:game_id, :leaderboard_name, :season, :starts_at, :ends_at, 'running', :keeps)
   on conflict (game_id, leaderboard_name, season) do nothing`,
  { inserts: 'leaderboard_seasons' },
)

type OfGroup = { group_id: number; leaderboard_name: string }

export const findGroupBoard = statement<OfGroup, { board_number: number }>(`
  select board_number from leaderboard_groups
   where group_id = :group_id and leaderboard_name = :leaderboard_name`)

/** Nothing happens if the group has one. */
export const insertGroupBoard = statement<OfGroup & { board_number: number }>(
  `insert into leaderboard_groups (group_id, leaderboard_name, board_number)
   values (:group_id, :leaderboard_name, :board_number)
   on conflict (group_id, leaderboard_name) do nothing`,
  { inserts: 'leaderboard_groups' },
)

export const listPrizeRules = statement<
  Board,
  { from_rank: number; to_rank: number; credits: number; store_item_id: number | null }
>(`
  select from_rank, to_rank, credits, store_item_id from leaderboard_prize_rules
   where game_id = :game_id and leaderboard_name = :leaderboard_name order by from_rank`)
