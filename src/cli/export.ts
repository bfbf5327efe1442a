import { loadConfig } from '../config.ts'
import { openBackupEngine } from '../storage/backup/open.ts'
import { dump } from '../storage/backup/dump.ts'
import { restore } from '../storage/backup/restore.ts'
import { readArguments, readId, UsageProblem } from './arguments.ts'
import { total } from './backup.ts'
import { formatNumber, withProgress } from './progress.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

export async function exportCommand(args: string[]): Promise<void> {
  const { values, positionals } = readArguments(args, { force: { type: 'boolean' } })
  const game_id = readId('GAME_ID', positionals[0])
  const path = positionals[1]
  if (!path) throw new UsageProblem('The FILE to write is missing.')
  const engine = await openBackupEngine(loadConfig().DATABASE_URL)
  const rows = await withProgress('Exporting', (onProgress) =>
    dump(engine, path, { game_id, force: values.force ?? false, onProgress }),
  )
  say(`Exported game ${game_id} to ${path}: ${formatNumber(total(rows))} rows.`)
}

export async function importCommand(args: string[]): Promise<void> {
  const [path] = readArguments(args, {}).positionals
  if (!path) throw new UsageProblem('The FILE to read is missing.')
  const engine = await openBackupEngine(loadConfig().DATABASE_URL)
  const rows = await withProgress('Importing', (onProgress) =>
    restore(engine, path, { kind: 'game', onProgress }),
  )
  const { users = 0 } = rows
  say(
    `Imported a game with ${formatNumber(users)} users, ${formatNumber(total(rows))} rows in total.`,
  )
  say('Its id and token are the same; its players sign in again.')
}
