import { expect } from 'vitest'
import { onEachEngine, type Player, type World } from '../../../../test/support/world.ts'

async function pairs(world: World, count: number): Promise<[Player, Player][]> {
  const [ones, others] = [await world.players(count), await world.players(count)]
  return ones.flatMap((one, index) => {
    const other = others[index]
    return other ? [[one, other]] : []
  })
}

const ask = (from: Player, to: Player) => from.post('/friendships', { username: to.username })
const block = (by: Player, whom: Player) => by.post('/blocks', { user_id: whom.id })

async function listsOf(player: Player) {
  const { friends, outgoing_friend_requests, incoming_friend_requests } = (
    await player.get('/friendships')
  ).body
  return [friends.length, outgoing_friend_requests.length, incoming_friend_requests.length]
}

onEachEngine('50 times two ask each other at once: always one friendship', async (world) => {
  await Promise.all(
    (await pairs(world, 50)).map(async ([ana, bob]) => {
      const replies = await Promise.all([ask(ana, bob), ask(bob, ana)])
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
})

onEachEngine('the same request ten times at once is one request', async (world) => {
  const [ana, bob] = [await world.player(), await world.player()]
  const replies = await Promise.all(Array.from({ length: 10 }, () => ask(ana, bob)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(replies.filter(({ status }) => status === 422)).toHaveLength(9)
  expect(await listsOf(bob)).toEqual([0, 0, 1])
})

onEachEngine('accepted and cancelled at once: one of them wins', async (world) => {
  await Promise.all(
    (await pairs(world, 20)).map(async ([ana, bob]) => {
      const path = `/friendships/${(await ask(ana, bob)).body.friendship_id}`
      const [accepted, cancelled] = await Promise.all([
        bob.put(path, { status: 'accepted' }),
        ana.delete(path),
      ])
      expect(new Set([accepted.status, cancelled.status])).toEqual(new Set([200, 422]))
      const left = accepted.status === 200 ? [1, 0, 0] : [0, 0, 0]
      expect([await listsOf(ana), await listsOf(bob)]).toEqual([left, left])
    }),
  )
})

const nothing = [0, 0, 0]

/** Whatever was first: afterwards nothing is between the two, and both who did no wrong got their answer. */
async function expectNothing([ana, bob]: [Player, Player], statuses: number[]) {
  expect(statuses.filter((status) => status !== 200 && status !== 422)).toEqual([])
  expect([await listsOf(ana), await listsOf(bob)]).toEqual([nothing, nothing])
}

onEachEngine('50 times a request and a block at once: no request is left', async (world) => {
  await Promise.all(
    (await pairs(world, 50)).map(async (pair) => {
      const [ana, bob] = pair
      const [asked, blocked] = await Promise.all([ask(bob, ana), block(ana, bob)])
      expect(blocked.status).toBe(200)
      await expectNothing(pair, [asked.status])
    }),
  )
})

onEachEngine('50 times an acceptance and a block at once: no friendship is left', async (world) => {
  await Promise.all(
    (await pairs(world, 50)).map(async (pair, index) => {
      const [ana, bob] = pair
      const { body } = await ask(ana, bob)
      const accept = () =>
        index % 2 ? ask(bob, ana) : bob.put(`/friendships/${body.friendship_id}`, accepted)
      const accepted = { status: 'accepted' }
      const [answered, blocked] = await Promise.all([accept(), block(ana, bob)])
      expect(blocked.status).toBe(200)
      await expectNothing(pair, [answered.status])
    }),
  )
})

onEachEngine('two who block each other at once both succeed', async (world) => {
  const found = await pairs(world, 10)
  const replies = await Promise.all(
    found.flatMap(([ana, bob]) => [block(ana, bob), block(bob, ana)]),
  )
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
})
