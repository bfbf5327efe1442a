import { formatNumber } from '../../components/format.tsx'

export type ScoreLimit =
  | 'minimum'
  | 'maximum'
  | 'largest_step'
  | 'most_per_minute'
  | 'needs_finished_round'

/** Small differences of scores matter, and large ones have separators. */
export const formatScore = (score: number) =>
  Math.abs(score) < 1e15 ? score.toLocaleString('en-GB', { maximumFractionDigits: 6 }) : `${score}`

export const KINDS = { leaderboard: 'Leaderboard', game_type: 'Game type' } as const

/** Why a score waits. `allowed` is null where the limit has no number. */
export function brokenLabel(broken: ScoreLimit, allowed: number | null): string {
  const number = allowed === null ? '' : formatScore(allowed)
  const labels: Record<ScoreLimit, string> = {
    minimum: `Below ${number}`,
    maximum: `Above ${number}`,
    largest_step: `More than ${number} better than what counted`,
    most_per_minute: `More than ${allowed === null ? '' : formatNumber(allowed)} in a minute`,
    needs_finished_round: 'Without a finished round',
  }
  return labels[broken]
}

interface Limits {
  minimum: number | null
  maximum: number | null
  largest_step: number | null
  most_per_minute: number | null
  needs_finished_round: boolean
}

/** What a rule asks for, one sentence part for each limit. */
export function limitLabels(rule: Limits): string[] {
  const { minimum, maximum, largest_step, most_per_minute, needs_finished_round } = rule
  return [
    minimum === null ? '' : `at least ${formatScore(minimum)}`,
    maximum === null ? '' : `at most ${formatScore(maximum)}`,
    largest_step === null ? '' : `at most ${formatScore(largest_step)} better than before`,
    most_per_minute === null ? '' : `at most ${formatNumber(most_per_minute)} in a minute`,
    needs_finished_round ? 'after a finished round' : '',
  ].filter(Boolean)
}
