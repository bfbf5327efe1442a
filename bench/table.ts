import type { Measured, Result, Run, ScenarioResult } from './result.ts'
import { START_TARGETS } from './scenarios.ts'

const round = (value: number | null, digits = 0) => (value === null ? '' : value.toFixed(digits))

const HEAD = [
  'scenario',
  'req/s',
  'p50 ms',
  'p99 ms',
  'of ceiling',
  'target',
  'server µs',
  'PostgreSQL µs',
  'CPU ratio',
  'MB',
  'failed',
]

function cells({ name, target, measured }: ScenarioResult): string[] {
  if (!measured) return [name, 'not measured', '', '', '', round(target, 2), '', '', '', '', '']
  return [
    name,
    round(measured.requests_per_second),
    round(measured.p50_ms, 2),
    round(measured.p99_ms, 2),
    round(measured.ratio, 2),
    round(target, 2),
    round(measured.cpu_us),
    round(measured.database_cpu_us ?? null),
    round(measured.cpu_ratio, 2),
    round(measured.memory_mb),
    String(measured.failures),
  ]
}

function align(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  const pad = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)
  return rows.map((row) => row.map(pad).join('  ')).join('\n')
}

export function runTable({ title, users, ceiling, ready_ms, idle_mb, ...run }: Run): string {
  const ledger = run.wrong_ledgers ? `, ${run.wrong_ledgers} LEDGERS WRONG` : ''
  const start = `ready in ${round(ready_ms)} ms (target ${START_TARGETS.ready_ms}), ${round(idle_mb)} MB idle (target ${START_TARGETS.idle_mb})`
  const summary = `${title}: ${users} users, ${start}${ledger}`
  const range = `${round(ceiling.lowest)} to ${round(ceiling.highest)}`
  const ceiling_line = `ceiling ${round(ceiling.requests_per_second)}/s (${range}), ${round(ceiling.cpu_us, 1)} µs of CPU`
  return `${summary}\n${ceiling_line}\n\n${align([HEAD, ...run.scenarios.map(cells)])}\n`
}

const change = (old: number | null, now: number | null) =>
  old && now ? `${((now / old - 1) * 100).toFixed(1)} %` : ''

/** The ratios to the ceiling and the CPU time per request, of two measurements of the same scenario. */
const comparison = (name: string, old: Measured, now: Measured) => [
  name,
  `${round(old.ratio, 3)} → ${round(now.ratio, 3)}`,
  change(old.ratio, now.ratio),
  `${round(old.cpu_ratio, 3)} → ${round(now.cpu_ratio, 3)}`,
  change(old.cpu_ratio, now.cpu_ratio),
  `${round(old.cpu_us)} → ${round(now.cpu_us)}`,
  now.database_cpu_us
    ? `${round(old.database_cpu_us ?? null)} → ${round(now.database_cpu_us)}`
    : '',
]

const comparisonHead = (title: string) => [
  title,
  'of ceiling',
  'change',
  'CPU ratio',
  'change',
  'server µs',
  'PostgreSQL µs',
]

/** What changed since an earlier result. */
export function compareTable(before: Result, now: Result): string {
  const known = new Map(
    before.runs.flatMap(({ title, scenarios }) =>
      scenarios.map((scenario) => [`${title} ${scenario.name}`, scenario.measured] as const),
    ),
  )
  const rows = now.runs.flatMap(({ title, scenarios }) =>
    scenarios.flatMap(({ name, measured }) => {
      const old = known.get(`${title} ${name}`)
      return old && measured ? [comparison(`${title} ${name}`, old, measured)] : []
    }),
  )
  return align([comparisonHead(`since ${before.date}`), ...rows])
}

/** What another setting changes: each run with a setting in its title, compared with the run without. Empty: none. */
export function settingsTable({ runs }: Result): string {
  const rows = runs.flatMap(({ title, scenarios }) => {
    const [engine, setting] = title.split(', ')
    const usual = setting ? runs.find((run) => run.title === engine)?.scenarios : undefined
    return scenarios.flatMap(({ name, measured }) => {
      const old = usual?.find((scenario) => scenario.name === name)?.measured
      return old && measured ? [comparison(`${title} ${name}`, old, measured)] : []
    })
  })
  return rows.length === 0 ? '' : align([comparisonHead('with another setting'), ...rows])
}
