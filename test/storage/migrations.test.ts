import pg from 'pg'
import { expect, test } from 'vitest'
import { migrations } from '../../src/storage/migrations/list.ts'
import { migrate } from '../../src/storage/migrations/migrate.ts'
import { addIndexes } from '../../src/storage/migrations/migration.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { emptyDatabase, ENGINES } from '../support/world.ts'

const added = addIndexes('9000-more-indexes', [
  { name: 'users_by_score_test', on: 'users (game_id, score)' },
  { name: 'messages_by_text_test', on: 'messages (text)' },
])
const all = [...migrations, added]

for (const engine of ENGINES) {
  test(`a migration of indexes is applied once [${engine}]`, async () => {
    const { url, remove } = await emptyDatabase(engine)
    const databases = await Promise.all([1, 2].map(() => openDatabase({ url, pool_size: 2 })))
    const applied = await Promise.all(databases.map((db) => migrate(db, {}, all)))
    expect(applied.flat().sort()).toEqual(all.map(({ name }) => name))
    for (const db of databases) {
      expect(await migrate(db, {}, all)).toEqual([])
      await db.close()
    }
    await remove()
  })
}

test('an index is built while others write, and one that was left invalid is built again [postgres]', async () => {
  const { url, remove } = await emptyDatabase('postgres')
  const db = await openDatabase({ url, pool_size: 2 })
  await migrate(db)
  const [other, writer] = [new pg.Client(url), new pg.Client(url)]
  await Promise.all([other.connect(), writer.connect()])
  const count = async (is_valid: boolean) => {
    const sql = "select 1 from pg_index where indexrelid = to_regclass('users_by_score_test')"
    return (await other.query(`${sql} and indisvalid = ${is_valid}`)).rowCount
  }

  // The build waits for this transaction, and is interrupted.
  await writer.query('begin; lock table users in row exclusive mode')
  const failed = migrate(db, {}, all).catch((error: unknown) => error)
  await expect.poll(() => count(false)).toBe(1)
  // It does not keep others from writing.
  await other.query('begin; lock table users in row exclusive mode; rollback')
  await other.query(
    `select pg_cancel_backend(pid) from pg_stat_activity
      where query like 'create index concurrently%' and datname = current_database()`,
  )
  expect(String(await failed)).toContain('The migration 9000-more-indexes failed')
  await writer.query('rollback')
  expect(await count(false)).toBe(1)

  expect(await migrate(db, {}, all)).toEqual([added.name])
  expect(await count(true)).toBe(1)
  await Promise.all([other.end(), writer.end(), db.close()])
  await remove()
})
