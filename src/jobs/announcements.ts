import { type Context, inTransaction } from '../context.ts'
import { postDue } from '../features/operations/announcements/rules.ts'
import type { Job } from './runner.ts'

/** Posts the announcements whose time has come. Its result is how many. */
export const announcementsJob: Job = {
  name: 'announcements',
  // Less than the minute between two looks for due jobs: one that comes a moment early would find it not due.
  every_ms: 30_000,
  async run(context: Context, signal: AbortSignal) {
    let posted = 0
    for (;;) {
      signal.throwIfAborted()
      const count = await inTransaction(context, postDue)
      posted += count
      if (count === 0) return String(posted)
    }
  },
}
