import { hash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BackupEngine, BackupError } from '../../src/storage/backup/engine.ts'
import { openBackupEngine } from '../../src/storage/backup/open.ts'
import { dump } from '../../src/storage/backup/dump.ts'
import { restore } from '../../src/storage/backup/restore.ts'
import { latestMigration } from '../../src/storage/migrations/list.ts'
import { savedTables, tablesAt } from '../../src/storage/backup/tables.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { MAX_LOG_BYTES } from '../../src/storage/sqlite/connection.ts'
import { statement } from '../../src/storage/statement.ts'
import { migrate, migrateTo, migrationStatus } from '../../src/storage/migrations/migrate.ts'
import { emptyDatabase, ENGINES, openWorld } from '../support/world.ts'
import { openFullDatabase, rowsOf } from './full-database.ts'

let folder = ''
let count = 0
const newFile = () => join(folder, `${++count}.ndjson.gz`)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'playkeep-backups-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** The sorted lines of a backup, because the order of a table's rows differs between the engines. */
const linesOf = async (path: string) =>
  gunzipSync(await readFile(path))
    .toString()
    .split('\n')
    .sort()
    .filter((line) => !line.includes('"sha256"'))

/** A hash of the file of a SQLite database; empty for PostgreSQL. */
const bytesOf = async (url: string) =>
  url.startsWith('sqlite:') ? hash('sha256', await readFile(url.slice('sqlite:'.length))) : ''

const isEmpty = (connection: BackupEngine) =>
  connection.write(async ({ tableNames }) => (await tableNames()).length === 0)

for (const engine of ENGINES) {
  for (const other of ENGINES) {
    test(`a backup of ${engine} restores the same rows into an empty ${other}`, async () => {
      const full = await openFullDatabase(engine)
      const [first, second] = [newFile(), newFile()]
      const counted = await dump(full.connection, first)
      expect(Object.keys(counted).sort()).toEqual(
        savedTables(tablesAt(latestMigration))
          .map(({ name }) => name)
          .sort(),
      )

      const target = await emptyDatabase(other)
      const connection = await openBackupEngine(target.url)
      expect(await restore(connection, first, { kind: 'backup' })).toEqual(counted)
      await dump(connection, second)

      expect(await linesOf(second)).toEqual(await linesOf(first))
      expect((await stat(first)).mode & 0o777).toBe(0o600)
      await full.close()
      await target.remove()
    })
  }

  test(`a cursor of events from before a restore is too old afterwards [${engine}]`, async () => {
    const { world, close } = await openWorld(engine)
    const player = await world.player()
    const { cursor } = (await player.get('/events')).body
    expect((await player.get(`/events?after=${cursor}`)).status).toBe(200)
    const path = newFile()
    await dump(await openBackupEngine(world.context.config.DATABASE_URL), path)
    await close()

    const target = await openRestoredWorld(engine, path)
    const again = await target.world.player()
    const refused = await again.get(`/events?after=${cursor}`)
    expect([refused.status, refused.headers.get('x-error-code')]).toEqual([410, 'cursor_too_old'])
    expect((await again.get('/events')).body.events).toEqual([])
    await target.close()
  })

  test(`a backup knows every table and column of the database [${engine}]`, async () => {
    const { url, remove } = await emptyDatabase(engine)
    const db = await openDatabase({ url, pool_size: 2 })
    await migrate(db)
    await db.close()
    const columns =
      engine === 'sqlite'
        ? `select m.name as table_name, c.name as column_name from sqlite_master as m, pragma_table_xinfo(m.name) as c
            where m.type = 'table' and m.name not like 'sqlite_%' and c.hidden = 0`
        : `select table_name, column_name from information_schema.columns
            where table_schema = 'public' and is_generated = 'NEVER'`
    const found: string[] = []
    await (
      await openBackupEngine(url)
    ).read(async ({ rows }) => {
      for await (const batch of rows(columns))
        found.push(...batch.map(({ table_name, column_name }) => `${table_name}.${column_name}`))
    })
    const known = tablesAt(latestMigration).flatMap(({ name, columns: all }) =>
      all.map((one) => `${name}.${one}`),
    )
    expect(found.filter((name) => !name.startsWith('migrations.')).sort()).toEqual(known.sort())
    await remove()
  })

  test(`after a restore new ids continue after the highest that was ever given [${engine}]`, async () => {
    const { world, close } = await openWorld(engine)
    const last = await world.player()
    await last.delete(`/users/${last.id}`)
    const path = newFile()
    await dump(await openBackupEngine(world.context.config.DATABASE_URL), path)
    await close()

    const target = await openRestoredWorld(engine, path)
    expect((await target.world.player()).id).toBeGreaterThan(last.id)
    await target.close()
  })

  test(`restoring a damaged, truncated or foreign file changes nothing [${engine}]`, async () => {
    const full = await openFullDatabase(engine)
    const path = newFile()
    await dump(full.connection, path)
    await full.close()
    const bytes = await readFile(path)
    const text = gunzipSync(bytes).toString()
    const lines = text.split('\n')
    const damaged = {
      'cut off': bytes.subarray(0, bytes.length - 40),
      'with another byte': Buffer.concat([
        bytes.subarray(0, 300),
        Buffer.from([bytes.readUInt8(300) ^ 1]),
        bytes.subarray(301),
      ]),
      'with a line less': gzipSync(lines.toSpliced(20, 1).join('\n')),
      'without its end': gzipSync(lines.slice(0, -2).join('\n')),
      'with other text': gzipSync(text.replace('Marked', 'Masked')),
      'not compressed, changed': Buffer.from(text.replace('Marked', 'Masked')),
      'something else': Buffer.from('hello'),
      'of a newer program': gzipSync(text.replace(latestMigration, '9999-to-come')),
      empty: Buffer.alloc(0),
    }
    const { url, remove } = await emptyDatabase(engine)
    const connection = await openBackupEngine(url)
    for (const [kind, content] of Object.entries(damaged)) {
      await writeFile(path, content)
      const error = await restore(connection, path, { kind: 'backup' }).catch(
        (reason: unknown) => reason,
      )
      expect([kind, error instanceof BackupError]).toEqual([kind, true])
      expect([kind, await isEmpty(connection)]).toEqual([kind, true])
    }
    await remove()
  })

  test(`a backup is restored only into a database without rows, with or without tables [${engine}]`, async () => {
    const { world, close } = await openWorld(engine)
    const path = newFile()
    const source = await openBackupEngine(world.context.config.DATABASE_URL)
    await dump(source, path)
    await expect(restore(source, path, { kind: 'backup' })).rejects.toThrow(
      'The database is not empty',
    )
    await expect(restore(source, path, { kind: 'game' })).rejects.toThrow('playkeep restore')
    await expect(dump(source, path)).rejects.toThrow('exists already')
    await dump(source, path, { force: true })
    await close()

    const { url, remove } = await emptyDatabase(engine)
    const db = await openDatabase({ url, pool_size: 2 })
    await migrate(db)
    await restore(await openBackupEngine(url), path, { kind: 'backup' })
    expect((await migrationStatus(db)).every(({ applied_at }) => applied_at !== null)).toBe(true)
    await db.close()
    await remove()
  })

  test(`a restore does not touch another program's tables, even with the same names [${engine}]`, async () => {
    const { world, close } = await openWorld(engine)
    const path = newFile()
    await dump(await openBackupEngine(world.context.config.DATABASE_URL), path)
    await close()
    const theirs = ['create table users (precious text)', 'create table migrations (id bigint)']
    for (const sql of [theirs.slice(0, 1), [...theirs, 'create table notes (text text)']]) {
      const { url, remove } = await emptyDatabase(engine)
      const connection = await openBackupEngine(url)
      if (engine === 'sqlite') new DatabaseSync(url.slice('sqlite:'.length)).close()
      await connection.write(async ({ run }) => {
        for (const one of sql) await run(one)
      })
      const before = await bytesOf(url)
      await expect(restore(connection, path, { kind: 'backup' })).rejects.toThrow("not Playkeep's")
      expect(await bytesOf(url)).toBe(before)
      await connection.write(async ({ run, tableNames }) => {
        expect(await tableNames()).toHaveLength(sql.length)
        await run('select precious from users')
      })
      await remove()
    }
  })

  test(`a backup of an older version is migrated when it is restored [${engine}]`, async () => {
    const old = await emptyDatabase(engine)
    const connection = await openBackupEngine(old.url)
    await connection.write(async ({ run }) => {
      await migrateTo('0002-credits-and-store', engine, run)
      await run(
        `insert into games (name, description, token_hash, created_at) values ('Old', '', 'x', 1)`,
      )
    })
    const path = newFile()
    await dump(connection, path)
    const target = await openRestoredWorld(engine, path)
    const games = await target.world.system.get('//admin/api/games')
    expect(games.text).toContain('Old')
    await target.world.player()
    await target.close()
    await old.remove()
  })

  test(`a backup of the version before jobs keeps when the next one is due [${engine}]`, async () => {
    const old = await emptyDatabase(engine)
    const connection = await openBackupEngine(old.url)
    await connection.write(async ({ run }) => {
      await migrateTo('0009-chores', engine, run)
      await run(`insert into chores (name, due_at, done_at) values ('backup', 77, 5)`)
    })
    const path = newFile()
    await dump(connection, path)
    const target = await openRestoredWorld(engine, path)
    const jobs = await rowsOf(target.world, 'jobs')
    const backup = { name: 'backup', due_at: 77, done_at: 5, result: null, failed_at: null }
    expect(jobs).toContainEqual(backup)
    await target.close()
    await old.remove()
  })
}

test("SQLite's write-ahead log grows while a backup reads and is truncated afterwards", async () => {
  const { world, close } = await openWorld('sqlite')
  const url = world.context.config.DATABASE_URL
  const describe = statement<{ text: string }>(`update games set description = :text`, {
    updates: 'games',
  })
  // A different text each time, because SQLite does not write unchanged pages.
  let digit = 0
  const write = () =>
    world.context.db.transaction((tx) =>
      tx.run(describe, { text: String(++digit % 10).repeat(1e6) }),
    )
  const logSize = async () => (await stat(`${url.slice('sqlite:'.length)}-wal`)).size
  const connection = await openBackupEngine(url)
  const grown = await connection.read(async ({ tableNames }) => {
    await tableNames()
    while ((await logSize()) < 2 * MAX_LOG_BYTES) await write()
    return logSize()
  })
  // The log is cut by the first commit after a checkpoint has copied all of it; the checkpoint runs in a thread.
  await expect
    .poll(async () => {
      await write()
      return logSize()
    })
    .toBeLessThanOrEqual(MAX_LOG_BYTES)
  expect(grown).toBeGreaterThan(MAX_LOG_BYTES)
  await close()
})

/** Sessions of this database that wait for a lock; `pg_locks` lists those of all databases. */
const WAITING_FOR_LOCKS = `
  select 1 from pg_locks
   where not granted and database = (select oid from pg_database where datname = current_database())`

test('a row that is written while a restore starts is kept, and the restore is refused [postgres]', async () => {
  const { world, close } = await openWorld('postgres')
  const path = newFile()
  await dump(await openBackupEngine(world.context.config.DATABASE_URL), path)
  await close()
  const { url, remove } = await emptyDatabase('postgres')
  const db = await openDatabase({ url, pool_size: 2 })
  await migrate(db)
  const connection = await openBackupEngine(url)
  const rows = (sql: string) => connection.write(({ run }) => run(sql))
  let loading = Promise.resolve<unknown>(undefined)
  await connection.write(async ({ run }) => {
    await run(
      `insert into games (name, description, token_hash, created_at) values ('First', '', 'x', 1)`,
    )
    loading = restore(connection, path, { kind: 'backup' }).catch((error: unknown) => error)
    while ((await rows(WAITING_FOR_LOCKS)).length === 0) await sleep(20)
  })
  expect(await loading).toMatchObject({ message: expect.stringContaining('is not empty') })
  expect(await rows('select name from games')).toEqual([{ name: 'First' }])
  await db.close()
  await remove()
})

test('a backup that cannot be written says why and leaves no partial file', async () => {
  const { world, close } = await openWorld('sqlite')
  const source = await openBackupEngine(world.context.config.DATABASE_URL)
  await expect(dump(source, join(folder, 'none', 'x.gz'))).rejects.toThrow('cannot be written')
  const path = newFile()
  await expect(dump(source, path, { game_id: 99 })).rejects.toThrow('There is no game 99')
  expect((await readdir(folder)).filter((name) => name.includes('part'))).toEqual([])
  await close()
  await expect(dump(await openBackupEngine('sqlite:/nowhere/x.db'), path)).rejects.toThrow(
    'no database',
  )
})

/** A server on a database that was restored from a file. */
async function openRestoredWorld(engine: (typeof ENGINES)[number], path: string) {
  const { url, remove } = await emptyDatabase(engine)
  await restore(await openBackupEngine(url), path, { kind: 'backup' })
  const { world, close } = await openWorld(engine, { DATABASE_URL: url })
  return {
    world,
    async close() {
      await close()
      await remove()
    },
  }
}
