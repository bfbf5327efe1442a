import T, { type Static } from 'typebox'
import { Value } from 'typebox/value'

export const NullableNumber = T.Union([T.Number(), T.Null()])

/** Medians of the repeats. A ratio compares each repeat with the ceiling right before and after it. */
export const Measured = T.Object({
  requests_per_second: T.Number(),
  p50_ms: T.Number(),
  p99_ms: T.Number(),
  ratio: T.Number(),
  cpu_us: NullableNumber,
  /** CPU time of PostgreSQL per request. Absent in old results; null on SQLite, which has no process of its own. */
  database_cpu_us: T.Optional(NullableNumber),
  cpu_ratio: NullableNumber,
  memory_mb: NullableNumber,
  failures: T.Number(),
})
export type Measured = Static<typeof Measured>

const ScenarioResult = T.Object({
  name: T.String(),
  route: T.String(),
  target: NullableNumber,
  /** Null: the feature does not exist yet. */
  measured: T.Union([Measured, T.Null()]),
})
export type ScenarioResult = Static<typeof ScenarioResult>

const Run = T.Object({
  title: T.String(),
  users: T.Number(),
  seeding_seconds: T.Number(),
  ready_ms: NullableNumber,
  idle_mb: NullableNumber,
  ceiling: T.Object({
    requests_per_second: T.Number(),
    lowest: T.Number(),
    highest: T.Number(),
    cpu_us: NullableNumber,
  }),
  wrong_ledgers: NullableNumber,
  scenarios: T.Array(ScenarioResult),
})
export type Run = Static<typeof Run>

export const Machine = T.Object({
  cpu: T.String(),
  cores: T.Number(),
  memory_gb: T.Number(),
  system: T.String(),
  node: T.String(),
  load_generator: T.String(),
  pinned: T.Boolean(),
})

const Result = T.Object({
  date: T.String(),
  version: T.String(),
  machine: Machine,
  settings: T.Object({
    connections: T.Number(),
    seconds: T.Number(),
    repeats: T.Number(),
    /** Absent in old results, which were measured without limits. */
    limits: T.Optional(T.Union([T.Literal('on'), T.Literal('off')])),
  }),
  runs: T.Array(Run),
})
export type Result = Static<typeof Result>

export const readResult = (text: string): Result => Value.Parse(Result, JSON.parse(text))
