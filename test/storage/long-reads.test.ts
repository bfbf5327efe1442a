import { expect, test } from 'vitest'
import { DatabaseUnavailable, ReadTooSlow } from '../../src/storage/database.ts'
import { LongReadQueue } from '../../src/storage/long-read-queue.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { longRead, statement } from '../../src/storage/statement.ts'
import { emptyDatabase, ENGINES } from '../support/world.ts'

const ENDLESS = 1e15

const countTo = longRead<{ most: number; user_id: number }, { counted: number }>(
  `with recursive numbers (n) as (
     select cast(1 as bigint) union all select n + 1 from numbers where n < cast(:most as bigint))
   select count(*) as counted from numbers`,
  'user_id',
)
const failing = longRead<{ number: number }, { size: number }>(
  `select abs(cast(:number as bigint)) as size`,
  'number',
)
const echo = statement<{ text: string }, { text: string }>(`select cast(:text as text) as text`)
const page = statement<{ offset: number }, { n: number }>(
  `select n from (select 1 as n) as one limit 1 offset :offset`,
)

for (const engine of ENGINES) {
  const open = async (long_read_limit_ms: number) => {
    const { url, remove } = await emptyDatabase(engine)
    const db = await openDatabase({ url, pool_size: 3, long_read_limit_ms })
    return { db, remove }
  }

  test(`a read that takes too long is given up and does not delay others [${engine}]`, async () => {
    const { db, remove } = await open(10_000)
    expect(await db.first(countTo, { most: 10, user_id: 1 })).toEqual({ counted: 10 })
    let is_over = false
    const slow = db
      .all(countTo, { most: ENDLESS, user_id: 1 })
      .catch((error: unknown) => error)
      .finally(() => (is_over = true))
    for (let turn = 0; turn < 20; turn++) {
      expect(await db.first(echo, { text: `${turn}` })).toEqual({ text: `${turn}` })
      await db.ping()
    }
    expect(is_over).toBe(false)
    expect(await slow).toBeInstanceOf(ReadTooSlow)
    expect(await db.all(countTo, { most: 20, user_id: 1 })).toEqual([{ counted: 20 }])
    await db.close()
    await remove()
  })

  test(`a long read that fails does not affect the next one [${engine}]`, async () => {
    const { db, remove } = await open(60_000)
    await expect(db.first(failing, { number: -(2 ** 63) })).rejects.toThrow(/out of range|overflow/)
    expect(await db.first(failing, { number: -5 })).toEqual({ size: 5 })
    expect(await db.first(page, { offset: 10_001 })).toBeUndefined()
    await db.close()
    await remove()
  })

  test(`a closed database ends long reads that run or wait [${engine}]`, async () => {
    const { db, remove } = await open(60_000)
    const reads = [1, 2].map((user_id) =>
      db.all(countTo, { most: ENDLESS, user_id }).catch((error: unknown) => error),
    )
    await db.first(echo, { text: '' })
    await db.close()
    const [running, waiting] = await Promise.all(reads)
    expect(running).toBeInstanceOf(Error)
    expect(waiting).toBeInstanceOf(DatabaseUnavailable)
    await remove()
  })
}

test('who has had the fewest long reads is next, and a crowd gives way to newcomers', async () => {
  const queue = new LongReadQueue()
  const order: string[] = []
  const gate = Promise.withResolvers<void>()
  const first = queue.run('eager', () => gate.promise)
  const ask = (asker: string) =>
    queue.run(asker, async () => void order.push(asker)).catch((error: unknown) => error)
  const waiting = ['eager', 'eager', 'eager', 'eager', 'calm', 'calm', 'rare'].map(ask)
  expect(await ask('eager')).toBeInstanceOf(ReadTooSlow)
  const many = Array.from({ length: 93 }, (_, index) => ask(`other ${index}`))
  // Too many are waiting now, so the last ones of who has the most are refused.
  const newcomers = ['late', 'later', 'calm'].map(ask)
  expect(await Promise.all([waiting[3], waiting[2]])).toEqual([
    expect.any(ReadTooSlow),
    expect.any(ReadTooSlow),
  ])
  expect(await newcomers[2]).toBeInstanceOf(ReadTooSlow)
  gate.resolve()
  await Promise.all([first, ...waiting, ...many, ...newcomers])
  expect(order.filter((name) => !name.startsWith('other'))).toEqual([
    'calm',
    'rare',
    'late',
    'later',
    'eager',
    'calm',
    'eager',
  ])
})
