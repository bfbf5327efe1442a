import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { playkeep, type Program, serve } from '../support/servers.ts'
import { emptyDatabase } from '../support/world.ts'

const MAX_STOP_MS = 60_000

async function stop(program: Program): Promise<'stopped' | 'still running'> {
  const outcome = await Promise.race([
    program.kill('SIGTERM').then(() => 'stopped' as const),
    sleep(MAX_STOP_MS, 'still running' as const),
  ])
  if (outcome === 'still running') await program.killGroup('SIGKILL')
  return outcome
}

/** A migrated database of which one table is locked against everybody. */
async function lockedDatabase(table: string) {
  const { url, remove } = await emptyDatabase('postgres')
  expect(await playkeep(['migrate'], { DATABASE_URL: url }).ended).toBe(0)
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`begin; lock table ${table} in access exclusive mode`)
  return {
    url,
    async countWaiting() {
      const waiting = `select 1 from pg_locks where relation = '${table}'::regclass and not granted`
      return (await client.query(waiting)).rowCount ?? 0
    },
    async remove() {
      await client.end()
      await remove()
    },
  }
}

test('a stop is bounded while a job waits for the database [postgres]', async () => {
  const database = await lockedDatabase('credit_ledger')
  const { program } = await serve({ DATABASE_URL: database.url })
  await expect.poll(() => database.countWaiting()).toBeGreaterThan(0)
  expect(await stop(program)).toBe('stopped')
  await database.remove()
})

/** The process ids of backups that the server has started; Linux only. */
async function backupsOf({ process: { pid } }: Program): Promise<number[]> {
  const found: number[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const read = (file: string) => readFile(`/proc/${name}/${file}`, 'utf8').catch(() => '')
    const parent = /^\d+ \(.*\) \w (\d+)/.exec(await read('stat'))?.[1]
    if (parent !== String(pid) || !(await read('cmdline')).includes('\0backup\0')) continue
    found.push(Number(name))
  }
  return found
}

test.runIf(process.platform === 'linux')(
  'a stop kills a backup that does not obey SIGTERM [postgres]',
  async () => {
    const database = await lockedDatabase('messages')
    const BACKUP_DIR = await mkdtemp(join(tmpdir(), 'playkeep-backups-'))
    const { program } = await serve({ DATABASE_URL: database.url, BACKUP_DIR })
    await expect.poll(() => backupsOf(program)).toHaveLength(1)
    const [child = 0] = await backupsOf(program)
    process.kill(child, 'SIGSTOP')
    expect(await stop(program)).toBe('stopped')
    await expect.poll(() => existsSync(`/proc/${child}`)).toBe(false)
    await database.remove()
    await rm(BACKUP_DIR, { recursive: true })
  },
)
