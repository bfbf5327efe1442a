import { join, resolve } from 'node:path'
import { type BenchDatabase, createDatabase, type Engine } from './engines.ts'
import { sendLoad, writePlan } from './load.ts'
import { median } from './measure.ts'
import { BLOCK } from './players.ts'
import { MAIN, seedDatabase, startPlaykeep } from './playkeep.ts'
import type { Server } from './programs.ts'
import { type PlanInput, type Scenario, scenarios } from './scenarios.ts'

const CONNECTIONS = 64
const SECONDS = 3
/** Players buy only once per load, so a load needs others than the one before, until it is their turn again. */
const TURNS = 4
/** As many as it takes until every player has come online and the code is compiled. */
const WARM_UPS = 4
const WARM_UP_SECONDS = 6

export interface AgainstOptions {
  /** Another checkout of Playkeep, with its packages installed. */
  folder: string
  /** How often each scenario is measured on both. */
  pairs: number
  /** Names of the scenarios. Empty: all. */
  only: string[]
  temporary: string
  logProgress: (text: string) => void
}

interface Side {
  server: Server
  database: BenchDatabase
  plan_input: Omit<PlanInput, 'turn'>
}

interface Sample {
  per_second: number
  cpu_us: number
  failures: number
}

async function prepare(engine: Engine, main: string, folder: string): Promise<Side> {
  const database = await createDatabase(engine)
  const options = { folder, limits: 'on' as const, main }
  const first = await startPlaykeep(database.url, options)
  await first.stop()
  const { tables: _, ...plan_input } = await seedDatabase(database, BLOCK)
  return { database, plan_input, server: await startPlaykeep(database.url, options) }
}

async function load(
  { server, plan_input }: Side,
  scenario: Scenario,
  { turn, plan, seconds }: { turn: number; plan: string; seconds: number },
): Promise<Sample> {
  await writePlan(plan, scenario.plan({ ...plan_input, turn: turn % TURNS }))
  const { url, ready: opener } = server
  const { connections = CONNECTIONS, accepts = false } = scenario
  const before = server.cpuSeconds() ?? NaN
  const report = await sendLoad({ url, plan, seconds, connections, accepts, opener })
  const used = (server.cpuSeconds() ?? NaN) - before
  return {
    per_second: report.requests / report.seconds,
    cpu_us: (used / report.requests) * 1e6,
    failures: report.failures,
  }
}

/** The middle, and the range of the middle half. */
function describeRatios(ratios: number[]): string {
  const sorted = ratios.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? NaN
  return `${median(ratios).toFixed(3)} (${at(0.25).toFixed(2)} to ${at(0.75).toFixed(2)})`
}

/** Loads this checkout and another one in turns, so that both meet the same noise, and compares them pair by pair. */
export async function compareCheckouts(
  engine: Engine,
  { folder, pairs, only, temporary, logProgress }: AgainstOptions,
): Promise<string> {
  const plan = join(temporary, 'against.plan')
  const sides: Side[] = []
  const lines = [`${engine}, this checkout as a multiple of ${folder}, ${pairs} pairs`]
  try {
    const other = await prepare(engine, join(resolve(folder), 'src/main.js'), temporary)
    sides.push(other)
    const own = await prepare(engine, MAIN, temporary)
    sides.push(own)
    for (const scenario of scenarios.filter(
      ({ name }) => only.length === 0 || only.includes(name),
    )) {
      for (let turn = 0; turn < WARM_UPS; turn++)
        for (const side of sides)
          await load(side, scenario, { turn, plan, seconds: WARM_UP_SECONDS })
      const rates: number[] = []
      const cpu: number[] = []
      const medians: Sample[] = []
      let failures = 0
      for (let turn = 0; turn < pairs; turn++) {
        const samples = new Map<Side, Sample>()
        for (const side of turn % 2 === 0 ? [other, own] : [own, other])
          samples.set(side, await load(side, scenario, { turn, plan, seconds: SECONDS }))
        const [theirs, ours] = [samples.get(other), samples.get(own)]
        if (!theirs || !ours) continue
        rates.push(ours.per_second / theirs.per_second)
        cpu.push(theirs.cpu_us / ours.cpu_us)
        failures += ours.failures
        medians.push(ours)
      }
      const per_second = Math.round(median(medians.map((sample) => sample.per_second)))
      const line = `${scenario.name}: requests per second ${describeRatios(rates)}, per CPU second ${describeRatios(cpu)}; ${per_second}/s here, ${failures} failures`
      logProgress(line)
      lines.push(line)
    }
  } finally {
    for (const { server, database } of sides) {
      await server.stop()
      await database.remove()
    }
  }
  return `${lines.join('\n')}\n`
}
