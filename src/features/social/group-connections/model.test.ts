import fc from 'fast-check'
import { expect } from 'vitest'
import { useTickingClock } from '../../../../test/support/clock.ts'
import { SEED } from '../../../../test/support/random.ts'
import { statement } from '../../../storage/statement.ts'
import { type Group, GroupsModel } from '../../../../test/support/models/groups.ts'
import { onEachEngine, type Player, type World } from '../../../../test/support/world.ts'

const listCounts = statement<{ game_id: number }, { id: number; member_count: number }>(
  `select id, member_count from groups where game_id = :game_id order by id`,
)

const SEQUENCES = 15
const ACTIONS = 50

const KINDS = {
  create: 1,
  update: 2,
  delete: 1,
  'request to join': 12,
  invite: 12,
  answer: 24,
  cancel: 4,
  leave: 5,
  'leave by declining': 2,
  remove: 8,
  admin: 6,
  'delete account': 2,
} as const
type Kind = keyof typeof KINDS
const kinds: Kind[] = Object.keys(KINDS).filter((name): name is Kind => name in KINDS)

const actions = fc.record({
  kind: fc.oneof(...kinds.map((kind) => ({ weight: KINDS[kind], arbitrary: fc.constant(kind) }))),
  /** 0: actor, target and group are random, so most actions are refused. Else they are chosen so that most succeed. */
  care: fc.nat(5),
  actor: fc.nat(4),
  target: fc.nat(4),
  nth: fc.nat(11),
  yes: fc.nat(2).map((drawn) => drawn > 0),
  rules: fc.record({
    max_group_size: fc.integer({ min: 2, max: 4 }),
    can_auto_join: fc.boolean(),
    is_invite_only: fc.nat(3).map((drawn) => drawn === 0),
  }),
})
type Action = typeof actions extends fc.Arbitrary<infer D> ? D : never

const BY_ADMINS = new Set<Kind>(['update', 'delete', 'remove', 'admin'])
const BY_MEMBERS = new Set<Kind>(['invite', 'leave', 'leave by declining'])

const pick = <T>(list: T[], n: number): T | undefined => list[n % Math.max(1, list.length)]

/** Performs each action on the server and in the model, and compares the two. */
class Comparison {
  readonly model = new GroupsModel()
  readonly world: World
  readonly players: Player[]
  readonly group_ids: number[] = []
  readonly connection_ids: number[] = []

  constructor(world: World, players: Player[]) {
    this.world = world
    this.players = players
  }

  #player(index: number): Player {
    const player = pick(this.players, index)
    if (!player) throw new Error('no such player')
    return player
  }

  #byId(id: number): Player {
    return this.players.find((player) => player.id === id) ?? this.#player(0)
  }

  /** The actor, target, group and connection of an action. */
  #choose({ kind, care, nth, ...indexes }: Action) {
    const [me, other] = [this.#player(indexes.actor), this.#player(indexes.target)]
    const random = {
      me,
      target: kind === 'request to join' ? me : other,
      group_id: this.group_ids.at(-1 - (nth % 3)) ?? 0,
      connection_id: this.connection_ids.at(-1 - (nth % 5)) ?? 0,
    }
    const group = pick([...this.model.groups.values()], nth)
    if (care === 0 || !group) return random
    const admins = group.members.filter(({ is_admin }) => is_admin)
    const chosen = { ...random, group_id: group.id }
    if (kind === 'answer' || kind === 'cancel') {
      const any = [...this.model.connections.values()]
      const one = pick(care === 1 ? any : any.filter(({ status }) => status === 'pending'), nth)
      if (!one) return random
      const answering = one.kind === 'invite' ? one.user : (firstAdmin(one.group) ?? 0)
      const actor = kind === 'answer' ? answering : one.inviter
      return { ...chosen, me: this.#byId(actor), connection_id: one.id }
    }
    if (BY_ADMINS.has(kind)) chosen.me = this.#byId(pick(admins, indexes.actor)?.user ?? 0)
    if (BY_MEMBERS.has(kind)) chosen.me = this.#byId(pick(group.members, indexes.actor)?.user ?? 0)
    const is_in = ({ id }: Player) => group.members.some(({ user }) => user === id)
    const to_members = kind === 'remove' || kind === 'admin'
    const targets = this.players.filter((player) => is_in(player) === to_members)
    if (kind !== 'request to join') chosen.target = pick(targets, indexes.target) ?? other
    return chosen
  }

  async perform(action: Action): Promise<void> {
    const { model } = this
    const { me, target, group_id, connection_id } = this.#choose(action)
    const agree = ({ status }: { status: number }, expected: number) =>
      expect([action, status]).toEqual([action, expected])
    // While there is no group, the action is to create one.
    switch (model.groups.size === 0 ? 'create' : action.kind) {
      case 'create': {
        const reply = await me.post('/groups', { name: 'model', ...action.rules })
        agree(reply, 201)
        this.group_ids.push(reply.body.id)
        return model.create(me.id, reply.body.id, action.rules)
      }
      case 'update': {
        const reply = await me.put(`/groups/${group_id}`, action.rules)
        return agree(reply, model.update(me.id, group_id, action.rules))
      }
      case 'delete':
        return agree(await me.delete(`/groups/${group_id}`), model.delete(me.id, group_id))
      case 'request to join':
      case 'invite': {
        const reply = await me.post('/group_connections', { group_id, user_id: target.id })
        const expected = model.connect(me.id, group_id, target.id)
        agree(reply, expected.status)
        expect(reply.body?.status).toBe(expected.state)
        if (reply.status !== 200) return
        const { id, status } = reply.body
        this.connection_ids.push(id)
        return model.addConnection(id, me.id, { group_id, target: target.id, status })
      }
      case 'answer': {
        const status = action.yes ? 'accepted' : 'declined'
        const reply = await me.put(`/group_connections/${connection_id}`, { status })
        return agree(reply, model.answer(me.id, connection_id, status))
      }
      case 'leave by declining': {
        const reply = await me.put(`/group_connections/${group_id}`, { status: 'declined' })
        return agree(reply, model.answer(me.id, group_id, 'declined'))
      }
      case 'cancel': {
        const reply = await me.delete(`/group_connections/cancel/${connection_id}`)
        return agree(reply, model.cancel(me.id, connection_id))
      }
      case 'leave': {
        const reply = await me.delete(`/group_connections/leave/${group_id}`)
        return agree(reply, model.leave(me.id, group_id))
      }
      case 'remove': {
        const reply = await me.put(`/group_connections/remove_member/${target.id}`, { group_id })
        return agree(reply, model.remove(me.id, group_id, target.id))
      }
      case 'admin': {
        const path = `/groups/${group_id}/admins`
        const reply = action.yes
          ? await me.post(path, { user_id: target.id })
          : await me.delete(`${path}/${target.id}`)
        return agree(
          reply,
          model.setAdmin(me.id, group_id, { target: target.id, is_admin: action.yes }),
        )
      }
      case 'delete account': {
        agree(await me.delete(`/users/${me.id}`), 200)
        model.deleteAccount(me.id)
        this.players[this.players.indexOf(me)] = await this.world.player()
      }
    }
  }

  /** Compares all groups of the game, as the first admin of each group sees them. */
  async compare(): Promise<void> {
    const groups = [...this.model.groups.values()]
    const stored = await this.world.context.db.all(listCounts, { game_id: this.world.game.id })
    expect(stored).toEqual(groups.map(({ id, members }) => ({ id, member_count: members.length })))
    const viewers = this.players.filter((player) =>
      groups.some((group) => firstAdmin(group) === player.id),
    )
    for (const viewer of viewers) {
      const { body } = await viewer.get('/groups?with_full_data=true')
      expect(body.groups.map(comparable)).toEqual(
        groups.map((group) => this.#expected(group, viewer)),
      )
    }
  }

  #expected(group: Group, viewer: Player): unknown {
    const is_admin_of = group.members.some(({ user, is_admin }) => is_admin && user === viewer.id)
    const pending = (kind: string) =>
      [...this.model.connections.values()]
        .filter((one) => one.group === group && one.status === 'pending' && one.kind === kind)
        .map(({ id, user, inviter }) => [id, user, inviter])
    return {
      id: group.id,
      members: group.members.map(({ user, is_admin }) => [user, is_admin]),
      admins: group.members.filter(({ is_admin }) => is_admin).map(({ user }) => user),
      join_requests: is_admin_of ? pending('join_request') : [],
      invites: is_admin_of ? pending('invite') : [],
    }
  }
}

const firstAdmin = ({ members }: Group) => members.find(({ is_admin }) => is_admin)?.user

interface GroupAnswer {
  id: number
  members: { id: number; is_admin: boolean }[]
  admins: { id: number }[]
  join_requests: { id: number; user: { id: number }; inviter_id: number }[]
  invites: GroupAnswer['join_requests']
}

const comparable = ({ id, members, admins, join_requests, invites }: GroupAnswer) => ({
  id,
  members: members.map((one) => [one.id, one.is_admin]),
  admins: admins.map((one) => one.id),
  join_requests: join_requests.map((one) => [one.id, one.user.id, one.inviter_id]),
  invites: invites.map((one) => [one.id, one.user.id, one.inviter_id]),
})

onEachEngine(
  'after any sequence of actions the groups are as a simple model predicts',
  async (world) => {
    useTickingClock(world)
    const sequences = fc.array(actions, { minLength: ACTIONS, maxLength: ACTIONS })
    await fc.assert(
      fc.asyncProperty(sequences, async (sequence) => {
        const game = await world.otherGame()
        const comparison = new Comparison(game, await game.players(5))
        for (const action of sequence) {
          await comparison.perform(action)
          await comparison.compare()
        }
      }),
      { numRuns: SEQUENCES, endOnFailure: true, seed: SEED },
    )
  },
)
