// npm run torture: kills servers and databases under load, and checks that nothing is lost and nothing is done twice.
import { readdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Engine } from '../../src/storage/dialect.ts'
import { interruptSignal, runUntil } from '../support/interruptible.ts'
import { PostgresPair } from '../support/postgres-pair.ts'
import type { Problem } from './comparison.ts'
import { formatFailover, tortureFailover } from './failover.ts'
import { writeHistory } from './history.ts'
import { tortureLive } from './live.ts'
import { formatCounters, type Report, torture } from './torture.ts'

const FAULTS = readdirSync(new URL('./faults', import.meta.url)).map((name) =>
  name.replace('.ts', ''),
)

const HELP = `npm run torture -- [options]

Simulated players send writes while the server and its database are killed and restarted. Afterwards the API, the
database and a restored backup are checked. Exits with 1 if there is a problem:

  lost          a write was acknowledged, but its effect is missing
  duplicated    something exists more often than it was acknowledged
  violation     a rule does not hold, e.g. a group has too many members or a request was never answered

Options:

  --minutes 5                duration per engine
  --seed 1                   determines what the players do and when each fault happens; random by default
  --engine sqlite|postgres   test only this engine; both by default
  --workers 1                how many server processes share the port; all of them are killed
  --faults NAME              start the server with a known bug, which the checker must find:
                             ${FAULTS.join(', ')}
  --history FILE             write every action and its result to FILE.sqlite and FILE.postgres, as lines of JSON
  --failover                 instead: a PostgreSQL primary with a synchronous standby; the primary is killed and the
                             standby promoted, while the same server goes on
  --failovers 5              how often, with --failover
  --live                     instead: 200 players follow their events over all three transports, while servers are
                             killed; every acknowledged friend request, message and invitation must arrive once and
                             in order
`

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
    engine: { type: 'string' },
    workers: { type: 'string', default: '1' },
    faults: { type: 'string' },
    history: { type: 'string' },
    failover: { type: 'boolean', default: false },
    failovers: { type: 'string', default: '5' },
    live: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const MAX_PRINTED = 20
const ENGINES: Engine[] = ['sqlite', 'postgres']

const seconds = () => (performance.now() / 1000).toFixed(0).padStart(4)

const count = (problems: Problem[], kind: Problem['kind']) =>
  problems.filter((problem) => problem.kind === kind).length

function printProblems(title: string, problems: Problem[]): void {
  const counters = {
    lost: count(problems, 'lost'),
    duplicated: count(problems, 'duplicated'),
    violations: count(problems, 'violation'),
  }
  console.log(`  ${title}: ${formatCounters(counters)}`)
  for (const { kind, what } of problems.slice(0, MAX_PRINTED)) console.log(`    ${kind}: ${what}`)
  if (problems.length > MAX_PRINTED) console.log(`    and ${problems.length - MAX_PRINTED} more`)
}

function printReport(engine: Engine, report: Report): void {
  const { load_counters, fault_counters, problems, backup_problems, history } = report
  const load = { actions: history.results.length, ...load_counters }
  console.log(`\n${engine}: ${formatCounters(load)}`)
  console.log(`  injected faults: ${formatCounters(fault_counters)}`)
  printProblems('state after the run', problems)
  printProblems('restored backup', backup_problems)
  const options = [`--seed ${values.seed}`, `--minutes ${values.minutes}`, `--engine ${engine}`]
  if (values.workers !== '1') options.push(`--workers ${values.workers}`)
  if (values.faults) options.push(`--faults ${values.faults}`)
  console.log(`  repeat with: npm run torture -- ${options.join(' ')}`)
}

const signal = interruptSignal()

async function runFailover(seed: number, failovers: number): Promise<void> {
  const log = (text: string) => process.stderr.write(`${seconds()} s  ${text}\n`)
  log(`starting, seed ${seed}, ${failovers} failovers`)
  const pair = await PostgresPair.start()
  const report = await tortureFailover({ pair, seed, failovers, log, signal })
  const { load_counters, problems, history } = report
  console.log(`\n${formatCounters({ actions: history.results.length, ...load_counters })}`)
  for (const [index, failover] of report.failovers.entries())
    console.log(`  ${formatFailover(failover, index + 1)}`)
  printProblems('state after the run', problems)
  console.log(
    `  repeat with: npm run torture -- --failover --failovers ${failovers} --seed ${seed}`,
  )
  if (problems.length > 0) process.exitCode = 1
  if (values.history) await writeHistory(`${values.history}.postgres`, history)
}

async function runLive(options: Parameters<typeof tortureLive>[0]): Promise<void> {
  const { problems, ...counters } = await tortureLive(options)
  console.log(`\n${options.engine}: ${formatCounters(counters)}`)
  printProblems('what arrived', problems)
  const { engine, seed, minutes } = options
  console.log(
    `  repeat with: npm run torture -- --live --engine ${engine} --seed ${seed} --minutes ${minutes}`,
  )
  if (problems.length > 0) process.exitCode = 1
}

async function main(): Promise<void> {
  const [minutes, seed] = [Number(values.minutes), Number(values.seed)]
  const [failovers, workers] = [Number(values.failovers), Number(values.workers)]
  const engines = ENGINES.filter((engine) => !values.engine || engine === values.engine)
  const is_known = values.faults === undefined || FAULTS.includes(values.faults)
  const is_possible = minutes > 0 && failovers > 0 && workers > 0 && Number.isSafeInteger(seed)
  if (!is_possible || engines.length === 0 || !is_known) {
    console.error(HELP)
    process.exitCode = 1
    return
  }
  if (values.failover) {
    await runFailover(seed, failovers)
    return
  }
  for (const engine of engines) {
    const log = (text: string) => process.stderr.write(`${seconds()} s  ${engine}: ${text}\n`)
    log(`starting, seed ${seed}, ${minutes} minutes`)
    const options = { engine, seed, minutes, workers, planted_fault: values.faults, log, signal }
    if (values.live) {
      await runLive(options)
      continue
    }
    const report = await torture(options)
    printReport(engine, report)
    if (report.problems.length + report.backup_problems.length > 0) process.exitCode = 1
    if (values.history) await writeHistory(`${values.history}.${engine}`, report.history)
  }
}

if (values.help) console.log(HELP)
else await runUntil(signal, main)
