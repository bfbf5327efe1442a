import { existsSync } from 'node:fs'
import { type Database, DatabaseMissing, type DatabaseOptions } from './database.ts'

/** The files of a SQLite database that other users of this machine can open. */
export async function listOpenFiles(url: string): Promise<string[]> {
  if (!url.startsWith('sqlite:')) return []
  const { filesOthersCanOpen } = await import('./sqlite/private-files.ts')
  return filesOthersCanOpen(url.slice('sqlite:'.length))
}

/** Takes the rights of other users of this machine from the files of a SQLite database; returns those that had some. */
export async function makeFilesPrivate(url: string): Promise<string[]> {
  if (!url.startsWith('sqlite:')) return []
  const { makePrivate } = await import('./sqlite/private-files.ts')
  return makePrivate(url.slice('sqlite:'.length))
}

/** What is damaged in the file of a SQLite database. PostgreSQL checks its pages itself. */
export async function listDamage(url: string): Promise<string[]> {
  if (!url.startsWith('sqlite:')) return []
  const { quickCheck } = await import('./sqlite/quick-check.ts')
  return quickCheck(url.slice('sqlite:'.length))
}

/** Opens the engine that the URL names. The other engine's driver is not loaded. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.url.startsWith('sqlite:')) {
    const path = options.url.slice('sqlite:'.length)
    if (options.must_exist && !existsSync(path)) throw new DatabaseMissing(path)
    const { openSqlite } = await import('./sqlite/sqlite.ts')
    return openSqlite(path, options)
  }
  const { openPostgres } = await import('./postgres/postgres.ts')
  return openPostgres(options)
}
