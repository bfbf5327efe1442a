import fc from 'fast-check'
import { afterEach, expect } from 'vitest'
import {
  onEachEngine,
  type Player,
  type Reply,
  type World,
} from '../../../../test/support/world.ts'

const PLAYERS = 4
const KINDS = ['ask', 'accept', 'decline', 'cancel', 'unfriend', 'block', 'unblock'] as const
type Kind = (typeof KINDS)[number]

interface Step {
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

/** What the server promises, in a list of friendships and a set of blocks; the newest stand in front. */
class Model {
  friendships: Friendship[] = []
  blocks: { by: number; whom: number }[] = []

  between(one: number, other: number) {
    return this.friendships.find(
      ({ sender, receiver }) =>
        (sender === one && receiver === other) || (sender === other && receiver === one),
    )
  }

  hasBlocked(by: number, whom: number) {
    return this.blocks.some((block) => block.by === by && block.whom === whom)
  }

  #remove(gone: Friendship | undefined) {
    this.friendships = this.friendships.filter((friendship) => friendship !== gone)
  }

  /** Moves to the front: it is the newest of its kind now. */
  #accept(friendship: Friendship) {
    this.#remove(friendship)
    this.friendships.unshift({ ...friendship, accepted: true })
  }

  /** Whether the server has to say yes. `id` is that of a friendship that begins. */
  take({ kind, actor, other }: Step, id: number): boolean {
    const found = this.between(actor, other)
    const is_pending_to_actor = found?.receiver === actor && !found.accepted
    switch (kind) {
      case 'ask':
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
        if (!this.hasBlocked(actor, other)) this.blocks.unshift({ by: actor, whom: other })
        return true
      case 'unblock':
      default: {
        const had = this.hasBlocked(actor, other)
        this.blocks = this.blocks.filter(({ by, whom }) => by !== actor || whom !== other)
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
      blocks: blocks.filter(({ by }) => by === player).map(({ whom }) => whom),
    }
  }
}

type Act = (actor: Player, other: Player, friendship_id: number) => Promise<Reply>

const acts: Record<Kind, Act> = {
  ask: (actor, { username }) => actor.post('/friendships', { username }),
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

async function replay(world: World, steps: Step[]) {
  const model = new Model()
  const players = await world.players(PLAYERS)
  const everyone = players.keys().toArray()
  const compare = async (places: number[]) => {
    const seen = await Promise.all(places.map((place) => viewOf(place, players)))
    expect(seen).toEqual(places.map((place) => model.view(place)))
  }
  for (const step of steps) {
    const [actor, other] = [players[step.actor], players[step.other]]
    if (!actor || !other) throw new Error('no such player')
    const id = model.between(step.actor, step.other)?.id ?? 0
    const reply = await acts[step.kind](actor, other, id)
    const expected = model.take(step, Number(reply.body?.friendship_id))
    expect([step, reply.status]).toEqual([step, expected ? 200 : 422])
    await compare([step.actor, step.other])
  }
  await compare(everyone)
}

const steps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom<Kind>('ask', 'ask', 'ask', 'accept', 'accept', ...KINDS),
    actor: fc.nat(PLAYERS - 1),
    other: fc.nat(PLAYERS - 1),
  }),
  { minLength: 30, maxLength: 30 },
)

let rewind = () => {}
afterEach(() => rewind())

onEachEngine('any sequence of actions leaves what the model says', async (world) => {
  // A clock that never stands still: the order of the lists is certain.
  const { context } = world
  const { now } = context
  let time = now()
  context.now = () => ++time
  rewind = () => void (context.now = now)

  await fc.assert(
    fc.asyncProperty(steps, (list) => replay(world, list)),
    { numRuns: 15, endOnFailure: true },
  )
})
