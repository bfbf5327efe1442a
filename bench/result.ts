import T, { type Static } from 'typebox'
import { Value } from 'typebox/value'

const Figure = T.Union([T.Number(), T.Null()])

/** Medians of the repeats; a ratio is one of each repeat to the ceiling right before and after it. */
export const Measured = T.Object({
  requests_per_second: T.Number(),
  p50_ms: T.Number(),
  p99_ms: T.Number(),
  ratio: T.Number(),
  cpu_us: Figure,
  cpu_ratio: Figure,
  memory_mb: Figure,
  failures: T.Number(),
})
export type Measured = Static<typeof Measured>

const ScenarioResult = T.Object({
  name: T.String(),
  route: T.String(),
  target: Figure,
  /** Null: the feature is not there yet. */
  measured: T.Union([Measured, T.Null()]),
})
export type ScenarioResult = Static<typeof ScenarioResult>

const Run = T.Object({
  title: T.String(),
  users: T.Number(),
  seeding_seconds: T.Number(),
  ready_ms: Figure,
  idle_mb: Figure,
  ceiling: T.Object({
    requests_per_second: T.Number(),
    lowest: T.Number(),
    highest: T.Number(),
    cpu_us: Figure,
  }),
  wrong_ledgers: Figure,
  scenarios: T.Array(ScenarioResult),
})
export type Run = Static<typeof Run>

const Result = T.Object({
  date: T.String(),
  version: T.String(),
  machine: T.Object({
    cpu: T.String(),
    cores: T.Number(),
    memory_gb: T.Number(),
    system: T.String(),
    node: T.String(),
    load_generator: T.String(),
    pinned: T.Boolean(),
  }),
  settings: T.Object({
    connections: T.Number(),
    seconds: T.Number(),
    repeats: T.Number(),
  }),
  runs: T.Array(Run),
})
export type Result = Static<typeof Result>

export const readResult = (text: string): Result => Value.Parse(Result, JSON.parse(text))
