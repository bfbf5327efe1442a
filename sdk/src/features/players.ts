import { type CallOptions, invalidInput } from '../connection.ts'
import { PER_PAGE, pages } from '../pages.ts'
import { idOf, type PlayerOrId } from '../session.ts'
import { Feature } from './feature.ts'

export class Players extends Feature {
  /** What others may see of a player. */
  get = (player: PlayerOrId, options?: CallOptions) =>
    this.parts.call('users.get', { id: idOf(player), with_full_data: false }, options)
}

/** The score of the signed-in player in the whole game. */
export class Scores extends Feature {
  /** A negative number subtracts. Several devices can do it at the same time. */
  add = async (score: number, options?: CallOptions) =>
    this.parts.call('scores.add', { id: this.parts.session.me(), score }, options)

  set = async (score: number, options?: CallOptions) =>
    this.parts.call('scores.set', { id: this.parts.session.me(), score }, options)
}

/** Texts by key that the game keeps about a player, such as the chosen class. */
export class Attributes extends Feature {
  /** Of the signed-in player, unless another one is named. */
  of = (player?: PlayerOrId, options?: CallOptions) =>
    pages(async (page) => {
      const input = { id: idOf(player ?? this.parts.session.me()), page, per_page: PER_PAGE }
      return (await this.parts.call('attributes.list', input, options)).game_user_attributes
    })

  /** `{ key: value }`; all or none. */
  async set(values: Record<string, string>, options?: CallOptions) {
    if (typeof values !== 'object')
      throw invalidInput([{ field: 'attributes', problem: 'must be an object: { key: value }' }])
    const attributes = Object.entries(values).map(([key, value]) => ({ key, value }))
    const input = { id: this.parts.session.me(), attributes }
    return this.parts.call('attributes.set', input, options)
  }

  async remove(keys: string[], options?: CallOptions) {
    const input = { id: this.parts.session.me(), game_user_attribute_keys: keys }
    return this.parts.call('attributes.remove', input, options)
  }
}
