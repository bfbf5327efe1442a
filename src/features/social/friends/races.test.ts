import { expect } from 'vitest'
import { onEachEngine, type Player, type World } from '../../../../test/support/world.ts'

async function pairs(world: World, count: number): Promise<[Player, Player][]> {
  const [ones, others] = [await world.players(count), await world.players(count)]
  return ones.flatMap((one, index) => {
    const other = others[index]
    return other ? [[one, other]] : []
  })
}

const sendRequest = (from: Player, to: Player) =>
  from.post('/friendships', { username: to.username })
const block = (by: Player, blocked: Player) => by.post('/blocks', { user_id: blocked.id })

async function listsOf(player: Player) {
  const { friends, outgoing_friend_requests, incoming_friend_requests } = (
    await player.get('/friendships')
  ).body
  return [friends.length, outgoing_friend_requests.length, incoming_friend_requests.length]
}

onEachEngine(
  'two players who concurrently ask each other become friends once (50 pairs)',
  async (world) => {
    await Promise.all(
      (await pairs(world, 50)).map(async ([ana, bob]) => {
        const replies = await Promise.all([sendRequest(ana, bob), sendRequest(bob, ana)])
        expect(replies.map(({ status }) => status)).toEqual([200, 200])
        const answers = replies.map(({ body }) => String(body.status))
        expect(answers.toSorted()).toEqual(['accepted', 'pending'])
        expect(new Set(replies.map(({ body }) => body.friendship_id)).size).toBe(1)
        expect([await listsOf(ana), await listsOf(bob)]).toEqual([
          [1, 0, 0],
          [1, 0, 0],
        ])
      }),
    )
  },
)

onEachEngine('ten concurrent equal requests make one request', async (world) => {
  const [ana, bob] = [await world.player(), await world.player()]
  const replies = await Promise.all(Array.from({ length: 10 }, () => sendRequest(ana, bob)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(replies.filter(({ status }) => status === 422)).toHaveLength(9)
  expect(await listsOf(bob)).toEqual([0, 0, 1])
})

onEachEngine(
  'of a concurrent accept and cancel, exactly one succeeds (20 pairs)',
  async (world) => {
    await Promise.all(
      (await pairs(world, 20)).map(async ([ana, bob]) => {
        const path = `/friendships/${(await sendRequest(ana, bob)).body.friendship_id}`
        const [accepted, cancelled] = await Promise.all([
          bob.put(path, { status: 'accepted' }),
          ana.delete(path),
        ])
        expect(new Set([accepted.status, cancelled.status])).toEqual(new Set([200, 422]))
        const left = accepted.status === 200 ? [1, 0, 0] : [0, 0, 0]
        expect([await listsOf(ana), await listsOf(bob)]).toEqual([left, left])
      }),
    )
  },
)

const nothing = [0, 0, 0]

/** Whichever request came first: the players have no friendship and no request, and the other request was 200 or 422. */
async function expectNothing([ana, bob]: [Player, Player], statuses: number[]) {
  expect(statuses.filter((status) => status !== 200 && status !== 422)).toEqual([])
  expect([await listsOf(ana), await listsOf(bob)]).toEqual([nothing, nothing])
}

onEachEngine('a concurrent request and block leave no request (50 pairs)', async (world) => {
  await Promise.all(
    (await pairs(world, 50)).map(async (pair) => {
      const [ana, bob] = pair
      const [asked, blocked] = await Promise.all([sendRequest(bob, ana), block(ana, bob)])
      expect(blocked.status).toBe(200)
      await expectNothing(pair, [asked.status])
    }),
  )
})

onEachEngine('a concurrent acceptance and block leave no friendship (20 pairs)', async (world) => {
  await Promise.all(
    (await pairs(world, 20)).map(async (pair, index) => {
      const [ana, bob] = pair
      const { body } = await sendRequest(ana, bob)
      const accept = () =>
        index % 2 ? sendRequest(bob, ana) : bob.put(`/friendships/${body.friendship_id}`, accepted)
      const accepted = { status: 'accepted' }
      const [answered, blocked] = await Promise.all([accept(), block(ana, bob)])
      expect([blocked.status, blocked.text]).toEqual([200, blocked.text])
      await expectNothing(pair, [answered.status])
    }),
  )
})

onEachEngine('two players who concurrently block each other both succeed', async (world) => {
  const players = await pairs(world, 10)
  const replies = await Promise.all(
    players.flatMap(([ana, bob]) => [block(ana, bob), block(bob, ana)]),
  )
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
})
