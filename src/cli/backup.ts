import { stat } from 'node:fs/promises'
import { loadConfig } from '../config.ts'
import { openBackupEngine } from '../storage/backup/open.ts'
import { dump } from '../storage/backup/dump.ts'
import { STDOUT } from '../storage/backup/files.ts'
import { restore } from '../storage/backup/restore.ts'
import { readArguments, UsageProblem } from './arguments.ts'
import { formatNumber, withProgress } from './progress.ts'
import { remark, say } from './say.ts'
import { recordCommand } from './with-context.ts'

export const total = (rows: Record<string, number>) =>
  Object.values(rows).reduce((sum, count) => sum + count, 0)

export async function backupCommand(args: string[]): Promise<void> {
  const { values, positionals } = readArguments(args, { force: { type: 'boolean' } })
  const [path] = positionals
  if (!path) throw new UsageProblem('The FILE to write is missing.')
  const started_at = performance.now()
  const engine = await openBackupEngine(loadConfig().DATABASE_URL)
  const rows = await withProgress('Saving', (onProgress) =>
    dump(engine, path, { force: values.force ?? false, onProgress }),
  )
  const seconds = ((performance.now() - started_at) / 1000).toFixed(1)
  if (path === STDOUT) {
    remark`Saved ${formatNumber(total(rows))} rows in ${seconds} s.`
    return
  }
  const { size } = await stat(path)
  say`Saved ${formatNumber(total(rows))} rows to ${path} (${formatNumber(size)} bytes) in ${seconds} s.`
}

export async function restoreCommand(args: string[]): Promise<void> {
  const [path] = readArguments(args, {}).positionals
  if (!path) throw new UsageProblem('The FILE to read is missing.')
  const engine = await openBackupEngine(loadConfig().DATABASE_URL)
  const rows = await withProgress('Restoring', (onProgress) =>
    restore(engine, path, { kind: 'backup', onProgress }),
  )
  const { games = 0, users = 0, webhooks = 0 } = rows
  const after = { games, users, rows: total(rows) }
  await recordCommand({ action: 'admin.backups.restore', game_id: null, target: 'backup', after })
  say`Restored ${formatNumber(total(rows))} rows: ${games} games with ${formatNumber(users)} users.`
  if (webhooks > 0)
    say`Its webhooks (${webhooks}) are paused, so that a copy sends nothing to real receivers: playkeep webhook resume ID.`
}
