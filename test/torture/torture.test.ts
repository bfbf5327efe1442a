import { expect, test } from 'vitest'
import { ENGINES } from '../support/world.ts'
import { planActions, planFaults } from './plan.ts'
import { torture } from './torture.ts'

for (const engine of ENGINES) {
  test(`nothing is lost and nothing is done twice while the server is killed repeatedly [${engine}]`, async () => {
    const report = await torture({ engine, seed: 7, minutes: 0.25 })
    const { load_counters, fault_counters, problems, backup_problems, history } = report
    expect(problems).toEqual([])
    expect(backup_problems).toEqual([])
    expect(fault_counters.server_kills).toBeGreaterThanOrEqual(3)
    expect(fault_counters.database_restarts).toBe(engine === 'postgres' ? 1 : 0)
    expect(load_counters.retries).toBeGreaterThan(0)
    expect(history.results.length).toBeGreaterThan(100)
  })
}

test('the seed determines what players do and which faults happen, with twenty kills in five minutes', () => {
  const plan = (seed: number) => planActions(seed, 3, 1).take(100).toArray()
  expect(plan(7)).toEqual(plan(7))
  expect(plan(8)).not.toEqual(plan(7))
  for (const engine of ENGINES) {
    const faults = planFaults(7, engine, 300_000)
    expect(planFaults(7, engine, 300_000)).toEqual(faults)
    expect(faults.filter(({ kind }) => kind === 'kill_server').length).toBeGreaterThanOrEqual(20)
  }
})

const PLANTED_FAULTS = [
  ['does not store its answers to keyed requests', 'answers-not-stored', 'duplicated', 0.1],
  ['answers before the write is on disk', 'answer-before-commit', 'lost', 0.2],
  ['does not enforce the maximum size of a group', 'no-group-limit', 'violation', 0.1],
] as const

/** One run nearly always finds the fault; on a busy machine players may do too little, so it is repeated. */
const MAX_RUNS = 5

for (const [what, planted_fault, kind, minutes] of PLANTED_FAULTS) {
  test(`the checker finds a server that ${what} [sqlite]`, async () => {
    const found = new Set<string>()
    for (let run = 0; run < MAX_RUNS && !found.has(kind); run++) {
      const { problems } = await torture({
        engine: 'sqlite',
        seed: 7 + run,
        minutes,
        planted_fault,
      })
      for (const problem of problems) found.add(problem.kind)
    }
    expect([...found]).toContain(kind)
  })
}
