import type { GameOverview } from '../../api/contract.ts'

/** All charts of the page show parts of one answer. */
export interface OverviewQuery {
  data: GameOverview | undefined
  error: unknown
  refetch: () => unknown
}
