import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { migrations } from '../../src/storage/migrations/list.ts'
import { migrateTo } from '../../src/storage/migrations/migrate.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { serveFirstGame } from '../support/first-game.ts'
import { playkeep, serve, waitForOutput } from '../support/servers.ts'
import { emptyDatabase, ENGINES } from '../support/world.ts'

async function execute(url: string, ...texts: string[]): Promise<void> {
  const db = await openDatabase({ url, pool_size: 2 })
  await db.rawTransaction(async (run) => {
    for (const sql of texts) await run(sql)
  })
  await db.close()
}

/** What the migrations of a later version may do: they only add. */
const LATER_VERSION = [
  'alter table users add column mood text',
  'create table moods (id bigint primary key)',
  "insert into migrations (name, applied_at) values ('9999-moods', 1)",
]

for (const engine of ENGINES) {
  test(`a running server goes on when a newer version migrates, but does not start again [${engine}]`, async () => {
    const { url: DATABASE_URL, remove } = await emptyDatabase(engine)
    const { program, url, signUp } = await serveFirstGame({ DATABASE_URL })
    expect((await signUp('before')).status).toBe(200)
    await execute(DATABASE_URL, ...LATER_VERSION)
    expect((await signUp('after')).status).toBe(200)
    await expect.poll(async () => (await fetch(`${url}/ready`)).status).toBe(200)
    expect(await program.kill('SIGTERM')).toBe(0)

    for (const args of [['serve'], ['migrate', '--status'], ['migrate'], ['doctor'], ['games']]) {
      const refused = playkeep(args, { DATABASE_URL, PORT: '0' })
      expect(await refused.ended).toBe(1)
      expect(refused.stdout + refused.stderr).toContain(
        'The database belongs to a newer version of Playkeep: this version does not know its migration 9999-moods.',
      )
      expect(refused.stderr).not.toContain('    at ')
    }
    await remove()
  })
}

for (const engine of ENGINES) {
  test(`with MIGRATE=off only the command migrates; each migration is reported [${engine}]`, async () => {
    const { url: DATABASE_URL, remove } = await emptyDatabase(engine)
    await execute(DATABASE_URL, 'select 1')
    const env = { DATABASE_URL, MIGRATE: 'off', PORT: '0' }
    for (const command of ['serve', 'games']) {
      const refused = playkeep([command], env)
      expect(await refused.ended).toBe(1)
      expect(refused.stderr).toContain('Apply them with: playkeep migrate')
    }
    const migrating = playkeep(['migrate'], env)
    expect(await migrating.ended).toBe(0)
    expect(migrating.stderr.match(/^\d{4}-\S+ applied in [\d.]+ s$/gm)).toHaveLength(
      migrations.length,
    )
    const { program } = await serve(env)
    expect(program.stdout).not.toContain('a migration of the database was applied')
    expect(await program.kill('SIGTERM')).toBe(0)
    await remove()
  })
}

test('the log of a start names each migration that it applies [sqlite]', async () => {
  const { url: DATABASE_URL, remove } = await emptyDatabase('sqlite')
  const { program } = await serve({ DATABASE_URL })
  expect(await program.kill('SIGTERM')).toBe(0)
  expect(program.stdout.match(/"migration":"\d{4}-.*"seconds":/g)).toHaveLength(migrations.length)
  await remove()
})

test('a migration that cannot get its lock lets others write and tries again [postgres]', async () => {
  const { url: DATABASE_URL, remove } = await emptyDatabase('postgres')
  const db = await openDatabase({ url: DATABASE_URL, pool_size: 2 })
  await db.rawTransaction((run) => migrateTo('0013-quotas-of-play', 'postgres', run))
  await db.close()
  const client = new pg.Client(DATABASE_URL)
  await client.connect()
  await client.query('begin; lock table answered_requests in row exclusive mode')
  const migrating = playkeep(['migrate'], { DATABASE_URL })
  await waitForOutput(migrating, /0014-\S+ (waits: a transaction has locked)/)
  const other = new pg.Client(DATABASE_URL)
  await other.connect()
  await other.query('begin; lock table answered_requests in row exclusive mode; rollback')
  await client.query('rollback')
  expect(await migrating.ended).toBe(0)
  expect(migrating.stderr).toMatch(/0014-\S+ applied in/)
  await Promise.all([client.end(), other.end()])
  await remove()
})

test('only commands that may create a database do so [sqlite]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'playkeep-typo-'))
  const file = join(folder, 'folder', 'playkeep.db')
  const env = { DATABASE_URL: `sqlite:${file}` }
  const commands = ['doctor', 'games', 'verify', 'migrate --status', 'create-game Chess']
  for (const command of [...commands, 'backup out.gz', 'player find ada']) {
    const program = playkeep(command.split(' '), env, folder)
    expect(await program.ended).toBe(1)
    expect(program.stdout + program.stderr).toMatch(/There is no database/)
    expect(existsSync(join(folder, 'folder'))).toBe(false)
  }
  expect(await playkeep(['migrate'], env, folder).ended).toBe(0)
  expect(await playkeep(['create-game', 'Chess'], env, folder).ended).toBe(0)
  await rm(folder, { recursive: true })
})
