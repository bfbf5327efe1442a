import pg from 'pg'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/storage/open.ts'
import { emptyDatabase, unique } from '../support/world.ts'

/** Fewer than the pool wants, and enough to start. */
const CONNECTIONS = 4
const TRANSACTIONS = 200

test('with fewer connections than the pool wants, transactions wait for those that there are', async () => {
  const { url, remove } = await emptyDatabase('postgres')
  const admin = new pg.Client(url)
  await admin.connect()
  const role = unique('limited').replaceAll('-', '_')
  const { pathname } = new URL(url)
  await admin.query(
    `create role ${role} login password 'open-sesame' connection limit ${CONNECTIONS}`,
  )
  await admin.query(`alter database "${pathname.slice(1)}" owner to ${role}`)
  const own_url = new URL(url)
  own_url.username = role
  own_url.password = 'open-sesame'
  const db = await openDatabase({ url: own_url.href, pool_size: 12 })
  const works = Array.from({ length: TRANSACTIONS }, () =>
    db.rawTransaction(async (run) => void (await run('select pg_sleep(0.005)'))),
  )
  const failed = (await Promise.allSettled(works)).filter(({ status }) => status === 'rejected')
  expect(failed).toEqual([])
  await db.close()
  await admin.query(`alter database "${pathname.slice(1)}" owner to current_user`)
  await admin.query(`drop role ${role}`)
  await admin.end()
  await remove()
})
