import type { BackupConnection } from './connection.ts'

/** For the engine that the URL names. */
export async function openBackupConnection(url: string): Promise<BackupConnection> {
  if (url.startsWith('sqlite:')) {
    const { sqliteBackupConnection } = await import('./sqlite-connection.ts')
    return sqliteBackupConnection(url.slice('sqlite:'.length))
  }
  const { postgresBackupConnection } = await import('./postgres-connection.ts')
  return postgresBackupConnection(url)
}
