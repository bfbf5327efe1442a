import { type Context, inTransaction, type Transaction } from '../context.ts'
import { verifyLedger } from '../features/economy/credits/rules.ts'
import { removeOldVerifications } from '../features/players/email-verifications/rules.ts'
import { removeOldRecipients } from '../features/players/mails/rules.ts'
import { removeOldResets } from '../features/players/password-resets/rules.ts'
import { removeExpiredSessions } from '../features/players/sessions/rules.ts'
import {
  removeOldAddresses,
  removeOldFailures,
} from '../features/players/sign-in-throttling/rules.ts'
import { removeAbandonedChats } from '../features/social/chat/rules.ts'
import { removeExpiredAnswers } from '../idempotency/keyed-requests.ts'
import type { Job } from './runner.ts'

const HOUR_MS = 3_600_000

/** Each is called until it finds nothing more to delete, so that it can delete a part at a time. */
const removals: ((tx: Transaction) => Promise<number>)[] = [
  removeExpiredSessions,
  removeOldFailures,
  removeOldAddresses,
  removeOldResets,
  removeOldVerifications,
  removeOldRecipients,
  removeExpiredAnswers,
  removeAbandonedChats,
]

/** Deletes what has expired, and chats that everyone has left. */
export const cleanUpJob: Job = {
  name: 'clean_up',
  every_ms: HOUR_MS,
  async run(context: Context, signal: AbortSignal) {
    let deleted = 0
    for (const remove of removals) {
      let removed
      do {
        signal.throwIfAborted()
        removed = await inTransaction(context, remove)
        deleted += removed
      } while (removed > 0)
    }
    return String(deleted)
  },
}

/** Its result is the number of users whose credits are not the sum of the ledger. */
export const ledgerCheckJob: Job = {
  name: 'ledger_check',
  every_ms: HOUR_MS,
  async run(context: Context, signal: AbortSignal) {
    return String((await verifyLedger(context, signal)).wrong.length)
  },
}
