import type { LeaderboardSeason, LeaderboardSettings, WonPrize } from '../../api/contract.ts'

export const ORDERS = {
  game: 'As in the settings of the game',
  highest: 'The highest score',
  lowest: 'The lowest score',
} as const

export const COUNTS: Record<LeaderboardSettings['counts'], string> = {
  best: 'The best entry',
  latest: 'The latest entry',
  sum: 'The sum of all entries',
}

export const ONE_FOR: Record<LeaderboardSettings['one_for'], string> = {
  game: 'All players',
  each_group: 'Each group',
}

/** Whatever else the server knows is a cron expression. */
export const PERIODS = {
  none: 'It has no seasons',
  day: 'Every day',
  week: 'Every week, on Monday',
  month: 'Every month, on the first day',
  cron: 'At times of a cron expression',
} as const

export type PeriodKind = keyof typeof PERIODS

export const periodKindOf = (period: string): PeriodKind =>
  period === 'none' || period === 'day' || period === 'week' || period === 'month' ? period : 'cron'

interface Label {
  label: string
  color: string
}

export const SEASON_STATES: Record<LeaderboardSeason['state'], Label> = {
  running: { label: 'Running', color: 'green' },
  ended: { label: 'Ended, prizes are being paid', color: 'yellow' },
  paid: { label: 'Ended and paid', color: 'gray' },
}

export const PRIZE_STATES: Record<WonPrize['state'], Label> = {
  waiting: { label: 'Not yet paid', color: 'yellow' },
  paid: { label: 'Paid', color: 'green' },
  refused: { label: 'Refused', color: 'red' },
}

const formatIn = (timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone })

/** In the time zone of the leaderboard, in which seasons begin and end at full hours. */
export function formatSeasonTime(at: string, time_zone: string): string {
  try {
    return formatIn(time_zone).format(new Date(at))
  } catch {
    // The browser is older than the time zone.
    return `${formatIn('UTC').format(new Date(at))} UTC`
  }
}
