import { setTimeout as sleep } from 'node:timers/promises'
import { chooseAction, requestFor } from './actions.ts'
import { Connection, type HttpResponse } from './connection.ts'
import {
  type Action,
  type ActionResult,
  type Answer,
  clock,
  type History,
  type PlayerAccount,
} from './history.ts'
import { planActions, type PlannedAction } from './plan.ts'
import type { SharedState } from './shared-state.ts'

const RETRY_TIMEOUT_MS = 60_000
const MAX_RETRY_DELAY_MS = 250

export interface LoadCounters {
  requests: number
  retries: number
  disconnects: number
  discarded_answers: number
  /** Actions whose retry was answered with the stored answer of an earlier attempt. */
  replayed_answers: number
}

/** What all clients share. */
export interface LoadContext {
  url: string
  history: History
  state: SharedState
  counters: LoadCounters
}

function readAnswer({ status, text }: HttpResponse): Answer {
  if (status >= 300) return {}
  const body: Answer = JSON.parse(text)
  const { id, multiplayer_game_round_id, friendship_id, status: friendship_status } = body
  return {
    ...(id === undefined ? {} : { id }),
    ...(multiplayer_game_round_id === undefined ? {} : { multiplayer_game_round_id }),
    ...(friendship_id === undefined ? {} : { friendship_id }),
    ...(friendship_status === undefined ? {} : { status: friendship_status }),
  }
}

function outcomeOf(response: HttpResponse | undefined): ActionResult['outcome'] {
  if (!response) return 'unknown'
  return response.status < 300 ? 'done' : 'refused'
}

/** One of a player's clients: it has its own connection and sends one write after the other. */
export class PlayerClient {
  readonly #context: LoadContext
  readonly #player: PlayerAccount
  readonly #name: string
  readonly #plan: Generator<PlannedAction, never>
  readonly #connection = new Connection()
  #count = 0

  constructor(context: LoadContext, seed: number, at: { player: number; client: number }) {
    const player = context.history.fixture.players[at.player]
    if (!player) throw new Error(`there is no player ${at.player}`)
    this.#context = context
    this.#player = player
    this.#name = `${at.player}-${at.client}`
    this.#plan = planActions(seed, at.player, at.client)
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) await this.#perform(this.#plan.next().value)
    this.#connection.close()
  }

  async #perform(planned: PlannedAction): Promise<void> {
    const { history, state, counters } = this.#context
    const player = this.#player
    const action = chooseAction({ fixture: history.fixture, state, player }, planned)
    const key = `${this.#name}-${this.#count++}`
    const started_at = clock()
    const { response, attempts, errors } = await this.#sendUntilAnswered(action, key, planned)
    const replayed = response?.headers['idempotency-replayed'] === 'true'
    if (replayed) counters.replayed_answers++
    const is_refused = response && response.status >= 300
    const result: ActionResult = {
      key,
      has_key: planned.has_key,
      player: player.id,
      action,
      started_at,
      ended_at: clock(),
      attempts,
      outcome: outcomeOf(response),
      status: response?.status ?? 0,
      refusal: is_refused ? String(response.headers['x-error-code']) : null,
      replayed,
      errors,
      answer: response ? readAnswer(response) : {},
    }
    history.results.push(result)
    state.update(result)
  }

  /** Sends the same request with the same key until it is answered, or once without a key. */
  async #sendUntilAnswered(action: Action, key: string, planned: PlannedAction) {
    const { has_key, disconnect_after_ms, discards_answer } = planned
    const { url, history, counters } = this.#context
    const { path, ...rest } = requestFor(history.fixture, this.#player.id, action, key)
    const idempotency = has_key ? { 'idempotency-key': key } : {}
    const headers = { 'authentication-token': this.#player.token, ...idempotency }
    const request = { ...rest, url: `${url}/api/v3${path}`, headers }
    const deadline = clock() + RETRY_TIMEOUT_MS
    let errors = 0
    for (let attempts = 1; ; attempts++) {
      counters.requests++
      const disconnects = attempts === 1 && disconnect_after_ms !== undefined
      const response = await this.#connection
        .send({ ...request, ...(disconnects ? { disconnect_after_ms } : {}) })
        .catch(() => undefined)
      if (!response && disconnects) counters.disconnects++
      if (response && attempts === 1 && discards_answer) counters.discarded_answers++
      else if (response && response.status < 500 && response.status !== 429) {
        return { response, attempts, errors }
      }
      if (response?.status === 500) errors++
      if (!has_key || clock() > deadline) return { response: undefined, attempts, errors }
      counters.retries++
      await sleep(Math.min(MAX_RETRY_DELAY_MS, disconnects ? 0 : 25 * attempts))
    }
  }
}
