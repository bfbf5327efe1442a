import { fileURLToPath } from 'node:url'
import T from 'typebox'
import { Value } from 'typebox/value'
import {
  type BenchDatabase,
  createDatabase,
  type DirectDatabase,
  type Engine,
  openDirectly,
} from './engines.ts'
import { Benchmark, type LoadSettings, median } from './measure.ts'
import { BLOCK } from './players.ts'
import { freePort, Server } from './programs.ts'
import type { Run, ScenarioResult } from './result.ts'
import { type PlanInput, type Scenario, scenarios } from './scenarios.ts'
import { addItem, Seeding, wrongLedgers } from './seed.ts'

const MAIN = fileURLToPath(new URL('../src/main.js', import.meta.url))
const SEEDING_TIMEOUT_MS = 10 * 60_000

export interface Options {
  settings: LoadSettings
  /** An empty folder for the plans and for files of the servers. */
  folder: string
  /** Names of the scenarios to run. Empty: all. */
  only: string[]
  /** Multiplies the rows, as far as they can be loaded in ten minutes. */
  scale: number
  /** Whether to measure the cost of one log line per request too. */
  logging: boolean
  logProgress(text: string): void
}

async function startPlaykeep(url: string, folder: string, LOG_LEVEL = 'warn') {
  const port = await freePort()
  const env = { PORT: String(port), DATABASE_URL: url, RATE_LIMIT: 'off', LOG_LEVEL }
  return Server.start({ args: [MAIN, 'serve'], env, cwd: folder, port, ready: '/ready' })
}

const Answer = T.Record(T.String(), T.Unknown())

export function checkList({ name, list }: Scenario, answer: string): void {
  if (!list) return
  const found = Value.Parse(Answer, JSON.parse(answer))[list.field]
  const entries = Array.isArray(found) ? found.length : 0
  if (entries !== list.entries) {
    throw new Error(`${name}: ${entries} entries in ${list.field}, not ${list.entries}`)
  }
}

interface SeededServer {
  engine: Engine
  title: string
  server: Server
  tables: Set<string>
  plan_input: Omit<PlanInput, 'turn'>
}

async function measureScenario(
  benchmark: Benchmark,
  { engine, server, tables, plan_input }: SeededServer,
  scenario: Scenario,
): Promise<ScenarioResult> {
  const { name, route, targets, accepts = false, connections } = scenario
  const common = { name, route, target: targets?.[engine] ?? null }
  if (!tables.has(scenario.table)) return { ...common, measured: null }
  let turn = 0
  const measured = await benchmark.measure({
    server,
    accepts,
    connections,
    sequences: () => scenario.plan({ ...plan_input, turn: turn++ }),
    check: ([answer = '']) => checkList(scenario, answer),
  })
  return { ...common, measured }
}

async function measureScenarios(
  seeded: SeededServer,
  options: Options,
): Promise<Omit<Run, 'seeding_seconds'>> {
  const { title, server, plan_input } = seeded
  const idle_mb = server.memoryMb() ?? null
  const benchmark = await Benchmark.start(options.folder, options.settings)
  const results: ScenarioResult[] = []
  try {
    for (const scenario of scenarios) {
      if (options.only.length > 0 && !options.only.includes(scenario.name)) continue
      const result = await measureScenario(benchmark, seeded, scenario)
      results.push(result)
      const { measured } = result
      options.logProgress(
        measured
          ? `${title}: ${scenario.name}: ${Math.round(measured.requests_per_second)}/s, ${measured.ratio.toFixed(2)} of the ceiling`
          : `${title}: ${scenario.name}: not measured`,
      )
    }
  } finally {
    await benchmark.stop()
  }
  return {
    title,
    users: plan_input.users,
    ready_ms: server.ready_ms,
    idle_mb,
    ceiling: summarizeCeiling(benchmark),
    wrong_ledgers: null,
    scenarios: results,
  }
}

export function summarizeCeiling({ ceilings }: Benchmark): Run['ceiling'] {
  const rates = ceilings.map(({ requests_per_second }) => requests_per_second)
  const cpu = ceilings.map(({ cpu_us }) => cpu_us).filter((value) => value !== null)
  return {
    requests_per_second: median(rates),
    lowest: Math.min(...rates),
    highest: Math.max(...rates),
    cpu_us: cpu.length > 0 ? median(cpu) : null,
  }
}

async function withDirectAccess<T>(
  database: BenchDatabase,
  work: (direct: DirectDatabase) => Promise<T>,
): Promise<T> {
  const direct = await openDirectly(database.url)
  try {
    const value = await work(direct)
    await direct.tidyUp()
    return value
  } finally {
    await direct.close()
  }
}

/** The cost of one log line per request. */
async function measureLogging(
  engine: Engine,
  database: BenchDatabase,
  options: Options,
): Promise<Run> {
  const server = await startPlaykeep(database.url, options.folder, 'info')
  try {
    const plan_input = { users: BLOCK, game_id: 0, item_id: 0 }
    const title = `${engine}, LOG_LEVEL=info`
    const seeded = { engine, title, server, plan_input, tables: new Set(['user_attributes']) }
    const run = await measureScenarios(seeded, { ...options, only: ['attributes'] })
    return { ...run, seeding_seconds: 0 }
  } finally {
    await server.stop()
  }
}

/** Seeds a new database and measures a server on it. */
async function measureWith(users: number, engine: Engine, options: Options): Promise<Run[]> {
  options.logProgress(`${engine}: loading up to ${users} users`)
  const database = await createDatabase(engine)
  const started: Server[] = []
  try {
    // The first start creates the tables.
    const first = await startPlaykeep(database.url, options.folder)
    await first.stop()
    const began = performance.now()
    const { tables, ...plan_input } = await withDirectAccess(database, (direct) =>
      seed(direct, users),
    )
    const seeding_seconds = (performance.now() - began) / 1000
    const server = await startPlaykeep(database.url, options.folder)
    started.push(server)
    const title = users > BLOCK ? `${engine} at scale` : engine
    const run = await measureScenarios({ engine, title, server, tables, plan_input }, options)
    await server.stop()
    const wrong_ledgers = await withDirectAccess(database, wrongLedgers)
    const runs: Run[] = [{ ...run, seeding_seconds, wrong_ledgers }]
    if (options.logging) runs.push(await measureLogging(engine, database, options))
    return runs
  } finally {
    for (const server of started) await server.stop()
    await database.remove()
  }
}

async function seed(direct: DirectDatabase, users: number) {
  const seeding = await Seeding.begin()
  await seeding.fill(direct, users, SEEDING_TIMEOUT_MS)
  return { ...(await addItem(direct)), users: seeding.users, tables: await direct.tables() }
}

export async function measurePlaykeep(engine: Engine, options: Options): Promise<Run[]> {
  const runs = await measureWith(BLOCK, engine, options)
  if (options.scale === 1) return runs
  const larger = { ...options, logging: false }
  return [...runs, ...(await measureWith(BLOCK * options.scale, engine, larger))]
}
