import { setTimeout as sleep } from 'node:timers/promises'
import type { Board } from './shared-state.ts'
import { Connection, type Received } from './connection.ts'
import { callOf, deedFor } from './actions.ts'
import { type Act, type Answer, clock, type Deed, type History, type Member } from './history.ts'
import { type Intention, intentionsOf } from './plan.ts'

const GIVES_UP_AFTER_MS = 60_000
const PAUSE_MOST_MS = 250

export interface Figures {
  requests: number
  retries: number
  hang_ups: number
  ignored_answers: number
  /** Acts that were answered on a retry with the stored answer of an earlier try. */
  replayed: number
}

export interface Stage {
  url: string
  history: History
  board: Board
  figures: Figures
}

function readAnswer({ status, text }: Received): Answer {
  if (status >= 300) return {}
  const body: Answer = JSON.parse(text)
  const { id, multiplayer_game_round_id, friendship_id, status: state } = body
  return {
    ...(id === undefined ? {} : { id }),
    ...(multiplayer_game_round_id === undefined ? {} : { multiplayer_game_round_id }),
    ...(friendship_id === undefined ? {} : { friendship_id }),
    ...(state === undefined ? {} : { status: state }),
  }
}

function outcomeOf(reply: Received | undefined): Act['outcome'] {
  if (!reply) return 'open'
  return reply.status < 300 ? 'done' : 'refused'
}

/** One of a player's clients: it has its own connection and sends one write after the other. */
export class Hand {
  readonly #stage: Stage
  readonly #me: Member
  readonly #name: string
  readonly #intentions: Generator<Intention, never>
  readonly #connection = new Connection()
  #count = 0

  constructor(stage: Stage, seed: number, { player, hand }: { player: number; hand: number }) {
    const me = stage.history.cast.players[player]
    if (!me) throw new Error('nobody has this hand')
    this.#stage = stage
    this.#me = me
    this.#name = `${player}-${hand}`
    this.#intentions = intentionsOf(seed, player, hand)
  }

  async play(until: AbortSignal): Promise<void> {
    while (!until.aborted) await this.#act(this.#intentions.next().value)
    this.#connection.close()
  }

  async #act(intention: Intention): Promise<void> {
    const { history, board } = this.#stage
    const deed = deedFor({ cast: history.cast, board, me: this.#me }, intention)
    const key = `${this.#name}-${this.#count++}`
    const started_at = clock()
    const { reply, tries, errors } = await this.#insist(deed, key, intention)
    const replayed = reply?.headers['idempotency-replayed'] === 'true'
    if (replayed) this.#stage.figures.replayed++
    const act: Act = {
      key,
      player: this.#me.id,
      deed,
      started_at,
      ended_at: clock(),
      tries,
      outcome: outcomeOf(reply),
      status: reply?.status ?? 0,
      refusal: reply && reply.status >= 300 ? String(reply.headers['x-error-code']) : null,
      replayed,
      errors,
      answer: reply ? readAnswer(reply) : {},
    }
    history.acts.push(act)
    board.learn(act)
  }

  /** Sends the same request with the same key until it is answered. */
  async #insist(deed: Deed, key: string, { hangs_up_after_ms, ignores_answer }: Intention) {
    const { url, history, figures } = this.#stage
    const { path, ...call } = callOf(history.cast, this.#me.id, deed, key)
    const headers = { 'authentication-token': this.#me.token, 'idempotency-key': key }
    const sent = { ...call, url: `${url}/api/v3${path}`, headers }
    const gives_up_at = clock() + GIVES_UP_AFTER_MS
    let errors = 0
    for (let tries = 1; ; tries++) {
      figures.requests++
      const hangs_up = tries === 1 && hangs_up_after_ms !== undefined
      const reply = await this.#connection
        .send({ ...sent, ...(hangs_up ? { hangs_up_after_ms } : {}) })
        .catch(() => undefined)
      if (!reply && hangs_up) figures.hang_ups++
      if (reply && tries === 1 && ignores_answer) figures.ignored_answers++
      else if (reply && reply.status < 500 && reply.status !== 429) return { reply, tries, errors }
      if (reply?.status === 500) errors++
      if (clock() > gives_up_at) return { reply: undefined, tries, errors }
      figures.retries++
      await sleep(Math.min(PAUSE_MOST_MS, hangs_up ? 0 : 25 * tries))
    }
  }
}
