import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { fillBoard } from './board.ts'
import { type BenchDatabase, createDatabase, type DirectDatabase, type Engine } from './engines.ts'
import { countCpu } from './measure.ts'
import type { MixOrders, MixReport } from './mix-players.ts'
import {
  bestOf,
  describeStep,
  isFast,
  isNearlyFast,
  type MixResult,
  type MixStep,
} from './mix-result.ts'
import { PER_CHAT } from './players.ts'
import { seedDatabase, startPlaykeep, withDirectAccess } from './playkeep.ts'
import { cpuSecondsOf, nextMessage, type Server, startLoad } from './programs.ts'
import { series } from './seed.ts'
import type { World } from './session.ts'

const PLAYERS = fileURLToPath(new URL('./mix-players.ts', import.meta.url))
const SEED = 22
const CALM_MS = 2000

export interface MixOptions {
  folder: string
  /** Registered players: no step has more. */
  users: number
  /** The number of players of the first step. */
  first: number
  seconds: number
  warm_up_seconds: number
  /** How close the largest number is found, as a share of it. */
  precision: number
  /** No step begins later. */
  max_minutes: number
  logProgress: (text: string) => void
}

/** A chat for each two players. */
export async function addChats(direct: DirectDatabase, { users, game_id }: World): Promise<void> {
  const chats = series('c', 1, users / 2)
  await direct.run('begin')
  await direct.run(`insert into chats (id, game_id, creator_id, participants_key, last_message_id, created_at)
    select n, ${game_id}, 2 * n - 1, (2 * n - 1) || ',' || (2 * n), n * ${PER_CHAT}, 0 from ${chats}`)
  await direct.run(`insert into chat_participants (chat_id, user_id, last_message_id, is_starter)
    select (n + 1) / 2, n, (n + 1) / 2 * ${PER_CHAT}, n % 2 from ${series('u', 1, users)}`)
  await direct.run(`insert into messages (id, chat_id, user_id, text, created_at)
    select (c.n - 1) * ${PER_CHAT} + m.n, c.n, 2 * c.n - m.n % 2, 'message ' || m.n, m.n
      from ${chats} cross join ${series('m', 1, PER_CHAT)}`)
  await direct.run('commit')
}

/** A server whose players have friends, rounds, chats and an entry on a leaderboard. */
class MixServer {
  readonly #database: BenchDatabase
  readonly #server: Server
  readonly #world: World
  readonly #load = startLoad(PLAYERS)

  private constructor(database: BenchDatabase, server: Server, world: World) {
    this.#database = database
    this.#server = server
    this.#world = world
  }

  static async start(engine: Engine, { folder, users }: MixOptions): Promise<MixServer> {
    const database = await createDatabase(engine)
    const start = () => startPlaykeep(database.url, { folder, limits: 'on' })
    try {
      // The first start creates the tables.
      await (await start()).stop()
      const { game_id, item_id, users: players } = await seedDatabase(database, users)
      const world = { game_id, item_id, users: players }
      await withDirectAccess(database, async (direct) => {
        await addChats(direct, world)
        await fillBoard(direct, { game_id, players, entries: players })
      })
      return new MixServer(database, await start(), world)
    } catch (error) {
      await database.remove()
      throw error
    }
  }

  async measure(players: number, { seconds, warm_up_seconds }: MixOptions): Promise<MixStep> {
    const port = Number(new URL(this.#server.url).port)
    const world = this.#world
    const orders: MixOrders = { port, world, seed: SEED, players, seconds, warm_up_seconds }
    const next = () => nextMessage<MixReport>(this.#load)
    const begins = next()
    this.#load.send(orders)
    await begins
    const generator = { cpuSeconds: () => cpuSecondsOf(this.#load.pid ?? 0) }
    const counts = [this.#server, this.#database, generator].map((one) => countCpu(one))
    // Requests that are late are waited for, but belong to the time before.
    const used = sleep(seconds * 1000).then(() => counts.map((count) => count()))
    const report = await next()
    if (!('phase' in report)) throw new Error('the load generator did not report')
    const [server = null, database = null, load = null] = (await used).map(
      (cpu) => cpu && (cpu / seconds) * 100,
    )
    return {
      players,
      requests_per_second: report.phase.requests / seconds,
      server_cpu_percent: server,
      database_cpu_percent: database,
      load_cpu_percent: load,
      phase: report.phase,
    }
  }

  async stop(): Promise<void> {
    this.#load.kill()
    await this.#server.stop()
    await this.#database.remove()
  }
}

/** The next number of players to try: twice as many until it is too many, then the middle. Undefined: close enough. */
export function nextNumber(
  steps: { players: number; is_fast: boolean }[],
  { first, users, precision }: Pick<MixOptions, 'first' | 'users' | 'precision'>,
): number | undefined {
  const numbers = (is_fast: boolean) =>
    steps.filter((step) => step.is_fast === is_fast).map(({ players }) => players)
  const most = Math.max(0, ...numbers(true))
  const too_many = Math.min(...numbers(false).filter((players) => players > most))
  if (most === users) return undefined
  if (too_many === Infinity) return Math.min(users, most === 0 ? first : 2 * most)
  if (too_many - most <= Math.max(1, precision * too_many)) return undefined
  return Math.round((most + too_many) / 2)
}

/** Raises the number of players until requests take too long, and looks for the largest number with which they do not. */
export async function measureMix(
  engine: Engine,
  options: MixOptions,
): Promise<Pick<MixResult, 'engine' | 'users' | 'seconds' | 'steps'>> {
  const { users, seconds, warm_up_seconds, max_minutes } = options
  const log = (text: string) => options.logProgress(`${engine}: ${text}`)
  const began = performance.now()
  log(`loading ${users} players`)
  const server = await MixServer.start(engine, options)
  const steps: MixStep[] = []
  const tried: { players: number; is_fast: boolean }[] = []
  const hasTime = () =>
    performance.now() - began + (seconds + warm_up_seconds) * 1000 < max_minutes * 60_000
  const measure = async (players: number) => {
    const step = await server.measure(players, options)
    steps.push(step)
    log(describeStep(step))
    // What could not be answered is still being worked on.
    if (!isFast(step)) await sleep(CALM_MS)
    return step
  }
  try {
    // The server compiles its code meanwhile.
    await server.measure(options.first, options)
    for (let players = nextNumber(tried, options); players && hasTime();) {
      let step = await measure(players)
      if (!isFast(step) && isNearlyFast(step)) step = await measure(players)
      tried.push({ players, is_fast: isFast(step) })
      players = nextNumber(tried, options)
    }
  } finally {
    await server.stop()
  }
  log(`at most ${bestOf({ steps })?.players ?? 0} players`)
  return { engine, users, seconds, steps }
}
