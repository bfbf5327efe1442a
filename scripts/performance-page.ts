import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readResult, type Result, type Run, type ScenarioResult } from '../bench/result.ts'
import { scenarios as known } from '../bench/scenarios.ts'

const number = (value: number | null, digits = 0) => (value === null ? '–' : value.toFixed(digits))

const line = (cells: string[]) => `| ${cells.join(' | ')} |`

function row({ name, route, target, measured }: ScenarioResult): string {
  const aim = target === null ? '–' : number(target, 2)
  if (!measured)
    return line([`\`${name}\``, `\`${route}\``, 'not there yet', '', '', '', aim, '', ''])
  return line([
    `\`${name}\``,
    `\`${route}\``,
    number(measured.requests_per_second),
    number(measured.p50_ms, 1),
    number(measured.p99_ms, 1),
    number(measured.ratio, 2),
    aim,
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
    '## What limits each',
    '',
    '| Scenario | Limited by |',
    '| --- | --- |',
    ...known.map(({ name, limited_by }) => line([`\`${name}\``, limited_by])),
    '',
  ].join('\n')
}

const people = (count: number) => `${count.toLocaleString('en')} users`

/** How the cost of a request grows with the rows. */
function growth({ runs: [small, large] }: Result): string {
  if (!small || !large) return ''
  const times = (large.users / small.users).toFixed(0)
  const head = ['Scenario', people(small.users), people(large.users), 'Times']
  const rows = small.scenarios.map(({ name, measured }) => {
    const more = large.scenarios.find((scenario) => scenario.name === name)?.measured
    const before = measured?.cpu_ratio
    const after = more?.cpu_ratio
    const cells = [measured, more].map((found) => `${number(found?.cpu_us ?? null)} µs`)
    return line([`\`${name}\``, ...cells, before && after ? number(before / after, 2) : '–'])
  })
  const about = `CPU time of the server per request at ${times} times the rows, loaded in ${number(large.seeding_seconds)} s. How many times more it is, is told beside the ceiling right before and after, which a busy machine slows down alike (${number(small.ceiling.requests_per_second)} and ${number(large.ceiling.requests_per_second)} requests/s).`
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

const readAll = (folder: string, wanted: RegExp) =>
  readdirSync(folder)
    .filter((name) => wanted.test(name))
    .toSorted()
    .map((name) => readResult(readFileSync(join(folder, name), 'utf8')))

/** `docs/performance.md`, from the last results that were saved. */
export function performancePage(note: string, folder: string): string {
  const [latest] = readAll(folder, /^latest\.json$/)
  if (!latest) throw new Error(`${folder} has no latest.json: npm run bench -- --save`)
  const { date, version, machine, settings, runs } = latest
  const at_scale = readAll(folder, /^scale-\w+\.json$/).map(growth)
  const pinning = machine.pinned
    ? 'The server under load has one core to itself and its neighbours, the load generator another; PostgreSQL runs where it likes.'
    : 'Nothing was pinned to a core.'
  const caution =
    settings.repeats > 1
      ? ''
      : ' **This was a quick run**: so short that much of it is warm-up, and a ceiling that moves shows a busy machine. Read the figures as a lower bound.'
  return `# Performance

${note}

Version ${version}, ${date.slice(0, 10)}, on ${machine.cores} cores (${machine.cpu}), ${machine.memory_gb} GB, ${machine.system}, Node ${machine.node}, load from \`${machine.load_generator}\` over ${settings.connections} connections. ${pinning}

The ceiling is a bare \`node:http\` server that answers a fixed body of 300 bytes. It is measured before and after every scenario of the same run, so the ratio to it says more than requests per second of a machine you don't have. The CPU ratio is the ceiling's CPU time per request, divided by the Playkeep process's: it holds on a busy machine too, but leaves out what PostgreSQL uses. Figures are medians of ${settings.repeats} repeats of ${settings.seconds} s.${caution} Every write was on disk before its answer, every answer was 2xx, and the ledger added up afterwards.

\`\`\`bash
npm run bench                # both engines, twelve minutes
npm run bench -- --quick     # a minute each
npm run bench -- --scale     # then with up to 100 times the rows
npm run bench -- --peers     # beside Parse Server
npm run bench -- --help      # the rest
\`\`\`

Each of the users has 20 friends, 20 rounds, 5 attributes and 3 groups; requests go round all of them. The server runs with \`RATE_LIMIT=off\` and \`LOG_LEVEL=warn\`; what a line of log per request costs is measured on its own.

${runs.map(section).join('\n')}
${at_scale.join('\n')}
${limitations()}`
}
