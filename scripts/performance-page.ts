import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Measured,
  readResult,
  type Result,
  type Run,
  type ScenarioResult,
} from '../bench/result.ts'
import {
  bestOf,
  limitOf,
  MAX_P99_MS,
  MAX_SIGN_IN_MS,
  type MixResult,
  readMixResult,
} from '../bench/mix-result.ts'
import { PARTS, type ProfileResult, readProfileResult } from '../bench/profile-result.ts'
import { scenarios as allScenarios, START_TARGETS } from '../bench/scenarios.ts'
import { SESSION_SECONDS, THINK_SECONDS } from '../bench/session.ts'
import {
  untimedShareOf,
  percent,
  type Phase,
  ratioOf,
  readReport,
  type SoakReport,
  sum,
} from '../test/soak/report.ts'
import { formatNumber, tableLines } from './markdown.ts'
import { PAUSES, publishedSection, START, TRIED } from './performance-notes.ts'

type Column = [head: string, cell: (measured: Measured) => string]

const SPEED: Column[] = [
  ['Requests/s', ({ requests_per_second }) => formatNumber(requests_per_second)],
  ['p50 ms', ({ p50_ms }) => formatNumber(p50_ms, 1)],
  ['p99 ms', ({ p99_ms }) => formatNumber(p99_ms, 1)],
  ['Of the ceiling', ({ ratio }) => formatNumber(ratio, 2)],
]
const SERVER: Column = ['Server µs', ({ cpu_us }) => formatNumber(cpu_us)]
const DATABASE: Column = [
  'PostgreSQL µs',
  ({ database_cpu_us }) => formatNumber(database_cpu_us ?? null),
]
const REST: Column[] = [
  ['CPU ratio', ({ cpu_ratio }) => formatNumber(cpu_ratio, 2)],
  ['MB', ({ memory_mb }) => formatNumber(memory_mb)],
]

/** The last columns. Only PostgreSQL has processes of its own. */
const costsOf = (scenarios: ScenarioResult[]): Column[] =>
  scenarios.some(({ measured }) => measured?.database_cpu_us)
    ? [SERVER, DATABASE, ...REST]
    : [SERVER, ...REST]

function scenarioRow(
  { name, route, target, measured }: ScenarioResult,
  costs: Column[],
  before: Run | undefined,
): string[] {
  const cellsOf = (columns: Column[]) => columns.map(([, cell]) => (measured ? cell(measured) : ''))
  const speed = measured ? cellsOf(SPEED) : ['not measured', ...cellsOf(SPEED.slice(1))]
  const old = before?.scenarios.find((scenario) => scenario.name === name)?.measured
  const ratios = [old?.ratio ?? null, target].map((ratio) => formatNumber(ratio, 2))
  return [`\`${name}\``, `\`${route}\``, ...speed, ...ratios, ...cellsOf(costs)]
}

function runSection(run: Run, before: Result | undefined): string {
  const { title, users, ready_ms, idle_mb, ceiling, scenarios } = run
  const old = before?.runs.find((other) => other.title === title)
  const is_ours = scenarios.some(({ target }) => target !== null)
  const [ready_target, idle_target] = [START_TARGETS.ready_ms, START_TARGETS.idle_mb].map(
    (target) => (is_ours ? ` (target: ${target})` : ''),
  )
  const summary = `${users.toLocaleString('en')} users. Ready after ${formatNumber(ready_ms)} ms${ready_target}, ${formatNumber(idle_mb)} MB when idle${idle_target}. Median of the ceiling: ${formatNumber(ceiling.requests_per_second)} requests/s (${formatNumber(ceiling.lowest)} to ${formatNumber(ceiling.highest)} during the run), ${formatNumber(ceiling.cpu_us)} µs of CPU each.`
  const costs = costsOf(scenarios)
  const heads = (columns: Column[]) => columns.map(([head]) => head)
  const head = ['Scenario', 'Route', ...heads(SPEED), 'Before', 'Target', ...heads(costs)]
  const rows = scenarios.map((scenario) => scenarioRow(scenario, costs, old))
  const lines = tableLines(head, rows)
  return [`## ${title}`, '', summary, '', ...lines, ''].join('\n')
}

function limitsSection(): string {
  const rows = allScenarios.map(({ name, limited_by }) => [`\`${name}\``, limited_by])
  const lines = tableLines(['Scenario', 'Limited by'], rows)
  return ['## What limits each scenario', '', ...lines, ''].join('\n')
}

const formatUsers = (count: number) => `${count.toLocaleString('en')} users`

type Figures = NonNullable<Result['runs'][number]['scenarios'][number]['measured']>

const formatCost = (figures: Figures | null | undefined) => {
  if (!figures) return '–'
  const { cpu_us, database_cpu_us } = figures
  const database = database_cpu_us ? ` + ${formatNumber(database_cpu_us)}` : ''
  return `${formatNumber(cpu_us)}${database} µs`
}

/** As a multiple of what the ceiling cost at the same time. */
const relativeCost = ({ cpu_us, cpu_ratio, database_cpu_us }: Figures) =>
  (1 + (database_cpu_us ?? 0) / (cpu_us ?? NaN)) / (cpu_ratio ?? NaN)

/** How much more a request costs with more rows. */
function scalingSection({ date, runs: [small, large] }: Result): string {
  if (!small || !large) return ''
  const times = (large.users / small.users).toFixed(0)
  const has_database = small.scenarios.some(({ measured }) => measured?.database_cpu_us)
  const head = ['Scenario', formatUsers(small.users), formatUsers(large.users), 'Growth']
  const rows = small.scenarios.map(({ name, measured }) => {
    const more = large.scenarios.find((scenario) => scenario.name === name)?.measured
    const cells = [measured, more].map((figures) => formatCost(figures))
    const growth = measured && more ? relativeCost(more) / relativeCost(measured) : null
    return [`\`${name}\``, ...cells, formatNumber(growth, 2)]
  })
  const summary = `On ${date.slice(0, 10)}: CPU time per request${has_database ? ', of the server and of PostgreSQL' : ''}, at ${times} times the rows, loaded in ${formatNumber(large.seeding_seconds)} s. The last column is the growth of the sum, corrected for the speed of the machine: each time is divided by that of the ceiling, measured right before and after that scenario, since a busy machine slows both down.`
  return [`## ${large.title}`, '', summary, '', ...tableLines(head, rows), ''].join('\n')
}

const limitsText = (limits: Result['settings']['limits']) =>
  limits === 'on'
    ? 'Rate limits are on, as by default: every player has an address of their own (`X-Forwarded-For`, with `TRUST_PROXY=1`), so each request is counted, and none is refused. The runs with `RATE_LIMIT=off` were made at another time, when the machine was faster or slower; `npm run bench -- --limits-cost` loads both at the same time: on 2026-11-19, on SQLite, limits took 5 % of the CPU time of a request for attributes and 7 % of an added score (medians of 24 pairs; of twice the same settings, half of the pairs differed by at most 4 %).'
    : 'The server runs with `RATE_LIMIT=off`.'

const latencyCells = ({ all }: Phase) => [all.p50_ms, all.p99_ms].map((ms) => formatNumber(ms, 1))

const formatShare = (share: number | undefined) => (share === undefined ? '–' : percent(share))

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
    'p99 ratio',
    'Failed',
    'Memory, at most',
    'Database',
    'Not timed',
  ]
  const rows = reports.map((report) => [
    report.engine,
    ...latencyCells(report.alone),
    ...latencyCells(report.attacked),
    ratioOf(report),
    sum(report.attacked.failures),
    `${report.memory_max_mb} MB`,
    `${formatNumber(report.database_mb.before)} → ${formatNumber(report.database_mb.after)} MB`,
    formatShare(untimedShareOf(report.attacked)),
  ])
  const steal = reports.some((report) => untimedShareOf(report.attacked) !== undefined)
    ? ' Requests around which the hypervisor took CPU time from this virtual machine (steal time) are not timed.'
    : ''
  const summary = `\`npm run soak\`, ${first.date.slice(0, 10)}: ${first.players} honest players send one request per second each, first alone, then for ${first.minutes} minutes while ${first.players} hostile players repeat ${Object.keys(first.attacks).length} attacks as fast as they are answered. Latencies in milliseconds are counted from the moment at which each request was due. All processes share one machine with two cores, of which the server has one.${steal}`
  return ['## Under attack', '', summary, '', ...tableLines(head, rows), ''].join('\n')
}

/** The saved results whose file names fit. */
const readFiles = <T>(folder: string, pattern: RegExp, read: (text: string) => T): T[] =>
  readdirSync(folder)
    .filter((name) => pattern.test(name))
    .toSorted()
    .map((name) => read(readFileSync(join(folder, name), 'utf8')))

export const readMixResults = (folder: string) =>
  readFiles(folder, /^mix-\w+\.json$/, readMixResult)

export function readLatest(folder: string): Result {
  const [latest] = readFiles(folder, /^latest\.json$/, readResult)
  if (!latest) throw new Error(`${folder} has no latest.json: npm run bench -- --save`)
  return latest
}

const formatPercent = (value: number | null) => (value === null ? '–' : `${formatNumber(value)} %`)

/** How many players with think time were answered quickly. */
function mixSection(results: MixResult[]): string {
  const [first] = results
  if (!first) return ''
  const { least, most } = THINK_SECONDS
  const summary = `\`npm run bench -- --mix\`, ${first.date.slice(0, 10)}: simulated players send a request every ${least} to ${most} s and sign in every ${SESSION_SECONDS / 60} minutes; [what they do](scaling.md#what-a-player-does). The table has the largest number of players for which the p99 of all requests was below ${MAX_P99_MS} ms and that of sign-ins below ${MAX_SIGN_IN_MS / 1000} s, counted from the moment at which each request was due, and no request failed. Each number is one run of ${first.seconds} s; one that nearly passed was repeated once. So differences below 10 % mean nothing. The server had one core; PostgreSQL could use both. CPU is in percent of one core.`
  const head = [
    'Engine',
    'Players',
    'Requests/s',
    'p50 ms',
    'p99 ms',
    'p99 of sign-ins',
    'Server CPU',
    'PostgreSQL CPU',
    'Limited by',
  ]
  const rows = results.map((result) => {
    const best = bestOf(result)
    if (!best) return [result.engine, 'none', '', '', '', '', '', '', limitOf(result)]
    const { all, by_call } = best.phase
    return [
      result.engine,
      best.players.toLocaleString('en'),
      formatNumber(best.requests_per_second),
      formatNumber(all.p50_ms, 1),
      formatNumber(all.p99_ms, 1),
      formatNumber(by_call['sign_in']?.p99_ms ?? null, 1),
      formatPercent(best.server_cpu_percent),
      formatPercent(best.database_cpu_percent),
      limitOf(result),
    ]
  })
  return ['## Players with think time', '', summary, '', ...tableLines(head, rows), ''].join('\n')
}

/** What the server does in the time that a request takes. */
function profileSection(result: ProfileResult | undefined): string {
  if (!result) return ''
  const rows = result.profiles.map(({ engine, scenario, cpu_us, shares }) => [
    engine,
    `\`${scenario}\``,
    cpu_us,
    ...shares.map((share) => formatNumber(share * cpu_us)),
  ])
  const summary = `\`npm run bench -- --profile\`, ${result.date.slice(0, 10)}: CPU time of the server per request, in microseconds, and what it is spent on, by a profile of the same load in a run of its own: the machine was slower or faster than in the tables above, and requests of a server that has just started cost more. "Around the rule" is what Playkeep does for every request: who asks, rate limits, permissions, headers, keys. "Rules" is the feature itself. "HTTP of Node" includes the connections to PostgreSQL. "Database" is SQLite itself, or the driver of PostgreSQL; the time of PostgreSQL's own processes is in the tables above.`
  const lines = tableLines(['Engine', 'Scenario', 'All', ...PARTS], rows)
  return ['## Where the time goes', '', summary, '', ...lines, ''].join('\n')
}

const beforeText = (before: Result | undefined) =>
  before
    ? ` The column "Before" has the share of the ceiling on ${before.date.slice(0, 10)}${before.settings.limits === 'on' ? '' : ', without rate limits'}. On SQLite, requests have become dearer since then: limits count them, changes write events and notifications, presence and statistics are kept, and rules of a game may run. On PostgreSQL, writes other than friend requests are cheaper nevertheless.`
    : ''

/** The text of `docs/performance.md`, from the last saved results. */
export function performancePage(note: string, folder: string): string {
  const { date, version, machine, settings, runs } = readLatest(folder)
  const [before] = readFiles(folder, /^before\.json$/, readResult)
  const at_scale = readFiles(folder, /^scale-\w+\.json$/, readResult).map(scalingSection)
  const soak = soakSection(readFiles(folder, /^soak-\w+\.json$/, readReport))
  const [profiles] = readFiles(folder, /^profile\.json$/, readProfileResult)
  const more = [profileSection(profiles), mixSection(readMixResults(folder)), ...at_scale, soak]
  const pinning = machine.pinned
    ? 'The server runs on one core and the load generator on another; PostgreSQL may use any core.'
    : 'No process was bound to a core.'
  const caution =
    settings.repeats > 1
      ? ''
      : ' **This was a quick run**, and much of it was warm-up. If the ceiling varies, the machine was busy. Read the figures as a lower bound.'
  return `# Performance

${note}

Version ${version}, ${date.slice(0, 10)}, on ${machine.cores} cores (${machine.cpu}), ${machine.memory_gb} GB, ${machine.system}, Node ${machine.node}, load from \`${machine.load_generator}\` over ${settings.connections} connections (8 for \`sign_in\`). ${pinning}

The ceiling is a bare \`node:http\` server that answers with a fixed body of 300 bytes. It is measured before and after every scenario of the same run. So the column "Of the ceiling" tells you more than the requests per second of a machine that you do not have. "Target" is what we want to reach; most rows do not yet. The CPU ratio is the CPU time of the ceiling per request, divided by that of Playkeep. It is reliable on a busy machine too, but does not include the CPU time of PostgreSQL. "Server µs" and "PostgreSQL µs" are the CPU time per request of Playkeep and of all processes of PostgreSQL, its background work included. Figures are medians of ${settings.repeats} repeats of ${settings.seconds} s.${caution} Every write was on disk before its answer, every answer was 2xx, and the credits matched the ledger afterwards. How many players a machine carries is in [scaling.md](scaling.md).

\`\`\`bash
npm run bench                # both engines, fifteen minutes
npm run bench -- --quick     # a minute each
npm run bench -- --scale     # again with up to 100 times the rows
npm run bench -- --mix       # how many players with think time; five minutes each
npm run bench -- --profile   # what the server spends its time on
npm run bench -- --peers     # compared with Parse Server
npm run bench -- --help      # all options
\`\`\`

Each user has 20 friends, 20 rounds, 5 attributes and 3 groups, and requests are spread over all users. ${limitsText(settings.limits)} The server runs with \`LOG_LEVEL=warn\`; the cost of one log line per request (\`LOG_LEVEL=info\`) is measured separately.${beforeText(before)}

${runs.map((run) => runSection(run, before)).join('\n')}
${more.filter(Boolean).join('\n')}
${PAUSES}
${START}
${TRIED}
${publishedSection(runs)}
${limitsSection()}`
}
