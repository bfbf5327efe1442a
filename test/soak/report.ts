import T, { type Static } from 'typebox'
import { Value } from 'typebox/value'
import type { PacedResult } from '../../bench/paced.ts'

const Latency = T.Object({ p50_ms: T.Number(), p99_ms: T.Number(), max_ms: T.Number() })
type Latency = Static<typeof Latency>

const Counts = T.Record(T.String(), T.Number())

export const Phase = T.Object({
  requests: T.Number(),
  /** Those whose latencies do not count, because of steal time. Undefined: it was not looked at. */
  untimed: T.Optional(T.Number()),
  /** Of all requests, also of those. */
  p99_with_untimed_ms: T.Optional(T.Number()),
  all: Latency,
  by_call: T.Record(T.String(), Latency),
  /** Of each ten seconds, one after the other. */
  windows_p99_ms: T.Optional(T.Array(T.Union([T.Number(), T.Null()]))),
  /** How late the load generator was with its 99th percentile of requests. */
  lateness_p99_ms: T.Number(),
  failures: Counts,
})
export type Phase = Static<typeof Phase>

const SoakReport = T.Object({
  date: T.String(),
  engine: T.String(),
  seed: T.Number(),
  minutes: T.Number(),
  players: T.Number(),
  /** The honest players alone. */
  alone: Phase,
  /** The honest players while the hostile ones attack. */
  attacked: Phase,
  /** How often each attack got each answer. */
  attacks: T.Record(T.String(), Counts),
  memory_max_mb: T.Number(),
  /** In the second half of the attack. */
  memory_mb_per_minute: T.Number(),
  database_mb: T.Object({ before: T.Number(), middle: T.Number(), after: T.Number() }),
  /** Turns of the event loop with more than 250 ms of CPU time. */
  blocks_ms: T.Array(T.Number()),
  /** The output of the server, if it ended by itself. Empty: it did not. */
  crash: T.String(),
})
export type SoakReport = Static<typeof SoakReport>

export const readReport = (text: string): SoakReport => Value.Parse(SoakReport, JSON.parse(text))

function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** Not -0, which JSON does not have. */
const round = (value: number) => Math.round(value * 10) / 10 + 0

export const percent = (share: number) => `${Math.round(share * 100)} %`

const latencyOf = (values: number[]): Latency => ({
  p50_ms: round(percentile(values, 0.5)),
  p99_ms: round(percentile(values, 0.99)),
  max_ms: round(percentile(values, 1)),
})

export function summarize(result: PacedResult): Phase {
  const { requests, untimed_ms, latencies_ms, windows_ms, lateness_ms, failures } = result
  const timed_ms = Object.values(latencies_ms).flat()
  const by_call = Object.entries(latencies_ms).map(([name, values]) => [name, latencyOf(values)])
  return {
    requests,
    untimed: untimed_ms.length,
    p99_with_untimed_ms: round(percentile([...timed_ms, ...untimed_ms], 0.99)),
    all: latencyOf(timed_ms),
    by_call: Object.fromEntries(by_call),
    windows_p99_ms: windows_ms.map((values) =>
      values.length === 0 ? null : round(percentile(values, 0.99)),
    ),
    lateness_p99_ms: round(percentile(lateness_ms, 0.99)),
    failures,
  }
}

/** The growth of the values per minute, as a straight line through all of them. */
export function slopePerMinute(samples: { at_ms: number; value: number }[]): number {
  const mean = (pick: (sample: { at_ms: number; value: number }) => number) =>
    samples.reduce((sum, sample) => sum + pick(sample), 0) / samples.length
  const [at, value] = [mean((one) => one.at_ms), mean((one) => one.value)]
  const spread = samples.reduce((sum, one) => sum + (one.at_ms - at) ** 2, 0)
  const together = samples.reduce((sum, one) => sum + (one.at_ms - at) * (one.value - value), 0)
  return spread === 0 ? 0 : round((together / spread) * 60_000)
}

const MAX_RATIO = 2
/** With more of them, a run says little. */
const MAX_UNTIMED = 0.5
const MAX_MEMORY_MB = 1024
const MAX_MEMORY_MB_PER_MINUTE = 10
/** Shorter runs are mostly the filling of caches. */
const MIN_MINUTES_FOR_GROWTH = 5
const MAX_GROWTH_MB_PER_PLAYER = 20

export const ratioOf = ({ alone, attacked }: SoakReport) =>
  round(attacked.all.p99_ms / Math.max(alone.all.p99_ms, 0.1))

/** The share of the requests of a phase whose latencies do not count. Undefined: it was not looked at. */
export const untimedShareOf = ({ requests, untimed }: Phase) =>
  untimed === undefined ? undefined : untimed / requests

export const sum = (counts: Record<string, number>) =>
  Object.values(counts).reduce((total, count) => total + count, 0)

export interface Target {
  what: string
  value: string
  is_met: boolean
}

export function targetsOf(report: SoakReport): Target[] {
  const { alone, attacked, minutes, players, memory_max_mb, memory_mb_per_minute, database_mb } =
    report
  const failures = sum(alone.failures) + sum(attacked.failures)
  const [untimed_alone = 0, untimed_attacked = 0] = [alone, attacked].map(untimedShareOf)
  const growth_mb = database_mb.after - database_mb.before
  const max_growth_mb = MAX_GROWTH_MB_PER_PLAYER * players
  const growths = [database_mb.middle - database_mb.before, database_mb.after - database_mb.middle]
  const [first_half = 0, second_half = 0] = growths
  return [
    {
      what: `honest p99 at most ${MAX_RATIO} times that without attackers`,
      value: `${alone.all.p99_ms} → ${attacked.all.p99_ms} ms, ${ratioOf(report)} times`,
      is_met: ratioOf(report) <= MAX_RATIO,
    },
    {
      what: `the run is valid: at most ${percent(MAX_UNTIMED)} of the requests are not timed because of steal time`,
      value: `${percent(untimed_alone)} alone, ${percent(untimed_attacked)} attacked`,
      is_met: Math.max(untimed_alone, untimed_attacked) <= MAX_UNTIMED,
    },
    { what: 'no honest request fails', value: String(failures), is_met: failures === 0 },
    {
      what: `memory at most ${MAX_MEMORY_MB} MB`,
      value: `${memory_max_mb} MB`,
      is_met: memory_max_mb <= MAX_MEMORY_MB,
    },
    {
      what: `memory grows by at most ${MAX_MEMORY_MB_PER_MINUTE} MB per minute in the second half (from ${MIN_MINUTES_FOR_GROWTH} minutes on)`,
      value: `${memory_mb_per_minute} MB per minute`,
      is_met: minutes < MIN_MINUTES_FOR_GROWTH || memory_mb_per_minute <= MAX_MEMORY_MB_PER_MINUTE,
    },
    {
      what: `the database grows by at most ${MAX_GROWTH_MB_PER_PLAYER} MB per hostile player, and not faster in the second half (from ${MIN_MINUTES_FOR_GROWTH} minutes on)`,
      value: `${round(first_half)} MB, then ${round(second_half)} MB`,
      is_met:
        growth_mb <= max_growth_mb &&
        (minutes < MIN_MINUTES_FOR_GROWTH || second_half <= Math.max(first_half, 1) * 1.1),
    },
    {
      what: 'no turn of the event loop takes more than 250 ms of CPU time',
      value: `${report.blocks_ms.length}, longest ${Math.max(0, ...report.blocks_ms)} ms`,
      is_met: report.blocks_ms.length === 0,
    },
    {
      what: 'the server runs until the end',
      value: report.crash || 'yes',
      is_met: report.crash === '',
    },
  ]
}

const phaseLine = (title: string, phase: Phase) => {
  const { requests, all, lateness_p99_ms, failures, p99_with_untimed_ms } = phase
  return `  ${title}: ${requests} requests, p50 ${all.p50_ms} ms, p99 ${all.p99_ms} ms, longest ${all.max_ms} ms, ${sum(failures)} failed; sent ${lateness_p99_ms} ms late (p99; if high, the load generator is too slow); ${percent(untimedShareOf(phase) ?? 0)} not timed because of steal time (p99 with them: ${p99_with_untimed_ms} ms)`
}

const MAX_SHOWN = 10

export function describeReport(report: SoakReport): string {
  const { engine, alone, attacked, attacks } = report
  const failures = Object.entries(attacked.failures).toSorted(([, a], [, b]) => b - a)
  const calls = Object.entries(attacked.by_call).map(([name, { p99_ms }]) => {
    const before = alone.by_call[name]?.p99_ms
    return `    ${name}: p99 ${before ?? '–'} → ${p99_ms} ms`
  })
  const answers = Object.entries(attacks).map(([name, counts]) => {
    const list = Object.entries(counts).map(([status, count]) => `${status} × ${count}`)
    return `    ${name}: ${list.join(', ') || 'no answer'}`
  })
  return [
    `${engine}:`,
    phaseLine('honest players alone', alone),
    phaseLine('honest players while attacked', attacked),
    `    p99 of each ten seconds, in order: ${attacked.windows_p99_ms?.map((ms) => ms ?? '–').join(', ')} ms`,
    ...calls,
    ...failures.slice(0, MAX_SHOWN).map(([what, count]) => `    failed ${count} times: ${what}`),
    '  answers to attacks (most should be refused):',
    ...answers,
    ...targetsOf(report).map(
      ({ what, value, is_met }) => `  ${is_met ? '✓' : '✗'} ${what}: ${value}`,
    ),
  ].join('\n')
}
