import { type Context, relaxedTransaction } from '../context.ts'
import { checkLedger } from '../features/economy/credits/rules.ts'
import { findProgress, saveProgress } from './queries.ts'
import type { Job } from './runner.ts'

interface Progress {
  after_id: number
  wrong: number
}

/** A row of its own, so that the last result stays until there is a new one. */
const PROGRESS = 'ledger_check_progress'
const BEGINNING: Progress = { after_id: 0, wrong: 0 }

async function readProgress({ db }: Context): Promise<Progress> {
  const saved = await db.first(findProgress, { name: PROGRESS })
  const progress: Progress = saved?.result ? JSON.parse(saved.result) : BEGINNING
  return { ...progress }
}

const keepProgress = (context: Context, progress: Progress) =>
  relaxedTransaction(context, (tx) =>
    tx.run(saveProgress, { name: PROGRESS, progress: JSON.stringify(progress) }),
  )

const forgetProgress = (context: Context) => keepProgress(context, BEGINNING)

/** Its result is the number of users whose credits are not the sum of the ledger. An interrupted check is continued. */
export const ledgerCheckJob: Job = {
  name: 'ledger_check',
  every_ms: 3_600_000,
  async run(context: Context, signal: AbortSignal) {
    const progress = await readProgress(context)
    const is_continued = progress.after_id > 0
    try {
      for await (const { last_id, wrong } of checkLedger(context, progress.after_id)) {
        progress.after_id = last_id
        progress.wrong += wrong.length
        signal.throwIfAborted()
      }
    } catch (error) {
      await keepProgress(context, progress).catch(() => {})
      throw error
    }
    if (is_continued) await forgetProgress(context)
    return String(progress.wrong)
  },
}
