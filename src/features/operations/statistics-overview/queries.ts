import { statement } from '../../../storage/statement.ts'

export interface StatisticRow {
  measure: string
  day: number
  name: string
  value: number
}

export const listStatistics = statement<
  { game_id: number; measure: string; from_day: number; to_day: number },
  StatisticRow
>(`
  select measure, day, name, value from statistics
   where game_id = :game_id and measure = :measure and day >= :from_day and day <= :to_day
   order by day, name`)

/** The sum of all changes of credits that were counted. No row: none was. */
export const findCountedCredits = statement<{ game_id: number }, { value: number }>(`
  select value from statistics
   where game_id = :game_id and measure = 'credits' and day = 0 and name = ''`)

interface TotalsRow {
  players: number
  credits: number
  counted_credits: number
}

/** No row: the game has no players, or they were not counted yet. */
export const findTotals = statement<{ game_id: number }, TotalsRow>(`
  select players, credits, counted_credits from statistics_totals
   where game_id = :game_id`)

/** Null: not everything was counted yet. */
export const findCountedAt = statement<Record<string, never>, { counted_at: number | null }>(`
  select min(counted_at) as counted_at from statistics_progress
   having count(*) = count(counted_at)`)

export interface TopRow {
  kind: string
  id: number
  username: string
  credits: number
  score: number
}

export const listTop = statement<{ game_id: number }, TopRow>(`
  select top_players.kind, users.id, users.username, users.credits, users.score
    from top_players join users on users.id = top_players.user_id
   where top_players.game_id = :game_id`)
