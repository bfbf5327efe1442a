import { expect, test } from 'vitest'
import { searchWords } from '../../src/services/names.ts'
import { migrate, migrateTo } from '../../src/storage/migrations/migrate.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { statement } from '../../src/storage/statement.ts'
import { emptyDatabase, ENGINES } from '../support/world.ts'

const NAMES = [
  "Night's Owls",
  'snake_case 100%',
  'ＦＵＬＬ width',
  '★★★',
  `${'long'.repeat(40)} 🦉`,
  ':found',
]

const listWords = statement<Record<string, never>, { group_id: number; word: string }>(
  `select group_id, word from group_words order by group_id, word`,
)

for (const engine of ENGINES) {
  test(`groups from before the search by words are found by their words [${engine}]`, async () => {
    const { url, remove } = await emptyDatabase(engine)
    const db = await openDatabase({ url, pool_size: 2 })
    await db.rawTransaction(async (run) => {
      await migrateTo('0010-jobs', engine, run)
      await run(
        `insert into games (id, name, description, token_hash, created_at) values (1, 'g', '', 'h', 0)`,
      )
      for (const [index, name] of NAMES.entries()) {
        await run(`insert into groups (id, game_id, name, name_key, group_type, max_group_size, can_auto_join,
            is_invite_only, searchable, admins_only_can_create_attributes, member_count, created_at)
          values (${index + 1}, 1, '${name.replaceAll("'", "''")}', 'k', 'default', 9, 0, 0, 1, 0, 1, 0)`)
      }
    })
    await migrate(db)
    const words = Map.groupBy(await db.all(listWords, {}), ({ group_id }) => group_id)
    for (const [index, name] of NAMES.entries()) {
      const found = words.get(index + 1)?.map(({ word }) => word)
      expect(found?.sort()).toEqual(searchWords(name).sort())
    }
    await db.close()
    await remove()
  })
}

for (const engine of ENGINES) {
  test(`groups whose names have a Turkish i are found after the upgrade [${engine}]`, async () => {
    const { url, remove } = await emptyDatabase(engine)
    const db = await openDatabase({ url, pool_size: 2 })
    const name = 'İstanbul Kadıköy'
    await db.rawTransaction(async (run) => {
      await migrateTo('0014-personal-data', engine, run)
      await run(
        `insert into games (id, name, description, token_hash, created_at) values (1, 'g', '', 'h', 0)`,
      )
      await run(`insert into groups (id, game_id, name, group_type, max_group_size, can_auto_join,
          is_invite_only, searchable, admins_only_can_create_attributes, member_count, created_at)
        values (1, 1, '${name}', 'default', 9, 0, 0, 1, 0, 1, 0)`)
      // The last one is there already.
      for (const word of ['i\u0307stanbul', 'kadıköy', 'kadiköy'])
        await run(`insert into group_words (group_id, game_id, word) values (1, 1, '${word}')`)
    })
    await migrate(db)
    const words = (await db.all(listWords, {})).map(({ word }) => word)
    expect(words).toEqual(expect.arrayContaining(searchWords(name)))
    await db.close()
    await remove()
  })
}
