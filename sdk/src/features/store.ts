import type { CallOptions } from '../connection.ts'
import { idOf } from '../session.ts'
import type { Parts } from './feature.ts'

export type ItemOrId = number | { id: number }

export class Credits {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** A negative number takes them away. */
  add = async (credits: number, options?: CallOptions) =>
    this.#parts.call('credits.add', { id: this.#parts.session.me(), credits }, options)

  set = async (credits: number, options?: CallOptions) =>
    this.#parts.call('credits.set', { id: this.#parts.session.me(), credits }, options)
}

export class Store {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** What the game sells. */
  async items(options?: CallOptions) {
    const { call, game_id, game_token } = this.#parts
    return (await call('store.items', { game_id, game_token }, options)).store_items
  }

  /** What the signed-in player has bought, and how many credits they have. */
  owned = async (options?: CallOptions) =>
    this.#parts.call('store.purchases', { id: this.#parts.session.me() }, options)

  /** Takes the credits once, however often the connection breaks. */
  async buy(item: ItemOrId, options?: CallOptions) {
    const input = { id: this.#parts.session.me(), store_item_id: idOf(item) }
    return this.#parts.call('store.purchase', input, options)
  }

  /** Gives an item back, by default for its price. */
  async refund(item: ItemOrId, options: CallOptions & { reimburse?: boolean } = {}) {
    const { reimburse = true, ...rest } = options
    const input = { id: this.#parts.session.me(), store_item_id: idOf(item), reimburse }
    return this.#parts.call('store.refund', input, rest)
  }
}
