import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isoTime } from './times.ts'

/** Only files with names of our own are listed or deleted; sorted by name they are sorted by age. */
const BACKUP_NAME = /^playkeep-\d{8}T\d{6}Z\.ndjson\.gz$/
const PARTIAL_NAME = /^playkeep-\d{8}T\d{6}Z\.ndjson\.gz\.\d+\.part$/

export const backupNameAt = (time: number) =>
  `playkeep-${isoTime(time).replaceAll(/[-:]|\.\d+/g, '')}.ndjson.gz`

/** The scheduled backups in a folder, oldest first, without those that a clock ahead has given a time to come. */
export async function listBackups(folder: string, now: number): Promise<string[]> {
  const latest = backupNameAt(now)
  return (await readdir(folder)).filter((name) => BACKUP_NAME.test(name) && name <= latest).sort()
}

export const listPartial = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => PARTIAL_NAME.test(name))

/** How much has been written of a backup that is being made. */
export async function partialBytes(folder: string, name: string): Promise<number> {
  const partial = (await listPartial(folder)).find((each) => each.startsWith(`${name}.`))
  return partial ? (await stat(join(folder, partial))).size : 0
}

/** The newest first. One that is deleted meanwhile is left out. */
export async function describeBackups(folder: string, now: number) {
  const names = (await listBackups(folder, now)).toReversed()
  const found = names.map(async (name) => {
    const file = await stat(join(folder, name)).catch(() => undefined)
    return file ? [{ name, bytes: file.size, created_at: file.mtimeMs }] : []
  })
  return (await Promise.all(found)).flat()
}
