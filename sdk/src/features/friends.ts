import type { CallOptions, Input } from '../connection.ts'
import { PER_PAGE, pages } from '../pages.ts'
import { idOf, type PlayerOrId } from '../session.ts'
import { Feature } from './feature.ts'

/** A friend request and the friendship that it becomes have the same id. */
export class Friends extends Feature {
  /** With `online`, `last_seen` and `status`. Of the signed-in player, unless another one is named. */
  list = (player?: PlayerOrId, options?: CallOptions) =>
    pages(async (page) => {
      const input = {
        page,
        per_page: PER_PAGE,
        ...(player === undefined ? {} : { user_id: idOf(player) }),
      }
      return (await this.parts.call('friends.list', input, options)).friends
    })

  /** Friends and requests together: a hundred of each. */
  overview = (options?: CallOptions) => this.parts.call('friends.overview', {}, options)

  request = (username: string, options?: CallOptions) =>
    this.parts.call('friends.request', { username }, options)

  incoming = (options?: CallOptions) =>
    pages(async (page) => {
      const input = { page, per_page: PER_PAGE }
      return (await this.parts.call('friends.incoming', input, options)).incoming_friend_requests
    })

  outgoing = (options?: CallOptions) =>
    pages(async (page) => {
      const input = { page, per_page: PER_PAGE }
      return (await this.parts.call('friends.outgoing', input, options)).outgoing_friend_requests
    })

  accept = (friendship_id: number, options?: CallOptions) =>
    this.parts.call('friends.answer', { id: friendship_id, status: 'accepted' }, options)

  decline = (friendship_id: number, options?: CallOptions) =>
    this.parts.call('friends.answer', { id: friendship_id, status: 'declined' }, options)

  /** Takes back a request. */
  cancel = (friendship_id: number, options?: CallOptions) =>
    this.parts.call('friends.cancel', { id: friendship_id }, options)

  remove = (player: PlayerOrId, options?: CallOptions) =>
    this.parts.call('friends.remove', { user_id: idOf(player) }, options)
}

/** Players that the signed-in player wants to hear nothing from. */
export class Blocks extends Feature {
  list = (options?: CallOptions) =>
    pages(async (page) => {
      const input = { page, per_page: PER_PAGE }
      return (await this.parts.call('blocks.list', input, options)).blocks
    })

  add = (player: PlayerOrId, options?: CallOptions) =>
    this.parts.call('blocks.create', { user_id: idOf(player) }, options)

  remove = (player: PlayerOrId, options?: CallOptions) =>
    this.parts.call('blocks.remove', { user_id: idOf(player) }, options)
}

type Reason = Input<'reports.create'>['reason']

/** For the staff of the game: what players should not do, write or be called. */
export class Reports extends Feature {
  player = (player: PlayerOrId, reason: Reason, text = '', options?: CallOptions) =>
    this.parts.call('reports.create', { user_id: idOf(player), reason, text }, options)

  message = (message_id: number, reason: Reason, text = '', options?: CallOptions) =>
    this.parts.call('reports.create', { message_id, reason, text }, options)

  group = (group_id: number, reason: Reason, text = '', options?: CallOptions) =>
    this.parts.call('reports.create', { group_id, reason, text }, options)
}

/** What friends see of the signed-in player. */
export class Presence extends Feature {
  get = (options?: CallOptions) => this.parts.call('presence.get', {}, options)

  set = (fields: Input<'presence.change'>, options?: CallOptions) =>
    this.parts.call('presence.change', fields, options)
}
