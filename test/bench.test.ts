import { expect, test } from 'vitest'
import { openDirectly } from '../bench/engines.ts'
import { sendOne } from '../bench/load.ts'
import { BLOCK } from '../bench/players.ts'
import { checkList } from '../bench/playkeep.ts'
import { scenarios } from '../bench/scenarios.ts'
import { addItem, Seeding, wrongLedgers } from '../bench/seed.ts'
import { ENGINES, openWorld } from './support/world.ts'

for (const engine of ENGINES) {
  test(`every scenario of the benchmark works on a seeded database [${engine}]`, async () => {
    const { world, close } = await openWorld(engine)
    const direct = await openDirectly(world.context.config.DATABASE_URL)
    try {
      await (await Seeding.begin()).fill(direct, BLOCK)
      const facts = { ...(await addItem(direct)), users: BLOCK, turn: 0 }
      await direct.tidyUp()

      for (const scenario of scenarios) {
        const [visit = []] = scenario.plan(facts)
        const answers: string[] = []
        for (const call of visit) answers.push(await sendOne(world.server.url, call))
        expect(answers.length).toBeGreaterThan(0)
        checkList(scenario, answers[0] ?? '')
      }
      expect(await wrongLedgers(direct)).toBe(0)
    } finally {
      await direct.close()
      await close()
    }
  })
}
