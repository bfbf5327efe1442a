import T, { type Static } from 'typebox'
import { Value } from 'typebox/value'
import { Phase, sum } from '../test/soak/report.ts'
import { Machine, NullableNumber } from './result.ts'

/** What counts as fast enough, for all requests together. */
export const MAX_P99_MS = 100
/** The same for sign-ins, of which there are too few to matter for all requests together. */
export const MAX_SIGN_IN_MS = 1000
/** Requests that were sent later than this were held up by the load generator. */
const MAX_LATENESS_MS = 25

const MixStep = T.Object({
  players: T.Number(),
  requests_per_second: T.Number(),
  /** Of one core. */
  server_cpu_percent: NullableNumber,
  database_cpu_percent: NullableNumber,
  load_cpu_percent: NullableNumber,
  phase: Phase,
})
export type MixStep = Static<typeof MixStep>

const MixResult = T.Object({
  date: T.String(),
  version: T.String(),
  machine: Machine,
  engine: T.String(),
  /** Registered players. No step has more. */
  users: T.Number(),
  seconds: T.Number(),
  /** In the order in which they were measured. A step that was nearly fast enough was measured twice. */
  steps: T.Array(MixStep),
})
export type MixResult = Static<typeof MixResult>

export const readMixResult = (text: string): MixResult => Value.Parse(MixResult, JSON.parse(text))

/** Whether it took at most `times` the time that it may take. */
const isWithin = ({ phase }: MixStep, times: number) =>
  phase.all.p99_ms < times * MAX_P99_MS &&
  (phase.by_call['sign_in']?.p99_ms ?? 0) < times * MAX_SIGN_IN_MS &&
  sum(phase.failures) === 0

export const isFast = (step: MixStep) => step.phase.requests > 0 && isWithin(step, 1)

/** Perhaps another program has disturbed it. */
export const isNearlyFast = (step: MixStep) => isWithin(step, 2)

const isLate = ({ phase }: MixStep) => phase.lateness_p99_ms > MAX_LATENESS_MS

/** The step with the most players that was fast enough. Undefined: none was. */
export const bestOf = ({ steps }: Pick<MixResult, 'steps'>) =>
  steps.filter(isFast).toSorted((one, other) => other.players - one.players)[0]

/** What kept the number of players from being larger. */
export function limitOf({ steps, users }: MixResult): string {
  const best = bestOf({ steps })
  if (best?.players === users) return 'not reached: all registered players took part'
  const failed = steps.filter((step) => !isFast(step) && step.players > (best?.players ?? 0))
  if (failed.length === 0) return 'not reached: the time was up'
  return failed.every(isLate)
    ? 'the load generator, which sent its requests too late'
    : 'the server and its database'
}

const percent = (value: number | null) => (value === null ? '–' : `${Math.round(value)} %`)

export const describeStep = (step: MixStep) =>
  `${step.players} players, ${Math.round(step.requests_per_second)} requests/s: p50 ${step.phase.all.p50_ms} ms, p99 ${step.phase.all.p99_ms} ms, ${sum(step.phase.failures)} failed; CPU: server ${percent(step.server_cpu_percent)}, PostgreSQL ${percent(step.database_cpu_percent)}, load ${percent(step.load_cpu_percent)}${isLate(step) ? '; sent too late' : ''}`

export function describeMix(result: MixResult): string {
  const best = bestOf(result)
  const failures = result.steps.flatMap(({ players, phase }) =>
    Object.entries(phase.failures).map(
      ([what, count]) => `  at ${players} players, ${count} times: ${what}`,
    ),
  )
  const most = best
    ? `${best.players} players with a p99 below ${MAX_P99_MS} ms\n  ${describeStep(best)}`
    : `no number of players had a p99 below ${MAX_P99_MS} ms`
  return [`${result.engine}: ${most}`, `  limit: ${limitOf(result)}`, ...failures].join('\n')
}
