// A program that `soak.ts` starts: honest players, each with one request per second, whatever happens to the others.
import { type Answer, pace, PacedResult, type Sent, tokenIn } from '../../bench/paced.ts'
import { Random } from '../support/random.ts'
import { StealRecord } from '../support/steal-time.ts'
import { Connection } from '../torture/connection.ts'
import { type Fixture, PASSWORD, type SoakPlayer } from './fixture.ts'

export interface HonestOrders {
  fixture: Fixture
  seed: number
  seconds: number
  /** Not measured: the server compiles its code, and connections are opened. */
  warm_up_seconds: number
}

const PERIOD_MS = 1000

interface Call {
  method: string
  path: string
  body?: object
}

type MakeCall = (player: SoakPlayer, random: Random, fixture: Fixture) => Call

const read =
  (path: (player: SoakPlayer, fixture: Fixture) => string): MakeCall =>
  (player, _random, fixture) => ({ method: 'GET', path: path(player, fixture) })

const write =
  (
    path: (player: SoakPlayer) => string,
    body: (player: SoakPlayer, random: Random) => object,
  ): MakeCall =>
  (player, random) => ({ method: 'POST', path: path(player), body: body(player, random) })

/** What players do, and how often in a thousand requests. */
const CALLS: [name: string, weight: number, make: MakeCall][] = [
  ['profile', 160, read(({ id }) => `/users/${id}?with_full_data=false`)],
  ['full profile', 60, read(({ id }) => `/users/${id}`)],
  ['attributes', 160, read(({ id }) => `/users/${id}/game_user_attributes`)],
  ['rounds', 90, read(({ id }) => `/game_rounds?user_id=${id}&per_page=20`)],
  ['friends', 80, read(() => '/friends')],
  [
    'leaderboard',
    70,
    read((_, { game }) => `/games/${game.id}/leaderboard_entries?leaderboard_name=race&limit=20`),
  ],
  ['groups', 40, read(() => '/groups?per_page=20')],
  ['group search', 20, read(() => '/groups?query=group&per_page=20')],
  ['messages', 25, read(({ chat_id }) => `/messages/page/1?chat_id=${chat_id}`)],
  [
    'add score',
    90,
    write(
      ({ id }) => `/users/${id}/add_score`,
      () => ({ score: 1 }),
    ),
  ],
  [
    'set attribute',
    80,
    write(
      ({ id }) => `/users/${id}/add_game_user_attribute`,
      (_, random) => ({ key: 'level', value: String(random.below(100)) }),
    ),
  ],
  [
    'add round',
    60,
    write(
      () => '/game_rounds',
      ({ id }, random) => ({ game_user_id: id, game_type: 'race', score: random.below(1000) }),
    ),
  ],
  [
    'add leaderboard entry',
    40,
    write(
      ({ id }) => `/users/${id}/add_leaderboard_entry`,
      (_, random) => ({ leaderboard_name: 'race', score: random.below(1000) }),
    ),
  ],
  [
    'send message',
    20,
    write(
      () => '/messages',
      ({ chat_id }) => ({ chat_id, text: 'hello' }),
    ),
  ],
]
/** One in two hundred requests is a new sign-in. */
const SIGN_IN_RATE = 0.005

const WEIGHTED = CALLS.flatMap(([name, weight, make]) =>
  Array.from({ length: weight }, () => ({ name, make })),
)

const SUCCESS: Answer = { status: 200, text: '' }

/** All results are kept until the end: with headers and texts, collecting the garbage would stop this program for too long. */
function summarize(answer: Answer): Answer {
  if (typeof answer === 'string') return answer
  return answer.status < 300 ? SUCCESS : { status: answer.status, text: answer.text }
}

/** After it was due, a request is not timed if there was steal time within this. As long for fast and for slow ones. */
const STEAL_SENSITIVE_MS = 100

class HonestPlayer {
  readonly #orders: HonestOrders
  readonly #sent: Required<Sent>[]
  readonly #player: SoakPlayer
  readonly #random: Random
  #connection = new Connection()

  constructor(orders: HonestOrders, sent: Required<Sent>[], index: number) {
    const player = orders.fixture.honest[index]
    if (!player) throw new Error(`there is no player ${index}`)
    this.#orders = orders
    this.#sent = sent
    this.#player = player
    this.#random = new Random(orders.seed, 'honest', index)
  }

  async play(started_at: number): Promise<SoakPlayer> {
    const { seconds, warm_up_seconds } = this.#orders
    const first = started_at + this.#random.next() * PERIOD_MS
    const end = started_at + (warm_up_seconds + seconds) * 1000
    await pace({ first, end, pauseMs: () => PERIOD_MS }, (due) =>
      this.#request(due, due >= started_at + warm_up_seconds * 1000),
    )
    this.#connection.close()
    return this.#player
  }

  async #request(due: number, is_measured: boolean): Promise<void> {
    const { fixture } = this.#orders
    const signs_in = this.#random.chance(SIGN_IN_RATE)
    const planned = this.#random.pick(WEIGHTED)
    const name = signs_in || !planned ? 'sign in' : planned.name
    const call =
      signs_in || !planned ? this.#signIn() : planned.make(this.#player, this.#random, fixture)
    const sent_at = performance.now()
    const { token, address } = this.#player
    const headers = { 'authentication-token': token, 'x-forwarded-for': address }
    const url = `${fixture.url}/api/v3${call.path}`
    const answer: Answer = await this.#connection
      .send({ ...call, url, headers })
      .catch((error: unknown) => String(error))
    if (signs_in) this.#player.token = tokenIn(answer) ?? token
    const answered_at = performance.now()
    if (is_measured) this.#sent.push({ name, due, sent_at, answered_at, answer: summarize(answer) })
  }

  #signIn(): Call {
    const { game } = this.#orders.fixture
    const body = { game_id: game.id, email: this.#player.email, password: PASSWORD }
    return { method: 'POST', path: '/sessions', body }
  }
}

/** Leaves out the latencies of requests around which the hypervisor took CPU time from this machine. */
function resultOf(sent: Required<Sent>[], steal: StealRecord): PacedResult {
  const result = new PacedResult()
  const overlapsSteal = steal.createLookup()
  for (const one of sent.toSorted((a, b) => a.due - b.due))
    if (overlapsSteal(one.due, one.due + STEAL_SENSITIVE_MS)) result.addUntimed(one)
    else result.add(one)
  return result
}

async function play(orders: HonestOrders): Promise<void> {
  const sent: Required<Sent>[] = []
  const steal = new StealRecord()
  const started_at = performance.now()
  const players = orders.fixture.honest.map((_, index) => new HonestPlayer(orders, sent, index))
  const honest = await Promise.all(players.map((player) => player.play(started_at)))
  steal.stop()
  process.send?.({ result: resultOf(sent, steal), honest }, () => process.disconnect())
}

process.once('message', (orders: HonestOrders) => void play(orders))
process.once('disconnect', () => process.exit())
