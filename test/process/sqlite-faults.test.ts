import { execFileSync } from 'node:child_process'
import { closeSync, openSync, renameSync, truncateSync, writeSync } from 'node:fs'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { serveFirstGame } from '../support/first-game.ts'
import { playkeep, serve, waitForOutput } from '../support/servers.ts'
import { Client, emptyDatabase } from '../support/world.ts'

async function serverWithPlayer(database_url: string) {
  const env = { DATABASE_URL: database_url, RATE_LIMIT: 'off', MIN_FREE_MB: '0' }
  const { program, url, signUpPlayer } = await serveFirstGame(env)
  const player = await signUpPlayer('ada')
  return {
    program,
    url,
    player,
    addCredits: (to = url) =>
      new Client(to, player.headers).post(player.at('add_credits'), { credits: 5 }),
  }
}

const faults: [string, (path: string) => Promise<void>][] = [
  ['deleted', async (path) => rm(path)],
  ['moved away', async (path) => renameSync(path, `${path}.old`)],
  [
    'replaced by a copy',
    async (path) => {
      await copyFile(path, `${path}.copy`)
      renameSync(`${path}.copy`, path)
    },
  ],
  ['left without its log', async (path) => rm(`${path}-wal`)],
  ['left without the index of its log', async (path) => rm(`${path}-shm`)],
]

for (const [fault, cause] of faults) {
  test(`a database file that is ${fault} is noticed, and nothing more is acknowledged [sqlite]`, async () => {
    const { url: database_url, remove } = await emptyDatabase('sqlite')
    onTestFinished(remove)
    const { program, url, addCredits } = await serverWithPlayer(database_url)
    expect((await addCredits()).status).toBe(200)
    expect((await fetch(`${url}/ready`)).status).toBe(200)

    await cause(database_url.slice('sqlite:'.length))

    const write = await addCredits()
    expect([write.status, write.headers.get('x-error-code')]).toEqual([503, 'database_unavailable'])
    const ready = await fetch(`${url}/ready`)
    expect([ready.status, await ready.text()]).toEqual([
      503,
      expect.stringContaining('deleted, moved or replaced'),
    ])
    expect((await fetch(`${url}/health`)).status).toBe(200)
    await program.kill('SIGTERM')
    expect(program.stdout + program.stderr).toContain('deleted, moved or replaced')
  })
}

/** Overwrites the first page of a table. */
function damage(path: string, table: string): void {
  const database = new DatabaseSync(path)
  const found = database.prepare('select rootpage from sqlite_schema where name = ?').get(table)
  const size = Number(database.prepare('pragma page_size').get()?.page_size)
  database.exec('pragma wal_checkpoint(truncate)')
  database.close()
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(size, 0xa5), 0, size, (Number(found?.rootpage) - 1) * size)
  closeSync(file)
}

test('a damaged database file shows in /ready, in the metrics and in doctor [sqlite]', async () => {
  const { url: database_url, remove } = await emptyDatabase('sqlite')
  onTestFinished(remove)
  const first = await serverWithPlayer(database_url)
  expect(await first.program.kill('SIGTERM')).toBe(0)
  damage(database_url.slice('sqlite:'.length), 'credit_ledger')

  const { program, url } = await serve({ DATABASE_URL: database_url })
  expect((await first.addCredits(url)).status).toBe(503)
  const ready = await fetch(`${url}/ready`)
  expect([ready.status, await ready.text()]).toEqual([503, expect.stringContaining('damaged')])
  const metrics = await (await fetch(`${url}/metrics`)).text()
  expect(metrics).toMatch(/^playkeep_database_write_failures_total [1-9]/m)
  await program.kill('SIGTERM')

  const doctor = playkeep(['doctor'], { DATABASE_URL: database_url })
  expect(await doctor.ended).toBe(1)
  expect(doctor.stdout).toContain('database file: it is damaged')
})

test('when a read meets damage, no write is acknowledged any more [sqlite]', async () => {
  const { url: database_url, remove } = await emptyDatabase('sqlite')
  onTestFinished(remove)
  const first = await serverWithPlayer(database_url)
  expect(await first.program.kill('SIGTERM')).toBe(0)
  damage(database_url.slice('sqlite:'.length), 'games')

  const { program, url } = await serve({ DATABASE_URL: database_url })
  await fetch(`${url}/api/v3/games/verify?game_id=1&game_token=x`)
  const ready = await fetch(`${url}/ready`)
  expect([ready.status, await ready.text()]).toEqual([503, expect.stringContaining('damaged')])
  expect((await first.addCredits(url)).status).toBe(503)
  await program.kill('SIGTERM')
})

test('a log that was cut is not moved into the database file at the stop [sqlite]', async () => {
  const { url: database_url, remove } = await emptyDatabase('sqlite')
  onTestFinished(remove)
  const path = database_url.slice('sqlite:'.length)
  const first = await serverWithPlayer(database_url)
  expect(await first.program.kill('SIGTERM')).toBe(0)

  const { program, url } = await serve({ DATABASE_URL: database_url, MIN_FREE_MB: '0' })
  const client = new Client(url, first.player.headers)
  const attribute = { key: 'a', value: 'b' }
  const stored = await client.post(first.player.at('add_game_user_attribute'), attribute)
  expect(stored.status).toBe(200)
  truncateSync(`${path}-wal`)
  // The page with the attribute was in the log.
  const readyText = async () => {
    await first.addCredits(url)
    await client.get(first.player.at('game_user_attributes'))
    return (await fetch(`${url}/ready`)).text()
  }
  await expect.poll(readyText).toContain('damaged')
  expect(await program.kill('SIGTERM')).toBe(1)

  const database = new DatabaseSync(path, { readOnly: true })
  expect(database.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
  expect(database.prepare('select credits from users').all()).toEqual([{ credits: 0 }])
  database.close()
})

test('while another process holds the write lock, /ready says so, and the log has few lines [sqlite]', async () => {
  const { url: database_url, remove } = await emptyDatabase('sqlite')
  onTestFinished(remove)
  const { program, url, addCredits } = await serverWithPlayer(database_url)
  const other = new DatabaseSync(database_url.slice('sqlite:'.length), { timeout: 60_000 })
  other.exec('begin immediate')
  const writes = await Promise.all(Array.from({ length: 20 }, () => addCredits()))
  expect(new Set(writes.map(({ status }) => status))).toEqual(new Set([503]))
  const ready = await fetch(`${url}/ready`)
  expect([ready.status, await ready.text()]).toEqual([
    503,
    expect.stringContaining('another process holds the write lock'),
  ])
  other.close()
  const requests = await waitForOutput(program, /"requests":(\d+),.*more requests have failed/)
  expect(Number(requests)).toBeGreaterThanOrEqual(19)
  const lines = program.stdout.split('\n')
  const count = (text: string) => lines.filter((line) => line.includes(text)).length
  expect(count('"msg":"the database is not available"')).toBeLessThanOrEqual(2)
  await expect.poll(async () => (await fetch(`${url}/ready`)).status, { timeout: 30_000 }).toBe(200)
  expect((await addCredits()).status).toBe(200)
  expect(await program.kill('SIGTERM')).toBe(0)
})

const canMount = () => {
  try {
    execFileSync('unshare', ['--mount', 'true'], { stdio: 'ignore' })
    return process.getuid?.() === 0 && process.platform === 'linux'
  } catch {
    return false
  }
}

test.skipIf(!canMount())('verify on a full disk ends without a stack trace [sqlite]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'playkeep-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder])
  onTestFinished(async () => {
    execFileSync('umount', ['--lazy', folder])
    await rm(folder, { recursive: true, force: true })
  })
  const path = join(folder, 'playkeep.db')
  const { program, addCredits } = await serverWithPlayer(`sqlite:${path}`)
  expect((await addCredits()).status).toBe(200)
  // What was written is in the log, and there is no room to copy it into the database.
  await program.kill('SIGKILL')
  for (let size = 2 ** 20; size >= 1; size /= 2) {
    for (let count = 0; count < 10; count++)
      await writeFile(join(folder, `fill-${size}-${count}`), Buffer.alloc(size)).catch(() => {})
  }

  const verify = playkeep(['verify'], { DATABASE_URL: `sqlite:${path}` })
  await verify.ended
  expect(verify.stdout + verify.stderr).not.toMatch(/^ {4}at /m)
  expect(verify.stdout + verify.stderr).toMatch(/users checked|database is not available/)
})
