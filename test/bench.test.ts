import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fillBoard } from '../bench/board.ts'
import { openDirectly } from '../bench/engines.ts'
import { sendOne } from '../bench/load.ts'
import { addChats, measureMix, nextNumber } from '../bench/mix.ts'
import { bestOf } from '../bench/mix-result.ts'
import { BLOCK, tokenOf } from '../bench/players.ts'
import { checkList } from '../bench/playkeep.ts'
import { scenarios } from '../bench/scenarios.ts'
import { addItem, Seeding, wrongLedgers } from '../bench/seed.ts'
import { ACTIONS, OPENING } from '../bench/session.ts'
import { Random } from './support/random.ts'
import { ENGINES, openWorld } from './support/world.ts'

for (const engine of ENGINES) {
  test(`every scenario of the benchmark works on a seeded database [${engine}]`, async () => {
    const { world, close } = await openWorld(engine)
    const direct = await openDirectly(world.context.config.DATABASE_URL)
    try {
      await (await Seeding.begin()).fill(direct, BLOCK)
      const facts = { ...(await addItem(direct)), users: BLOCK, turn: 0 }
      const size = { players: BLOCK, entries: BLOCK + 5000, only_ranks: true }
      await fillBoard(direct, { game_id: facts.game_id, ...size })
      await addChats(direct, facts)
      await direct.tidyUp()

      for (const scenario of scenarios) {
        const [visit = []] = scenario.plan(facts)
        const answers: string[] = []
        for (const call of visit) answers.push(await sendOne(world.server.url, call))
        expect(answers.length).toBeGreaterThan(0)
        checkList(scenario, answers[0] ?? '')
      }
      const player = { id: 1, token: tokenOf(1), owns_item: false }
      const random = new Random(1)
      for (const { make } of [...OPENING, ...ACTIONS]) {
        const call = make(player, random, facts)
        await sendOne(world.server.url, { ...call, token: player.token })
      }
      expect(await wrongLedgers(direct)).toBe(0)
    } finally {
      await direct.close()
      await close()
    }
  })
}

test('the number of players is doubled until it is too large, and then halved in between', () => {
  const options = { first: 100, users: 10_000, precision: 0.05 }
  const findMost = (carried: number) => {
    const tried: { players: number; is_fast: boolean }[] = []
    for (let players = nextNumber(tried, options); players;) {
      tried.push({ players, is_fast: players <= carried })
      players = nextNumber(tried, options)
    }
    return tried.map(({ players }) => players)
  }
  expect(findMost(700)).toEqual([100, 200, 400, 800, 600, 700, 750, 725])
  expect(findMost(10_000).at(-1)).toBe(10_000)
  expect(findMost(30).slice(0, 4)).toEqual([100, 50, 25, 38])
})

test('players with think time are measured [sqlite]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'playkeep-mix-'))
  const progress: string[] = []
  try {
    const measured = await measureMix('sqlite', {
      folder,
      users: 100,
      first: 100,
      seconds: 1,
      warm_up_seconds: 0.2,
      precision: 0.5,
      max_minutes: 1,
      logProgress: (text) => progress.push(text),
    })
    const [step] = measured.steps
    expect(step?.players).toBe(100)
    expect(step?.phase.requests).toBeGreaterThan(5)
    expect(step?.phase.failures).toEqual({})
    expect(progress).toContain(`sqlite: at most ${bestOf(measured)?.players ?? 0} players`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
