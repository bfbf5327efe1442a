import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dump } from '../../src/storage/backup/dump.ts'
import type { BackupEngine } from '../../src/storage/backup/engine.ts'
import { openBackupEngine } from '../../src/storage/backup/open.ts'
import { restore } from '../../src/storage/backup/restore.ts'
import { parse, rowOf, textOf } from '../abuse/forged-exports.ts'
import { emptyDatabase, ENGINES, openWorld } from '../support/world.ts'
import { openFullDatabase } from './full-database.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'playkeep-restores-'))
})
afterAll(() => rm(folder, { recursive: true }))

const SCHEMA = {
  sqlite: `select coalesce(sql, name) as part from sqlite_master order by part`,
  postgres: `
    select pg_get_indexdef(indexrelid) as part from pg_index join pg_class on pg_class.oid = indrelid
     where relnamespace = current_schema()::regnamespace
    union all
    select conrelid::regclass || ' ' || pg_get_constraintdef(pg_constraint.oid) || convalidated from pg_constraint
     where connamespace = current_schema()::regnamespace
     order by part`,
}

for (const engine of ENGINES) {
  test(`a restored database has all indexes and references [${engine}]`, async () => {
    const full = await openFullDatabase(engine)
    const path = join(folder, `indexes-${engine}.ndjson.gz`)
    await dump(full.connection, path)
    const { url, remove } = await emptyDatabase(engine)
    const connection = await openBackupEngine(url)
    await restore(connection, path, { kind: 'backup' })
    const schemaOf = (database: BackupEngine) => database.write(({ run }) => run(SCHEMA[engine]))
    const schema = await schemaOf(connection)
    expect(schema.length).toBeGreaterThan(50)
    expect(schema).toEqual(await schemaOf(full.connection))
    await full.close()
    await remove()
  })

  test(`the webhooks of a restored database are paused [${engine}]`, async () => {
    const { world, close } = await openWorld(engine)
    const webhooks = `//admin/api/games/${world.game.id}/webhooks`
    for (const path of ['/one', '/two'])
      await world.system.post(webhooks, { url: `https://8.8.8.8${path}` })
    await world.system.post('//admin/api/webhooks/1/pause')
    const path = join(folder, `webhooks-${engine}.ndjson.gz`)
    await dump(await openBackupEngine(world.context.config.DATABASE_URL), path)
    expect((await world.system.get(webhooks)).body.webhooks).toMatchObject([
      { pause_reason: 'operator' },
      { pause_reason: null },
    ])
    await close()

    const { url, remove } = await emptyDatabase(engine)
    const connection = await openBackupEngine(url)
    await restore(connection, path, { kind: 'backup' })
    const { world: restored, close: closeRestored } = await openWorld(engine, { DATABASE_URL: url })
    const found = (await restored.system.get(webhooks)).body.webhooks
    expect(found).toMatchObject([
      { pause_reason: 'operator' },
      { pause_reason: 'restored', paused_at: expect.any(String) },
    ])
    const resumed = await restored.system.post(`//admin/api/webhooks/${found[1].id}/resume`)
    expect(resumed.body).toMatchObject({ paused_at: null, pause_reason: null })
    await closeRestored()
    await remove()
  })

  test(`a backup with a row that refers to nothing is refused, and changes nothing [${engine}]`, async () => {
    const full = await openFullDatabase(engine)
    const path = join(folder, `forged-${engine}.ndjson.gz`)
    await dump(full.connection, path)
    await full.close()
    const forged = parse(gunzipSync(await readFile(path)).toString())
    rowOf(forged, 'credit_ledger')['user_id'] = 999_999
    await writeFile(path, gzipSync(textOf(forged)))
    const { url, remove } = await emptyDatabase(engine)
    const connection = await openBackupEngine(url)
    await expect(restore(connection, path, { kind: 'backup' })).rejects.toThrow(
      /A row of credit_ledger cannot be inserted: .*foreign key/i,
    )
    const names = await connection.write(({ tableNames }) => tableNames())
    expect(names).toEqual([])
    await remove()
  })
}
