import pg from 'pg'
import { expect, test } from 'vitest'
import { statement } from '../../src/storage/statement.ts'
import { openWorld } from '../world.ts'

const half = statement<{ divisor: number }, { half: number }>(
  `select 100 / cast(:divisor as bigint) as half`,
)
const lock = statement<{ key: number }, { got: unknown }>(
  `select pg_advisory_lock(:key) is null as got`,
)
const countConnections = statement<Record<string, never>, { count: number }>(`
  select count(*) as count from pg_stat_activity
   where application_name = 'playkeep' and datname = current_database()`)

test('reads at once share a few connections, and one that fails does not disturb the others [postgres]', async () => {
  const { world, close } = await openWorld('postgres')
  const { db } = world.context
  const asked = Array.from({ length: 300 }, (_, index) => index % 100)
  const answers = await Promise.all(
    asked.map((divisor) => db.first(half, { divisor }).catch(() => 'failed')),
  )
  expect(answers).toEqual(
    asked.map((divisor) => (divisor === 0 ? 'failed' : { half: Math.floor(100 / divisor) })),
  )
  const { count } = (await db.first(countConnections, {})) ?? { count: 0 }
  expect(count).toBeLessThanOrEqual(world.context.config.DATABASE_POOL)
  await close()
})

test('a read that takes long holds up nobody who comes after it [postgres]', async () => {
  const { world, close } = await openWorld('postgres')
  const { db, config } = world.context
  const holder = new pg.Client(config.DATABASE_URL)
  await holder.connect()
  await holder.query('select pg_advisory_lock(42)')
  let is_over = false
  const slow = db.first(lock, { key: 42 }).then(() => (is_over = true))
  for (let divisor = 1; divisor <= 20; divisor++) await db.first(half, { divisor })
  expect(is_over).toBe(false)
  await holder.end()
  await slow
  await close()
})
