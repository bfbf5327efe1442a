import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readResult, type Result, type Run, type ScenarioResult } from '../bench/result.ts'
import { scenarios as known } from '../bench/scenarios.ts'

const number = (value: number | null, digits = 0) => (value === null ? '–' : value.toFixed(digits))

const line = (cells: string[]) => `| ${cells.join(' | ')} |`

function row({ name, route, target, measured }: ScenarioResult): string {
  const target_text = target === null ? '–' : number(target, 2)
  if (!measured)
    return line([`\`${name}\``, `\`${route}\``, 'not measured', '', '', '', target_text, '', ''])
  return line([
    `\`${name}\``,
    `\`${route}\``,
    number(measured.requests_per_second),
    number(measured.p50_ms, 1),
    number(measured.p99_ms, 1),
    number(measured.ratio, 2),
    target_text,
    number(measured.cpu_ratio, 2),
    number(measured.memory_mb),
  ])
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

function section({ title, users, ready_ms, idle_mb, ceiling, scenarios }: Run): string {
  const about = `${users.toLocaleString('en')} users. Ready after ${number(ready_ms)} ms, ${number(idle_mb)} MB when idle. Ceiling: ${number(ceiling.requests_per_second)} requests/s (${number(ceiling.lowest)} to ${number(ceiling.highest)} during the run), ${number(ceiling.cpu_us)} µs of CPU each.`
  const head = [line(HEAD), line(HEAD.map(() => '---'))]
  return [`## ${title}`, '', about, '', ...head, ...scenarios.map(row), ''].join('\n')
}

function limitations(): string {
  return [
    '## What limits each scenario',
    '',
    '| Scenario | Limited by |',
    '| --- | --- |',
    ...known.map(({ name, limited_by }) => line([`\`${name}\``, limited_by])),
    '',
  ].join('\n')
}

const usersText = (count: number) => `${count.toLocaleString('en')} users`

/** How the cost of a request grows with the rows. */
function growth({ runs: [small, large] }: Result): string {
  if (!small || !large) return ''
  const times = (large.users / small.users).toFixed(0)
  const head = ['Scenario', usersText(small.users), usersText(large.users), 'Growth']
  const rows = small.scenarios.map(({ name, measured }) => {
    const more = large.scenarios.find((scenario) => scenario.name === name)?.measured
    const before = measured?.cpu_ratio
    const after = more?.cpu_ratio
    const cells = [measured, more].map((found) => `${number(found?.cpu_us ?? null)} µs`)
    return line([`\`${name}\``, ...cells, before && after ? number(before / after, 2) : '–'])
  })
  const about = `CPU time of the server per request at ${times} times the rows, loaded in ${number(large.seeding_seconds)} s. The last column is the growth, corrected for the speed of the machine: each time is divided by that of the ceiling, measured right before and after, since a busy machine slows both down (the ceiling reached ${number(small.ceiling.requests_per_second)} and ${number(large.ceiling.requests_per_second)} requests/s).`
  return [
    `## ${large.title}`,
    '',
    about,
    '',
    line(head),
    line(head.map(() => '---')),
    ...rows,
    '',
  ].join('\n')
}

const readAll = (folder: string, names: RegExp) =>
  readdirSync(folder)
    .filter((name) => names.test(name))
    .toSorted()
    .map((name) => readResult(readFileSync(join(folder, name), 'utf8')))

/** `docs/performance.md`, from the last saved results. */
export function performancePage(note: string, folder: string): string {
  const [latest] = readAll(folder, /^latest\.json$/)
  if (!latest) throw new Error(`${folder} has no latest.json: npm run bench -- --save`)
  const { date, version, machine, settings, runs } = latest
  const at_scale = readAll(folder, /^scale-\w+\.json$/).map(growth)
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

Each user has 20 friends, 20 rounds, 5 attributes and 3 groups, and requests are spread over all users. The server runs with \`RATE_LIMIT=off\` and \`LOG_LEVEL=warn\`; the cost of one log line per request (\`LOG_LEVEL=info\`) is measured separately.

${runs.map(section).join('\n')}
${at_scale.join('\n')}
${limitations()}`
}
