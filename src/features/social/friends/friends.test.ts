import { expect } from 'vitest'
import { onEachEngine, type Player, type Reply, unique } from '../../../../test/support/world.ts'

const SUMMARY = ['credits', 'display_email', 'email', 'id', 'score', 'username']
const REQUEST = [...SUMMARY, 'created_at', 'friendship_id', 'requested_at', 'status'].sort()
const LISTS = ['friends', 'incoming_friend_requests', 'outgoing_friend_requests']
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const refusal = ({ status, headers }: Reply) => [status, headers.get('x-error-code')]

async function sendRequest(from: Player, to: Player): Promise<number> {
  const { status, text, body } = await from.post('/friendships', { username: to.username })
  if (status !== 200) throw new Error(text)
  return body.friendship_id
}

async function befriend(one: Player, other: Player): Promise<number> {
  const id = await sendRequest(one, other)
  expect((await other.put(`/friendships/${id}`, { status: 'accepted' })).status).toBe(200)
  return id
}

const ids = (list: { id: number }[]) => list.map(({ id }) => id)

/** Ids of friends, of receivers and of senders of pending requests. */
async function listsOf(player: Player): Promise<number[][]> {
  const { body } = await player.get('/friendships')
  return [ids(body.friends), ids(body.outgoing_friend_requests), ids(body.incoming_friend_requests)]
}

onEachEngine(
  'a friend request answers its id and the other player, and both players list it',
  async (w) => {
    const [ana, bob] = [await w.player(), await w.player()]
    const { status, body } = await ana.post('/friendships', { username: bob.username })
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual([...REQUEST, 'message'].sort())
    expect(body).toMatchObject({
      message: 'friend request sent successfully',
      id: bob.id,
      username: bob.username,
      email: `_appid_${w.game.id}_${bob.email}`,
      display_email: bob.email,
      credits: 0,
      score: 0,
      status: 'pending',
    })
    expect(body.requested_at).toMatch(TIME)
    expect(body.created_at).toBe(body.requested_at)

    const { message: _, ...entry } = body
    const sent = await ana.get('/outgoing_friend_requests')
    expect(sent.body).toEqual({ outgoing_friend_requests: [entry] })
    const received = await bob.get('/incoming_friend_requests')
    expect(Object.keys(received.body)).toEqual(['incoming_friend_requests'])
    expect(received.body.incoming_friend_requests).toEqual([
      {
        ...entry,
        id: ana.id,
        username: ana.username,
        email: `_appid_${w.game.id}_${ana.email}`,
        display_email: ana.email,
      },
    ])
    expect((await ana.get('/friends')).body).toEqual({ friends: [] })
    const all = await ana.get('/friendships')
    expect(Object.keys(all.body).sort()).toEqual(LISTS)
    expect(all.body.outgoing_friend_requests).toEqual([entry])
  },
)

onEachEngine('after acceptance both players list a friend and no request', async (world) => {
  const [ana, bob] = [await world.player(), await world.player()]
  const id = await sendRequest(ana, bob)
  const reply = await bob.put(`/friendships/${id}`, { friendship: { status: 'accepted' } })
  expect([reply.status, reply.body]).toEqual([
    200,
    { message: 'you have successfully accepted this friend request' },
  ])
  expect([await listsOf(ana), await listsOf(bob)]).toEqual([
    [[bob.id], [], []],
    [[ana.id], [], []],
  ])
  const { body } = await ana.get('/friends')
  expect(Object.keys(body)).toEqual(['friends'])
  const shown = [...SUMMARY, 'last_seen', 'online', 'status'].sort()
  expect(Object.keys(body.friends[0]).sort()).toEqual(shown)
})

onEachEngine(
  'accepting again changes nothing, and declining or cancelling after acceptance is refused',
  async (world) => {
    const [ana, bob] = [await world.player(), await world.player()]
    const id = await befriend(ana, bob)
    const again = await bob.put(`/friendships/${id}`, { status: 'accepted' })
    expect([again.status, again.body.message]).toEqual([
      200,
      'you have successfully accepted this friend request',
    ])
    const late = await bob.put(`/friendships/${id}`, { status: 'declined' })
    expect(refusal(late)).toEqual([422, 'friend_request_not_received'])
    expect(refusal(await ana.delete(`/friendships/${id}`))).toEqual([
      422,
      'friend_request_not_sent',
    ])
    expect(await listsOf(ana)).toEqual([[bob.id], [], []])
  },
)

onEachEngine(
  'after a decline, cancel or unfriend nothing is listed, and a new request is possible',
  async (world) => {
    const [ana, bob] = [await world.player(), await world.player()]
    const nothing = [[], [], []]

    const first = await sendRequest(ana, bob)
    const declined = await bob.put(`/friendships/${first}`, { status: 'declined' })
    expect([declined.status, declined.body]).toEqual([
      200,
      { message: 'you have successfully declined this friend request' },
    ])
    expect([await listsOf(ana), await listsOf(bob)]).toEqual([nothing, nothing])
    expect((await bob.put(`/friendships/${first}`, { status: 'declined' })).status).toBe(422)

    const second = await sendRequest(ana, bob)
    const cancelled = await ana.delete(`/friendships/${second}`)
    expect([cancelled.status, cancelled.body]).toEqual([
      200,
      { message: 'friend request destroyed successfully' },
    ])
    expect([await listsOf(ana), await listsOf(bob)]).toEqual([nothing, nothing])
    expect((await ana.delete(`/friendships/${second}`)).status).toBe(422)

    const message = 'user has been unfriended successfully'
    await befriend(ana, bob)
    const by_sender = await ana.delete(`/unfriend?user_id=${bob.id}`)
    expect([by_sender.status, by_sender.body]).toEqual([200, { message }])
    expect([await listsOf(ana), await listsOf(bob)]).toEqual([nothing, nothing])

    await befriend(ana, bob)
    const by_receiver = await bob.send('DELETE', '/unfriend', { json: { user_id: ana.id } })
    expect([by_receiver.status, by_receiver.body]).toEqual([200, { message }])
    expect([await listsOf(ana), await listsOf(bob)]).toEqual([nothing, nothing])
    expect(refusal(await bob.delete(`/unfriend?user_id=${ana.id}`))).toEqual([422, 'not_friends'])

    expect(await sendRequest(bob, ana)).toBeGreaterThan(second)
  },
)

onEachEngine('a request to a player who already sent one accepts theirs', async (world) => {
  const [ana, bob] = [await world.player(), await world.player()]
  const first = await ana.post('/friendships', { username: bob.username })
  const second = await bob.post('/friendships', { username: ana.username.toUpperCase() })
  expect([second.status, second.body]).toMatchObject([
    200,
    {
      message: 'you have successfully accepted this friend request',
      friendship_id: first.body.friendship_id,
      requested_at: first.body.requested_at,
      id: ana.id,
      status: 'accepted',
    },
  ])
  expect([await listsOf(ana), await listsOf(bob)]).toEqual([
    [[bob.id], [], []],
    [[ana.id], [], []],
  ])
})

onEachEngine('an impossible friend request is 422 with its reason', async (world) => {
  const [ana, bob, cleo] = [await world.player(), await world.player(), await world.player()]
  const stranger = await (await world.otherGame()).player()
  await sendRequest(ana, bob)
  await befriend(ana, cleo)
  const cases: [input: object, code: string][] = [
    [{}, 'invalid_input'],
    [{ username: '' }, 'invalid_input'],
    [{ username: null }, 'invalid_input'],
    [{ username: 'x'.repeat(65) }, 'invalid_input'],
    [{ username: ['a', 'b'] }, 'invalid_input'],
    [{ username: 'a\0b' }, 'invalid_input'],
    [{ username: unique('nobody') }, 'username_unknown'],
    [{ username: stranger.username }, 'username_unknown'],
    [{ username: ana.username }, 'befriending_oneself'],
    [{ username: bob.username }, 'friend_request_pending'],
    [{ username: cleo.username }, 'already_friends'],
  ]
  for (const [input, code] of cases) {
    expect(refusal(await ana.post('/friendships', input))).toEqual([422, code])
  }
  expect(refusal(await cleo.post('/friendships', { username: ana.username }))).toEqual([
    422,
    'already_friends',
  ])
  expect((await ana.post('/friendships')).text).toBe('username is required.')
  expect(await listsOf(ana)).toEqual([[cleo.id], [bob.id], []])
  expect(await listsOf(stranger)).toEqual([[], [], []])
})

const WRONG_IDS = ['987654', 'abc', '0', '-1', '1.5', '9007199254740993', '99999999999999999999']

onEachEngine(
  'only the receiver answers a request, with accepted or declined, else 422',
  async (world) => {
    const [ana, bob, cleo] = [await world.player(), await world.player(), await world.player()]
    const stranger = await (await world.otherGame()).player()
    const id = await sendRequest(ana, bob)
    for (const player of [ana, cleo, stranger]) {
      for (const status of ['accepted', 'declined']) {
        const reply = await player.put(`/friendships/${id}`, { status })
        expect(refusal(reply)).toEqual([422, 'friend_request_not_received'])
      }
    }
    for (const wrong of WRONG_IDS) {
      const reply = await bob.put(`/friendships/${wrong}`, { status: 'accepted' })
      expect(refusal(reply)).toEqual([422, 'friend_request_not_received'])
    }
    for (const status of [undefined, null, '', 'pending', 'ACCEPTED', 1, ['accepted']]) {
      const reply = await bob.put(`/friendships/${id}`, { status })
      expect(refusal(reply)).toEqual([422, 'invalid_input'])
      expect(reply.text).toContain('status')
    }
    expect(await listsOf(bob)).toEqual([[], [], [ana.id]])
  },
)

onEachEngine(
  'only the sender cancels a request and only friends unfriend, else 422',
  async (world) => {
    const [ana, bob, cleo] = [await world.player(), await world.player(), await world.player()]
    const stranger = await (await world.otherGame()).player()
    const id = await sendRequest(ana, bob)
    for (const player of [bob, cleo, stranger]) {
      const reply = await player.delete(`/friendships/${id}`)
      expect(refusal(reply)).toEqual([422, 'friend_request_not_sent'])
    }
    for (const wrong of WRONG_IDS) {
      expect((await ana.delete(`/friendships/${wrong}`)).status).toBe(422)
      expect((await ana.delete(`/unfriend?user_id=${wrong}`)).status).toBe(422)
    }
    expect((await ana.delete('/unfriend')).text).toBe('user_id is required.')
    for (const user of [bob, ana, stranger]) {
      expect(refusal(await ana.delete(`/unfriend?user_id=${user.id}`))).toEqual([
        422,
        'not_friends',
      ])
    }
    expect(await listsOf(ana)).toEqual([[], [bob.id], []])
  },
)

onEachEngine(
  'players see the friends of others in their game, and of nobody in another game',
  async (world) => {
    const [ana, bob, cleo] = [await world.player(), await world.player(), await world.player()]
    const stranger = await (await world.otherGame()).player()
    await befriend(ana, bob)
    await sendRequest(cleo, ana)
    for (const path of [`/friends?user_id=${ana.id}`, `/friends/${ana.id}`]) {
      const { status, body } = await cleo.get(path)
      expect([status, Object.keys(body), ids(body.friends)]).toEqual([200, ['friends'], [bob.id]])
      const foreign = await stranger.get(path)
      expect([foreign.status, foreign.body]).toEqual([401, undefined])
    }
    expect(ids((await ana.get(`/friends/${ana.id}`)).body.friends)).toEqual([bob.id])
    for (const path of ['/friends?user_id=987654', ...WRONG_IDS.map((id) => `/friends/${id}`)]) {
      expect(refusal(await cleo.get(path))).toEqual([404, 'user_not_found'])
    }
    expect(refusal(await cleo.get('/friends?user_id=abc'))).toEqual([422, 'invalid_input'])
  },
)

onEachEngine('every friendship route needs a token', async ({ visitor }) => {
  const replies = [
    ...['friendships', 'friends', 'friends/1', ...LISTS.slice(1)].map((path) =>
      visitor.get(`/${path}`),
    ),
    visitor.post('/friendships', { username: 'x' }),
    visitor.put('/friendships/1', { status: 'accepted' }),
    visitor.delete('/friendships/1'),
    visitor.delete('/unfriend?user_id=1'),
  ]
  for (const reply of await Promise.all(replies)) {
    expect(refusal(reply)).toEqual([401, 'not_signed_in'])
  }
})
