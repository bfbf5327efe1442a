import { expect } from 'vitest'
import { useTickingClock } from '../../../../test/support/clock.ts'
import { onEachEngine, type Player, unique } from '../../../../test/support/world.ts'
import { statement } from '../../../storage/statement.ts'

const listRows = statement<{ user_id: number }, { id: number }>(`
  select id from friendships where sender_id = :user_id or receiver_id = :user_id
  union all select friendship_id as id from friends where user_id = :user_id or friend_id = :user_id`)
const hideEmails = statement<{ id: number }>(
  `update games set share_player_emails = 0 where id = :id`,
  { updates: 'games' },
)

const ids = (list: { id: number }[]) => list.map(({ id }) => id)

async function sendRequests(pairs: [from: Player, to: Player][]): Promise<number[]> {
  const requests: number[] = []
  for (const [from, to] of pairs) {
    requests.push((await from.post('/friendships', { username: to.username })).body.friendship_id)
  }
  return requests
}

onEachEngine('requests and friends are listed newest first, in pages', async (world) => {
  useTickingClock(world)
  const hub = await world.player()
  const [a, b, c, d] = await world.players(4)
  if (!a || !b || !c || !d) throw new Error('too few players')
  const from_hub = await sendRequests([
    [hub, a],
    [hub, b],
  ])
  const to_hub = await sendRequests([
    [c, hub],
    [d, hub],
  ])
  const sent = await hub.get('/outgoing_friend_requests')
  expect(ids(sent.body.outgoing_friend_requests)).toEqual([b.id, a.id])
  const received = await hub.get('/incoming_friend_requests')
  expect(ids(received.body.incoming_friend_requests)).toEqual([d.id, c.id])

  const accepting: [Player, number | undefined][] = [
    [b, from_hub[1]],
    [hub, to_hub[1]],
    [a, from_hub[0]],
    [hub, to_hub[0]],
  ]
  for (const [player, id] of accepting) {
    expect((await player.put(`/friendships/${id}`, { status: 'accepted' })).status).toBe(200)
  }
  const newest_first = [c.id, a.id, d.id, b.id]
  const friends = async (query: string) => ids((await hub.get(`/friends${query}`)).body.friends)
  expect(await friends('')).toEqual(newest_first)
  expect(await friends('?per_page=1000')).toEqual(newest_first)
  expect(await friends('?page=1&per_page=3')).toEqual(newest_first.slice(0, 3))
  expect(await friends('?page=2&per_page=3')).toEqual(newest_first.slice(3))
  expect(await friends(`/${hub.id}?page=2&per_page=3`)).toEqual(newest_first.slice(3))
  expect(await friends('?page=9007199254740991')).toEqual([])
  expect(ids((await hub.get('/friendships?per_page=2')).body.friends)).toEqual([c.id, a.id])
  const lists = ['friendships', 'friends', 'incoming_friend_requests', 'outgoing_friend_requests']
  for (const list of lists) {
    for (const wrong of ['page=0', 'page=x', 'per_page=0', 'per_page=1.5']) {
      expect((await hub.get(`/${list}?${wrong}`)).status).toBe(422)
    }
  }
})

onEachEngine(
  'a game that hides email addresses shows none in any list of friends',
  async (world) => {
    const [ana, bob] = [await world.player(), await world.player()]
    await world.context.db.transaction((tx) => tx.run(hideEmails, { id: world.game.id }))
    const { body } = await ana.post('/friendships', { username: bob.username })
    expect([body.email, body.display_email]).toEqual(['', ''])
    await bob.put(`/friendships/${body.friendship_id}`, { status: 'accepted' })
    const [friend] = (await bob.get('/friends')).body.friends
    expect([friend.id, friend.email, friend.display_email]).toEqual([ana.id, '', ''])
    const [own] = (await bob.get(`/friends/${ana.id}`)).body.friends
    expect([own.id, own.display_email]).toEqual([bob.id, bob.email])
  },
)

onEachEngine('deleting an account deletes its friendships and requests', async (world) => {
  const hub = await world.player()
  const [ana, bob, cleo] = [await world.player(), await world.player(), await world.player()]
  await sendRequests([
    [ana, hub],
    [hub, ana],
    [hub, bob],
    [cleo, hub],
  ])
  expect(await world.context.db.all(listRows, { user_id: hub.id })).toHaveLength(5)
  expect((await hub.delete(`/users/${hub.id}`)).status).toBe(200)
  const nothing = { friends: [], outgoing_friend_requests: [], incoming_friend_requests: [] }
  for (const player of [ana, bob, cleo]) {
    expect((await player.get('/friendships')).body).toEqual(nothing)
  }
  expect(await world.context.db.all(listRows, { user_id: hub.id })).toEqual([])
})

onEachEngine(
  'a friend request repeated with the same Idempotency-Key is sent once',
  async (world) => {
    const [ana, bob] = [await world.player(), await world.player()]
    const key = { 'idempotency-key': unique('ask') }
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => ana.post('/friendships', { username: bob.username }, key)),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    const cancel = { 'idempotency-key': unique('cancel') }
    const path = `/friendships/${replies[0]?.body.friendship_id}`
    const first = await ana.delete(path, cancel)
    const second = await ana.delete(path, cancel)
    expect([first.status, second.status, second.text]).toEqual([200, 200, first.text])
  },
)
