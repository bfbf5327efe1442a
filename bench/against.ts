import { join, resolve } from 'node:path'
import { type BenchDatabase, createDatabase, type Engine } from './engines.ts'
import { sendLoad, writePlan } from './load.ts'
import { median } from './measure.ts'
import { BLOCK } from './players.ts'
import { MAIN, seedDatabase, startPlaykeep, startWithBoard } from './playkeep.ts'
import type { Server } from './programs.ts'
import { type PlanInput, type Scenario, scenarios } from './scenarios.ts'

/** To each of the two servers, if the scenario does not say how many. */
const CONNECTIONS = 32
const SECONDS = 3
/** A player can buy an item once, so the loads use different players, in turn. */
const TURNS = 4
/** As many as it takes until the code is compiled. */
const WARM_UPS = TURNS
const WARM_UP_SECONDS = 5
/** Of ten thousand players whose tokens are unknown, about a thousand a second begin at once, and the others wait. */
const COMING_ONLINE_SECONDS = 12
/** How often both servers are started anew for a scenario. */
const PARTS = 4
/** Of the large leaderboard: as many as load quickly. */
const BOARD_ENTRIES = 100_000

export interface AgainstOptions {
  /** Another checkout of Playkeep, with its packages installed. Undefined: this one, with other settings. */
  folder: string | undefined
  /** Whether the other one runs without rate limits. */
  others_are_unlimited: boolean
  /** The folder of game code that this checkout loads, and the other one does not. */
  game_code: string | undefined
  /** How often each scenario is measured on both. */
  pairs: number
  /** Names of the scenarios. Empty: all but those with the large leaderboard. */
  only: string[]
  temporary: string
  logProgress: (text: string) => void
}

/** One of the two checkouts, with a database of its own. */
interface Side {
  main: string
  settings: Record<string, string>
  database: BenchDatabase
  plan_input: Omit<PlanInput, 'turn'>
  server?: Server
}

interface Sample {
  per_second: number
  cpu_us: number
  failures: number
}

const startOf = (folder: string, { main, settings }: Pick<Side, 'main' | 'settings'>) =>
  [{ folder, limits: 'on', main }, settings] as const

async function prepare(
  engine: Engine,
  side: Pick<Side, 'main' | 'settings'>,
  folder: string,
  board_entries: number,
): Promise<Side> {
  const database = await createDatabase(engine)
  // The first start creates the tables.
  const first = await startPlaykeep(database.url, ...startOf(folder, side))
  await first.stop()
  const { users, game_id, item_id } = await seedDatabase(database, BLOCK)
  if (board_entries > 0) {
    const size = { game_id, players: users, entries: board_entries, only_ranks: true }
    const start = () => startPlaykeep(database.url, ...startOf(folder, side))
    await (await startWithBoard(database, size, start)).stop()
  }
  return { ...side, database, plan_input: { users, game_id, item_id } }
}

async function load(
  { server, plan_input }: Side,
  scenario: Scenario,
  { turn, plan, seconds }: { turn: number; plan: string; seconds: number },
): Promise<Sample> {
  if (!server) throw new Error('the server was not started')
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

interface Pair {
  own: Sample
  other: Sample
}

/**
 * One part of the pairs, with new processes: two processes with the same code differ by a few percent for as long as they
 * live.
 */
async function measurePart(
  { own, other }: { own: Side; other: Side },
  scenario: Scenario,
  { part, pairs, temporary }: { part: number; pairs: number; temporary: string },
): Promise<Pair[]> {
  const in_order = part % 2 === 0 ? [other, own] : [own, other]
  const measured: Pair[] = []
  const loadBoth = async (turn: number, seconds: number): Promise<Pair> => {
    const [mine, theirs] = await Promise.all([
      load(own, scenario, { turn, plan: join(temporary, 'own.plan'), seconds }),
      load(other, scenario, { turn, plan: join(temporary, 'other.plan'), seconds }),
    ])
    return { own: mine, other: theirs }
  }
  try {
    for (const side of in_order)
      side.server = await startPlaykeep(side.database.url, ...startOf(temporary, side))
    await loadBoth(0, COMING_ONLINE_SECONDS)
    for (let turn = 0; turn < WARM_UPS; turn++) await loadBoth(turn, WARM_UP_SECONDS)
    for (let turn = 0; turn < pairs; turn++) measured.push(await loadBoth(turn, SECONDS))
  } finally {
    for (const side of in_order) await side.server?.stop()
  }
  return measured
}

function describeScenario({ name }: Scenario, pairs: Pair[]): string {
  const rates = describeRatios(pairs.map(({ own, other }) => own.per_second / other.per_second))
  const cpu = describeRatios(pairs.map(({ own, other }) => other.cpu_us / own.cpu_us))
  const per_second = Math.round(median(pairs.map(({ own }) => own.per_second)))
  const failuresOf = (side: keyof Pair) => pairs.reduce((sum, pair) => sum + pair[side].failures, 0)
  return `${name}: requests per second ${rates}, requests per CPU second ${cpu}, ${pairs.length} pairs; ${per_second}/s here; ${failuresOf('own')} failures here, ${failuresOf('other')} there`
}

/**
 * Loads this checkout and another one at the same time, so that both meet the same noise, and compares them pair by pair. Their
 * servers share one core, if programs can be bound to cores, and each gets half of it.
 */
export async function compareCheckouts(
  engine: Engine,
  { folder, game_code, others_are_unlimited, ...options }: AgainstOptions,
): Promise<string> {
  const { pairs, only, temporary, logProgress } = options
  const sides: Side[] = []
  const chosen = scenarios.filter(({ name, needs_board = false }) =>
    only.length > 0 ? only.includes(name) : !needs_board,
  )
  const difference = others_are_unlimited ? 'with rate limits ' : game_code && 'with game code '
  const lines = [
    `${engine}, this checkout ${difference ?? ''}as a multiple of ${folder ?? 'the same without'}`,
  ]
  try {
    const other_main = folder === undefined ? MAIN : join(resolve(folder), 'src/main.js')
    const board_entries = chosen.some(({ needs_board }) => needs_board) ? BOARD_ENTRIES : 0
    const settings_of_others = others_are_unlimited ? { RATE_LIMIT: 'off' } : {}
    const others = { main: other_main, settings: settings_of_others }
    const other = await prepare(engine, others, temporary, board_entries)
    sides.push(other)
    const settings = game_code === undefined ? {} : { GAME_CODE: resolve(game_code) }
    const own = await prepare(engine, { main: MAIN, settings }, temporary, board_entries)
    sides.push(own)
    for (const scenario of chosen) {
      const measured: Pair[] = []
      for (let part = 0; part < PARTS; part++) {
        const of_part = { part, pairs: Math.ceil(pairs / PARTS), temporary }
        measured.push(...(await measurePart({ own, other }, scenario, of_part)))
      }
      lines.push(describeScenario(scenario, measured))
      logProgress(lines.at(-1) ?? '')
    }
  } finally {
    for (const { database } of sides) await database.remove()
  }
  return `${lines.join('\n')}\n`
}
