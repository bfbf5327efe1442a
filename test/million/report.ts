import type { Engine } from '../../bench/engines.ts'

export interface Step {
  name: string
  seconds: number
  /** How long the slowest of the reads took that were sent meanwhile. */
  longest_read_ms?: number
  /** What else is worth knowing, such as the size of a file. */
  note?: string
}

export interface MillionReport {
  engine: Engine
  players: number
  steps: Step[]
}

const TITLES = { postgres: 'PostgreSQL', sqlite: 'SQLite' } as const

const formatSeconds = (seconds: number) => `${seconds.toFixed(seconds < 10 ? 2 : 0)} s`

function formatStep(step: Step | undefined): string {
  if (!step) return ''
  const { seconds, longest_read_ms, note } = step
  const read = longest_read_ms === undefined ? '' : `longest read ${longest_read_ms.toFixed(0)} ms`
  const more = [note, read].filter(Boolean).join('; ')
  return more ? `${formatSeconds(seconds)} (${more})` : formatSeconds(seconds)
}

/** A table in Markdown with a column for each engine. */
export function describeReports(reports: MillionReport[]): string {
  const names = reports[0]?.steps.map(({ name }) => name) ?? []
  const rows = names.map((name) => [
    name,
    ...reports.map(({ steps }) => formatStep(steps.find((step) => step.name === name))),
  ])
  const players = (reports[0]?.players ?? 0).toLocaleString('en')
  const head = [`${players} players`, ...reports.map(({ engine }) => TITLES[engine])]
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [head, head.map(() => '---'), ...rows].map(line).join('\n')
}
