import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { openBackupEngine } from '../../src/storage/backup/open.ts'
import { dump } from '../../src/storage/backup/dump.ts'
import { EXCLUDED_TABLES, referencesOf, tablesOfGame } from '../../src/storage/backup/game-rows.ts'
import { restore } from '../../src/storage/backup/restore.ts'
import { latestMigration } from '../../src/storage/migrations/list.ts'
import { tablesAt } from '../../src/storage/backup/tables.ts'
import { emptyDatabase, ENGINES } from '../support/world.ts'
import { openFullDatabase, rowsOf } from './full-database.ts'

/** Writes a changed copy of a file, with a valid checksum. */
async function forge(from: string, to: string, change: (text: string) => string): Promise<void> {
  const lines = (await readFile(from, 'utf8')).trimEnd().split('\n')
  const { rows, last_ids } = JSON.parse(lines.pop() ?? '')
  const text = change(`${lines.join('\n')}\n`)
  const sha256 = hash('sha256', text)
  await writeFile(to, `${text}${JSON.stringify({ rows, last_ids, sha256 })}\n`)
}

test('every table belongs to a game or is listed as left out of an export', () => {
  const names = tablesAt(latestMigration).map(({ name }) => name)
  expect(tablesOfGame(tablesAt(latestMigration)).map(({ name }) => name)).toEqual(
    names.filter((name) => !EXCLUDED_TABLES.has(name)),
  )
  expect(names).toEqual(expect.arrayContaining([...EXCLUDED_TABLES]))
})

test('every column of an export that contains an id is known to be a reference or not', () => {
  const tables = tablesOfGame(tablesAt(latestMigration))
  const names = tables.map(({ name }) => name)
  for (const { table } of tables.flatMap(referencesOf)) expect(names).toContain(table)
})

for (const engine of ENGINES) {
  for (const other of ENGINES) {
    test(`a game exported from ${engine} and imported into ${other} exports as the same file`, async () => {
      const full = await openFullDatabase(engine)
      const other_game = await full.world.otherGame()
      const other_player = await other_game.player({ credits: 5 })
      const { id } = full.world.game
      const [first, second] = [join(full.folder, '1.ndjson'), join(full.folder, '2.ndjson')]
      const counted = await dump(full.connection, first, { game_id: id })
      for (const { name } of tablesOfGame(tablesAt(latestMigration)))
        expect([name, (counted[name] ?? 0) > 0]).toEqual([name, true])
      expect(await readFile(first, 'utf8')).not.toContain(other_player.username)

      const target = await emptyDatabase(other)
      const connection = await openBackupEngine(target.url)
      await restore(connection, first, { kind: 'game' })
      await dump(connection, second, { game_id: id })

      expect(await readFile(second, 'utf8')).toBe(await readFile(first, 'utf8'))
      await full.close()
      await target.remove()
    })
  }

  test(`a game is imported beside others if its ids are free, else nothing changes [${engine}]`, async () => {
    const full = await openFullDatabase(engine)
    const other_game = await full.world.otherGame()
    const other_player = await other_game.player({ credits: 5 })
    const [one, two, forged] = ['1', '2', '3'].map((name) => join(full.folder, name))
    if (!one || !two || !forged) return
    await full.world.server.flush()
    await dump(full.connection, one, { game_id: full.world.game.id })
    await dump(full.connection, two, { game_id: other_game.game.id })
    await expect(restore(full.connection, one, { kind: 'game' })).rejects.toThrow('the same ids')
    await expect(restore(full.connection, one, { kind: 'backup' })).rejects.toThrow(
      'playkeep import',
    )

    const target = await emptyDatabase(engine)
    const connection = await openBackupEngine(target.url)
    await restore(connection, one, { kind: 'game' })
    await forge(two, forged, (text) =>
      text.replaceAll(
        `"game_id":${other_game.game.id},"username"`,
        `"game_id":${full.world.game.id},"username"`,
      ),
    )
    await expect(restore(connection, forged, { kind: 'game' })).rejects.toThrow(
      'which is not in the file',
    )
    const second_game = (text: string) =>
      text.replace(/\["games".*\n/, (line) => line + line.replace(/"id":\d+/, '"id":77'))
    await forge(two, forged, second_game)
    await expect(restore(connection, forged, { kind: 'game' })).rejects.toThrow('has the id 77')
    await forge(two, forged, (text) => text.replace(/"game_id":\d+/, '"game_id":"1 or 1=1"'))
    await expect(restore(connection, forged, { kind: 'game' })).rejects.toThrow('is not a backup')
    await forge(two, forged, (text) => text.replace(/\["user_activity".*\n/, ''))
    await expect(restore(connection, forged, { kind: 'game' })).rejects.toThrow(
      'The file should contain',
    )
    await forge(two, forged, (text) => `${text}["sessions",{"id":1}]\n`)
    await expect(restore(connection, forged, { kind: 'game' })).rejects.toThrow('do not belong')
    await restore(connection, two, { kind: 'game' })
    await expect(restore(connection, two, { kind: 'game' })).rejects.toThrow('the same ids')

    const users = await rowsOf(full.world, 'users')
    expect(users.map(({ id }) => id)).toContain(other_player.id)
    const copies = await connection.write(({ run }) => run('select id from users'))
    expect(copies).toHaveLength(users.length)
    await full.close()
    await target.remove()
  })
}
