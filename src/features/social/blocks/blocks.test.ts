import { expect, test } from 'vitest'
import { useTickingClock } from '../../../../test/support/clock.ts'
import {
  onEachEngine,
  openWorld,
  type Player,
  type Reply,
  unique,
} from '../../../../test/support/world.ts'
import { statement } from '../../../storage/statement.ts'

const SUMMARY = ['credits', 'display_email', 'email', 'id', 'score', 'username']

const refusal = ({ status, headers }: Reply) => [status, headers.get('x-error-code')]
const sendFriendRequest = (from: Player, to: Player) =>
  from.post('/friendships', { username: to.username })
const block = (by: Player, blocked: Player) => by.post('/blocks', { user_id: blocked.id })

async function blockedBy(player: Player): Promise<number[]> {
  const { body } = await player.get('/blocks')
  return body.blocks.map(({ id }: { id: number }) => id)
}

const nothing = { friends: [], outgoing_friend_requests: [], incoming_friend_requests: [] }

onEachEngine(
  'players block others by username or id, list their blocks and unblock',
  async (world) => {
    useTickingClock(world)
    const [ana, bob, cleo] = [await world.player(), await world.player(), await world.player()]
    const by_name = await ana.post('/blocks', { username: bob.username.toUpperCase() })
    expect([by_name.status, by_name.body]).toMatchObject([
      200,
      { message: 'user has been blocked', id: bob.id, username: bob.username },
    ])
    expect(Object.keys(by_name.body).sort()).toEqual([...SUMMARY, 'message'].sort())
    expect((await block(ana, cleo)).status).toBe(200)
    expect((await block(ana, bob)).status).toBe(200)

    const { body } = await ana.get('/blocks')
    expect(Object.keys(body.blocks[0]).sort()).toEqual([...SUMMARY, 'blocked_at'].sort())
    expect(body.blocks[0].blocked_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(await blockedBy(ana)).toEqual([cleo.id, bob.id])
    const second = await ana.get('/blocks?page=2&per_page=1')
    expect(second.body.blocks.map(({ id }: { id: number }) => id)).toEqual([bob.id])
    expect((await ana.get('/blocks?page=0')).status).toBe(422)

    const unblocked = await ana.delete(`/blocks/${bob.id}`)
    expect([unblocked.status, unblocked.body]).toEqual([
      200,
      { message: 'user has been unblocked' },
    ])
    expect(await blockedBy(ana)).toEqual([cleo.id])
    expect([await blockedBy(bob), await blockedBy(cleo)]).toEqual([[], []])
  },
)

onEachEngine('an impossible block is 422 with its reason', async (world) => {
  const [ana, bob] = [await world.player(), await world.player()]
  const stranger = await (await world.otherGame()).player()
  const cases: [input: object, code: string][] = [
    [{}, 'invalid_input'],
    [{ username: '' }, 'invalid_input'],
    [{ user_id: 'abc' }, 'invalid_input'],
    [{ user_id: 0 }, 'invalid_input'],
    [{ username: unique('nobody') }, 'username_unknown'],
    [{ username: stranger.username }, 'username_unknown'],
    [{ user_id: 987_654 }, 'user_not_found'],
    [{ user_id: stranger.id }, 'other_game'],
    [{ user_id: ana.id }, 'blocking_oneself'],
    [{ username: ana.username }, 'blocking_oneself'],
  ]
  for (const [input, code] of cases) {
    expect(refusal(await ana.post('/blocks', input))).toEqual([422, code])
  }
  expect((await ana.post('/blocks')).text).toBe('username or user_id is required.')
  for (const wrong of [bob.id, stranger.id, 987_654, 'abc', 0, -1, '99999999999999999999']) {
    expect(refusal(await ana.delete(`/blocks/${wrong}`))).toEqual([422, 'not_blocked'])
  }
  expect(await blockedBy(ana)).toEqual([])
})

onEachEngine('blocks need a token, and players change only their own', async (world) => {
  const [ana, bob, cleo] = [await world.player(), await world.player(), await world.player()]
  await block(ana, bob)
  for (const player of [bob, cleo]) {
    expect(refusal(await player.delete(`/blocks/${bob.id}`))).toEqual([422, 'not_blocked'])
    expect(refusal(await player.delete(`/blocks/${ana.id}`))).toEqual([422, 'not_blocked'])
  }
  expect(await blockedBy(ana)).toEqual([bob.id])
  const { visitor } = world
  const replies = [visitor.get('/blocks'), visitor.post('/blocks'), visitor.delete('/blocks/1')]
  for (const reply of await Promise.all(replies)) {
    expect(refusal(reply)).toEqual([401, 'not_signed_in'])
  }
})

onEachEngine(
  'a block ends the friendship and pending friend requests in both directions',
  async (world) => {
    const ana = await world.player()
    const [friend, asked, asker, other] = await world.players(4)
    if (!friend || !asked || !asker || !other) throw new Error('too few players')
    await sendFriendRequest(friend, ana)
    await sendFriendRequest(ana, friend)
    await sendFriendRequest(ana, asked)
    const { body } = await sendFriendRequest(asker, ana)
    await sendFriendRequest(ana, other)
    await sendFriendRequest(other, ana)

    for (const player of [friend, asked, asker]) {
      expect((await block(ana, player)).status).toBe(200)
      expect((await player.get('/friendships')).body).toEqual(nothing)
    }
    const left = (await ana.get('/friendships')).body
    expect(left).toMatchObject({ ...nothing, friends: [{ id: other.id }] })
    const late = await ana.put(`/friendships/${body.friendship_id}`, { status: 'accepted' })
    expect(late.status).toBe(422)

    await ana.delete(`/blocks/${friend.id}`)
    expect((await friend.get('/friendships')).body).toEqual(nothing)
  },
)

onEachEngine(
  'blocked players get the same answers as if the player who blocked them did not exist',
  async (world) => {
    const [ana, bob] = [await world.player(), await world.player()]
    await block(ana, bob)
    const unknown = await bob.post('/friendships', { username: unique('nobody') })
    const blocked = await sendFriendRequest(bob, ana)
    const comparable = ({ status, text, headers }: Reply) => [
      status,
      text,
      [...headers.keys()],
      headers.get('x-error-code'),
    ]
    expect(comparable(blocked)).toEqual(comparable(unknown))
    expect((await ana.get('/friendships')).body).toEqual(nothing)

    const own = await sendFriendRequest(ana, bob)
    expect(refusal(own)).toEqual([422, 'user_blocked'])
    expect(own.text).toContain('unblock')
    await block(bob, ana)
    expect(refusal(await sendFriendRequest(ana, bob))).toEqual([422, 'user_blocked'])

    await ana.delete(`/blocks/${bob.id}`)
    expect(refusal(await sendFriendRequest(ana, bob))).toEqual([422, 'username_unknown'])
    await bob.delete(`/blocks/${ana.id}`)
    expect((await sendFriendRequest(bob, ana)).status).toBe(200)
  },
)

onEachEngine('deleting an account deletes blocks by and of that player', async (world) => {
  const [ana, bob, cleo] = [await world.player(), await world.player(), await world.player()]
  await block(ana, bob)
  await block(bob, cleo)
  expect((await bob.delete(`/users/${bob.id}`)).status).toBe(200)
  expect(await blockedBy(ana)).toEqual([])
})

onEachEngine('a block repeated with the same Idempotency-Key is made once', async (world) => {
  const [ana, bob] = [await world.player(), await world.player()]
  const key = { 'idempotency-key': unique('block') }
  const first = await ana.post('/blocks', { user_id: bob.id }, key)
  await ana.delete(`/blocks/${bob.id}`)
  const second = await ana.post('/blocks', { user_id: bob.id }, key)
  expect([second.status, second.text]).toEqual([200, first.text])
  expect(second.headers.get('idempotency-replayed')).toBe('true')
  expect(await blockedBy(ana)).toEqual([])
})

const countDeadlocks = statement<Record<string, never>, { count: number }>(`
  select deadlocks as count from pg_stat_database where datname = current_database()`)

// With a database of its own, whose deadlocks can only be those of this test.
test('players who block each other at the same time do not deadlock [postgres]', async () => {
  const { world, close } = await openWorld('postgres')
  const players = await world.players(8)
  const pairs = players.flatMap((one, index) =>
    players.slice(index + 1).map((other) => [one, other] as const),
  )
  const replies = await Promise.all(
    pairs.flatMap(([one, other]) => [block(one, other), block(other, one)]),
  )
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await world.context.db.first(countDeadlocks, {})).toEqual({ count: 0 })
  await close()
})
