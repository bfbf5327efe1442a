interface Rules {
  max_group_size: number
  can_auto_join: boolean
  is_invite_only: boolean
}

export interface Group extends Rules {
  id: number
  /** In the order in which they came. */
  members: { user: number; is_admin: boolean }[]
  removed: Set<number>
}

interface Connection {
  id: number
  group: Group
  user: number
  inviter: number
  kind: 'invite' | 'join_request'
  status: 'pending' | 'accepted' | 'declined'
}

interface Made {
  group_id: number
  whom: number
  status: 'pending' | 'accepted'
}

/** What the groups of a game promise, without a database. Every deed answers with its status. */
export class GroupsModel {
  readonly groups = new Map<number, Group>()
  readonly connections = new Map<number, Connection>()

  #admin(group: Group, user: number) {
    return group.members.some((member) => member.user === user && member.is_admin)
  }

  #member(group: Group, user: number) {
    return group.members.find((member) => member.user === user)
  }

  #between(group: Group, user: number) {
    return [...this.connections.values()].find(
      (one) => one.group === group && one.user === user && one.status !== 'declined',
    )
  }

  #forget(condition: (connection: Connection) => boolean) {
    for (const [id, connection] of this.connections) {
      if (condition(connection)) this.connections.delete(id)
    }
  }

  #enter(group: Group, user: number): boolean {
    if (group.members.length >= group.max_group_size) return false
    group.members.push({ user, is_admin: false })
    group.removed.delete(user)
    return true
  }

  #goAway(group: Group, user: number) {
    group.members = group.members.filter((member) => member.user !== user)
    this.#forget((one) => one.group === group && one.user === user)
    const [successor] = group.members
    if (!successor) this.#close(group)
    else if (!group.members.some(({ is_admin }) => is_admin)) successor.is_admin = true
  }

  #close(group: Group) {
    this.groups.delete(group.id)
    this.#forget((one) => one.group === group)
  }

  found(who: number, id: number, rules: Rules) {
    const members = [{ user: who, is_admin: true }]
    this.groups.set(id, { ...rules, id, members, removed: new Set() })
  }

  change(who: number, id: number, rules: Partial<Rules>): number {
    const group = this.groups.get(id)
    if (!group) return 404
    if (!this.#admin(group, who)) return 422
    if ((rules.max_group_size ?? group.max_group_size) < group.members.length) return 422
    Object.assign(group, rules)
    return 200
  }

  delete(who: number, id: number): number {
    const group = this.groups.get(id)
    if (!group) return 404
    if (!this.#admin(group, who)) return 422
    this.#close(group)
    return 200
  }

  connect(who: number, id: number, whom: number): { status: number; state?: string } {
    const refused = { status: 422 }
    const group = this.groups.get(id)
    if (!group || this.#member(group, whom) || this.#between(group, whom)) return refused
    const asks = who === whom
    if (asks && (group.is_invite_only || group.removed.has(whom))) return refused
    if (!asks && !this.#member(group, who)) return refused
    if (!asks && !this.#admin(group, who) && (group.is_invite_only || group.removed.has(whom))) {
      return refused
    }
    const enters = asks && group.can_auto_join
    if (enters && !this.#enter(group, whom)) return refused
    this.#forget((one) => one.group === group && one.user === whom)
    return { status: 200, state: enters ? 'accepted' : 'pending' }
  }

  connected(id: number, who: number, { group_id, whom, status }: Made) {
    const group = this.groups.get(group_id)
    if (!group) throw new Error('connected to nothing')
    const kind = who === whom ? 'join_request' : 'invite'
    this.connections.set(id, { id, group, user: whom, inviter: who, kind, status })
  }

  answer(who: number, id: number, status: 'accepted' | 'declined'): number {
    const one = this.connections.get(id)
    if (!one || ![one.user, one.inviter].includes(who)) {
      if (!one || !this.#admin(one.group, who)) {
        return status === 'declined' ? this.leave(who, id) : 422
      }
    }
    if (one.status === status) return 200
    if (one.status !== 'pending') return 422
    if (one.kind === 'invite' ? one.user !== who : !this.#admin(one.group, who)) return 422
    if (status === 'accepted' && !this.#enter(one.group, one.user)) return 422
    one.status = status
    return 200
  }

  cancel(who: number, id: number): number {
    const one = this.connections.get(id)
    if (!one || one.status !== 'pending') return 422
    if (one.inviter !== who && !(one.kind === 'invite' && this.#admin(one.group, who))) return 422
    this.connections.delete(id)
    return 200
  }

  leave(who: number, id: number): number {
    const group = this.groups.get(id)
    if (!group || !this.#member(group, who)) return 422
    this.#goAway(group, who)
    return 200
  }

  remove(who: number, id: number, whom: number): number {
    const group = this.groups.get(id)
    if (!group || !this.#admin(group, who) || who === whom || !this.#member(group, whom)) return 422
    this.#goAway(group, whom)
    group.removed.add(whom)
    return 200
  }

  setAdmin(who: number, id: number, { whom, is_admin }: { whom: number; is_admin: boolean }) {
    const group = this.groups.get(id)
    if (!group) return 404
    const member = this.#member(group, whom)
    if (!this.#admin(group, who) || !member) return 422
    const others = group.members.some((one) => one !== member && one.is_admin)
    if (!is_admin && !others) return 422
    member.is_admin = is_admin
    return 200
  }

  closeAccount(who: number) {
    for (const group of this.groups.values()) {
      if (this.#member(group, who)) this.#goAway(group, who)
    }
    this.#forget(
      ({ user, inviter, status }) => user === who || (inviter === who && status === 'pending'),
    )
  }
}
