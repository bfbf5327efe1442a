import fc from 'fast-check'
import { expect } from 'vitest'
import { useTickingClock } from '../../../../test/support/clock.ts'
import { SEED } from '../../../../test/support/random.ts'
import type { RankingEntry } from '../../../../test/support/rounds.ts'
import {
  onEachEngine,
  type Player,
  type Reply,
  type World,
} from '../../../../test/support/world.ts'

const PATH = '/multiplayer_game_rounds'
const SEQUENCES = 12
const ACTIONS = 40

const KINDS = {
  create: 2,
  join: 10,
  leave: 4,
  kick: 4,
  invite: 6,
  enter: 12,
  finish: 1,
} as const
type Kind = keyof typeof KINDS
const kinds: Kind[] = Object.keys(KINDS).filter((name): name is Kind => name in KINDS)

const actions = fc.record({
  kind: fc.oneof(...kinds.map((kind) => ({ weight: KINDS[kind], arbitrary: fc.constant(kind) }))),
  /** 0: the actor is random. Otherwise a master does what only masters may. */
  care: fc.nat(3),
  actor: fc.nat(4),
  target: fc.nat(4),
  nth: fc.nat(2),
  rules: fc.record({
    max_players: fc.integer({ min: 2, max: 3 }),
    entries_per_player: fc.integer({ min: 1, max: 2 }),
    who_may_join: fc.constantFrom('anyone', 'invited'),
  }),
})
type Action = typeof actions extends fc.Arbitrary<infer D> ? D : never

const OK = 'ok'

/** What a round with rules promises, without a database. Every method returns the code of the refusal, or `OK`. */
class RoundModel {
  readonly rules: Action['rules']
  master: number
  /** In the order in which they joined. */
  seats: number[]
  readonly invited = new Set<number>()
  readonly kicked = new Set<number>()
  entries: { user: number; id: number }[] = []
  is_finished = false

  constructor(master: number, rules: Action['rules']) {
    this.master = master
    this.rules = rules
    this.seats = [master]
  }

  join(user: number): string {
    if (this.is_finished) return 'round_finished'
    if (this.seats.includes(user)) return OK
    if (this.kicked.has(user)) return 'kicked_from_round'
    if (this.rules.who_may_join === 'invited' && !this.invited.has(user))
      return 'round_not_joinable'
    if (this.seats.length === this.rules.max_players) return 'round_full'
    this.invited.delete(user)
    this.seats.push(user)
    return OK
  }

  enter(user: number): string {
    const before = [...this.seats]
    const joined = this.join(user)
    if (joined !== OK) return joined
    const own = this.entries.filter((entry) => entry.user === user)
    if (own.length < this.rules.entries_per_player) return OK
    this.seats = before
    return 'too_many_entries_in_round'
  }

  #vacate(user: number): void {
    this.seats = this.seats.filter((one) => one !== user)
    this.entries = this.entries.filter((entry) => entry.user !== user)
    const [first] = this.seats
    if (first === undefined) this.is_finished = true
    else if (this.master === user) this.master = first
  }

  leave(user: number): string {
    if (this.is_finished) return 'round_finished'
    if (!this.seats.includes(user)) return 'no_seat_in_round'
    this.#vacate(user)
    return OK
  }

  kick(actor: number, user: number): string {
    if (this.is_finished) return 'round_finished'
    if (this.master !== actor) return 'only_for_the_master'
    if (actor === user) return 'kicking_oneself'
    const has_seat = this.seats.includes(user)
    if (!has_seat && !this.invited.has(user)) return 'no_seat_in_round'
    this.invited.delete(user)
    this.kicked.add(user)
    if (has_seat) this.#vacate(user)
    return OK
  }

  invite(actor: number, user: number): string {
    if (this.is_finished) return 'round_finished'
    if (this.master !== actor) return 'only_for_the_master'
    if (this.kicked.has(user)) return 'kicked_from_round'
    if (!this.seats.includes(user)) this.invited.add(user)
    return OK
  }

  finish(actor: number): string {
    if (this.is_finished) return 'round_finished'
    if (this.master !== actor) return 'only_for_the_master'
    this.is_finished = true
    return OK
  }
}

const outcomeOf = ({ status, headers }: Reply) =>
  status < 300 ? OK : (headers.get('x-error-code') ?? String(status))

/** Performs each action on the server and in the model, and compares the two. */
class Comparison {
  readonly rounds = new Map<number, RoundModel>()
  readonly players: Player[]

  constructor(players: Player[]) {
    this.players = players
  }

  #player(index: number): Player {
    const player = this.players[index % this.players.length]
    if (!player) throw new Error('there are no players')
    return player
  }

  async #create(me: Player, rules: Action['rules']): Promise<void> {
    const reply = await me.post(PATH, { game_type: 'race', ...rules })
    expect(reply.status).toBe(201)
    this.rounds.set(reply.body.id, new RoundModel(me.id, rules))
  }

  async perform(action: Action): Promise<void> {
    const { kind, care, rules } = action
    const latest = [...this.rounds].slice(-3)
    const [id, round] = latest[action.nth % Math.max(1, latest.length)] ?? []
    const random = this.#player(action.actor)
    if (kind === 'create' || id === undefined || !round) return this.#create(random, rules)
    const by_master = care > 0 && (kind === 'kick' || kind === 'invite' || kind === 'finish')
    const master = this.players.find((player) => player.id === round.master)
    const me = by_master && master ? master : random
    const target = this.#player(action.target)
    const path = `${PATH}/${id}`
    const agree = (reply: Reply, expected: string) =>
      expect([action, outcomeOf(reply)]).toEqual([action, expected])
    switch (kind) {
      case 'join':
        return agree(await me.post(`${path}/join`), round.join(me.id))
      case 'leave':
        return agree(await me.post(`${path}/leave`), round.leave(me.id))
      case 'kick':
        return agree(await me.delete(`${path}/players/${target.id}`), round.kick(me.id, target.id))
      case 'invite': {
        const reply = await me.post(`${path}/invites`, { user_ids: [target.id] })
        return agree(reply, round.invite(me.id, target.id))
      }
      case 'finish':
        return agree(await me.post(`${path}/finish`), round.finish(me.id))
      case 'enter': {
        const entry = { game_user_id: me.id, game_type: 'race', multiplayer_game_round_id: id }
        const reply = await me.post('/game_rounds', entry)
        agree(reply, round.enter(me.id))
        if (reply.status === 201) round.entries.push({ user: me.id, id: reply.body.id })
      }
    }
  }

  async compare(): Promise<void> {
    for (const [id, round] of this.rounds) {
      const { body } = await this.#player(0).get(`${PATH}/${id}`)
      const userOf = ({ user }: RankingEntry) => user.id
      expect([
        body.master.id,
        body.player_count,
        body.players.map(userOf),
        body.rankings.map(userOf),
        body.finished_at !== null,
      ]).toEqual([
        round.master,
        round.seats.length,
        round.seats,
        round.entries.map(({ user }) => user),
        round.is_finished,
      ])
    }
  }
}

async function compareSequence(world: World, sequence: Action[]): Promise<void> {
  const comparison = new Comparison(await world.players(4))
  for (const action of sequence) await comparison.perform(action)
  await comparison.compare()
}

onEachEngine('rounds with rules do what a plain model says', async (world) => {
  useTickingClock(world)
  await fc.assert(
    fc.asyncProperty(fc.array(actions, { minLength: ACTIONS, maxLength: ACTIONS }), (sequence) =>
      compareSequence(world, sequence),
    ),
    { numRuns: SEQUENCES, seed: SEED, endOnFailure: true },
  )
})
