import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { inTransaction } from '../../src/context.ts'
import { DatabaseUnavailable, UniqueViolation } from '../../src/storage/database.ts'
import { openSqlite } from '../../src/storage/sqlite/sqlite.ts'
import { statement, step } from '../../src/storage/statement.ts'
import { onEachEngine, openWorld, type World } from '../support/world.ts'

const addKey = statement<{ game_id: number; name: string }, { name: string }>(
  `insert into service_keys (game_id, name, token_hash, created_at)
   values (:game_id, :name, cast(:name as text) || '-hash', 0) returning name`,
  { inserts: 'service_keys' },
)
const listKeys = statement<{ game_id: number }, { name: string }>(
  `select name from service_keys where game_id = :game_id order by name`,
)
const nameOf = statement<{ id: number }, { name: string }>(`select name from games where id = :id`)
const rename = statement<{ id: number; name: string }, { name: string }>(
  `update games set name = :name where id = :id returning name`,
  { updates: 'games' },
)

const addWord = statement<{ word: string }>(`insert into words (word) values (:word)`, {
  inserts: 'words',
})
const listWords = statement<Record<string, never>, { word: string }>(`select word from words`)

/** A transaction that is committed together with others. */
const addWhole = ({ context, game }: World, name: string) =>
  inTransaction(context, async (tx) => {
    tx.defer(nameOf, { id: game.id })
    const [[added], [found]] = await tx.commitWith(
      step(addKey, { game_id: game.id, name }),
      step(nameOf, { id: game.id }),
    )
    return [added?.name, found?.name]
  })

onEachEngine(
  'of many whole transactions at once, one that fails undoes nothing but itself',
  async (world) => {
    const { context, game } = world
    const names = Array.from({ length: 40 }, (_, index) => `key ${index % 30}`)
    const results = await Promise.allSettled(names.map((name) => addWhole(world, name)))
    const failures = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason] : [],
    )
    expect(failures).toEqual(Array.from({ length: 10 }, () => expect.any(UniqueViolation)))
    for (const [index, result] of results.entries())
      if (result.status === 'fulfilled') expect(result.value).toEqual([names[index], game.name])
    const kept = await context.db.all(listKeys, { game_id: game.id })
    expect(kept.map(({ name }) => name)).toEqual([...new Set(names)].toSorted())
  },
)

onEachEngine('a whole transaction takes no more calls after its last steps', async (world) => {
  const { context, game } = world
  const late = inTransaction(context, async (tx) => {
    await tx.commitWith(step(addKey, { game_id: game.id, name: 'last' }))
    await tx.first(nameOf, { id: game.id })
  })
  await expect(late).rejects.toThrow('The transaction has ended')
})

test('a whole transaction that waits for a lock runs again alone, and the others are committed [postgres]', async () => {
  const { world, close } = await openWorld('postgres')
  const { context, game } = world
  const holder = new pg.Client(context.config.DATABASE_URL)
  await holder.connect()
  await holder.query('begin')
  await holder.query('select id from games where id = $1 for no key update', [game.id])
  let is_over = false
  const locked = inTransaction(context, async (tx) => {
    const [[row]] = await tx.commitWith(step(rename, { id: game.id, name: 'renamed' }))
    return row?.name
  }).finally(() => (is_over = true))
  await Promise.all(Array.from({ length: 20 }, (_, index) => addWhole(world, `key ${index}`)))
  expect(is_over).toBe(false)
  await holder.end()
  expect(await locked).toBe('renamed')
  await close()
})

test('while a table is locked, whole transactions fail in time and nobody waits behind all others [postgres]', async () => {
  const { world, close } = await openWorld('postgres')
  const holder = new pg.Client(world.context.config.DATABASE_URL)
  await holder.connect()
  await holder.query('begin')
  await holder.query('lock table service_keys in share mode')
  const names = Array.from({ length: 300 }, (_, index) => `key ${index}`)
  const results = await Promise.allSettled(names.map((name) => addWhole(world, name)))
  const reasons = results.map((result) => (result.status === 'rejected' ? result.reason : result))
  expect(reasons).toEqual(names.map(() => expect.any(DatabaseUnavailable)))
  await holder.end()
  await addWhole(world, 'afterwards')
  await close()
})

test('a lost connection fails the transactions on it, and the next ones get another [postgres]', async () => {
  const { world, close } = await openWorld('postgres')
  const admin = new pg.Client(world.context.config.DATABASE_URL)
  await admin.connect()
  await addWhole(world, 'before')
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'playkeep' and datname = current_database()`,
  )
  await admin.end()
  await expect.poll(() => addWhole(world, 'after').catch(() => undefined)).toBeDefined()
  await close()
})

test('what others need is read and written at once, while low priority waits [sqlite]', async () => {
  const waiting: (() => void)[] = []
  const folder = await mkdtemp(join(tmpdir(), 'playkeep-test-'))
  const db = openSqlite(join(folder, 'data.sqlite'), {
    transaction_limit_ms: 5000,
    back_lane: { add: (work) => waiting.push(work) },
  })
  await db.rawTransaction(async (run) => void (await run('create table words (word text)')))
  const late = db.low_priority?.all(listWords, {})
  const usual = db.low_priority?.usual_priority
  await usual?.transaction((tx) => tx.run(addWord, { word: 'now' }))
  expect(await usual?.all(listWords, {})).toEqual([{ word: 'now' }])
  expect(waiting).toHaveLength(1)
  for (const work of waiting.splice(0)) work()
  expect(await late).toHaveLength(1)
  await db.close()
  await rm(folder, { recursive: true })
})
