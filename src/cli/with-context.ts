import { userInfo } from 'node:os'
import { aCommand, commandName } from '../access/staff.ts'
import { loadConfig } from '../config.ts'
import { type Context, inTransaction } from '../context.ts'
import { recordChange } from '../features/operations/audit-log/rules.ts'
import { createContext, openDatabaseWithRetries } from '../create-context.ts'
import { migrate, type MigrationListener, refusePending } from '../storage/migrations/migrate.ts'
import { remark } from './say.ts'

/** On the terminal, while migrations run. */
export const reportMigrations: MigrationListener = {
  onApplied: (name, seconds) => void remark`${name} applied in ${seconds.toFixed(1)} s`,
  onWait: (name, reason) => void remark`${name} waits: ${reason}`,
}

export const reportRetry = (error: Error) => {
  remark`${error.message} Trying again …`
}

/** Who runs the command, for the audit log. */
function describeUser(): string {
  try {
    return commandName(userInfo().username)
  } catch {
    // As in a container whose user has no name.
    return commandName()
  }
}

/** Runs a command on the configured database, after applying pending migrations unless `MIGRATE` is off. */
export async function withContext(work: (context: Context) => Promise<void>): Promise<void> {
  const config = loadConfig()
  const db = await openDatabaseWithRetries(config, reportRetry, {
    must_exist: true,
    long_read_limit_ms: Infinity,
  })
  try {
    if (config.MIGRATE === 'off') await refusePending(db)
    else await migrate(db, reportMigrations)
    await work({ ...createContext(config, db), staff: aCommand(describeUser()) })
  } finally {
    await db.close()
  }
}

/** For commands that work on the tables themselves. What they have done stays, also if this fails. */
export async function recordCommand(change: Parameters<typeof recordChange>[1]): Promise<void> {
  try {
    await withContext((context) => inTransaction(context, (tx) => recordChange(tx, change)))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    remark`It is done, but it could not be written to the audit log: ${reason}`
  }
}
