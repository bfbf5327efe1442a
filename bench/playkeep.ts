import { fileURLToPath } from 'node:url'
import T from 'typebox'
import { Value } from 'typebox/value'
import { type Direct, type Engine, emptyStore, openDirectly, type Store } from './engines.ts'
import { type Effort, Gauge, median } from './measure.ts'
import { BLOCK } from './people.ts'
import { freePort, Server } from './programs.ts'
import type { Run, ScenarioResult } from './result.ts'
import { type Facts, type Scenario, scenarios } from './scenarios.ts'
import { addItem, Seeding, wrongLedgers } from './seed.ts'

const MAIN = fileURLToPath(new URL('../src/main.js', import.meta.url))
const LOADING_MOST_MS = 10 * 60_000

export interface Options {
  effort: Effort
  /** Empty for plans and for what a server has to write. */
  folder: string
  /** Only these, if any are named. */
  only: string[]
  /** So many times the rows, as far as they can be loaded in ten minutes. */
  scale: number
  /** Also what a line of log per request costs. */
  logging: boolean
  say(text: string): void
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

interface House {
  engine: Engine
  title: string
  server: Server
  tables: Set<string>
  facts: Omit<Facts, 'turn'>
}

async function measureScenario(
  gauge: Gauge,
  { engine, server, tables, facts }: House,
  scenario: Scenario,
): Promise<ScenarioResult> {
  const { name, route, targets, accepts = false, connections } = scenario
  const about = { name, route, target: targets?.[engine] ?? null }
  if (!tables.has(scenario.table)) return { ...about, measured: null }
  let turn = 0
  const measured = await gauge.measure({
    server,
    accepts,
    connections,
    visits: () => scenario.plan({ ...facts, turn: turn++ }),
    check: ([answer = '']) => checkList(scenario, answer),
  })
  return { ...about, measured }
}

async function measureHouse(house: House, options: Options): Promise<Omit<Run, 'seeding_seconds'>> {
  const { title, server, facts } = house
  const idle_mb = server.memoryMb() ?? null
  const gauge = await Gauge.start(options.folder, options.effort)
  const results: ScenarioResult[] = []
  try {
    for (const scenario of scenarios) {
      if (options.only.length > 0 && !options.only.includes(scenario.name)) continue
      const result = await measureScenario(gauge, house, scenario)
      results.push(result)
      const { measured } = result
      options.say(
        measured
          ? `${title}: ${scenario.name}: ${Math.round(measured.requests_per_second)}/s, ${measured.ratio.toFixed(2)} of the ceiling`
          : `${title}: ${scenario.name}: not there yet`,
      )
    }
  } finally {
    await gauge.stop()
  }
  return {
    title,
    users: facts.users,
    ready_ms: server.ready_ms,
    idle_mb,
    ceiling: describeCeiling(gauge),
    wrong_ledgers: null,
    scenarios: results,
  }
}

export function describeCeiling({ ceilings }: Gauge): Run['ceiling'] {
  const rates = ceilings.map(({ requests_per_second }) => requests_per_second)
  const cpu = ceilings.map(({ cpu_us }) => cpu_us).filter((value) => value !== null)
  return {
    requests_per_second: median(rates),
    lowest: Math.min(...rates),
    highest: Math.max(...rates),
    cpu_us: cpu.length > 0 ? median(cpu) : null,
  }
}

async function directly<T>(store: Store, work: (direct: Direct) => Promise<T>): Promise<T> {
  const direct = await openDirectly(store.url)
  try {
    const value = await work(direct)
    await direct.tidyUp()
    return value
  } finally {
    await direct.close()
  }
}

/** What a line of log per request costs. */
async function measureLogging(engine: Engine, store: Store, options: Options): Promise<Run> {
  const server = await startPlaykeep(store.url, options.folder, 'info')
  try {
    const facts = { users: BLOCK, game_id: 0, item_id: 0 }
    const title = `${engine}, LOG_LEVEL=info`
    const house = { engine, title, server, facts, tables: new Set(['user_attributes']) }
    const run = await measureHouse(house, { ...options, only: ['attributes'] })
    return { ...run, seeding_seconds: 0 }
  } finally {
    await server.stop()
  }
}

/** Fills a new database and measures on it. */
async function measureWith(users: number, engine: Engine, options: Options): Promise<Run[]> {
  options.say(`${engine}: loading up to ${users} users`)
  const store = await emptyStore(engine)
  const started: Server[] = []
  try {
    // The first start makes the tables.
    const first = await startPlaykeep(store.url, options.folder)
    await first.stop()
    const began = performance.now()
    const { tables, ...facts } = await directly(store, (direct) => furnish(direct, users))
    const seeding_seconds = (performance.now() - began) / 1000
    const server = await startPlaykeep(store.url, options.folder)
    started.push(server)
    const title = users > BLOCK ? `${engine} at scale` : engine
    const run = await measureHouse({ engine, title, server, tables, facts }, options)
    await server.stop()
    const wrong_ledgers = await directly(store, wrongLedgers)
    const runs: Run[] = [{ ...run, seeding_seconds, wrong_ledgers }]
    if (options.logging) runs.push(await measureLogging(engine, store, options))
    return runs
  } finally {
    for (const server of started) await server.stop()
    await store.remove()
  }
}

async function furnish(direct: Direct, users: number) {
  const seeding = await Seeding.begin()
  await seeding.fill(direct, users, LOADING_MOST_MS)
  return { ...(await addItem(direct)), users: seeding.users, tables: await direct.tables() }
}

export async function measurePlaykeep(engine: Engine, options: Options): Promise<Run[]> {
  const runs = await measureWith(BLOCK, engine, options)
  if (options.scale === 1) return runs
  const larger = { ...options, logging: false }
  return [...runs, ...(await measureWith(BLOCK * options.scale, engine, larger))]
}
