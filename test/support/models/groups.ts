interface Rules {
  max_group_size: number
  can_auto_join: boolean
  is_invite_only: boolean
}

export interface Group extends Rules {
  id: number
  /** In the order in which they joined. */
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

interface NewConnection {
  group_id: number
  target: number
  status: 'pending' | 'accepted'
}

/** The rules of groups without a database, to compare the server with. Most methods return the expected HTTP status. */
export class GroupsModel {
  readonly groups = new Map<number, Group>()
  readonly connections = new Map<number, Connection>()

  #isAdmin(group: Group, user: number) {
    return group.members.some((member) => member.user === user && member.is_admin)
  }

  #findMember(group: Group, user: number) {
    return group.members.find((member) => member.user === user)
  }

  #findConnection(group: Group, user: number) {
    return [...this.connections.values()].find(
      (one) => one.group === group && one.user === user && one.status !== 'declined',
    )
  }

  #removeConnections(condition: (connection: Connection) => boolean) {
    for (const [id, connection] of this.connections) {
      if (condition(connection)) this.connections.delete(id)
    }
  }

  #addMember(group: Group, user: number): boolean {
    if (group.members.length >= group.max_group_size) return false
    group.members.push({ user, is_admin: false })
    group.removed.delete(user)
    return true
  }

  #removeMember(group: Group, user: number) {
    group.members = group.members.filter((member) => member.user !== user)
    this.#removeConnections((one) => one.group === group && one.user === user)
    const [successor] = group.members
    if (!successor) this.#deleteGroup(group)
    else if (!group.members.some(({ is_admin }) => is_admin)) successor.is_admin = true
  }

  #deleteGroup(group: Group) {
    this.groups.delete(group.id)
    this.#removeConnections((one) => one.group === group)
  }

  create(actor: number, id: number, rules: Rules) {
    const members = [{ user: actor, is_admin: true }]
    this.groups.set(id, { ...rules, id, members, removed: new Set() })
  }

  update(actor: number, id: number, rules: Partial<Rules>): number {
    const group = this.groups.get(id)
    if (!group) return 404
    if (!this.#isAdmin(group, actor)) return 422
    if ((rules.max_group_size ?? group.max_group_size) < group.members.length) return 422
    Object.assign(group, rules)
    return 200
  }

  delete(actor: number, id: number): number {
    const group = this.groups.get(id)
    if (!group) return 404
    if (!this.#isAdmin(group, actor)) return 422
    this.#deleteGroup(group)
    return 200
  }

  connect(actor: number, id: number, target: number): { status: number; state?: string } {
    const refused = { status: 422 }
    const group = this.groups.get(id)
    if (!group || this.#findMember(group, target) || this.#findConnection(group, target))
      return refused
    const is_request = actor === target
    if (is_request && (group.is_invite_only || group.removed.has(target))) return refused
    if (!is_request && !this.#findMember(group, actor)) return refused
    if (
      !is_request &&
      !this.#isAdmin(group, actor) &&
      (group.is_invite_only || group.removed.has(target))
    ) {
      return refused
    }
    const joins = is_request && group.can_auto_join
    if (joins && !this.#addMember(group, target)) return refused
    this.#removeConnections((one) => one.group === group && one.user === target)
    return { status: 200, state: joins ? 'accepted' : 'pending' }
  }

  addConnection(id: number, actor: number, { group_id, target, status }: NewConnection) {
    const group = this.groups.get(group_id)
    if (!group) throw new Error('the group does not exist')
    const kind = actor === target ? 'join_request' : 'invite'
    this.connections.set(id, { id, group, user: target, inviter: actor, kind, status })
  }

  answer(actor: number, id: number, status: 'accepted' | 'declined'): number {
    const one = this.connections.get(id)
    if (!one || ![one.user, one.inviter].includes(actor)) {
      if (!one || !this.#isAdmin(one.group, actor)) {
        return status === 'declined' ? this.leave(actor, id) : 422
      }
    }
    if (one.status === status) return 200
    if (one.status !== 'pending') return 422
    if (one.kind === 'invite' ? one.user !== actor : !this.#isAdmin(one.group, actor)) return 422
    if (status === 'accepted' && !this.#addMember(one.group, one.user)) return 422
    one.status = status
    return 200
  }

  cancel(actor: number, id: number): number {
    const one = this.connections.get(id)
    if (!one || one.status !== 'pending') return 422
    if (one.inviter !== actor && !(one.kind === 'invite' && this.#isAdmin(one.group, actor)))
      return 422
    this.connections.delete(id)
    return 200
  }

  leave(actor: number, id: number): number {
    const group = this.groups.get(id)
    if (!group || !this.#findMember(group, actor)) return 422
    this.#removeMember(group, actor)
    return 200
  }

  remove(actor: number, id: number, target: number): number {
    const group = this.groups.get(id)
    if (
      !group ||
      !this.#isAdmin(group, actor) ||
      actor === target ||
      !this.#findMember(group, target)
    )
      return 422
    this.#removeMember(group, target)
    group.removed.add(target)
    return 200
  }

  setAdmin(actor: number, id: number, { target, is_admin }: { target: number; is_admin: boolean }) {
    const group = this.groups.get(id)
    if (!group) return 404
    const member = this.#findMember(group, target)
    if (!this.#isAdmin(group, actor) || !member) return 422
    const others = group.members.some((one) => one !== member && one.is_admin)
    if (!is_admin && !others) return 422
    member.is_admin = is_admin
    return 200
  }

  deleteAccount(actor: number) {
    for (const group of this.groups.values()) {
      if (this.#findMember(group, actor)) this.#removeMember(group, actor)
    }
    this.#removeConnections(
      ({ user, inviter, status }) => user === actor || (inviter === actor && status === 'pending'),
    )
  }
}
