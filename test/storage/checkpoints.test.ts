import { stat } from 'node:fs/promises'
import { test } from 'vitest'
import { MAX_LOG_BYTES } from '../../src/storage/sqlite/connection.ts'
import { statement } from '../../src/storage/statement.ts'
import { openWorld } from '../support/world.ts'

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
