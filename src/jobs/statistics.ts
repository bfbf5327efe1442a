import type { Context } from '../context.ts'
import { updateStatistics } from '../features/operations/statistics/rules.ts'
import type { Job } from './runner.ts'

/** Shorter than the claim of the job. */
const MAX_RUN_MS = 60_000

/** Counts sign-ups, rounds, credits and active players by day, for the dashboard. */
export const statisticsJob: Job = {
  name: 'statistics',
  every_ms: 300_000,
  async run(context: Context, signal: AbortSignal) {
    const is_complete = await updateStatistics(context, {
      signal,
      until: performance.now() + MAX_RUN_MS,
    })
    return is_complete ? 'complete' : 'unfinished'
  },
}
