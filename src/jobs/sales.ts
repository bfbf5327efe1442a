import { setTimeout as sleep } from 'node:timers/promises'
import { type Context, relaxedTransaction } from '../context.ts'
import { countSales } from '../features/economy/sales/rules.ts'
import type { Job } from './runner.ts'

/** What is left then waits for the next run. Shorter than the claim of the job. */
const MAX_RUN_MS = 60_000

/** Counts purchases and refunds in the stores of all games. Its result is the number of batches that it counted. */
export const salesJob: Job = {
  name: 'sales',
  every_ms: 5 * 60_000,
  async run(context: Context, signal: AbortSignal) {
    const until = performance.now() + MAX_RUN_MS
    let parts = 0
    while (performance.now() < until) {
      signal.throwIfAborted()
      const started = performance.now()
      if (!(await relaxedTransaction(context, countSales))) break
      parts++
      // At least half of the time is left for others.
      await sleep(performance.now() - started)
    }
    return String(parts)
  },
}
