import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readResult, type Result, type Run, type ScenarioResult } from '../bench/result.ts'
import { scenarios as allScenarios } from '../bench/scenarios.ts'
import { type Phase, ratioOf, readReport, type SoakReport, sum } from '../test/soak/report.ts'

const formatNumber = (value: number | null, digits = 0) =>
  value === null ? '–' : value.toFixed(digits)

type Cells = (string | number)[]

/** The lines of a Markdown table. */
export const tableLines = (head: string[], rows: Cells[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)

function scenarioRow({ name, route, target, measured }: ScenarioResult): string[] {
  const scenario = [`\`${name}\``, `\`${route}\``]
  const target_cell = formatNumber(target, 2)
  if (!measured) {
    return [...scenario, 'not measured', '', '', '', target_cell, '', '']
  }
  return [
    ...scenario,
    formatNumber(measured.requests_per_second),
    formatNumber(measured.p50_ms, 1),
    formatNumber(measured.p99_ms, 1),
    formatNumber(measured.ratio, 2),
    target_cell,
    formatNumber(measured.cpu_ratio, 2),
    formatNumber(measured.memory_mb),
  ]
}

const HEAD = [
  'Scenario',
  'Route',
  'Requests/s',
  'p50 ms',
  'p99 ms',
  'Of the ceiling',
  'Target',
  'CPU ratio',
  'MB',
]

function runSection({ title, users, ready_ms, idle_mb, ceiling, scenarios }: Run): string {
  const summary = `${users.toLocaleString('en')} users. Ready after ${formatNumber(ready_ms)} ms, ${formatNumber(idle_mb)} MB when idle. Ceiling: ${formatNumber(ceiling.requests_per_second)} requests/s (${formatNumber(ceiling.lowest)} to ${formatNumber(ceiling.highest)} during the run), ${formatNumber(ceiling.cpu_us)} µs of CPU each.`
  const lines = tableLines(HEAD, scenarios.map(scenarioRow))
  return [`## ${title}`, '', summary, '', ...lines, ''].join('\n')
}

function limitsSection(): string {
  const rows = allScenarios.map(({ name, limited_by }) => [`\`${name}\``, limited_by])
  const lines = tableLines(['Scenario', 'Limited by'], rows)
  return ['## What limits each scenario', '', ...lines, ''].join('\n')
}

const formatUsers = (count: number) => `${count.toLocaleString('en')} users`

/** How much more a request costs with more rows. */
function scalingSection({ runs: [small, large] }: Result): string {
  if (!small || !large) return ''
  const times = (large.users / small.users).toFixed(0)
  const head = ['Scenario', formatUsers(small.users), formatUsers(large.users), 'Growth']
  const rows = small.scenarios.map(({ name, measured }) => {
    const more = large.scenarios.find((scenario) => scenario.name === name)?.measured
    const before = measured?.cpu_ratio
    const after = more?.cpu_ratio
    const cells = [measured, more].map((figures) => `${formatNumber(figures?.cpu_us ?? null)} µs`)
    return [`\`${name}\``, ...cells, before && after ? formatNumber(before / after, 2) : '–']
  })
  const summary = `CPU time of the server per request at ${times} times the rows, loaded in ${formatNumber(large.seeding_seconds)} s. The last column is the growth, corrected for the speed of the machine: each time is divided by that of the ceiling, measured right before and after, since a busy machine slows both down (the ceiling reached ${formatNumber(small.ceiling.requests_per_second)} and ${formatNumber(large.ceiling.requests_per_second)} requests/s).`
  return [`## ${large.title}`, '', summary, '', ...tableLines(head, rows), ''].join('\n')
}

const limitsText = (limits: Result['settings']['limits']) =>
  limits === 'on'
    ? 'Rate limits are on, as by default: every player has an address of their own (`X-Forwarded-For`, with `TRUST_PROXY=1`), so each request is counted, and none is refused. What the limits cost is shown by the runs with `RATE_LIMIT=off`.'
    : 'The server runs with `RATE_LIMIT=off`.'

const latencyCells = ({ all }: Phase) => [all.p50_ms, all.p99_ms].map((ms) => formatNumber(ms, 1))

/** How honest players fared while others attacked the server. */
function soakSection(reports: SoakReport[]): string {
  const [first] = reports
  if (!first) return ''
  const head = [
    'Engine',
    'p50 alone',
    'p99 alone',
    'p50 attacked',
    'p99 attacked',
    'Times',
    'Failed',
    'Memory, at most',
    'Database',
  ]
  const rows = reports.map((report) => [
    report.engine,
    ...latencyCells(report.alone),
    ...latencyCells(report.attacked),
    ratioOf(report),
    sum(report.attacked.failures),
    `${report.memory_max_mb} MB`,
    `${formatNumber(report.database_mb.before)} → ${formatNumber(report.database_mb.after)} MB`,
  ])
  const summary = `\`npm run soak\`, ${first.date.slice(0, 10)}: ${first.players} honest players send one request per second each, first alone, then for ${first.minutes} minutes while ${first.players} hostile players repeat ${Object.keys(first.attacks).length} attacks as fast as they are answered. Latencies in milliseconds are counted from the moment at which each request was due. All processes share one machine.`
  return ['## Under attack', '', summary, '', ...tableLines(head, rows), ''].join('\n')
}

const readSoakReports = (folder: string) =>
  readdirSync(folder)
    .filter((name) => /^soak-\w+\.json$/.test(name))
    .toSorted()
    .map((name) => readReport(readFileSync(join(folder, name), 'utf8')))

const readResults = (folder: string, pattern: RegExp) =>
  readdirSync(folder)
    .filter((name) => pattern.test(name))
    .toSorted()
    .map((name) => readResult(readFileSync(join(folder, name), 'utf8')))

/** The text of `docs/performance.md`, from the last saved results. */
export function performancePage(note: string, folder: string): string {
  const [latest] = readResults(folder, /^latest\.json$/)
  if (!latest) throw new Error(`${folder} has no latest.json: npm run bench -- --save`)
  const { date, version, machine, settings, runs } = latest
  const at_scale = readResults(folder, /^scale-\w+\.json$/).map(scalingSection)
  const pinning = machine.pinned
    ? 'The server runs on one core and the load generator on another; PostgreSQL may use any core.'
    : 'No process was bound to a core.'
  const caution =
    settings.repeats > 1
      ? ''
      : ' **This was a quick run**, and much of it was warm-up. If the ceiling varies, the machine was busy. Read the figures as a lower bound.'
  return `# Performance

${note}

Version ${version}, ${date.slice(0, 10)}, on ${machine.cores} cores (${machine.cpu}), ${machine.memory_gb} GB, ${machine.system}, Node ${machine.node}, load from \`${machine.load_generator}\` over ${settings.connections} connections. ${pinning}

The ceiling is a bare \`node:http\` server that answers with a fixed body of 300 bytes. It is measured before and after every scenario of the same run. So the column "Of the ceiling" tells you more than the requests per second of a machine that you do not have. The CPU ratio is the CPU time of the ceiling per request, divided by that of Playkeep. It is reliable on a busy machine too, but does not include the CPU time of PostgreSQL. Figures are medians of ${settings.repeats} repeats of ${settings.seconds} s.${caution} Every write was on disk before its answer, every answer was 2xx, and the credits matched the ledger afterwards.

\`\`\`bash
npm run bench                # both engines, twelve minutes
npm run bench -- --quick     # a minute each
npm run bench -- --scale     # again with up to 100 times the rows
npm run bench -- --peers     # compared with Parse Server
npm run bench -- --help      # all options
\`\`\`

Each user has 20 friends, 20 rounds, 5 attributes and 3 groups, and requests are spread over all users. ${limitsText(settings.limits)} The server runs with \`LOG_LEVEL=warn\`; the cost of one log line per request (\`LOG_LEVEL=info\`) is measured separately.

${runs.map(runSection).join('\n')}
${[...at_scale, soakSection(readSoakReports(folder))].filter(Boolean).join('\n')}
${limitsSection()}`
}
