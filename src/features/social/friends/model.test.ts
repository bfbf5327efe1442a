import fc from 'fast-check'
import { expect } from 'vitest'
import { useTickingClock } from '../../../../test/support/clock.ts'
import { SEED } from '../../../../test/support/random.ts'
import {
  onEachEngine,
  type Player,
  type Reply,
  type World,
} from '../../../../test/support/world.ts'

const PLAYERS = 4
const KINDS = ['request', 'accept', 'decline', 'cancel', 'unfriend', 'block', 'unblock'] as const
type Kind = (typeof KINDS)[number]

interface Action {
  kind: Kind
  actor: number
  other: number
}

interface Friendship {
  id: number
  sender: number
  receiver: number
  accepted: boolean
}

/** The rules of friendships and blocks without a database; lists have the newest first. */
class Model {
  friendships: Friendship[] = []
  blocks: { by: number; blocked_player: number }[] = []

  between(one: number, other: number) {
    return this.friendships.find(
      ({ sender, receiver }) =>
        (sender === one && receiver === other) || (sender === other && receiver === one),
    )
  }

  hasBlocked(by: number, blocked_player: number) {
    return this.blocks.some((block) => block.by === by && block.blocked_player === blocked_player)
  }

  #remove(gone: Friendship | undefined) {
    this.friendships = this.friendships.filter((friendship) => friendship !== gone)
  }

  /** Moves the friendship to the front, because it is now the newest. */
  #accept(friendship: Friendship) {
    this.#remove(friendship)
    this.friendships.unshift({ ...friendship, accepted: true })
  }

  /** Whether the server must answer 200. `id` is the id that the server gave to a new friendship. */
  perform({ kind, actor, other }: Action, id: number): boolean {
    const found = this.between(actor, other)
    const is_pending_to_actor = found?.receiver === actor && !found.accepted
    switch (kind) {
      case 'request':
        if (actor === other || this.hasBlocked(actor, other) || this.hasBlocked(other, actor))
          return false
        if (!found)
          this.friendships.unshift({ id, sender: actor, receiver: other, accepted: false })
        else if (is_pending_to_actor) this.#accept(found)
        else return false
        return true
      case 'accept':
        if (found && is_pending_to_actor) this.#accept(found)
        return found?.receiver === actor
      case 'decline':
        if (is_pending_to_actor) this.#remove(found)
        return is_pending_to_actor
      case 'cancel':
        if (!found || found.sender !== actor || found.accepted) return false
        this.#remove(found)
        return true
      case 'unfriend':
        if (!found?.accepted) return false
        this.#remove(found)
        return true
      case 'block':
        if (actor === other) return false
        this.#remove(found)
        if (!this.hasBlocked(actor, other))
          this.blocks.unshift({ by: actor, blocked_player: other })
        return true
      case 'unblock':
      default: {
        const had = this.hasBlocked(actor, other)
        this.blocks = this.blocks.filter(
          ({ by, blocked_player }) => by !== actor || blocked_player !== other,
        )
        return had
      }
    }
  }

  view(player: number) {
    const { friendships, blocks } = this
    return {
      friends: friendships
        .filter((f) => f.accepted && (f.sender === player || f.receiver === player))
        .map((f) => (f.sender === player ? f.receiver : f.sender)),
      outgoing: friendships
        .filter((f) => !f.accepted && f.sender === player)
        .map((f) => [f.id, f.receiver]),
      incoming: friendships
        .filter((f) => !f.accepted && f.receiver === player)
        .map((f) => [f.id, f.sender]),
      blocks: blocks.filter(({ by }) => by === player).map(({ blocked_player }) => blocked_player),
    }
  }
}

type Send = (actor: Player, other: Player, friendship_id: number) => Promise<Reply>

const send: Record<Kind, Send> = {
  request: (actor, { username }) => actor.post('/friendships', { username }),
  accept: (actor, _, id) => actor.put(`/friendships/${id}`, { status: 'accepted' }),
  decline: (actor, _, id) => actor.put(`/friendships/${id}`, { status: 'declined' }),
  cancel: (actor, _, id) => actor.delete(`/friendships/${id}`),
  unfriend: (actor, { id }) => actor.delete(`/unfriend?user_id=${id}`),
  block: (actor, { username }) => actor.post('/blocks', { username }),
  unblock: (actor, { id }) => actor.delete(`/blocks/${id}`),
}

interface Entry {
  id: number
  friendship_id: number
}

async function viewOf(index: number, players: Player[]) {
  const player = players[index]
  if (!player) throw new Error('no such player')
  const place = (entry: Entry) => players.findIndex(({ id }) => id === entry.id)
  const request = (entry: Entry) => [entry.friendship_id, place(entry)]
  const [all, blocked] = await Promise.all([player.get('/friendships'), player.get('/blocks')])
  return {
    friends: all.body.friends.map(place),
    outgoing: all.body.outgoing_friend_requests.map(request),
    incoming: all.body.incoming_friend_requests.map(request),
    blocks: blocked.body.blocks.map(place),
  }
}

async function compareWithModel(world: World, actions: Action[]) {
  const model = new Model()
  const players = await world.players(PLAYERS)
  const everyone = players.keys().toArray()
  const compare = async (places: number[]) => {
    const seen = await Promise.all(places.map((place) => viewOf(place, players)))
    expect(seen).toEqual(places.map((place) => model.view(place)))
  }
  for (const action of actions) {
    const [actor, other] = [players[action.actor], players[action.other]]
    if (!actor || !other) throw new Error('no such player')
    const id = model.between(action.actor, action.other)?.id ?? 0
    const reply = await send[action.kind](actor, other, id)
    const expected = model.perform(action, Number(reply.body?.friendship_id))
    expect([action, reply.status]).toEqual([action, expected ? 200 : 422])
    await compare([action.actor, action.other])
  }
  await compare(everyone)
}

const sequences = fc.array(
  fc.record<Action>({
    kind: fc.constantFrom<Kind>('request', 'request', 'request', 'accept', 'accept', ...KINDS),
    actor: fc.nat(PLAYERS - 1),
    other: fc.nat(PLAYERS - 1),
  }),
  { minLength: 30, maxLength: 30 },
)

onEachEngine(
  'after any sequence of actions friends, requests and blocks are as a simple model predicts',
  async (world) => {
    useTickingClock(world)
    await fc.assert(
      fc.asyncProperty(sequences, (actions) => compareWithModel(world, actions)),
      { numRuns: 15, endOnFailure: true, seed: SEED },
    )
  },
)
