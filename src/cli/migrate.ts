import { loadConfig } from '../config.ts'
import { openDatabaseWithRetries } from '../start.ts'
import { migrate, migrationStatus } from '../storage/migrations/migrate.ts'
import { readArguments } from './arguments.ts'
import { say } from './say.ts'
import { reportRetry } from './with-context.ts'

export async function migrateCommand(args: string[]): Promise<void> {
  const { values } = readArguments(args, { status: { type: 'boolean' } })
  const must_exist = values.status ?? false
  const db = await openDatabaseWithRetries(loadConfig(), reportRetry, { must_exist })
  try {
    if (!values.status) await migrate(db)
    for (const { name, applied_at } of await migrationStatus(db)) {
      const state =
        applied_at === null ? 'pending' : `applied ${new Date(applied_at).toISOString()}`
      say`${name.padEnd(40)} ${state}`
    }
  } finally {
    await db.close()
  }
}
