// npm run soak: honest and hostile players on one server. The honest ones must not notice the others.
import { mkdir, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { ENGINES } from '../../bench/engines.ts'
import { interruptSignal, runUntil } from '../support/interruptible.ts'
import { attacks } from './attacks.ts'
import { describeReport, type SoakReport, targetsOf } from './report.ts'
import { soak } from './soak.ts'

const RESULTS = new URL('../../bench/results/', import.meta.url)

const HELP = `npm run soak -- [options]

Honest players send one request per second each, first alone, then while as many hostile players repeat attacks as fast
as they are answered. Every player has an address of their own. Both engines take 25 minutes. Nothing else should run on
the machine. The output ends with the targets; exits with 1 if one is missed.

Latencies do not count around moments in which the hypervisor took CPU time from a virtual machine (steal time, on Linux). If
that is so for more than half of the requests, the run says little: repeat it on a quieter machine.

  --minutes 10               how long the attack lasts per engine; before that, honest players are alone for a quarter of this time
  --players 100              the number of honest players, and of hostile ones
  --engine sqlite|postgres   only this engine; both by default
  --seed 1                   determines what the players do; random by default
  --attack NAME              only this attack; may be repeated:
${Object.keys(attacks)
  .map((name) => `                             ${name}`)
  .join('\n')}
  --json FILE                write the results to FILE.sqlite.json and FILE.postgres.json
  --save                     save them as bench/results/soak-ENGINE.json; docs/performance.md is generated from these
`

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    players: { type: 'string', default: '100' },
    engine: { type: 'string' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
    attack: { type: 'string', multiple: true, default: [] },
    json: { type: 'string' },
    save: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const signal = interruptSignal()

async function writeReport(report: SoakReport): Promise<void> {
  const text = `${JSON.stringify(report, null, 2)}\n`
  if (values.json) await writeFile(`${values.json}.${report.engine}.json`, text)
  if (!values.save) return
  await mkdir(RESULTS, { recursive: true })
  await writeFile(new URL(`soak-${report.engine}.json`, RESULTS), text)
}

const seconds = () => (performance.now() / 1000).toFixed(0).padStart(4)

async function main(): Promise<void> {
  const [minutes, players, seed] = [values.minutes, values.players, values.seed].map(Number)
  const engines = ENGINES.filter((engine) => !values.engine || engine === values.engine)
  const is_valid =
    minutes &&
    minutes > 0 &&
    players &&
    players >= 2 &&
    Number.isSafeInteger(seed) &&
    engines.length > 0 &&
    values.attack.every((name) => name in attacks)
  if (!is_valid || seed === undefined) {
    console.error(HELP)
    process.exitCode = 1
    return
  }
  for (const engine of engines) {
    const log = (text: string) => process.stderr.write(`${seconds()} s  ${engine}: ${text}\n`)
    log(`starting, seed ${seed}, ${minutes} minutes`)
    const report = await soak({ engine, seed, minutes, players, only: values.attack, log, signal })
    console.log(`\n${describeReport(report)}\n`)
    await writeReport(report)
    if (targetsOf(report).some(({ is_met }) => !is_met)) process.exitCode = 1
  }
}

if (values.help) console.log(HELP)
else await runUntil(signal, main)
