// npm run torture: kills servers and databases under load, and checks that nothing is lost and nothing is done twice.
import { readdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Engine } from '../../src/storage/dialect.ts'
import { PostgresProblem } from '../support/postgres-user.ts'
import type { Problem } from './comparison.ts'
import { writeHistory } from './history.ts'
import { describe, type Report, torture } from './torture.ts'

const FAULTS = readdirSync(new URL('./faults', import.meta.url)).map((name) =>
  name.replace('.ts', ''),
)

const HELP = `npm run torture -- [options]

  --minutes 5                how long, per engine
  --seed 1                   what the players do and which faults come when; another each time without it
  --engine sqlite|postgres   only this engine
  --faults NAME              with a fault that must be found: ${FAULTS.join(', ')}
  --history FILE             keep what the players were told, one act per line
`

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
    engine: { type: 'string' },
    faults: { type: 'string' },
    history: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

const SHOWN = 20
const ENGINES: Engine[] = ['sqlite', 'postgres']
const KINDS = ['lost', 'doubled', 'broken'] as const

const seconds = () => (performance.now() / 1000).toFixed(0).padStart(4)

const count = (problems: Problem[], kind: Problem['kind']) =>
  problems.filter((problem) => problem.kind === kind).length

const countAll = (problems: Problem[]) =>
  Object.fromEntries(KINDS.map((kind) => [kind, count(problems, kind)]))

function show(problems: Problem[]): void {
  for (const { kind, what } of problems.slice(0, SHOWN)) console.log(`  ${kind}: ${what}`)
  if (problems.length > SHOWN) console.log(`  and ${problems.length - SHOWN} more`)
}

function tell(engine: Engine, { figures, problems, backup_problems, history }: Report): void {
  const told = { ...figures, ...countAll(problems) }
  console.log(`\n${engine}: acts ${history.acts.length}, ${describe(told)}`)
  show(problems)
  console.log(`  backup: restored and checked, ${describe(countAll(backup_problems))}`)
  show(backup_problems)
  const options = [`--seed ${values.seed}`, `--minutes ${values.minutes}`, `--engine ${engine}`]
  if (values.faults) options.push(`--faults ${values.faults}`)
  console.log(`  again: npm run torture -- ${options.join(' ')}`)
}

const interrupted = new AbortController()
const { signal } = interrupted
for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => interrupted.abort())

async function main(): Promise<void> {
  const [minutes, seed] = [Number(values.minutes), Number(values.seed)]
  const engines = ENGINES.filter((engine) => !values.engine || engine === values.engine)
  const is_known = values.faults === undefined || FAULTS.includes(values.faults)
  if (!(minutes > 0) || !Number.isSafeInteger(seed) || engines.length === 0 || !is_known) {
    console.error(HELP)
    process.exitCode = 1
    return
  }
  for (const engine of engines) {
    const say = (text: string) => process.stderr.write(`${seconds()} s  ${engine}: ${text}\n`)
    say(`seed ${seed}, ${minutes} minutes`)
    const report = await torture({ engine, seed, minutes, fault: values.faults, say, signal })
    tell(engine, report)
    if (report.problems.length + report.backup_problems.length > 0) process.exitCode = 1
    if (values.history) await writeHistory(`${values.history}.${engine}`, report.history)
  }
}

try {
  if (values.help) console.log(HELP)
  else await main()
} catch (error) {
  if (error instanceof PostgresProblem) console.error(error.message)
  else if (!signal.aborted) throw error
  else console.log('Interrupted; all that it had started is gone again.')
  process.exitCode = 1
}
