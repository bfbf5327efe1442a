import { setTimeout as sleep } from 'node:timers/promises'
import { type Context, inTransaction } from '../context.ts'
import { finishDueRounds } from '../features/play/round-finish/rules.ts'
import type { Job } from './runner.ts'

/** Many can be due at once. A batch of them leaves so many times its own time to the requests. */
const REST = 4

/** Finishes the multiplayer rounds whose `closes_at` has come. Its result is how many. */
export const roundsJob: Job = {
  name: 'rounds',
  // Less than the minute between two looks for due jobs: one that comes a moment early would find it not due.
  every_ms: 30_000,
  async run(context: Context, signal: AbortSignal) {
    let finished = 0
    for (;;) {
      signal.throwIfAborted()
      const began = performance.now()
      const count = await inTransaction(context, finishDueRounds)
      finished += count
      if (count === 0) return String(finished)
      await sleep(REST * (performance.now() - began), undefined, { signal, ref: false })
    }
  },
}
