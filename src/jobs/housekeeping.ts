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
import { removeExpiredAnswers } from '../idempotency/keyed-requests.ts'
import type { Job } from './runner.ts'

const HOUR_MS = 3_600_000

const removals: ((tx: Transaction) => Promise<number>)[] = [
  removeExpiredSessions,
  removeOldFailures,
  removeOldAddresses,
  removeOldResets,
  removeOldVerifications,
  removeOldRecipients,
  removeExpiredAnswers,
]

/** Deletes what has expired. */
export const cleanUpJob: Job = {
  name: 'clean_up',
  every_ms: HOUR_MS,
  async run(context: Context, signal: AbortSignal) {
    let deleted = 0
    for (const remove of removals) {
      signal.throwIfAborted()
      deleted += await inTransaction(context, remove)
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
