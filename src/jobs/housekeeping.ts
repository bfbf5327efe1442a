import { setTimeout as sleep } from 'node:timers/promises'
import { HOUR_MS } from '../durations.ts'
import { type Context, relaxedTransaction, type Transaction } from '../context.ts'
import { removeOldEvents, removeOldInterests } from '../features/operations/events/rules.ts'
import { removeOldTasks } from '../features/operations/game-tasks/rules.ts'
import { removeOldPlayerDays } from '../features/operations/statistics/rules.ts'
import { removeOldTickets } from '../features/play/match-tickets/rules.ts'
import { removeOldTraffic } from '../features/operations/traffic/rules.ts'
import { removeOldDeliveries } from '../features/operations/webhook-deliveries/rules.ts'
import { removePreviousSecrets } from '../features/operations/webhooks/rules.ts'
import { removeOldScoreCounts } from '../features/play/score-checks/rules.ts'
import { removeOrphanChanges } from '../features/play/rank-counts/rules.ts'
import { removeOldVerifications } from '../features/players/email-verifications/rules.ts'
import { removeOldRecipients } from '../features/players/mails/rules.ts'
import { removeOldResets } from '../features/players/password-resets/rules.ts'
import { removeExpiredSessions } from '../features/players/sessions/rules.ts'
import {
  removeOldAddresses,
  removeOldFailures,
} from '../features/players/sign-in-throttling/rules.ts'
import { removeOldInvitations } from '../features/staff/staff-members/rules.ts'
import { removeExpiredStaffSessions } from '../features/staff/staff-sessions/rules.ts'
import { removeExpiredTokens } from '../features/staff/staff-tokens/rules.ts'
import { removeAbandonedChats } from '../features/social/chat/rules.ts'
import { removeOldReports } from '../features/social/reports/rules.ts'
import { removeExpiredAnswers } from '../idempotency/keyed-requests.ts'
import type { Job } from './runner.ts'

/** Each deletes a part of what is old, and returns how many rows; 0: nothing is left. */
const removals: ((tx: Transaction, context: Context) => Promise<number>)[] = [
  removeExpiredSessions,
  removeOldFailures,
  removeOldAddresses,
  removeOldResets,
  removeOldVerifications,
  removeOldRecipients,
  removeExpiredAnswers,
  removeAbandonedChats,
  removeOldEvents,
  removeOldInterests,
  removeOldDeliveries,
  removePreviousSecrets,
  removeOldInvitations,
  removeExpiredStaffSessions,
  removeExpiredTokens,
  removeOldReports,
  removeOldScoreCounts,
  removeOldPlayerDays,
  removeOldTraffic,
  removeOldTasks,
  removeOrphanChanges,
  removeOldTickets,
]

/** What is left then waits for the next run. Shorter than the claim of the job. */
const MAX_RUN_MS = 5 * 60_000

/** Deletes what has expired, old events, chats that everyone has left, and changes of lists whose ranks are not counted any more. */
export const cleanUpJob: Job = {
  name: 'clean_up',
  every_ms: HOUR_MS,
  async run(context: Context, signal: AbortSignal) {
    const until = performance.now() + MAX_RUN_MS
    const unfinished = new Set(removals)
    let deleted = 0
    while (unfinished.size > 0 && performance.now() < until) {
      for (const remove of unfinished) {
        signal.throwIfAborted()
        const started = performance.now()
        const removed = await relaxedTransaction(context, (tx) => remove(tx, context))
        deleted += removed
        if (removed === 0) unfinished.delete(remove)
        // At least half of the time belongs to others.
        else await sleep(performance.now() - started, undefined, { signal })
      }
    }
    return String(deleted)
  },
}
