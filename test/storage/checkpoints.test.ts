import { stat } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { MAX_LOG_BYTES } from '../../src/storage/sqlite/connection.ts'
import { statement } from '../../src/storage/statement.ts'
import { Program } from '../support/servers.ts'
import { emptyDatabase, openWorld } from '../support/world.ts'

const describe = statement<{ text: string }>(`update games set description = :text`, {
  updates: 'games',
})

test("SQLite's write-ahead log begins anew although writes never pause", async () => {
  const { world, close } = await openWorld('sqlite')
  const log = `${world.context.config.DATABASE_URL.slice('sqlite:'.length)}-wal`
  const logSize = async () => (await stat(log)).size
  // A different text each time, because SQLite does not write unchanged pages.
  let digit = 0
  const write = () =>
    world.context.db.transaction((tx) =>
      tx.run(describe, { text: String(++digit % 10).repeat(1e6) }),
    )
  // The log is cut when it begins anew.
  while ((await logSize()) <= MAX_LOG_BYTES) await write()
  while ((await logSize()) > MAX_LOG_BYTES) await write()
  await close()
})

test('a command that has written much ends with code 0 [sqlite]', async () => {
  const { url, remove } = await emptyDatabase('sqlite')
  const open = new URL('../../src/storage/open.ts', import.meta.url)
  const script = `
    import { openDatabase } from '${open}'
    import { statement } from '${new URL('statement.ts', open)}'
    const db = await openDatabase({ url: '${url}', pool_size: 2 })
    await db.rawTransaction((run) => run('create table texts (text text)'))
    const insert = statement('insert into texts values (hex(zeroblob(15000000)))', { inserts: 'texts' })
    await db.transaction((tx) => tx.run(insert, {}))
    await db.close()
    console.log('closed')`
  const program = new Program(process.execPath, ['--input-type=module', '-e', script])
  expect([await program.ended, program.stdout]).toEqual([0, 'closed\n'])
  await remove()
})
