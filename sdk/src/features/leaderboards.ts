import type { CallOptions, Input } from '../connection.ts'
import { idOf, type PlayerOrId } from '../session.ts'
import type { Parts } from './feature.ts'

type Filter = { one_per_user?: boolean; limit?: number }

export class Leaderboards {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async add(entry: Omit<Input<'leaderboards.addEntry'>, 'id'>, options?: CallOptions) {
    const input = { id: this.#parts.session.me(), ...entry }
    return this.#parts.call('leaderboards.addEntry', input, options)
  }

  /** The best entries, at most a hundred. */
  async entries(name: string, filter: Filter = {}, options?: CallOptions) {
    const input = { id: this.#parts.game_id, leaderboard_name: name, ...filter }
    return (await this.#parts.call('leaderboards.entries', input, options)).leaderboard_entries
  }

  /** The best entries of one player, at most a hundred. */
  async of(
    player: PlayerOrId,
    filter: Filter & { leaderboard_name?: string } = {},
    options?: CallOptions,
  ) {
    const input = { id: idOf(player), ...filter }
    return (await this.#parts.call('leaderboards.entriesOfUser', input, options))
      .leaderboard_entries
  }

  /** Of the signed-in player, unless another one is named. */
  rank(name: string, player?: PlayerOrId, options?: CallOptions) {
    const input = { id: this.#parts.game_id, name, ...userIdOf(player) }
    return this.#parts.call('leaderboards.rank', input, options)
  }

  /** The entries next to a player: the signed-in one, unless another one is named. */
  async around(
    name: string,
    { player, limit }: { player?: PlayerOrId; limit?: number } = {},
    options?: CallOptions,
  ) {
    const { call, game_id } = this.#parts
    const input = { id: game_id, name, ...userIdOf(player), ...(limit ? { limit } : {}) }
    return (await call('leaderboards.around', input, options)).leaderboard_entries
  }

  /** Deletes the entries of the signed-in player on one leaderboard. */
  async clear(name: string, options?: CallOptions) {
    const input = { id: this.#parts.session.me(), leaderboard_name: name }
    return this.#parts.call('leaderboards.clearEntries', input, options)
  }

  /** Deletes the entries of the signed-in player on all leaderboards. */
  clearAll = async (options?: CallOptions) =>
    this.#parts.call(
      'leaderboards.clearEntries',
      { id: this.#parts.session.me(), all: true },
      options,
    )
}

const userIdOf = (player: PlayerOrId | undefined) => (player ? { user_id: idOf(player) } : {})
