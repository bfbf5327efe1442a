import { fileURLToPath } from 'node:url'
import T from 'typebox'
import { Value } from 'typebox/value'
import { type BoardSize, fillBoard, waitForRanks } from './board.ts'
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

export const MAIN = fileURLToPath(new URL('../src/main.js', import.meta.url))
const SEEDING_TIMEOUT_MS = 10 * 60_000

export interface Options {
  settings: LoadSettings
  /** An empty folder for the plans and for files of the servers. */
  folder: string
  /** Names of the scenarios to run. Empty: all. */
  only: string[]
  /** Multiplies the rows, as far as they can be loaded in ten minutes. */
  scale: number
  /** Whether the server runs with its rate limits, as it does by default. No player of the load reaches them. */
  limits: 'on' | 'off'
  /** How many entries the leaderboard of the scenario `rank` has. */
  board_entries: number
  /** Whether to measure the cost of one log line per request, and of the rate limits, too. */
  costs: boolean
  logProgress(text: string): void
}

type ServerSettings = { LOG_LEVEL?: string; RATE_LIMIT?: 'on' | 'off'; GAME_CODE?: string }

export async function startPlaykeep(
  url: string,
  {
    folder,
    limits,
    main = MAIN,
    node_options = [],
  }: Pick<Options, 'folder' | 'limits'> & { main?: string; node_options?: string[] },
  settings: ServerSettings = {},
) {
  const port = await freePort()
  const fixed = { PORT: String(port), DATABASE_URL: url, TRUST_PROXY: '1' }
  const env = { ...fixed, LOG_LEVEL: 'warn', RATE_LIMIT: limits, ...settings }
  const args = [...node_options, main, 'serve']
  return Server.start({ args, env, cwd: folder, port, ready: '/ready' })
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
  database: BenchDatabase
  tables: Set<string>
  plan_input: Omit<PlanInput, 'turn'>
}

async function measureScenario(
  benchmark: Benchmark,
  { engine, server, database, tables, plan_input }: SeededServer,
  scenario: Scenario,
): Promise<ScenarioResult> {
  const { name, route, targets, accepts = false, connections } = scenario
  const common = { name, route, target: targets?.[engine] ?? null }
  if (!tables.has(scenario.table)) return { ...common, measured: null }
  let turn = 0
  const measured = await benchmark.measure({
    server,
    database,
    accepts,
    connections,
    sequences: () => scenario.plan({ ...plan_input, turn: turn++ }),
    check: ([answer = '']) => checkList(scenario, answer),
  })
  return { ...common, measured }
}

const chosenScenarios = ({ only }: Options, where: 'first' | 'with the board') =>
  scenarios.filter(
    ({ name, needs_board = false }) =>
      (only.length === 0 || only.includes(name)) && needs_board === (where === 'with the board'),
  )

async function measureScenarios(
  seeded: SeededServer,
  chosen: Scenario[],
  options: Options,
): Promise<Omit<Run, 'seeding_seconds'>> {
  const { title, server, plan_input } = seeded
  const idle_mb = server.memoryMb() ?? null
  const benchmark = await Benchmark.start(options.folder, options.settings)
  const results: ScenarioResult[] = []
  try {
    for (const scenario of chosen) {
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

export async function withDirectAccess<T>(
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

/** The first read and the first write with another setting, to show what it costs. */
async function measureWithSetting(
  engine: Engine,
  database: BenchDatabase,
  options: Options,
  settings: ServerSettings,
): Promise<Run> {
  const server = await startPlaykeep(database.url, options, settings)
  try {
    const plan_input = { users: BLOCK, game_id: 0, item_id: 0 }
    const [setting = []] = Object.entries(settings)
    const title = `${engine}, ${setting.join('=')}`
    const tables = new Set(['user_attributes', 'users'])
    const seeded = { engine, title, server, database, plan_input, tables }
    const chosen = scenarios.filter(({ name }) => ['attributes', 'add_score'].includes(name))
    const run = await measureScenarios(seeded, chosen, options)
    return { ...run, seeding_seconds: 0 }
  } finally {
    await server.stop()
  }
}

/** Loads a large leaderboard, and starts a server that has counted its ranks. */
export async function startWithBoard(
  database: BenchDatabase,
  size: BoardSize,
  start: () => Promise<Server>,
): Promise<Server> {
  await withDirectAccess(database, (direct) => fillBoard(direct, size))
  const server = await start()
  try {
    await waitForRanks(database)
    return server
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** What is asked of a large leaderboard. It comes last, as its players would slow down the other scenarios. */
async function measureOnBoard(seeded: SeededServer, options: Options): Promise<ScenarioResult[]> {
  const chosen = chosenScenarios(options, 'with the board')
  if (chosen.length === 0) return []
  const { board_entries: entries } = options
  const { engine, database, plan_input } = seeded
  const { users: players, game_id } = plan_input
  const began = performance.now()
  const size = { game_id, players, entries, only_ranks: true }
  const server = await startWithBoard(database, size, () => startPlaykeep(database.url, options))
  try {
    const seconds = ((performance.now() - began) / 1000).toFixed(0)
    options.logProgress(`${engine}: loaded a leaderboard of ${entries} entries in ${seconds} s`)
    return (await measureScenarios({ ...seeded, server }, chosen, options)).scenarios
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
    const first = await startPlaykeep(database.url, options)
    await first.stop()
    const began = performance.now()
    const { tables, ...plan_input } = await seedDatabase(database, users)
    const seeding_seconds = (performance.now() - began) / 1000
    const server = await startPlaykeep(database.url, options)
    started.push(server)
    const title = users > BLOCK ? `${engine} at scale` : engine
    const seeded = { engine, title, server, database, tables, plan_input }
    const run = await measureScenarios(seeded, chosenScenarios(options, 'first'), options)
    await server.stop()
    const wrong_ledgers = await withDirectAccess(database, wrongLedgers)
    const measured = { ...run, seeding_seconds, wrong_ledgers }
    const runs: Run[] = [measured]
    if (options.costs) {
      const other_limits = options.limits === 'on' ? 'off' : 'on'
      for (const settings of [{ LOG_LEVEL: 'info' }, { RATE_LIMIT: other_limits } as const])
        runs.push(await measureWithSetting(engine, database, options, settings))
    }
    if (users === BLOCK) measured.scenarios.push(...(await measureOnBoard(seeded, options)))
    return runs
  } finally {
    for (const server of started) await server.stop()
    await database.remove()
  }
}

export const seedDatabase = (database: BenchDatabase, users: number) =>
  withDirectAccess(database, async (direct) => {
    const seeding = await Seeding.begin()
    await seeding.fill(direct, users, SEEDING_TIMEOUT_MS)
    return { ...(await addItem(direct)), users: seeding.users, tables: await direct.tables() }
  })

export async function measurePlaykeep(engine: Engine, options: Options): Promise<Run[]> {
  const runs = await measureWith(BLOCK, engine, options)
  if (options.scale === 1) return runs
  const larger = { ...options, costs: false }
  return [...runs, ...(await measureWith(BLOCK * options.scale, engine, larger))]
}
