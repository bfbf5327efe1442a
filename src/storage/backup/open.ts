import type { BackupEngine } from './engine.ts'

/** For the engine that the URL names. */
export async function openBackupEngine(url: string): Promise<BackupEngine> {
  if (url.startsWith('sqlite:')) {
    const { sqliteBackupEngine } = await import('./sqlite-engine.ts')
    return sqliteBackupEngine(url.slice('sqlite:'.length))
  }
  const { postgresBackupEngine } = await import('./postgres-engine.ts')
  return postgresBackupEngine(url)
}
