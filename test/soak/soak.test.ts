import { expect, test } from 'vitest'
import { PacedResult } from '../../bench/paced.ts'
import { ENGINES } from '../support/world.ts'
import { attacks } from './attacks.ts'
import {
  describeReport,
  readReport,
  slopePerMinute,
  type SoakReport,
  summarize,
  targetsOf,
} from './report.ts'
import { soak } from './soak.ts'

for (const engine of ENGINES) {
  test(`honest and hostile players are measured on one server [${engine}]`, async () => {
    const names = Object.keys(attacks)
    const report = await soak({ engine, seed: 7, minutes: 0.05, players: names.length })
    expect(Object.keys(report.attacks).toSorted()).toEqual(names.toSorted())
    expect(report.alone.requests).toBeGreaterThan(0)
    expect(report.attacked.requests).toBeGreaterThan(report.alone.requests)
    const { requests, untimed, all } = report.alone
    expect(all.p99_ms > 0 || untimed === requests).toBe(true)
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

test('a request without a latency still counts, and so does its failure', () => {
  const result = new PacedResult()
  const answer = { status: 503, text: 'busy' }
  result.addUntimed({ name: 'add score', due: 0, sent_at: 0, answered_at: 900, answer })
  result.add({ name: 'friends', due: 25_000, sent_at: 25_000, answered_at: 25_003, answer })
  const { requests, untimed, failures, all, windows_p99_ms, p99_with_untimed_ms } =
    summarize(result)
  expect([requests, untimed, all.p99_ms, p99_with_untimed_ms]).toEqual([2, 1, 3, 900])
  expect(Object.values(failures)).toEqual([1, 1])
  expect(windows_p99_ms).toEqual([null, null, 3])
})

test('a run misses its targets when honest players wait or fail, memory or disk grow, or the server blocks or ends', () => {
  const missed = (change: Partial<SoakReport>) =>
    targetsOf({ ...good, ...change }).filter(({ is_met }) => !is_met).length
  expect(missed({})).toBe(0)
  expect(missed({ attacked: { ...phase, all: { ...latency, p99_ms: 11 } } })).toBe(1)
  expect(missed({ attacked: { ...phase, failures: { 'add score: 503': 1 } } })).toBe(1)
  expect(missed({ alone: { ...phase, untimed: 5 } })).toBe(1)
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
