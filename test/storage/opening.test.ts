import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { test } from 'vitest'
import { openDatabase } from '../../src/storage/open.ts'
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
