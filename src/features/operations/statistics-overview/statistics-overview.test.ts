import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { DAY_MS } from '../../../durations.ts'
import { Random, SEED } from '../../../../test/support/random.ts'
import { joinStaff } from '../../../../test/support/staff.ts'
import { onEachEngine, unique, type World } from '../../../../test/support/world.ts'
import { statement } from '../../../storage/statement.ts'
import { updateStatistics } from '../statistics/rules.ts'

const DAYS = 60
const PLAYERS = 40
const ROUNDS = 300

const budget = () => ({ signal: new AbortController().signal, until: performance.now() + 60_000 })

/** On PostgreSQL, open transactions of other tests delay it. */
async function count({ context }: World): Promise<void> {
  while (!(await updateStatistics(context, budget()))) await sleep(20)
}

const select = <R>({ context, game }: World, sql: string) =>
  context.db.all(statement<{ game_id: number }, R>(sql), { game_id: game.id })

const rowsOf = (length: number, make: () => (string | number)[]) =>
  Array.from({ length }, () => `(${make().join(', ')})`).join(', ')

/** Players who came, played and earned at random times, written as an import writes them. */
async function addHistory(world: World, random: Random): Promise<void> {
  const now = world.context.now()
  const anyTime = () => now - random.below(DAYS * DAY_MS)
  const { id: game_id } = world.game
  await world.context.db.rawTransaction(async (run) => {
    await run(`insert into users (game_id, username, username_key, username_skeleton, last_login, created_at)
      values ${rowsOf(PLAYERS, () => {
        const name = `'${unique('past')}'`
        return [game_id, name, name, name, 0, anyTime()]
      })}`)
  })
  const users = await select<{ id: number }>(world, `select id from users where game_id = :game_id`)
  const anyUser = () => random.pick(users)?.id ?? 0
  await world.context.db.rawTransaction(async (run) => {
    await run(`insert into game_rounds (game_user_id, game_type, start_time, started_at, created_at, updated_at)
      values ${rowsOf(ROUNDS, () => [anyUser(), random.pick(["'race'", "'duel'"]), "''", 0, anyTime(), 0])}`)
    await run(`insert into credit_ledger (user_id, change, balance_after, reason, created_at)
      values ${rowsOf(ROUNDS, () => [anyUser(), random.below(200) - 80, 0, random.pick(["'added'", "'set'"]), anyTime()])}`)
    await run(`update users set credits = (
      select coalesce(sum(change), 0) from credit_ledger where user_id = users.id) where game_id = ${game_id}`)
  })
}

const textOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10)

const mondayOf = (day: number) => day - ((day + 3) % 7)

/** What plain SQL finds in the tables themselves. */
async function countBySql(world: World) {
  const users = await select<{ id: number; day: number; credits: number }>(
    world,
    `select id, created_at / ${DAY_MS} as day, credits from users where game_id = :game_id`,
  )
  const of_game = `in (select id from users where game_id = :game_id)`
  const rounds = await select<{ day: number; game_type: string; rounds: number }>(
    world,
    `select created_at / ${DAY_MS} as day, game_type, count(*) as rounds from game_rounds
      where game_user_id ${of_game} group by 1, 2 order by 1, 2`,
  )
  const ledger = await select<{ day: number; reason: string; earned: number; spent: number }>(
    world,
    `select created_at / ${DAY_MS} as day, reason, sum(case when change > 0 then change else 0 end) as earned,
            sum(case when change < 0 then -change else 0 end) as spent
       from credit_ledger where user_id ${of_game} and change <> 0 group by 1, 2 order by 1, 2`,
  )
  const active = await select<{ user_id: number; day: number }>(
    world,
    `select user_id, day from player_days where user_id ${of_game}`,
  )
  return { users, rounds, ledger, active }
}

type Counted = Awaited<ReturnType<typeof countBySql>>

const distinct = (
  { active }: Counted,
  periodOf: (day: number) => string,
): Record<string, number> => {
  const players = Map.groupBy(active, ({ day }) => periodOf(day))
  return Object.fromEntries(
    [...players].map(([key, list]) => [key, new Set(list.map(({ user_id }) => user_id)).size]),
  )
}

async function expectSame(world: World): Promise<void> {
  const counted = await countBySql(world)
  const today = Math.floor(world.context.now() / DAY_MS)
  const query = `from=${textOf(today - DAYS)}&cohorts=day`
  const { status, body } = await world.system.get(
    `//admin/api/games/${world.game.id}/statistics/overview?${query}`,
  )
  expect(status).toBe(200)
  expect(body.players).toBe(counted.users.length)
  const credits = counted.users.reduce((sum, user) => sum + user.credits, 0)
  expect([body.credits, body.circulation.at(-1).credits]).toEqual([credits, credits])
  const before = counted.ledger.filter(({ day }) => day <= today - 10)
  expect(body.circulation.at(-11).credits).toBe(
    before.reduce((sum, { earned, spent }) => sum + earned - spent, 0),
  )
  const past = await world.system.get(
    `//admin/api/games/${world.game.id}/statistics/overview?from=${textOf(today - 12)}&to=${textOf(today - 10)}`,
  )
  expect(past.body.circulation).toEqual(body.circulation.slice(-13, -10))
  expect(body.rounds).toEqual(counted.rounds.map((row) => ({ ...row, day: textOf(row.day) })))
  expect(body.credits_by_reason).toEqual(
    counted.ledger.map((row) => ({
      ...row,
      day: textOf(row.day),
    })),
  )
  const nonZero = (list: { day: string; active: number }[]) =>
    Object.fromEntries(
      list.filter(({ active }) => active > 0).map(({ day, active }) => [day, active]),
    )
  expect(nonZero(body.days)).toEqual(distinct(counted, textOf))
  expect(nonZero(body.weeks)).toEqual(distinct(counted, (day) => textOf(mondayOf(day))))
  const months = distinct(counted, (day) => `${textOf(day).slice(0, 7)}-01`)
  expect(nonZero(body.months)).toEqual(months)
  for (const { day, sign_ups, retained } of body.retention) {
    const cohort = counted.users.filter((user) => textOf(user.day) === day)
    expect(sign_ups).toBe(cohort.length)
    for (const { after_days, players } of retained) {
      if (players === null) continue
      const ids = new Set(cohort.map(({ id }) => id))
      const found = counted.active.filter(
        (row) => ids.has(row.user_id) && textOf(row.day - after_days) === day,
      )
      expect([day, after_days, players]).toEqual([day, after_days, found.length])
    }
  }
}

onEachEngine(
  'the overview agrees with plain SQL, however often and by whom it is counted',
  async (world) => {
    const random = new Random(SEED, 'statistics', world.engine)
    await addHistory(world, random)
    await count(world)
    await expectSame(world)

    const player = await world.player({ credits: 50 })
    const round = { game_user_id: player.id, game_type: 'race' }
    expect((await player.post('/game_rounds', round)).status).toBe(201)
    await world.server.flush()
    // As two processes do.
    await Promise.allSettled([
      updateStatistics(world.context, budget()),
      updateStatistics(world.context, budget()),
    ])
    await count(world)
    await expectSame(world)
    const { active } = await countBySql(world)
    expect(active.filter(({ user_id }) => user_id === player.id)).toHaveLength(1)
  },
)

onEachEngine('what a long transaction writes is counted when it ends', async (world) => {
  // SQLite has one writer.
  if (world.engine === 'sqlite') return
  const player = await world.player()
  const round = { game_user_id: player.id, game_type: 'race' }
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const late = world.context.db.rawTransaction(async (run) => {
    await run(`insert into game_rounds (game_user_id, game_type, start_time, started_at, created_at, updated_at)
      values (${player.id}, 'late', '', 0, ${world.context.now()}, 0)`)
    begun.resolve()
    await ended.promise
  })
  await begun.promise
  expect((await player.post('/game_rounds', round)).status).toBe(201)
  expect(await updateStatistics(world.context, budget())).toBe(false)
  expect(await updateStatistics(world.context, budget())).toBe(false)
  ended.resolve()
  await late
  await count(world)
  await expectSame(world)
})

onEachEngine('whoever deletes their account stays in the figures of past days', async (world) => {
  const player = await world.player({ credits: 20 })
  await world.server.flush()
  await count(world)
  expect((await player.delete(`/users/${player.id}`)).status).toBe(200)
  await count(world)
  const { body } = await world.system.get(`//admin/api/games/${world.game.id}/statistics/overview`)
  expect(body).toMatchObject({
    players: 0,
    credits: 0,
    totals: { sign_ups: 1, credits_earned: 20 },
    top_players: { by_score: [], by_credits: [] },
  })
  expect(body.days.at(-1)).toMatchObject({ sign_ups: 1, active: 1 })
  expect((await countBySql(world)).active).toEqual([])
})

onEachEngine('many types of rounds are counted together', async (world) => {
  const player = await world.player()
  for (let number = 0; number < 25; number++)
    await player.post('/game_rounds', { game_user_id: player.id, game_type: `type ${number}` })
  await count(world)
  const { browser } = await joinStaff(world, { role: 'viewer', game_ids: [world.game.id] })
  const { body } = await browser.get(`/games/${world.game.id}/statistics/overview`)
  expect(body.rounds).toHaveLength(21)
  expect(body.rounds[0]).toMatchObject({ game_type: null, rounds: 5 })
  expect(body.totals.rounds).toBe(25)
})

onEachEngine(
  'requests are counted by how they were answered, and how long they took',
  async (world) => {
    const player = await world.player()
    await player.profile()
    await player.get('/users/0')
    await world.visitor.post('/sessions', {
      ...world.credentials,
      email: 'a@b.example',
      password: 'x',
    })
    await world.server.flush()
    const { body } = await world.system.get(
      `//admin/api/games/${world.game.id}/statistics/overview`,
    )
    const sum = (field: string) =>
      body.traffic.reduce(
        (total: number, row: Record<string, number>) => total + (row[field] ?? 0),
        0,
      )
    expect([sum('requests'), sum('refusals'), sum('failures')]).toEqual([3, 2, 0])
    expect(body.traffic.at(-1).most_within_ms).toBeGreaterThan(0)
  },
)

onEachEngine(
  'a range that is too long, too early, reversed or no days is refused',
  async (world) => {
    const path = `//admin/api/games/${world.game.id}/statistics/overview`
    for (const query of [
      'from=2026-02-30',
      'from=2026-02-02&to=2026-02-01',
      'from=2020-01-01&to=2026-01-01',
      'from=0000-01-01&to=0000-01-01',
      'from=1999-12-31&to=2000-01-01',
    ])
      expect((await world.system.get(`${path}?${query}`)).status).toBe(422)
    const { body } = await world.system.get(`${path}?from=2000-01-01&to=2000-01-02`)
    expect(body.circulation).toEqual([
      { day: '2000-01-01', credits: 0 },
      { day: '2000-01-02', credits: 0 },
    ])
  },
)
