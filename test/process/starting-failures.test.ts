import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import pg from 'pg'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import type { Engine } from '../../src/storage/dialect.ts'
import { freePort } from '../support/postgres.ts'
import { codeOf, playkeep, serve, waitForOutput } from '../support/servers.ts'
import { emptyDatabase, ENGINES } from '../support/world.ts'

async function withPostgres(url: string, work: (client: pg.Client) => Promise<unknown>) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

async function execute(engine: Engine, url: string, sql: string): Promise<void> {
  if (engine === 'postgres') return withPostgres(url, (client) => client.query(sql))
  const file = new DatabaseSync(url.replace('sqlite:', ''))
  file.exec(sql)
  file.close()
}

async function isUntouched(engine: Engine, url: string): Promise<boolean> {
  if (engine === 'sqlite') return !existsSync(url.replace('sqlite:', ''))
  let tables: unknown[] = []
  await withPostgres(url, async (client) => {
    const sql = "select relname from pg_class where relnamespace = 'public'::regnamespace"
    tables = (await client.query(sql)).rows
  })
  return tables.length === 0
}

for (const WORKERS of ['1', '2']) {
  for (const engine of ENGINES) {
    test(`a start on a used port ends with code 1 and changes nothing, WORKERS=${WORKERS} [${engine}]`, async () => {
      const { url: DATABASE_URL, remove } = await emptyDatabase(engine)
      const other = createServer().listen(0, '127.0.0.1')
      await once(other, 'listening')
      const address = other.address()
      const PORT = String(typeof address === 'object' && address ? address.port : '')
      const program = playkeep(['serve'], { DATABASE_URL, PORT, WORKERS })
      expect(await codeOf(program)).toBe(1)
      expect(program.stderr).toContain('Set PORT to a free one.')
      expect(await isUntouched(engine, DATABASE_URL)).toBe(true)
      other.close()
      await remove()
    })

    test(`a failed migration is named, and ends the start with code 1, WORKERS=${WORKERS} [${engine}]`, async () => {
      const { url: DATABASE_URL, remove } = await emptyDatabase(engine)
      await execute(engine, DATABASE_URL, 'create table games (id integer)')
      const program = playkeep(['serve'], { DATABASE_URL, PORT: '0', WORKERS })
      expect(await codeOf(program)).toBe(1)
      expect(program.stderr).toMatch(/The migration 0001-games-and-accounts failed.*already exists/)
      expect(program.stderr).not.toContain('    at ')
      await remove()
    })
  }

  test(`a read-only database ends the start with code 1, and nobody is answered, WORKERS=${WORKERS} [postgres]`, async () => {
    const { url: DATABASE_URL, remove } = await emptyDatabase('postgres')
    expect(await playkeep(['migrate'], { DATABASE_URL }).ended).toBe(0)
    const name = new URL(DATABASE_URL).pathname.slice(1)
    await execute(
      'postgres',
      DATABASE_URL,
      `alter database ${name} set default_transaction_read_only = on`,
    )
    const PORT = String(await freePort())
    const program = playkeep(['serve'], { DATABASE_URL, PORT, WORKERS })
    expect(await codeOf(program)).toBe(1)
    expect(program.stderr).toContain('read-only')
    await expect(fetch(`http://127.0.0.1:${PORT}/ready`)).rejects.toThrow('fetch failed')
    await remove()
  })

  test(`a start that waits for a migration of another process obeys SIGTERM, WORKERS=${WORKERS} [postgres]`, async () => {
    const { url: DATABASE_URL, remove } = await emptyDatabase('postgres')
    await withPostgres(DATABASE_URL, async (client) => {
      await client.query('select pg_advisory_lock(726301)')
      const program = playkeep(['serve'], { DATABASE_URL, PORT: '0', WORKERS })
      await waitForOutput(program, /(another process is migrating the database)/)
      program.process.kill('SIGTERM')
      expect(await codeOf(program)).toBe(0)
    })
    await remove()
  })
}

test('a start that waits for PostgreSQL obeys SIGINT', async () => {
  const DATABASE_URL = `postgres://nobody:secret@127.0.0.1:${await freePort()}/none`
  const program = playkeep(['serve'], { DATABASE_URL, PORT: '0' })
  await waitForOutput(program, /(Trying again)/)
  program.process.kill('SIGINT')
  expect(await codeOf(program)).toBe(0)
  expect(program.stderr).not.toContain('Check DATABASE_URL')
})

test('a worker that dies before the others are greeted is replaced [postgres]', async () => {
  const { url: DATABASE_URL, remove } = await emptyDatabase('postgres')
  expect(await playkeep(['migrate'], { DATABASE_URL }).ended).toBe(0)
  await withPostgres(DATABASE_URL, async (client) => {
    // The message of the start waits for the first game.
    await client.query('begin; lock table games in share mode')
    const program = playkeep(['serve'], { DATABASE_URL, PORT: '0', WORKERS: '2' })
    const waiting = "select 1 from pg_locks where relation = 'games'::regclass and not granted"
    await expect.poll(async () => (await client.query(waiting)).rowCount).toBe(1)
    const pid = await waitForOutput(program, /"worker_pid":(\d+),"msg":"a worker started"/)
    process.kill(Number(pid), 'SIGKILL')
    await waitForOutput(program, /(another takes its place)/)
    await client.query('rollback')
    await waitForOutput(program, /(Playkeep is running)/)
    await waitForOutput(program, /(another takes its place)[^]*a worker started/)
    expect(await program.kill('SIGTERM')).toBe(0)
  })
  await remove()
})

test('a server that runs is not affected by a second start on its port [sqlite]', async () => {
  const { url: DATABASE_URL, remove } = await emptyDatabase('sqlite')
  const { program, url } = await serve({ DATABASE_URL })
  const second = playkeep(['serve'], { DATABASE_URL, PORT: new URL(url).port })
  expect(await codeOf(second)).toBe(1)
  expect((await fetch(`${url}/ready`)).status).toBe(200)
  expect(await program.kill('SIGTERM')).toBe(0)
  await remove()
})
