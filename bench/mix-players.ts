// A program that `mix.ts` starts: players with think time, each request sent when it is due.
import { Random } from '../test/support/random.ts'
import { type Phase, summarize } from '../test/soak/report.ts'
import { HttpClient } from './client.ts'
import { type Answer, pace, PacedResult, tokenIn } from './paced.ts'
import { addressOf, tokenOf } from './players.ts'
import {
  OPENING,
  type MixPlayer,
  SESSION_SECONDS,
  THINK_SECONDS,
  WEIGHTED,
  type World,
} from './session.ts'

export interface MixOrders {
  port: number
  world: World
  seed: number
  players: number
  seconds: number
  /** Not measured. */
  warm_up_seconds: number
}

/** The first message says that the measured time begins, the second one what came of it. */
export type MixReport = { begins: true } | { phase: Phase }

const CONNECTIONS = 256

/** They keep their tokens and items from one step to the next. */
const known = new Map<number, MixPlayer>()

function playerOf(id: number): MixPlayer {
  const player = known.get(id) ?? { id, token: tokenOf(id), owns_item: false }
  known.set(id, player)
  return player
}

class Session {
  readonly #orders: MixOrders
  readonly #player: MixPlayer
  readonly #random: Random
  readonly #client: HttpClient
  readonly #result: PacedResult
  /** What is left of the beginning of a session. */
  #opening: typeof OPENING = []
  #next_sign_in: number
  readonly #measured_from: number
  readonly #started_at: number

  constructor(
    orders: MixOrders,
    id: number,
    shared: { client: HttpClient; result: PacedResult; started_at: number },
  ) {
    const { client, result, started_at } = shared
    this.#orders = orders
    this.#player = playerOf(id)
    this.#random = new Random(orders.seed, 'mix', orders.players, id)
    this.#client = client
    this.#result = result
    this.#started_at = started_at
    this.#measured_from = started_at + orders.warm_up_seconds * 1000
    // Everyone is somewhere in a session, so that sign-ins are spread evenly.
    this.#next_sign_in = started_at + this.#random.next() * SESSION_SECONDS * 1000
  }

  #thinkMs = () => {
    const { least, most } = THINK_SECONDS
    return (least + this.#random.next() * (most - least)) * 1000
  }

  play(): Promise<void> {
    const { seconds, warm_up_seconds } = this.#orders
    const first = this.#started_at + this.#random.next() * this.#thinkMs()
    const end = this.#started_at + (warm_up_seconds + seconds) * 1000
    return pace({ first, end, pauseMs: this.#thinkMs }, (due) => this.#request(due))
  }

  #choose(due: number) {
    if (due >= this.#next_sign_in) {
      this.#next_sign_in += SESSION_SECONDS * 1000
      this.#opening = [...OPENING]
    }
    const action = this.#opening.shift() ?? this.#random.pick(WEIGHTED)
    if (!action) throw new Error('there is nothing to do')
    return action
  }

  async #request(due: number): Promise<void> {
    const player = this.#player
    const { name, make } = this.#choose(due)
    const call = make(player, this.#random, this.#orders.world)
    const token = name === 'sign_in' ? {} : { token: player.token }
    const sent_at = performance.now()
    const answer: Answer = await this.#client
      .send({ ...call, ...token }, addressOf(player.id))
      .catch((error: unknown) => String(error))
    if (name === 'sign_in') player.token = tokenIn(answer) ?? player.token
    if (name === 'purchase' && typeof answer !== 'string' && answer.status < 300)
      player.owns_item = !player.owns_item
    if (due >= this.#measured_from) this.#result.add({ name, due, sent_at, answer })
  }
}

const tell = (report: MixReport) => process.send?.(report)

async function play(orders: MixOrders): Promise<void> {
  const client = new HttpClient(orders.port, CONNECTIONS)
  const shared = { client, result: new PacedResult(), started_at: performance.now() }
  setTimeout(() => tell({ begins: true }), orders.warm_up_seconds * 1000)
  const sessions = Array.from(
    { length: orders.players },
    (_, index) => new Session(orders, index + 1, shared),
  )
  await Promise.all(sessions.map((session) => session.play()))
  client.close()
  tell({ phase: summarize(shared.result) })
}

process.once('disconnect', () => process.exit())
process.on('message', (orders: MixOrders) => void play(orders))
