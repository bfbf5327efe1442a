import { type Context, inTransaction, type Transaction } from '../context.ts'
import {
  type DueSeason,
  endSeasonIfFree,
  findSeasonsToEnd,
  findSeasonsToPay,
  payDuePrizes,
} from '../features/play/season-prizes/rules.ts'
import type { Job } from './runner.ts'

/** So many seasons in a row do not fail for reasons of their own. */
const MAX_FAILURES = 20

interface Step {
  find(context: Context, after: DueSeason | undefined): Promise<DueSeason[]>
  /** Returns how much it has done. */
  work(tx: Transaction, season: DueSeason): Promise<number>
}

const END: Step = { find: findSeasonsToEnd, work: endSeasonIfFree }
const PAY: Step = { find: findSeasonsToPay, work: payDuePrizes }

/**
 * Ends the seasons of leaderboards that are over, and pays their prizes. One that fails does not hold up the others: it is
 * tried again with the next run. Its result is how many steps that took.
 */
export const seasonsJob: Job = {
  name: 'leaderboard_seasons',
  // Less than the minute between two looks for due jobs, as for announcements.
  every_ms: 30_000,
  async run(context: Context, signal: AbortSignal) {
    let done = 0
    const failures: unknown[] = []
    const complete = async (step: Step, season: DueSeason) => {
      for (let count = 1; count > 0; done += count) {
        signal.throwIfAborted()
        count = await inTransaction(context, (tx) => step.work(tx, season))
      }
    }
    for (const step of [END, PAY]) {
      let last: DueSeason | undefined
      do {
        const seasons = await step.find(context, last)
        for (const season of seasons) {
          await complete(step, season).catch((error: unknown) => failures.push(error))
          if (failures.length >= MAX_FAILURES) throw failures[0]
        }
        last = seasons.at(-1)
      } while (last)
    }
    if (failures.length > 0) throw failures[0]
    return String(done)
  },
}
