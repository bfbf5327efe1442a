import { loadConfig } from '../config.ts'
import { fillUsernameSkeletons } from '../features/players/usernames/rules.ts'
import { ALWAYS_ROOM } from '../services/disk.ts'
import { createContext, openDatabaseWithRetries } from '../create-context.ts'
import { isoTime } from '../services/times.ts'
import { migrate, migrationStatus } from '../storage/migrations/migrate.ts'
import { readArguments } from './arguments.ts'
import { say } from './say.ts'
import { reportMigrations, reportRetry } from './with-context.ts'

export async function migrateCommand(args: string[]): Promise<void> {
  const { values } = readArguments(args, { status: { type: 'boolean' } })
  const must_exist = values.status ?? false
  const config = loadConfig()
  const db = await openDatabaseWithRetries(config, reportRetry, { must_exist })
  try {
    if (!values.status) {
      await migrate(db, reportMigrations)
      // What else the start of a server would do before it answers.
      await fillUsernameSkeletons({ ...createContext(config, db), disk: ALWAYS_ROOM })
    }
    for (const { name, applied_at } of await migrationStatus(db)) {
      const state = applied_at === null ? 'pending' : `applied ${isoTime(applied_at)}`
      say`${name.padEnd(40)} ${state}`
    }
  } finally {
    await db.close()
  }
}
