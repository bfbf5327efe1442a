import { expect } from 'vitest'
import { openSocket } from '../../../../test/support/event-socket.ts'
import { onEachEngine, type Player, type World } from '../../../../test/support/world.ts'
import { inTransaction } from '../../../context.ts'
import { publicUser, recordEvent, recordEvents } from '../events/rules.ts'

interface Answer {
  events: { id: string; type: string; actor_id: number; data: Record<string, unknown> }[]
  cursor: string
}

const poll = async (player: Player, query = ''): Promise<Answer> =>
  (await player.get(`/events?${query}`)).body

const typesOf = ({ events }: Answer) => events.map(({ type }) => type)

onEachEngine(
  'a friend request arrives while its receiver waits, and its answer does',
  async (world) => {
    const [ana, ben] = [await world.player(), await world.player()]
    const { cursor, events } = await poll(ben)
    expect(events).toEqual([])
    const waiting = poll(ben, `after=${cursor}&wait=50`)
    const asked = await ana.post('/friendships', { username: ben.username })
    expect(asked.status).toBe(200)

    const received = await waiting
    expect(received.events).toMatchObject([
      {
        type: 'friend_request.received',
        actor_id: ana.id,
        data: {
          friendship_id: asked.body.friendship_id,
          user: { id: ana.id, username: ana.username },
        },
      },
    ])
    const begin = await poll(ana)
    await ben.put(`/friendships/${asked.body.friendship_id}`, { status: 'accepted' })
    expect(typesOf(await poll(ana, `after=${begin.cursor}&wait=50`))).toEqual([
      'friend_request.accepted',
    ])
    // Nothing new, and nothing twice.
    expect((await poll(ben, `after=${received.cursor}`)).events).toEqual([])
  },
)

onEachEngine('whoever was away gets everything in order, in pages', async (world) => {
  const [ana, ben] = [await world.player(), await world.player()]
  const { cursor } = await poll(ben)
  const chat = (await ana.post('/chats', { usernames: [ben.username], text: '0' })).body
  for (let n = 1; n < 130; n++) await ana.post('/messages', { chat_id: chat.id, text: String(n) })

  const texts: unknown[] = []
  for (let after = cursor; ;) {
    const answer = await poll(ben, `after=${after}`)
    if (answer.events.length === 0) break
    texts.push(...answer.events.map(({ data }) => data['text']))
    after = answer.cursor
  }
  expect(texts).toEqual(Array.from({ length: 130 }, (_, n) => String(n)))
})

onEachEngine(
  'whoever missed more than a stream may hold unread gets all of it over one connection',
  async (world) => {
    const ben = await world.player()
    const { cursor } = await poll(ben)
    const count = 350
    const user = { id: ben.id, username: ben.username, credits: 0, score: 0 }
    const created_at = new Date(0).toISOString()
    await inTransaction(world.context, (tx) =>
      recordEvents(
        tx,
        'message.posted',
        Array.from({ length: count }, (_, id) => ({
          game_id: world.game.id,
          actor_id: null,
          audience: 'user',
          audience_id: ben.id,
          data: { id, chat_id: 1, text: 'x'.repeat(8192), user, created_at },
        })),
      ),
    )
    const expected = Array.from({ length: count }, (_, id) => id)
    const socket = openSocket(world.server.url, { token: ben.token, after: cursor })
    const stream = await fetch(`${world.server.url}/api/v3/events/stream`, {
      headers: { 'authentication-token': ben.token, 'last-event-id': cursor },
    })
    const ids: number[] = []
    const lines = stream.body?.pipeThrough(new TextDecoderStream())
    let rest = ''
    for await (const text of lines ?? []) {
      const parts = (rest + text).split('\n\n')
      rest = parts.pop() ?? ''
      for (const part of parts) {
        const json = /^data: (.*)$/m.exec(part)?.[1]
        if (json) ids.push(JSON.parse(json).data.id)
      }
      if (ids.length >= count) break
    }
    expect(ids).toEqual(expected)
    await expect
      .poll(() => socket.frames.slice(1).map(({ data }) => data?.['id']))
      .toEqual(expected)
  },
)

/** Records an event that ends its transaction only when it is told to. */
function recordSlowly(world: World, user_id: number) {
  const recorded = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const done = inTransaction(world.context, async (tx) => {
    const user = { id: 1, username: 'slow', credits: 0, score: 0 }
    await recordEvent(tx, 'friendship.ended', {
      game_id: world.game.id,
      actor_id: null,
      audience: 'user',
      audience_id: user_id,
      data: { user },
    })
    // The event is sent together with the next statement.
    await publicUser(tx, user_id)
    recorded.resolve()
    await released.promise
  })
  return { recorded: recorded.promise, release: released.resolve, done }
}

onEachEngine('an event of a transaction that was open for long is not skipped', async (world) => {
  if (world.engine === 'sqlite') return
  const [ana, ben] = [await world.player(), await world.player()]
  const { cursor } = await poll(ben)
  const slow = recordSlowly(world, ben.id)
  await slow.recorded
  // Its id is larger, and it is committed first.
  await ana.post('/friendships', { username: ben.username })
  const early = await poll(ben, `after=${cursor}&wait=0`)
  slow.release()
  await slow.done
  const late = await poll(ben, `after=${early.cursor}&wait=50`)
  const all = [...early.events, ...late.events]
  if (all.length < 2) all.push(...(await poll(ben, `after=${late.cursor}&wait=50`)).events)
  expect(all.map(({ type }) => type)).toEqual(['friendship.ended', 'friend_request.received'])
})

onEachEngine(
  'a player sees nothing of others, and of groups and chats only as a member',
  async (world) => {
    const [ana, ben, eve] = await world.players(3)
    if (!ana || !ben || !eve) throw new Error('three players are needed')
    const cursors = [await poll(ana), await poll(ben), await poll(eve)].map(({ cursor }) => cursor)
    await ana.post('/chats', { usernames: [ben.username], text: 'secret' })
    expect(typesOf(await poll(ana, `after=${cursors[0]}`))).toEqual(['message.posted'])
    expect(typesOf(await poll(ben, `after=${cursors[1]}`))).toEqual(['message.posted'])
    expect(typesOf(await poll(eve, `after=${cursors[2]}`))).toEqual([])
  },
)

onEachEngine('bad cursors, types and times are refused', async (world) => {
  const player = await world.player()
  const refused = async (query: string) => {
    const { status, headers } = await player.get(`/events?${query}`)
    return [status, headers.get('x-error-code')]
  }
  expect(await refused('after=nonsense')).toEqual([422, 'invalid_input'])
  expect(await refused('after=00000000-1-1')).toEqual([410, 'cursor_too_old'])
  expect(await refused('types=friend_request.received,unknown')).toEqual([422, 'invalid_input'])
  expect(await refused('wait=long')).toEqual([422, 'invalid_input'])
  expect(await refused('wait=51')).toEqual([422, 'invalid_input'])
})

onEachEngine(
  'a socket and a stream bring events as they happen, and resume after a cursor',
  async (world) => {
    const [ana, ben] = [await world.player(), await world.player()]
    const first = openSocket(world.server.url, { token: ben.token })
    await expect.poll(() => first.frames.map(({ type }) => type)).toEqual(['ready'])
    const stream = await fetch(`${world.server.url}/api/v3/events/stream`, {
      headers: { 'authentication-token': ben.token },
    })
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    const read = async () => {
      for (;;) {
        const { value, done } = (await reader?.read()) ?? { done: true }
        if (done) return
        text += value
      }
    }
    const reading = read().catch(() => {})
    await ana.post('/friendships', { username: ben.username })
    await expect
      .poll(() => first.frames.map(({ type }) => type))
      .toEqual(['ready', 'friend_request.received'])
    await expect.poll(() => text).toContain('event: friend_request.received\ndata: {')
    const cursor = /^id: (\S+)\nevent/m.exec(text)?.[1] ?? ''
    expect(cursor).toBe(first.frames[1]?.id)
    first.socket.close()
    await reader?.cancel()
    await reading
    await ana.post('/chats', { usernames: [ben.username], text: 'hello' })
    const second = openSocket(world.server.url, { token: ben.token, after: cursor })
    await expect
      .poll(() => second.frames.map(({ type }) => type).toSorted())
      .toEqual(['message.posted', 'ready'])
  },
)

onEachEngine('a socket is refused with the code of the error', async (world) => {
  const player = await world.player()
  expect(await openSocket(world.server.url, { token: 'wrong' }).closed).toEqual([
    4401,
    'not_signed_in',
  ])
  expect(await openSocket(world.server.url, 'no json').closed).toEqual([4422, 'invalid_input'])
  const { token } = player
  expect(await openSocket(world.server.url, { token, after: 'x' }).closed).toEqual([
    4422,
    'invalid_input',
  ])
  expect(await openSocket(world.server.url, { token, types: 'x' }).closed).toEqual([
    4422,
    'invalid_input',
  ])
})
