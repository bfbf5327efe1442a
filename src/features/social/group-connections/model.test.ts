import fc from 'fast-check'
import { expect } from 'vitest'
import { statement } from '../../../storage/statement.ts'
import { type Group, GroupsModel } from '../../../../test/support/models/groups.ts'
import { onEachEngine, type Player, type World } from '../../../../test/support/world.ts'

const listCounts = statement<{ game_id: number }, { id: number; member_count: number }>(
  `select id, member_count from groups where game_id = :game_id order by id`,
)

const RUNS = 15
const STEPS = 50

const KINDS = {
  found: 1,
  change: 2,
  delete: 1,
  ask: 12,
  invite: 12,
  answer: 24,
  cancel: 4,
  leave: 5,
  'decline the group': 2,
  remove: 8,
  admin: 6,
  'close account': 2,
} as const
type Kind = keyof typeof KINDS
const kinds: Kind[] = Object.keys(KINDS).filter((name): name is Kind => name in KINDS)

/** With care it is done by somebody who may, to something that is there; else at random. */
const deeds = fc.record({
  kind: fc.oneof(...kinds.map((kind) => ({ weight: KINDS[kind], arbitrary: fc.constant(kind) }))),
  care: fc.nat(5),
  who: fc.nat(4),
  whom: fc.nat(4),
  nth: fc.nat(11),
  yes: fc.nat(2).map((drawn) => drawn > 0),
  rules: fc.record({
    max_group_size: fc.integer({ min: 2, max: 4 }),
    can_auto_join: fc.boolean(),
    is_invite_only: fc.nat(3).map((drawn) => drawn === 0),
  }),
})
type Deed = typeof deeds extends fc.Arbitrary<infer D> ? D : never

const LED = new Set<Kind>(['change', 'delete', 'remove', 'admin'])
const OF_MEMBERS = new Set<Kind>(['invite', 'leave', 'decline the group'])

const draw = <T>(list: T[], n: number): T | undefined => list[n % Math.max(1, list.length)]

/** Does each deed on the server and in the model. */
class Play {
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
    const player = draw(this.players, index)
    if (!player) throw new Error('no such player')
    return player
  }

  #byId(id: number): Player {
    return this.players.find((player) => player.id === id) ?? this.#player(0)
  }

  /** Who does it, to whom, in which group, with which connection. */
  #cast({ kind, care, who, whom, nth }: Deed) {
    const [me, other] = [this.#player(who), this.#player(whom)]
    const random = {
      me,
      whom: kind === 'ask' ? me : other,
      group_id: this.group_ids.at(-1 - (nth % 3)) ?? 0,
      connection_id: this.connection_ids.at(-1 - (nth % 5)) ?? 0,
    }
    const group = draw([...this.model.groups.values()], nth)
    if (care === 0 || !group) return random
    const admins = group.members.filter(({ is_admin }) => is_admin)
    const chosen = { ...random, group_id: group.id }
    if (kind === 'answer' || kind === 'cancel') {
      const any = [...this.model.connections.values()]
      const one = draw(care === 1 ? any : any.filter(({ status }) => status === 'pending'), nth)
      if (!one) return random
      const answers = one.kind === 'invite' ? one.user : (firstAdmin(one.group) ?? 0)
      const actor = kind === 'answer' ? answers : one.inviter
      return { ...chosen, me: this.#byId(actor), connection_id: one.id }
    }
    if (LED.has(kind)) chosen.me = this.#byId(draw(admins, who)?.user ?? 0)
    if (OF_MEMBERS.has(kind)) chosen.me = this.#byId(draw(group.members, who)?.user ?? 0)
    const is_in = ({ id }: Player) => group.members.some(({ user }) => user === id)
    const to_members = kind === 'remove' || kind === 'admin'
    const targets = this.players.filter((player) => is_in(player) === to_members)
    if (kind !== 'ask') chosen.whom = draw(targets, whom) ?? other
    return chosen
  }

  async step(act: Deed): Promise<void> {
    const { model } = this
    const { me, whom, group_id, connection_id } = this.#cast(act)
    const agree = ({ status }: { status: number }, expected: number) =>
      expect([act, status]).toEqual([act, expected])
    // Where nothing is left, a new group is founded first.
    switch (model.groups.size === 0 ? 'found' : act.kind) {
      case 'found': {
        const reply = await me.post('/groups', { name: 'model', ...act.rules })
        agree(reply, 201)
        this.group_ids.push(reply.body.id)
        return model.found(me.id, reply.body.id, act.rules)
      }
      case 'change': {
        const reply = await me.put(`/groups/${group_id}`, act.rules)
        return agree(reply, model.change(me.id, group_id, act.rules))
      }
      case 'delete':
        return agree(await me.delete(`/groups/${group_id}`), model.delete(me.id, group_id))
      case 'ask':
      case 'invite': {
        const reply = await me.post('/group_connections', { group_id, user_id: whom.id })
        const expected = model.connect(me.id, group_id, whom.id)
        agree(reply, expected.status)
        expect(reply.body?.status).toBe(expected.state)
        if (reply.status !== 200) return
        const { id, status } = reply.body
        this.connection_ids.push(id)
        return model.connected(id, me.id, { group_id, whom: whom.id, status })
      }
      case 'answer': {
        const status = act.yes ? 'accepted' : 'declined'
        const reply = await me.put(`/group_connections/${connection_id}`, { status })
        return agree(reply, model.answer(me.id, connection_id, status))
      }
      case 'decline the group': {
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
        const reply = await me.put(`/group_connections/remove_member/${whom.id}`, { group_id })
        return agree(reply, model.remove(me.id, group_id, whom.id))
      }
      case 'admin': {
        const address = `/groups/${group_id}/admins`
        const reply = act.yes
          ? await me.post(address, { user_id: whom.id })
          : await me.delete(`${address}/${whom.id}`)
        return agree(reply, model.setAdmin(me.id, group_id, { whom: whom.id, is_admin: act.yes }))
      }
      case 'close account': {
        agree(await me.delete(`/users/${me.id}`), 200)
        model.closeAccount(me.id)
        this.players[this.players.indexOf(me)] = await this.world.player()
      }
    }
  }

  /** All groups of the game as admins see them, each through the eyes of its first. */
  async compare(): Promise<void> {
    const groups = [...this.model.groups.values()]
    const kept = await this.world.context.db.all(listCounts, { game_id: this.world.game.id })
    expect(kept).toEqual(groups.map(({ id, members }) => ({ id, member_count: members.length })))
    const viewers = this.players.filter((player) =>
      groups.some((group) => firstAdmin(group) === player.id),
    )
    for (const viewer of viewers) {
      const { body } = await viewer.get('/groups?with_full_data=true')
      expect(body.groups.map(visible)).toEqual(groups.map((group) => this.#expected(group, viewer)))
    }
  }

  #expected(group: Group, viewer: Player): unknown {
    const is_led = group.members.some(({ user, is_admin }) => is_admin && user === viewer.id)
    const waiting = (kind: string) =>
      [...this.model.connections.values()]
        .filter((one) => one.group === group && one.status === 'pending' && one.kind === kind)
        .map(({ id, user, inviter }) => [id, user, inviter])
    return {
      id: group.id,
      members: group.members.map(({ user, is_admin }) => [user, is_admin]),
      admins: group.members.filter(({ is_admin }) => is_admin).map(({ user }) => user),
      join_requests: is_led ? waiting('join_request') : [],
      invites: is_led ? waiting('invite') : [],
    }
  }
}

const firstAdmin = ({ members }: Group) => members.find(({ is_admin }) => is_admin)?.user

interface Shown {
  id: number
  members: { id: number; is_admin: boolean }[]
  admins: { id: number }[]
  join_requests: { id: number; user: { id: number }; inviter_id: number }[]
  invites: Shown['join_requests']
}

const visible = ({ id, members, admins, join_requests, invites }: Shown) => ({
  id,
  members: members.map((one) => [one.id, one.is_admin]),
  admins: admins.map((one) => one.id),
  join_requests: join_requests.map((one) => [one.id, one.user.id, one.inviter_id]),
  invites: invites.map((one) => [one.id, one.user.id, one.inviter_id]),
})

onEachEngine('any sequence of deeds leaves what a small model says', async (world) => {
  const plays = fc.array(deeds, { minLength: STEPS, maxLength: STEPS })
  await fc.assert(
    fc.asyncProperty(plays, async (acts) => {
      const game = await world.elsewhere()
      const play = new Play(game, await game.players(5))
      for (const act of acts) {
        await play.step(act)
        await play.compare()
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
})
