import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { expect, test } from 'vitest'
import { DatabaseUnavailable } from '../../src/storage/database.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { type NoParameters, statement } from '../../src/storage/statement.ts'
import { emptyDatabase } from '../support/world.ts'

/** Writes to a new file that does not use a log yet, as a process does that opened it a moment earlier. */
const CREATE_SLOWLY = `
  const { DatabaseSync } = require('node:sqlite')
  const { parentPort, workerData } = require('node:worker_threads')
  const database = new DatabaseSync(workerData)
  database.exec('begin immediate; create table slow (id integer)')
  parentPort.postMessage('writing')
  setTimeout(() => {
    database.exec('commit')
    database.close()
  }, 300)
`

test('a process that opens a file while another creates it waits for it [sqlite]', async () => {
  const { url, remove } = await emptyDatabase('sqlite')
  const creator = new Worker(CREATE_SLOWLY, { eval: true, workerData: url.slice('sqlite:'.length) })
  await once(creator, 'message')
  const database = await openDatabase({ url, pool_size: 1 })
  await database.ping()
  await database.close()
  await remove()
})

test('while the password for PostgreSQL is another one, the database is unavailable [postgres]', async () => {
  const { url, remove } = await emptyDatabase('postgres')
  const owner = new pg.Client(url)
  await owner.connect()
  const guest = `guest_${process.pid}`
  await owner.query(`create role ${guest} login password 'first'`)
  const as_guest = new URL(url)
  as_guest.username = guest
  as_guest.password = 'first'
  const database = await openDatabase({ url: as_guest.href, pool_size: 2 })
  const find = () => database.first(statement<NoParameters, { one: number }>('select 1 as one'), {})
  expect(await find()).toEqual({ one: 1 })

  await owner.query(`alter role ${guest} password 'second'`)
  await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = $1`, [
    guest,
  ])
  await expect
    .poll(() => find().then(String, ({ message }: Error) => message))
    .toMatch(/password authentication failed/)
  await expect(find()).rejects.toThrow(DatabaseUnavailable)

  await owner.query(`alter role ${guest} password 'first'`)
  await expect.poll(() => find().catch(() => undefined)).toEqual({ one: 1 })
  await database.close()
  await owner.query(`drop role ${guest}`)
  await owner.end()
  await remove()
})
