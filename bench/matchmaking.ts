import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findMatches } from '../src/services/matchmaking/step.ts'
import { HttpClient } from './client.ts'
import { createDatabase, type DirectDatabase, type Engine, openDirectly } from './engines.ts'
import { BLOCK, tokenOf } from './players.ts'
import { freePort, Server } from './programs.ts'
import { Seeding } from './seed.ts'

const MAIN = fileURLToPath(new URL('../src/main.js', import.meta.url))
const GAME_TYPE = 'duel'
/** The first time a client asks for its ticket, and how often after that. */
const FIRST_POLL_MS = 1000
const POLL_MS = 2000
/** How long after the last ticket the run ends. */
const REST_MS = 15_000
const CONNECTIONS = 256
const TICKETS = '/api/v3/matchmaking/tickets'

interface Options {
  /** Tickets per second. */
  rate: number
  seconds: number
  /** The server is killed and started again in the middle of the run. */
  kill: boolean
  folder: string
  logProgress: (text: string) => void
}

export interface MatchmakingResult {
  engine: Engine
  options: Pick<Options, 'rate' | 'seconds' | 'kill'>
  created: number
  /** How long it took to create them: longer than was asked for, if the server is slower. */
  created_seconds: number
  failed: number
  matched: number
  wait_p50_ms: number
  wait_p99_ms: number
  distance_p50: number
  distance_p99: number
  /** Tickets that still wait: the last ones, whose ratings are too far apart. */
  waiting: number
  /** All others that are in no match. */
  lost: number
  /** Players with more seats than matches, and matches without two players. */
  doubles: number
}

const percentile = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

/** Tickets of one player after the other, at an even rate, each asked for until it has ended. */
class Clients {
  readonly #client: HttpClient
  readonly #open = new Set<Promise<void>>()
  created = 0
  created_seconds = 0
  #began = performance.now()
  failed = 0

  constructor(port: number) {
    this.#client = new HttpClient(port, CONNECTIONS)
  }

  async #play(user_id: number, deadline: number): Promise<void> {
    const token = tokenOf(user_id)
    const body = { game_type: GAME_TYPE }
    const created = await this.#client
      .send({ method: 'POST', path: TICKETS, token, body })
      .catch(() => undefined)
    if (created?.status !== 201) {
      this.failed++
      return
    }
    this.created++
    this.created_seconds = (performance.now() - this.#began) / 1000
    const { id }: { id: number } = JSON.parse(created.text)
    await sleep(FIRST_POLL_MS)
    while (performance.now() < deadline) {
      const answer = await this.#client
        .send({ method: 'GET', path: `${TICKETS}/${id}`, token })
        .catch(() => undefined)
      if (answer?.status === 200 && !/"state":"(waiting|ready_check)"/.test(answer.text)) return
      await sleep(POLL_MS)
    }
  }

  async run({ rate, seconds }: Options): Promise<void> {
    const began = (this.#began = performance.now())
    const deadline = began + seconds * 1000 + REST_MS
    const total = rate * seconds
    for (let sent = 0; sent < total;) {
      const due = Math.min(total, Math.floor(((performance.now() - began) / 1000) * rate) + 1)
      for (; sent < due; sent++) {
        const playing = this.#play((sent % BLOCK) + 1, deadline).finally(() =>
          this.#open.delete(playing),
        )
        this.#open.add(playing)
      }
      await sleep(5)
    }
    await Promise.all(this.#open)
    this.#client.close()
  }
}

/** Ratings from 400 to 1600, spread evenly. */
const SEED = [
  `insert into ratings (user_id, game_type, game_id, mu, sigma, rating, rounds, updated_at)
   select id, '${GAME_TYPE}', game_id, 25, 8, 400 + (id * 7919) % 1200, 1, 1 from users`,
  `insert into matchmaking_types (game_id, game_type, teams, team_size, min_players, max_players, fill_seconds,
          distance, distance_per_second, anyone_from_distance, ready_seconds, attributes, changed_at)
   select game_id, '${GAME_TYPE}', 2, 1, 2, 2, 0, 50, 50, 1200, 0, 'allowed', 1 from users group by game_id`,
]

async function readResult(direct: DirectDatabase) {
  const matched = "from matchmaking_tickets where state = 'matched'"
  const waits = await direct.numbers(`select ended_at - waiting_since as ms ${matched} order by 1`)
  const distances = await direct.numbers(
    `select max(rating) - min(rating) as distance ${matched}
      group by multiplayer_game_round_id order by 1`,
  )
  const [waiting = 0] = await direct.numbers(
    "select count(*) as waiting from matchmaking_tickets where state = 'waiting'",
  )
  const [lost = 0] = await direct.numbers(
    "select count(*) as lost from matchmaking_tickets where state not in ('matched', 'waiting')",
  )
  const [uneven = 0] = await direct.numbers(`
    select count(*) as uneven from (
      select multiplayer_game_round_id from multiplayer_round_players
       group by multiplayer_game_round_id having count(*) <> 2) as uneven`)
  const [twice = 0] = await direct.numbers(`
    select count(*) as twice from (
      select seat.user_id, count(*) as seats from multiplayer_round_players as seat group by seat.user_id) as seats
     where seats.seats <> (
      select count(*) from matchmaking_players as player
        join matchmaking_tickets as ticket on ticket.id = player.ticket_id
       where player.user_id = seats.user_id and ticket.state = 'matched')`)
  return {
    matched: waits.length,
    wait_p50_ms: Math.round(percentile(waits, 0.5)),
    wait_p99_ms: Math.round(percentile(waits, 0.99)),
    distance_p50: Math.round(percentile(distances, 0.5)),
    distance_p99: Math.round(percentile(distances, 0.99)),
    waiting,
    lost,
    doubles: uneven + twice,
  }
}

/** Players who look for an opponent, all the time. What became of them is read from the database afterwards. */
export async function measureMatchmaking(
  engine: Engine,
  options: Options,
): Promise<MatchmakingResult> {
  const { rate, seconds, kill, folder, logProgress } = options
  const database = await createDatabase(engine)
  const port = await freePort()
  const env = {
    PORT: String(port),
    DATABASE_URL: database.url,
    LOG_LEVEL: 'warn',
    RATE_LIMIT: 'off',
  }
  const start = () =>
    Server.start({ args: [MAIN, 'serve'], env, cwd: folder, port, ready: '/ready' })
  let server = await start()
  try {
    await server.stop()
    const direct = await openDirectly(database.url)
    await (await Seeding.begin()).fill(direct, BLOCK)
    for (const sql of SEED) await direct.run(sql)
    await direct.tidyUp()
    await direct.close()

    server = await start()
    logProgress(`${engine}: ${rate} tickets per second for ${seconds} s`)
    const clients = new Clients(port)
    const running = clients.run(options)
    if (kill) {
      await sleep((seconds * 1000) / 2)
      await server.kill()
      server = await start()
      logProgress(
        `${engine}: the server was killed, and was ready again after ${Math.round(server.ready_ms)} ms`,
      )
    }
    await running
    await server.stop()
    const after = await openDirectly(database.url)
    const figures = await readResult(after)
    await after.close()
    const { created, created_seconds, failed } = clients
    const made = { created, created_seconds, failed }
    return { engine, options: { rate, seconds, kill }, ...made, ...figures }
  } finally {
    await server.stop()
    await database.remove()
  }
}

const WAITING = 100_000

/** The matching step alone, with as many tickets as wait nowhere. In milliseconds, the median of a few. */
export function measureStep(): { duel_ms: number; teams_ms: number } {
  let seed = 1
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
  const waiting = Array.from({ length: WAITING }, () => ({
    rating: 1000 + 400 * (random() + random() + random() - 1.5),
    players: 1,
    waited_ms: 30_000 * random(),
    region: ['eu', 'us', 'asia'][Math.floor(3 * random())] ?? '',
  }))
  const rules = {
    teams: 2,
    team_size: 1,
    min_players: 2,
    max_players: 2,
    fill_ms: 0,
    distance: 50,
    distance_per_second: 10,
    anyone_from_distance: 500,
    mix_regions_after_ms: 10_000,
  }
  const median = (work: () => void) => {
    const times = Array.from({ length: 5 }, () => {
      const began = performance.now()
      work()
      return performance.now() - began
    })
    return Math.round(
      percentile(
        times.toSorted((a, b) => a - b),
        0.5,
      ),
    )
  }
  return {
    duel_ms: median(() => findMatches(waiting, rules)),
    teams_ms: median(() => findMatches(waiting, { ...rules, team_size: 5 })),
  }
}

export const describeStep = ({ duel_ms, teams_ms }: ReturnType<typeof measureStep>) =>
  `one step with ${WAITING} waiting tickets: ${duel_ms} ms for duels, ${teams_ms} ms for five against five`

export const describeMatchmaking = ({
  engine,
  options,
  ...result
}: MatchmakingResult) => `${engine}, ${options.rate} tickets per second for ${options.seconds} s${options.kill ? ', killed in between' : ''}:
  ${result.created} tickets created in ${result.created_seconds.toFixed(0)} s, ${result.failed} requests failed, ${result.matched} tickets matched
  waiting time: p50 ${result.wait_p50_ms} ms, p99 ${result.wait_p99_ms} ms
  rating distance: p50 ${result.distance_p50}, p99 ${result.distance_p99}
  still waiting: ${result.waiting}, lost: ${result.lost}, in two matches: ${result.doubles}`
