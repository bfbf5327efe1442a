import { type Context, inTransaction, type Transaction } from '../context.ts'
import { endDueSeasons, payDuePrizes } from '../features/play/season-prizes/rules.ts'
import type { Job } from './runner.ts'

/** Ends the seasons of leaderboards that are over, and pays their prizes. Its result is how many steps that took. */
export const seasonsJob: Job = {
  name: 'leaderboard_seasons',
  // Less than the minute between two looks for due jobs, as for announcements.
  every_ms: 30_000,
  async run(context: Context, signal: AbortSignal) {
    let done = 0
    const repeat = async (work: (tx: Transaction) => Promise<number>) => {
      for (;;) {
        signal.throwIfAborted()
        const count = await inTransaction(context, work)
        if (count === 0) return
        done += count
      }
    }
    await repeat(endDueSeasons)
    await repeat(payDuePrizes)
    return String(done)
  },
}
