import { expect } from 'vitest'
import { onEachEngine, type World } from '../support/world.ts'
import { befriend, expectJson, ID, idsOf, signIn, STAMP } from './clients.ts'

// Friendships

const twoPlayers = async (world: World) => {
  const [one, other] = [await world.player(), await world.player({ credits: 8 })]
  return { one, other }
}

onEachEngine(
  'JavaScript client, Unreal plugin: POST friendships answers the other user at the top level',
  async (world) => {
    const { one, other } = await twoPlayers(world)
    const { status, body } = await one.post('/friendships', { username: other.username })
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        message: expect.any(String),
        friendship_id: ID,
        requested_at: STAMP,
        id: other.id,
        username: other.username,
        credits: 8,
        score: 0,
      }),
    ])
    expect((await one.post('/friendships', { username: 'nobody at all' })).status).toBe(422)
    expect((await one.post('/friendships', {})).status).toBe(422)
  },
)

for (const [client, wrap] of [
  ['JavaScript client', (status: string) => ({ friendship: { status } })],
  ['Unreal plugin and Unity clients', (status: string) => ({ status })],
] as const) {
  for (const [status, message] of [
    ['accepted', 'you have successfully accepted this friend request'],
    ['declined', 'you have successfully declined this friend request'],
  ] as const) {
    onEachEngine(`${client}: PUT friendships/{id} with status ${status}`, async (world) => {
      const { one, other } = await twoPlayers(world)
      const { body } = await one.post('/friendships', { username: other.username })
      const path = `/friendships/${body.friendship_id}`
      expect((await one.put(path, wrap(status))).status).toBe(422)
      const answered = await other.put(path, wrap(status))
      expect([answered.status, answered.body]).toEqual([200, { message }])
      for (const [viewer, friend] of [
        [one, other],
        [other, one],
      ] as const) {
        const { body: lists } = await viewer.get('/friendships')
        expect(idsOf(lists.friends)).toEqual(status === 'accepted' ? [friend.id] : [])
        expect([lists.outgoing_friend_requests, lists.incoming_friend_requests]).toEqual([[], []])
      }
    })
  }
}

onEachEngine("all clients: DELETE friendships/{id} cancels the sender's request", async (world) => {
  const { one, other } = await twoPlayers(world)
  const { body } = await one.post('/friendships', { username: other.username })
  const path = `/friendships/${body.friendship_id}`
  expect((await other.delete(path)).status).toBe(422)
  const gone = await one.delete(path)
  expect(gone.body).toEqual({ message: 'friend request destroyed successfully' })
  expect((await other.get('/incoming_friend_requests')).body.incoming_friend_requests).toEqual([])
})

onEachEngine(
  'DELETE unfriend: the JavaScript client sends user_id in the body, all others in the query',
  async (world) => {
    const { one, other } = await twoPlayers(world)
    const message = 'user has been unfriended successfully'
    await befriend(one, other)
    expect((await other.delete(`/unfriend?user_id=${one.id}`)).body).toEqual({ message })
    expect((await one.get('/friends')).body).toEqual({ friends: [] })
    await befriend(one, other)
    const removed = await one.send('DELETE', '/unfriend', { json: { user_id: other.id } })
    expect(removed.body).toEqual({ message })
    expect((await other.get('/friends')).body).toEqual({ friends: [] })
    expect((await one.delete(`/unfriend?user_id=${other.id}`)).status).toBe(422)
  },
)

onEachEngine(
  'JavaScript and Unity clients: GET friendships lists entries with friendship_id and times',
  async (world) => {
    const { one, other } = await twoPlayers(world)
    const { body: made } = await one.post('/friendships', { username: other.username })
    const entry = {
      friendship_id: made.friendship_id,
      requested_at: STAMP,
      created_at: STAMP,
      status: 'pending',
    }
    const reply = await other.get('/friendships', { 'content-type': 'application/json' })
    expectJson(reply)
    expect(reply.body).toMatchObject({
      friends: [],
      outgoing_friend_requests: [],
      incoming_friend_requests: [{ id: one.id, username: one.username, ...entry }],
    })
    const { body: signed } = await signIn(world, other)
    expect(signed.incoming_friend_requests).toEqual(reply.body.incoming_friend_requests)
  },
)

onEachEngine(
  'Unreal plugin, current Unity SDK, documentation: GET friends, friends?user_id= and friends/{id}',
  async (world) => {
    const { one, other } = await twoPlayers(world)
    const stranger = await world.player()
    await befriend(one, other)
    const friend = { id: other.id, username: other.username, credits: 8, score: 0 }
    const replies = [
      await one.get('/friends'),
      await stranger.get(`/friends?user_id=${one.id}`),
      await stranger.get(`/friends/${one.id}`),
    ]
    for (const { body } of replies) expect(body.friends).toEqual([expect.objectContaining(friend)])
  },
)

onEachEngine(
  'Unreal plugin: the lists of outgoing and incoming friend requests have only their own key',
  async (world) => {
    const { one, other } = await twoPlayers(world)
    await one.post('/friendships', { username: other.username })
    const outgoing = await one.get('/outgoing_friend_requests')
    const incoming = await other.get('/incoming_friend_requests')
    expect(Object.keys(outgoing.body)).toEqual(['outgoing_friend_requests'])
    expect(Object.keys(incoming.body)).toEqual(['incoming_friend_requests'])
    expect(idsOf(outgoing.body.outgoing_friend_requests)).toEqual([other.id])
    expect(idsOf(incoming.body.incoming_friend_requests)).toEqual([one.id])
  },
)
