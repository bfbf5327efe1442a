import { loadConfig } from '../config.ts'
import type { Context } from '../context.ts'
import { createContext, openDatabaseWithRetries } from '../start.ts'
import { migrate } from '../storage/migrations/migrate.ts'
import { remark } from './say.ts'

export const reportRetry = (error: Error) => {
  remark`${error.message} Trying again …`
}

/** Runs a command on the configured database, after applying pending migrations. */
export async function withContext(work: (context: Context) => Promise<void>): Promise<void> {
  const config = loadConfig()
  const db = await openDatabaseWithRetries(config, reportRetry, {
    must_exist: true,
    long_read_limit_ms: Infinity,
  })
  try {
    await migrate(db)
    await work(createContext(config, db))
  } finally {
    await db.close()
  }
}
