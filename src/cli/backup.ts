import { stat } from 'node:fs/promises'
import { loadConfig } from '../config.ts'
import { openCopier } from '../storage/backup/copier.ts'
import { dump } from '../storage/backup/dump.ts'
import { load } from '../storage/backup/load.ts'
import { readArguments, UsageProblem } from './arguments.ts'
import { number, withProgress } from './progress.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

export const total = (rows: Record<string, number>) =>
  Object.values(rows).reduce((sum, count) => sum + count, 0)

export async function backupCommand(args: string[]): Promise<void> {
  const { values, positionals } = readArguments(args, { force: { type: 'boolean' } })
  const [path] = positionals
  if (!path) throw new UsageProblem('Say into which FILE.')
  const began = performance.now()
  const copier = await openCopier(loadConfig().DATABASE_URL)
  const rows = await withProgress('Copying', (onProgress) =>
    dump(copier, path, { force: values.force ?? false, onProgress }),
  )
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const { size } = await stat(path)
  say(`${path}: ${number(total(rows))} rows, ${number(size)} bytes, ${seconds} s`)
}

export async function restoreCommand(args: string[]): Promise<void> {
  const [path] = readArguments(args, {}).positionals
  if (!path) throw new UsageProblem('Say from which FILE.')
  const copier = await openCopier(loadConfig().DATABASE_URL)
  const rows = await withProgress('Filling', (onProgress) =>
    load(copier, path, { kind: 'backup', onProgress }),
  )
  const { games = 0, users = 0 } = rows
  say(`Restored ${number(total(rows))} rows: ${games} games with ${number(users)} users.`)
}
