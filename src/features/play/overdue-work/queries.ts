import { statement } from '../../../storage/statement.ts'

const upTo = (rows: string) => `(select count(*) from (${rows} limit :max + 0) as counted)`

/** Each number is counted no further than `max`. */
export const countOverdue = statement<
  { before: number; max: number },
  {
    rounds: number
    seasons: number
    prizes: number
    rank_changes: number
    rank_lists: number
    rank_candidates: number
  }
>(`
  select ${upTo(`
           select 1 from multiplayer_game_rounds
            where closes_at <= :before and closes_at is not null and finished_at is null`)} as rounds,
         ${upTo(`
           select 1 from leaderboard_seasons
            where state = 'running' and ends_at <= :before`)} as seasons,
         ${upTo(`
           select 1 from leaderboard_seasons
             join leaderboard_prizes on leaderboard_prizes.season_id = leaderboard_seasons.id
            where leaderboard_seasons.state = 'ended' and leaderboard_seasons.ends_at <= :before
              and leaderboard_prizes.state = 'waiting'`)} as prizes,
         ${upTo('select 1 from rank_changes')} as rank_changes,
         ${upTo('select 1 from rank_sets where is_ready = 0')} as rank_lists,
         ${upTo('select 1 from rank_candidates')} as rank_candidates`)
