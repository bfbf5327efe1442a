import pg from 'pg'
import { expect, test } from 'vitest'
import { inTransaction } from '../../src/context.ts'
import { statement } from '../../src/storage/statement.ts'
import { onEachEngine, openWorld } from '../support/world.ts'

const rename = statement<{ id: number; name: string }>(
  `update games set name = :name where id = :id`,
  { updates: 'games' },
)
const nameOf = statement<{ id: number }, { name: string }>(`select name from games where id = :id`)
const wait = statement<{ id: number }>(`update games set name = name where id = :id`, {
  updates: 'games',
})

const findBackend = statement<Record<string, never>, { pid: number }>(
  `select pg_backend_pid() as pid`,
)

const CUT = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'playkeep' and datname = current_database()`

onEachEngine('a transaction that throws leaves nothing behind', async ({ context, game }) => {
  const failed = inTransaction(context, async (tx) => {
    await tx.run(rename, { id: game.id, name: 'changed' })
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  expect(await context.db.first(nameOf, { id: game.id })).toMatchObject({ name: game.name })
})

onEachEngine(
  'one refused transaction among many does not disturb the others',
  async ({ context, system }) => {
    const games = await Promise.all(
      Array.from({ length: 20 }, () => system.post('/test_suite/create_game')),
    )
    const ids = games.map(({ body }) => Number(body.id))
    const results = await Promise.allSettled(
      ids.map((id, index) =>
        inTransaction(context, async (tx) => {
          await tx.run(rename, { id, name: `new ${index}` })
          if (index % 3 === 0) throw new Error('refused')
        }),
      ),
    )
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(7)
    for (const [index, id] of ids.entries()) {
      const row = await context.db.first(nameOf, { id })
      expect(row?.name).toBe(index % 3 === 0 ? 'Test game' : `new ${index}`)
    }
  },
)

onEachEngine('transactions that lock in opposite order all succeed', async (world) => {
  const { context } = world
  const other = await world.otherGame()
  const both = (first: number, second: number) =>
    inTransaction(context, async (tx) => {
      await tx.run(wait, { id: first })
      await tx.run(wait, { id: second })
    })
  const rounds = Array.from({ length: 3 }, () => [
    both(world.game.id, other.game.id),
    both(other.game.id, world.game.id),
  ])
  const results = await Promise.allSettled(rounds.flat())
  expect(results.filter(({ status }) => status === 'rejected')).toEqual([])
})

test('requests get 200 or 503 while PostgreSQL connections are cut, and 200 afterwards [postgres]', async () => {
  const { world, close } = await openWorld('postgres')
  const player = await world.player()
  const cutter = new pg.Client(world.context.config.DATABASE_URL)
  await cutter.connect()
  const statuses = new Set<number>()
  for (let round = 0; round < 10; round++) {
    const replies = Array.from({ length: 20 }, () => player.get(`/users/${player.id}`))
    await cutter.query(CUT)
    for (const { status } of await Promise.all(replies)) statuses.add(status)
  }
  await cutter.end()
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
  // The server may not know of the last cut yet.
  await expect.poll(async () => (await player.get(`/users/${player.id}`)).status).toBe(200)
  await expect.poll(async () => (await world.visitor.get('//ready')).status).toBe(200)
  await close()
})

test('a connection cut between two statements of a transaction fails it at once, and nothing else [postgres]', async () => {
  const { world, close } = await openWorld('postgres')
  const { context, game } = world
  const cutter = new pg.Client(context.config.DATABASE_URL)
  await cutter.connect()
  const cut = inTransaction(context, async (tx) => {
    await tx.run(rename, { id: game.id, name: 'changed' })
    const own = await tx.first(findBackend, {})
    await cutter.query('select pg_terminate_backend($1)', [own?.pid])
    await new Promise(() => {})
  })
  await expect(cut).rejects.toThrow('terminating connection due to administrator command')
  await cutter.end()
  expect(await context.db.first(nameOf, { id: game.id })).toEqual({ name: game.name })
  await close()
})
