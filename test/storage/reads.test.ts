import pg from 'pg'
import { expect, test } from 'vitest'
import { inTransaction } from '../../src/context.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { statement } from '../../src/storage/statement.ts'
import { emptyDatabase, ENGINES, onEachEngine, openWorld } from '../support/world.ts'

/** Fails for the smallest 64-bit integer, whose absolute value is out of range. */
const size = statement<{ number: number }, { size: number }>(
  `select abs(cast(:number as bigint)) as size`,
)
const rename = statement<{ id: number; name: string }>(
  `update games set name = :name where id = :id`,
  { updates: 'games' },
)
const nameOf = statement<{ id: number }, { name: string }>(`select name from games where id = :id`)
const countConnections = statement<Record<string, never>, { count: number }>(`
  select count(*) as count from pg_stat_activity
   where application_name = 'playkeep' and datname = current_database()`)

/** Given back at the end of its statement, or of its transaction. */
const lockBriefly = statement<{ key: number }, { got: unknown }>(
  `select pg_advisory_xact_lock(:key) is null as got`,
)
const countLocks = statement<Record<string, never>, { count: number }>(`
  select count(*) as count from pg_locks
   where locktype = 'advisory' and not granted
     and database = (select oid from pg_database where datname = current_database())`)

onEachEngine(
  'a read that fails does not affect reads that are sent together with it',
  async (world) => {
    const { db } = world.context
    const asked = Array.from({ length: 300 }, (_, index) =>
      index % 100 === 7 ? -(2 ** 63) : -index,
    )
    const answers = await Promise.all(
      asked.map((number) => db.first(size, { number }).catch(() => 'failed')),
    )
    expect(answers).toEqual(
      asked.map((number) => (number < -1e9 ? 'failed' : { size: Math.abs(number) })),
    )
  },
)

onEachEngine(
  'of statements that are sent together, the first failure is the one reported',
  async (world) => {
    const { context, game } = world
    const failing = inTransaction(context, async (tx) => {
      await tx.first(nameOf, { id: game.id })
      await Promise.all([
        tx.first(size, { number: -(2 ** 63) }),
        tx.run(rename, { id: game.id, name: 'changed' }),
      ])
    })
    await expect(failing).rejects.toThrow(/out of range|overflow/)
    expect(await context.db.first(nameOf, { id: game.id })).toEqual({ name: game.name })
  },
)

onEachEngine('a read sees what was committed before it was requested', async (world) => {
  const { context, game } = world
  for (let turn = 0; turn < 50; turn++) {
    await inTransaction(context, (tx) => tx.run(rename, { id: game.id, name: `turn ${turn}` }))
    const [one, other] = await Promise.all([
      context.db.first(nameOf, { id: game.id }),
      context.db.first(nameOf, { id: game.id }),
    ])
    expect([one?.name, other?.name]).toEqual([`turn ${turn}`, `turn ${turn}`])
  }
})

test('reads that come while the database is closed fail, each for itself [sqlite]', async () => {
  const { url } = await emptyDatabase('sqlite')
  const db = await openDatabase({ url, pool_size: 1 })
  const failures: unknown[] = []
  const readUntilClosed = async (reader: Pick<typeof db, 'first'> = db) => {
    for (;;) await reader.first(size, { number: 1 })
  }
  const reading = [db, db.low_priority].map((reader) =>
    readUntilClosed(reader).catch((error: unknown) => failures.push(error)),
  )
  await db.close()
  await Promise.all(reading)
  expect(failures).toHaveLength(2)
})

test('many reads at once stay within the configured number of connections [postgres]', async () => {
  const { world, close } = await openWorld('postgres')
  const { db, config } = world.context
  await Promise.all(Array.from({ length: 300 }, (_, number) => db.first(size, { number })))
  const { count } = (await db.first(countConnections, {})) ?? { count: 0 }
  // Another one is for `/ready` and the checks that the server makes by itself.
  expect(count).toBeLessThanOrEqual(config.DATABASE_POOL + 1)
  await close()
})

test('a slow read does not delay later reads [postgres]', async () => {
  const { world, close } = await openWorld('postgres')
  const { db, config } = world.context
  const holder = new pg.Client(config.DATABASE_URL)
  await holder.connect()
  let was_over = true
  // A read waits for a lock for a second. On a busy machine that may be too short for eight others.
  for (let attempt = 1; was_over && attempt <= 5; attempt++) {
    await holder.query('select pg_advisory_lock(42)')
    let is_over = false
    const slow = db
      .first(lockBriefly, { key: 42 })
      .catch(() => {})
      .finally(() => (is_over = true))
    for (let number = 1; number <= 8; number++) await db.first(size, { number })
    was_over = is_over
    await holder.query('select pg_advisory_unlock(42)')
    await slow
  }
  expect(was_over).toBe(false)
  await holder.end()
  await close()
})

test('however many requests of low priority wait for the database, others find a connection [postgres]', async () => {
  const { world, close } = await openWorld('postgres')
  const { context, game } = world
  const { db, config } = context
  const holder = new pg.Client(config.DATABASE_URL)
  await holder.connect()
  await holder.query('select pg_advisory_lock(43)')
  const low = db.low_priority
  if (!low) throw new Error('it has no low priority')
  const late = Array.from({ length: 20 }, () => [
    low.first(lockBriefly, { key: 43 }),
    low.transaction((tx) => tx.first(lockBriefly, { key: 43 })),
  ])
    .flat()
    .map((one) => one.catch((error: unknown) => error))
  await expect.poll(() => db.figures().waiting).toBeGreaterThan(30)
  for (let number = 1; number <= 8; number++) await db.first(size, { number })
  await Promise.all(
    Array.from({ length: 8 }, (_, number) =>
      db.transaction(async (tx) => {
        await tx.first(size, { number })
        await tx.run(rename, { id: game.id, name: `name ${number}` })
      }),
    ),
  )
  // One read, and all connections for transactions but one.
  await expect.poll(() => db.first(countLocks, {})).toEqual({ count: 5 })
  await holder.end()
  expect((await Promise.all(late)).filter((one) => one instanceof Error)).toEqual([])
  await close()
})

test('reads of a locked table do not stop reads of other tables [postgres]', async () => {
  const { world, close } = await openWorld('postgres')
  const { db, config } = world.context
  const locked = statement<Record<string, never>, { id: number }>(
    'select blocker_id as id from blocks',
  )
  const holder = new pg.Client(config.DATABASE_URL)
  await holder.connect()
  await holder.query('begin; lock table blocks in access exclusive mode')
  const reads: Promise<unknown>[] = []
  const readLocked = () => reads.push(db.all(locked, {}).catch((error: unknown) => error))
  for (let count = 0; count < 4; count++) readLocked()
  const timer = setInterval(readLocked, 50)
  // Those that were sent behind a locked one wait until it is given up; later ones do not.
  await Promise.all([1, 2, 3, 4].map((number) => db.first(size, { number })))
  await expect
    .poll(
      async () => {
        const started = performance.now()
        await Promise.all(Array.from({ length: 8 }, (_, number) => db.first(size, { number })))
        return performance.now() - started
      },
      { interval: 500 },
    )
    .toBeLessThan(500)
  await expect.poll(() => db.figures().waiting).toBeGreaterThan(0)
  clearInterval(timer)
  await holder.end()
  await Promise.all(reads)
  await close()
})

for (const engine of ENGINES) {
  test(`a ping resolves while the database answers, and rejects afterwards [${engine}]`, async () => {
    const { url, remove } = await emptyDatabase(engine)
    const db = await openDatabase({ url, pool_size: 2 })
    await db.ping()
    await db.close()
    await expect(db.ping()).rejects.toThrow(/not open|after calling end/)
    await remove()
  })
}

test('a row that refers to a deleted one does not cost the connection [postgres]', async () => {
  const { world, close } = await openWorld('postgres', { DATABASE_POOL: '2' })
  const { db } = world.context
  const pid = statement<Record<string, never>, { pid: number }>(`select pg_backend_pid() as pid`)
  const block = statement(
    `insert into blocks (blocker_id, blocked_id, blocked_at) values (1, 999999999, 1)`,
    { inserts: 'blocks' },
  )
  const before = await db.transaction((tx) => tx.first(pid, {}))
  await expect(db.transaction((tx) => tx.run(block, {}))).rejects.toThrow('not available')
  expect(await db.transaction((tx) => tx.first(pid, {}))).toEqual(before)
  await close()
})

test('what is read because of what was found before does not wait for another turn [sqlite]', async () => {
  const { world, close } = await openWorld('sqlite')
  const { db } = world.context
  let turns = 0
  const count = () => {
    turns++
    counting = setImmediate(count)
  }
  let counting = setImmediate(count)
  for (let number = 1; number <= 50; number++) await db.first(size, { number })
  clearImmediate(counting)
  expect(turns).toBeLessThan(25)
  await close()
})
