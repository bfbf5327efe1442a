import type { ManagedLeaderboard } from '../../api/contract.ts'
import { periodKindOf, type PeriodKind } from './board-labels.ts'

const PERIODS: Record<PeriodKind, string[]> = {
  none: [],
  day: ['daily'],
  week: ['weekly'],
  month: ['monthly'],
  cron: ['in seasons'],
}

const COUNTS: Record<ManagedLeaderboard['counts'], string> = {
  best: 'best entry',
  latest: 'latest entry',
  sum: 'sum',
}

/** In a few words, such as "Weekly, sum". */
export function summaryOf({ period, counts, one_for }: ManagedLeaderboard): string {
  const each = one_for === 'each_group' ? ['for each group'] : []
  const text = [...PERIODS[periodKindOf(period)], COUNTS[counts], ...each].join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
