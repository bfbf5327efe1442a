import { expect, test } from 'vitest'
import { SEED } from '../support/random.ts'
import { ENGINES } from '../support/world.ts'
import { fuzz } from './fuzz/fuzz.ts'

/** Half of them on each engine. */
const INPUTS = Number(process.env['FUZZ_INPUTS'] ?? 3500)

/** Of all routes. Most inputs are invalid, so that few routes succeed with few inputs. */
const MIN_SUCCEEDED = INPUTS < 60_000 ? 0.25 : 0.55

/** One in a hundred inputs may find the server busy. */
const MAX_BUSY = 0.01

for (const engine of ENGINES) {
  test(
    `random valid and invalid input is never answered with a 5xx and never blocks the event loop [${engine}]`,
    { timeout: 3_600_000 },
    async () => {
      const started = performance.now()
      const { problems, blocks, statuses, succeeded } = await fuzz(engine, SEED, INPUTS / 2)
      const seconds = ((performance.now() - started) / 1000).toFixed(0)
      console.log(
        `fuzz on ${engine}: seed ${SEED}, ${INPUTS / 2} inputs in ${seconds} s, ${Math.round(succeeded * 100)} % of the routes succeeded, answers by status: ${JSON.stringify(statuses)}`,
      )
      expect({ problems, blocks }).toEqual({ problems: [], blocks: [] })
      expect(statuses[503] ?? 0).toBeLessThan(INPUTS * MAX_BUSY)
      expect(succeeded).toBeGreaterThan(MIN_SUCCEEDED)
    },
  )
}
