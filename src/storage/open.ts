import type { Database, DatabaseOptions } from './database.ts'

/** Opens the engine that the URL names. The other engine's driver is not loaded. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.url.startsWith('sqlite:')) {
    const { openSqlite } = await import('./sqlite/sqlite.ts')
    return openSqlite(options.url.slice('sqlite:'.length), options)
  }
  const { openPostgres } = await import('./postgres/postgres.ts')
  return openPostgres(options)
}
