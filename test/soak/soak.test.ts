import { expect, test } from 'vitest'
import { ENGINES } from '../support/world.ts'
import { attacks } from './attacks.ts'
import { describeReport, readReport, slopePerMinute, type SoakReport, targetsOf } from './report.ts'
import { soak } from './soak.ts'

for (const engine of ENGINES) {
  test(`honest and hostile players are measured on one server [${engine}]`, async () => {
    const names = Object.keys(attacks)
    const report = await soak({ engine, seed: 7, minutes: 0.05, players: names.length })
    expect(Object.keys(report.attacks).toSorted()).toEqual(names.toSorted())
    expect(report.alone.requests).toBeGreaterThan(0)
    expect(report.attacked.requests).toBeGreaterThan(report.alone.requests)
    expect(report.alone.all.p99_ms).toBeGreaterThan(0)
    expect(report.alone.failures).toEqual({})
    expect(report.database_mb.before).toBeGreaterThan(0)
    expect(report.crash).toBe('')
    expect(readReport(JSON.stringify(report))).toEqual(report)
    expect(describeReport(report)).toContain('honest players while attacked')
  })
}

const latency = { p50_ms: 1, p99_ms: 5, max_ms: 9 }
const phase = { requests: 9, all: latency, by_call: {}, lateness_p99_ms: 0, failures: {} }
const good: SoakReport = {
  date: '2026-01-02T03:04:05.000Z',
  engine: 'sqlite',
  seed: 1,
  minutes: 10,
  players: 100,
  alone: phase,
  attacked: { ...phase, all: { ...latency, p99_ms: 10 } },
  attacks: {},
  memory_max_mb: 300,
  memory_mb_per_minute: 1,
  database_mb: { before: 1, middle: 200, after: 399 },
  blocks_ms: [],
  crash: '',
}

test('a run misses its targets when honest players wait or fail, memory or disk grow, or the server blocks or ends', () => {
  const missed = (change: Partial<SoakReport>) =>
    targetsOf({ ...good, ...change }).filter(({ is_met }) => !is_met).length
  expect(missed({})).toBe(0)
  expect(missed({ attacked: { ...phase, all: { ...latency, p99_ms: 11 } } })).toBe(1)
  expect(missed({ attacked: { ...phase, failures: { 'add score: 503': 1 } } })).toBe(1)
  expect(missed({ memory_max_mb: 2000 })).toBe(1)
  expect(missed({ memory_mb_per_minute: 50 })).toBe(1)
  expect(missed({ database_mb: { before: 1, middle: 2000, after: 3000 } })).toBe(1)
  expect(missed({ database_mb: { before: 1, middle: 10, after: 100 } })).toBe(1)
  expect(missed({ blocks_ms: [251] })).toBe(1)
  expect(missed({ crash: 'out of memory' })).toBe(1)
  expect(
    slopePerMinute([0, 1, 2].map((minute) => ({ at_ms: minute * 60_000, value: 3 * minute }))),
  ).toBe(3)
})
