import type { CallOptions, Input } from '../connection.ts'
import { PER_PAGE, pages, pagesAfter } from '../pages.ts'
import { idOf, type PlayerOrId } from '../session.ts'
import type { Parts } from './feature.ts'

type NewRound = Omit<Input<'rounds.create'>, 'game_user_id'> & {
  /** Another player, for the master of a multiplayer round. */
  player?: PlayerOrId
}

type RoundFilter = Pick<Input<'rounds.list'>, 'game_type' | 'from' | 'to' | 'opponent_id'>

export class Rounds {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async create({ player, ...fields }: NewRound, options?: CallOptions) {
    const game_user_id = idOf(player ?? this.#parts.session.me())
    return this.#parts.call('rounds.create', { game_user_id, ...fields }, options)
  }

  get = (id: number, options?: CallOptions) => this.#parts.call('rounds.get', { id }, options)

  change = (id: number, fields: Omit<Input<'rounds.change'>, 'id'>, options?: CallOptions) =>
    this.#parts.call('rounds.change', { id, ...fields }, options)

  delete = (id: number, options?: CallOptions) => this.#parts.call('rounds.delete', { id }, options)

  /** All rounds of a player, newest first. */
  of = (player: PlayerOrId, { signal, timeout_ms, ...filter }: RoundFilter & CallOptions = {}) =>
    pagesAfter(async (before_id) => {
      const input = { user_id: idOf(player), per_page: PER_PAGE, ...filter }
      const options = { ...(signal ? { signal } : {}), ...(timeout_ms ? { timeout_ms } : {}) }
      const page = before_id === undefined ? input : { ...input, before_id }
      return (await this.#parts.call('rounds.list', page, options)).game_rounds
    })
}

/** Rounds that several players are ranked in. Each has one or more entries: game rounds with its id. */
export class MultiplayerRounds {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** With its master and the best hundred entries. */
  get = (id: number, options?: CallOptions) =>
    this.#parts.call('multiplayerRounds.get', { id }, options)

  /** All entries, best first. */
  entries = (id: number, options?: CallOptions) =>
    pages(async (page) => {
      const input = { id, page, per_page: PER_PAGE }
      return (await this.#parts.call('multiplayerRounds.get', input, options)).rankings
    })

  /** For its master. */
  removeEntry = (id: number, round_id: number, options?: CallOptions) =>
    this.#parts.call('multiplayerRounds.removeEntry', { id, round_id }, options)
}
