import { expect, test } from 'vitest'
import { ENGINES } from '../support/world.ts'
import { faultsOf, intentionsOf } from './plan.ts'
import { torture } from './torture.ts'

const PATIENCE_MS = 180_000

for (const engine of ENGINES) {
  test(
    `nothing is lost and nothing is done twice while the server is killed repeatedly [${engine}]`,
    { timeout: PATIENCE_MS },
    async () => {
      const report = await torture({ engine, seed: 7, minutes: 0.25 })
      const { figures, problems, backup_problems, history } = report
      expect(problems).toEqual([])
      expect(backup_problems).toEqual([])
      expect(figures.kills).toBeGreaterThanOrEqual(3)
      expect(figures.database_restarts).toBe(engine === 'postgres' ? 1 : 0)
      expect(figures.retries).toBeGreaterThan(0)
      expect(history.acts.length).toBeGreaterThan(100)
    },
  )
}

test('the seed determines what players do and which faults happen, with twenty kills in five minutes', () => {
  const deeds = (seed: number) => intentionsOf(seed, 3, 1).take(100).toArray()
  expect(deeds(7)).toEqual(deeds(7))
  expect(deeds(8)).not.toEqual(deeds(7))
  for (const engine of ENGINES) {
    const faults = faultsOf(7, engine, 300_000)
    expect(faultsOf(7, engine, 300_000)).toEqual(faults)
    expect(faults.filter(({ kind }) => kind === 'kill').length).toBeGreaterThanOrEqual(20)
  }
})

const FAULTS = [
  ['does not store its answers to keyed requests', 'answers-not-stored', 'doubled', 0.1],
  ['answers before the write is on disk', 'answer-before-commit', 'lost', 0.2],
  ['does not enforce the maximum size of a group', 'no-group-limit', 'broken', 0.1],
] as const

/** One run nearly always finds the fault. On a busy machine players may do too little in one, so further runs follow. */
const MOST_RUNS = 5

for (const [what, fault, kind, minutes] of FAULTS) {
  const timeout = MOST_RUNS * PATIENCE_MS
  test(`the checker finds a server that ${what} [sqlite]`, { timeout }, async () => {
    const found = new Set<string>()
    for (let run = 0; run < MOST_RUNS && !found.has(kind); run++) {
      const { problems } = await torture({ engine: 'sqlite', seed: 7 + run, minutes, fault })
      for (const problem of problems) found.add(problem.kind)
    }
    expect([...found]).toContain(kind)
  })
}
