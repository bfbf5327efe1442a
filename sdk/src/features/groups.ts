import type { CallOptions, Input } from '../connection.ts'
import { PER_PAGE, pages } from '../pages.ts'
import { idOf, type PlayerOrId } from '../session.ts'
import { Feature } from './feature.ts'

type NewAttribute = { key: string; value: string; others_can_edit?: boolean }

/** Texts by key that the members of a group share. */
class GroupAttributes extends Feature {
  of = (group_id: number, options?: CallOptions) =>
    pages(async (page) => {
      const input = { id: group_id, page, per_page: PER_PAGE }
      return (await this.parts.call('groupAttributes.list', input, options)).attributes
    })

  add = (group_id: number, attributes: NewAttribute[], options?: CallOptions) =>
    this.parts.call('groupAttributes.add', { id: group_id, attributes }, options)

  change(group_id: number, { key, value }: { key: string; value: string }, options?: CallOptions) {
    return this.parts.call('groupAttributes.change', { id: group_id, key, value }, options)
  }

  remove = (group_id: number, keys: string[], options?: CallOptions) =>
    this.parts.call('groupAttributes.remove', { id: group_id, keys }, options)
}

/** Guilds, clans or teams. An invitation and a request to join are connections, which have ids of their own. */
export class Groups extends Feature {
  readonly attributes = new GroupAttributes(this.parts)

  create = (fields: Input<'groups.create'>, options?: CallOptions) =>
    this.parts.call('groups.create', fields, options)

  /** With its members and admins, and for admins the pending requests and invites. */
  get = (id: number, options?: CallOptions) =>
    this.parts.call('groups.get', { id, with_full_data: true }, options)

  /** Groups with words that begin like those of the query; without one, all that can be found. */
  search = (query?: string, options?: CallOptions) =>
    pages(async (page) => {
      const input = { page, per_page: PER_PAGE, ...(query ? { query } : {}) }
      return (await this.parts.call('groups.list', input, options)).groups
    })

  /** Those that the signed-in player is a member of. */
  mine = (options?: CallOptions) =>
    pages(async (page) => {
      const input = { page, per_page: PER_PAGE }
      return (await this.parts.call('groups.mine', input, options)).groups
    })

  change = (id: number, fields: Omit<Input<'groups.change'>, 'id'>, options?: CallOptions) =>
    this.parts.call('groups.change', { id, ...fields }, options)

  delete = (id: number, options?: CallOptions) => this.parts.call('groups.delete', { id }, options)

  /** At once, or as a request that an admin accepts: see `status` of the answer. */
  async join(group_id: number, options?: CallOptions) {
    const input = { group_id, user_id: this.parts.session.me() }
    return this.parts.call('groups.connect', input, options)
  }

  /** By username or id. */
  invite(group_id: number, player: string | PlayerOrId, options?: CallOptions) {
    const who = typeof player === 'string' ? { username: player } : { user_id: idOf(player) }
    return this.parts.call('groups.connect', { group_id, ...who }, options)
  }

  /** Invitations to the signed-in player. */
  myInvites = (options?: CallOptions) =>
    pages(async (page) => {
      const input = { page, per_page: PER_PAGE }
      return (await this.parts.call('groups.myInvites', input, options)).invites
    })

  /** For admins: players who are invited. */
  invites = (id: number, options?: CallOptions) =>
    pages(async (page) => {
      const input = { id, page, per_page: PER_PAGE }
      return (await this.parts.call('groups.invites', input, options)).invites
    })

  /** For admins: players who want to join. */
  joinRequests = (id: number, options?: CallOptions) =>
    pages(async (page) => {
      const input = { id, page, per_page: PER_PAGE }
      return (await this.parts.call('groups.joinRequests', input, options)).join_requests
    })

  /** An invitation, or as an admin a request to join. */
  accept = (connection_id: number, options?: CallOptions) =>
    this.parts.call('groups.answer', { id: connection_id, status: 'accepted' }, options)

  decline = (connection_id: number, options?: CallOptions) =>
    this.parts.call('groups.answer', { id: connection_id, status: 'declined' }, options)

  /** Takes back an invitation or a request to join. */
  cancel = (connection_id: number, options?: CallOptions) =>
    this.parts.call('groups.cancel', { id: connection_id }, options)

  leave = (id: number, options?: CallOptions) => this.parts.call('groups.leave', { id }, options)

  removeMember(id: number, player: PlayerOrId, options?: CallOptions) {
    return this.parts.call('groups.removeMember', { group_id: id, id: idOf(player) }, options)
  }

  addAdmin = (id: number, player: PlayerOrId, options?: CallOptions) =>
    this.parts.call('groups.addAdmin', { id, user_id: idOf(player) }, options)

  removeAdmin = (id: number, player: PlayerOrId, options?: CallOptions) =>
    this.parts.call('groups.removeAdmin', { id, user_id: idOf(player) }, options)
}
