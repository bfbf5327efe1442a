import { type Context, inTransaction } from '../context.ts'
import { claimChore, finishChore, findChore, postponeChore } from './queries.ts'

const name = 'backup'

const RETRY_AFTER_MS = 600_000

const periodOf = ({ config }: Context) => config.BACKUP_EVERY_HOURS * 3_600_000

/** When the last backup of any process was done. Undefined: there was none yet. */
export async function lastBackupAt({ db }: Context): Promise<number | undefined> {
  return (await db.first(findChore, { name }))?.done_at ?? undefined
}

/**
 * Whether it is this process's turn to make a backup. The turn of one that dies over it ends after a quarter of the
 * time between two; then whoever looks first takes it.
 */
export async function claimBackup(context: Context): Promise<boolean> {
  const now = context.now()
  const chore = await context.db.first(findChore, { name })
  if (chore && chore.due_at > now) return false
  const until = now + periodOf(context) / 4
  return inTransaction(
    context,
    async (tx) => (await tx.first(claimChore, { name, now, until })) !== undefined,
  )
}

/** It did not work out: whoever looks first after a while tries again. */
export const postponeBackup = (context: Context) =>
  inTransaction(context, (tx) => tx.run(postponeChore, { name, due_at: tx.now() + RETRY_AFTER_MS }))

export const noteBackup = (context: Context, began_at: number) =>
  inTransaction(context, (tx) =>
    tx.run(finishChore, { name, due_at: began_at + periodOf(context), done_at: tx.now() }),
  )
