import type { Context } from '../context.ts'
import { forgetOldFailures } from '../features/players/sign-in-throttling/rules.ts'
import { forgetOldResets } from '../features/players/password-resets/rules.ts'
import { forgetExpiredSessions } from '../features/players/sessions/rules.ts'
import { verifyLedger } from '../features/economy/credits/rules.ts'
import { forgetOldAnswers } from '../idempotency/idempotency.ts'

const EVERY_MS = 3_600_000

/** Throws away what has run out and checks the ledger: at the start, then once an hour. Returns how to stop. */
export function keepHouse(
  context: Context,
  state: { ledger_wrong_users: number | undefined },
  onError: (error: unknown) => void,
): () => Promise<void> {
  const chores = [
    () => forgetExpiredSessions(context),
    () => forgetOldFailures(context),
    () => forgetOldResets(context),
    () => forgetOldAnswers(context),
    async () => {
      state.ledger_wrong_users = (await verifyLedger(context)).wrong.length
    },
  ]
  const work = async () => {
    for (const chore of chores) await chore().catch(onError)
  }
  let working = work()
  const timer = setInterval(() => {
    working = working.then(work)
  }, EVERY_MS)
  timer.unref()
  return () => {
    clearInterval(timer)
    return working
  }
}
