import { expect, test } from 'vitest'
import { type Database, DatabaseUnavailable } from '../../src/storage/database.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { statement, step } from '../../src/storage/statement.ts'
import { emptyDatabase, ENGINES } from '../support/world.ts'

/** Long enough for transactions that work, on a slow disk too. */
const LIMIT_MS = 3000
const POOL = 4

const insert = statement<{ id: number }>(`insert into notes (id) values (:id)`, {
  inserts: 'notes',
})
const list = statement<Record<string, never>, { id: number }>(`select id from notes order by id`)

/** Each test has a database of its own with one small table, and a short time limit for transactions. */
function withNotes(title: string, prove: (db: Database) => Promise<void>): void {
  for (const engine of ENGINES) {
    test(`${title} [${engine}]`, async () => {
      const { url, remove } = await emptyDatabase(engine)
      const db = await openDatabase({ url, pool_size: POOL, transaction_limit_ms: LIMIT_MS })
      await db.rawTransaction(async (run) => {
        await run('create table notes (id bigint primary key)')
      })
      await prove(db)
      await db.close()
      await remove()
    })
  }
}

const ids = async (db: Database) => (await db.all(list, {})).map(({ id }) => id)
const never = () => new Promise<never>(() => {})
const note = (db: Database, id: number) => db.transaction((tx) => tx.run(insert, { id }))

withNotes('a late call of a failed transaction is rejected, and writes nothing', async (db) => {
  const gate = Promise.withResolvers<void>()
  let late: Promise<unknown> = Promise.resolve()
  const failing = db.transaction(async (tx) => {
    late = gate.promise.then(() => tx.run(insert, { id: 2 }))
    const fails = tx.run(insert, { id: 1 }).then(() => Promise.reject(new Error('no')))
    await Promise.all([late, fails])
  })
  await expect(failing).rejects.toThrow('no')
  await db.transaction(async (tx) => {
    await tx.run(insert, { id: 3 })
    gate.resolve()
    await expect(late).rejects.toThrow('has ended')
  })
  expect(await ids(db)).toEqual([3])
})

withNotes('a late call of a transaction that was committed is rejected too', async (db) => {
  const kept = await db.transaction(async (tx) => {
    await tx.run(insert, { id: 1 })
    return { tx }
  })
  const late = [
    kept.tx.run(insert, { id: 2 }),
    kept.tx.first(list, {}),
    kept.tx.all(list, {}),
    kept.tx.inOrder(step(insert, { id: 2 })),
  ]
  for (const result of await Promise.allSettled(late)) {
    expect(result).toMatchObject({ status: 'rejected', reason: { message: /has ended/ } })
  }
  expect(await ids(db)).toEqual([1])
})

withNotes('a transaction that never ends fails, and those behind it go on', async (db) => {
  const gate = Promise.withResolvers<void>()
  const late: Promise<unknown>[] = []
  const hanging = Array.from({ length: POOL }, (_, index) =>
    db.transaction(async (tx) => {
      if (index > 0) await tx.run(insert, { id: index })
      late.push(gate.promise.then(() => tx.run(insert, { id: 100 + index })))
      return never()
    }),
  )
  for (const result of await Promise.allSettled(hanging)) {
    expect(result).toMatchObject({ status: 'rejected' })
    expect('reason' in result && result.reason).toBeInstanceOf(DatabaseUnavailable)
  }
  await note(db, 50)
  gate.resolve()
  for (const call of late) await expect(call).rejects.toThrow('has ended')
  expect(await ids(db)).toEqual([50])
})

withNotes('a transaction inside another one is refused', async (db) => {
  const outer = db.transaction(async (tx) => {
    await tx.run(insert, { id: 1 })
    await note(db, 2)
  })
  await expect(outer).rejects.toThrow('inside another')
  expect(await ids(db)).toEqual([])
  await note(db, 3)
  expect(await ids(db)).toEqual([3])
})

withNotes(
  'a transaction with a failed statement is undone, even if its work goes on',
  async (db) => {
    await note(db, 1)
    const failing = db.transaction(async (tx) => {
      await tx.run(insert, { id: 2 })
      await tx.run(insert, { id: 1 }).catch(() => {})
    })
    await expect(failing).rejects.toThrow('unique violation')
    expect(await ids(db)).toEqual([1])
  },
)

withNotes(
  'steps in order give their rows, and none has an effect behind one that fails',
  async (db) => {
    const [inserted, [row, none]] = await db.transaction((tx) =>
      tx.inOrder(step(insert, { id: 1 }), step(list, {})),
    )
    expect([inserted, row, none]).toEqual([[], { id: 1 }, undefined])
    const failing = db.transaction((tx) =>
      tx.inOrder(step(insert, { id: 2 }), step(insert, { id: 1 }), step(insert, { id: 3 })),
    )
    await expect(failing).rejects.toThrow('unique violation')
    expect(await ids(db)).toEqual([1])
  },
)

test('a transaction that has waited too long for its turn is not started [sqlite]', async () => {
  const { url, remove } = await emptyDatabase('sqlite')
  const db = await openDatabase({ url, pool_size: POOL, transaction_limit_ms: LIMIT_MS })
  const started: string[] = []
  const hanging = db.transaction(() => never())
  const waiting = db.transaction(async () => void started.push('waiting'))
  const results = await Promise.allSettled([hanging, waiting])
  expect(results.map((result) => 'reason' in result && result.reason)).toEqual([
    expect.any(DatabaseUnavailable),
    expect.any(DatabaseUnavailable),
  ])
  await db.transaction(async () => void started.push('later'))
  expect(started).toEqual(['later'])
  await db.close()
  await remove()
})
