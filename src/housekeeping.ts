import type { Context } from './context.ts'
import { forgetOldFailures } from './features/attempts/rules.ts'
import { forgetExpiredSessions } from './features/sessions/rules.ts'
import { forgetOldAnswers } from './http/idempotency.ts'

const EVERY_MS = 3_600_000

/** Throws away what has run out, once an hour. Returns how to stop. */
export function keepHouse(context: Context, onError: (error: unknown) => void): () => void {
  const clean = async () => {
    try {
      await forgetExpiredSessions(context)
      await forgetOldFailures(context)
      await forgetOldAnswers(context)
    } catch (error) {
      onError(error)
    }
  }
  const timer = setInterval(() => void clean(), EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
