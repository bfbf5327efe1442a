import { expect } from 'vitest'
import {
  createFriends,
  cursorOf,
  friendsOf,
  openStream,
  presenceEvents,
  presenceOf,
} from '../../../../test/support/presence.ts'
import { onEachEngine } from '../../../../test/support/world.ts'
import { updateSeen } from './queries.ts'
import { writePresence } from './rules.ts'

onEachEngine('a friend is online for a minute after a request, and then offline', async (world) => {
  const { clock, ana, ben } = await createFriends(world)
  const seen_at = new Date(world.context.now()).toISOString()
  const online = { online: true, last_seen: seen_at, status: '' }
  expect(await presenceOf(ana, ben)).toEqual(online)
  const cursor = await cursorOf(ana)

  clock.advance(59)
  await world.server.flush()
  expect(await presenceOf(ana, ben)).toEqual(online)
  clock.advance(2)
  await world.server.flush()
  expect(await presenceOf(ana, ben)).toEqual({ ...online, online: false })
  await ben.get('/friends')
  await world.server.flush()
  expect(await presenceOf(ana, ben)).toMatchObject({ online: true })
  expect(await presenceEvents(ana, cursor)).toEqual([
    ['friend.offline', ben.id],
    ['friend.online', ben.id],
  ])
})

onEachEngine(
  'a friend is online while a stream is open, and offline 10 seconds after it ended',
  async (world) => {
    const { clock, ana, ben } = await createFriends(world)
    const stream = await openStream(world, ben)
    await world.server.flush()
    const cursor = await cursorOf(ana)
    // Less than what is written ahead: the server itself reports at any moment who has gone.
    for (let looks = 0; looks < 20; looks++) {
      clock.advance(30)
      await world.server.flush()
      expect(await presenceOf(ana, ben)).toMatchObject({ online: true })
    }
    await stream.close()
    clock.advance(9)
    await world.server.flush()
    // The connection may only have been lost.
    expect(await presenceOf(ana, ben)).toMatchObject({ online: true })
    expect(await presenceEvents(ana, cursor)).toEqual([])
    clock.advance(2)
    await world.server.flush()
    expect(await presenceOf(ana, ben)).toMatchObject({ online: false })
    expect(await presenceEvents(ana, cursor)).toEqual([['friend.offline', ben.id]])
  },
)

onEachEngine('a stream that ends does not hide one in another process', async (world) => {
  const { clock, ana, ben } = await createFriends(world)
  const stream = await openStream(world, ben)
  clock.advance(100)
  await world.server.flush()
  const elsewhere = { last_seen: world.context.now(), online_until: world.context.now() + 90_000 }
  const seen = JSON.stringify([{ user_id: ben.id, ...elsewhere }])
  const another = { seen, writer: 'another', latest: elsewhere.online_until }
  await world.context.db.transaction((tx) => tx.run(updateSeen, another))
  await stream.close()
  await world.server.flush()
  clock.advance(60)
  await world.server.flush()
  expect(await presenceOf(ana, ben)).toMatchObject({ online: true })
  // The other process has died without a word.
  clock.advance(31)
  await world.server.flush()
  expect(await presenceOf(ana, ben)).toMatchObject({ online: false })
})

onEachEngine(
  'a promise of one process can be taken back after another has written',
  async (world) => {
    const { clock, ana, ben } = await createFriends(world)
    const stream = await openStream(world, ben)
    await world.server.flush()
    const now = world.context.now()
    const seen = JSON.stringify([{ user_id: ben.id, last_seen: now, online_until: now + 20_000 }])
    const another = { seen, writer: 'another', latest: now + 180_000 }
    await world.context.db.transaction((tx) => tx.run(updateSeen, another))
    clock.advance(55)
    await stream.close()
    clock.advance(11)
    await world.server.flush()
    expect(await presenceOf(ana, ben)).toMatchObject({ online: false })
  },
)

onEachEngine('everything is written at the end, also while a stream is open', async (world) => {
  const { ben } = await createFriends(world)
  const stream = await openStream(world, ben)
  const { now } = world.context
  let reads = 0
  // A clock that never stands still: what is written is never as late as what is true a moment later.
  world.context.now = () => now() + reads++
  await writePresence(world.context, true)
  world.context.now = now
  await stream.close()
})

onEachEngine('a player who goes on playing is written every 40 seconds', async (world) => {
  const { clock, ben } = await createFriends(world)
  const start = world.context.now()
  const written = new Set<number>()
  // Some steps more than needed: the server may be writing by itself at the same time.
  for (let second = 5; second <= 150; second += 5) {
    clock.advance(5)
    await ben.get('/presence')
    await writePresence(world.context)
    const until = world.context.unwritten.seen.get(ben.id)?.written_until ?? 0
    written.add((until - start) / 1000)
  }
  expect([...written]).toEqual([60, 100, 140, 180])
})

onEachEngine('friends see the status of a player while they are online', async (world) => {
  const { clock, ana, ben } = await createFriends(world)
  const set = await ben.put('/presence', { status: 'in a match ⚔️' })
  expect([set.status, set.body]).toEqual([200, { status: 'in a match ⚔️', invisible: false }])
  expect(await presenceOf(ana, ben)).toMatchObject({ online: true, status: 'in a match ⚔️' })
  clock.advance(61)
  expect(await presenceOf(ana, ben)).toMatchObject({ online: false, status: '' })
  expect((await ben.get('/presence')).body).toEqual(set.body)
  expect((await ben.put('/presence', { status: '' })).body.status).toBe('')
  for (const status of ['x'.repeat(129), 'a\u200bb', ' a', '\u2800', 'a\0', 7, ['x']]) {
    const refused = await ben.put('/presence', { status })
    if (status === 7) expect(refused.status).toBe(200)
    else expect([status, refused.status]).toEqual([status, 422])
  }
  expect((await ben.put('/presence', { invisible: 'perhaps' })).status).toBe(422)
})

onEachEngine('an invisible player seems to be offline to all', async (world) => {
  const { clock, ana, ben } = await createFriends(world)
  const cursor = await cursorOf(ana)
  const hidden_at = new Date(world.context.now()).toISOString()
  await ben.put('/presence', { status: 'here' })
  expect((await ben.put('/presence', { invisible: true })).body).toEqual({
    status: 'here',
    invisible: true,
  })
  const hidden = { online: false, last_seen: hidden_at, status: '' }
  expect(await presenceOf(ana, ben)).toEqual(hidden)
  clock.advance(30)
  await ben.get('/friends')
  await world.server.flush()
  expect(await presenceOf(ana, ben)).toEqual(hidden)
  await ben.put('/presence', { invisible: false })
  await world.server.flush()
  expect(await presenceOf(ana, ben)).toMatchObject({ online: true, status: 'here' })
  expect(await presenceEvents(ana, cursor)).toEqual([
    ['friend.offline', ben.id],
    ['friend.online', ben.id],
  ])
})

onEachEngine(
  'a player who becomes visible again and again is reported once in 10 seconds',
  async (world) => {
    const { clock, ana, ben } = await createFriends(world)
    const cursor = await cursorOf(ana)
    const toggle = async () => {
      for (const invisible of [true, false, true, false, true, false])
        await ben.put('/presence', { invisible, status: `invisible: ${invisible}` })
      await world.server.flush()
    }
    await toggle()
    // Only the event waits.
    expect(await presenceOf(ana, ben)).toMatchObject({ online: true })
    expect(await presenceEvents(ana, cursor)).toEqual([['friend.offline', ben.id]])
    clock.advance(11)
    await world.server.flush()
    await toggle()
    await toggle()
    expect(await presenceEvents(ana, cursor)).toEqual([
      ['friend.offline', ben.id],
      ['friend.online', ben.id],
      ['friend.offline', ben.id],
    ])
    clock.advance(11)
    await world.server.flush()
    expect(await presenceEvents(ana, cursor)).toEqual([
      ['friend.offline', ben.id],
      ['friend.online', ben.id],
      ['friend.offline', ben.id],
      ['friend.online', ben.id],
    ])
  },
)

onEachEngine('strangers and blocked players learn nothing about presence', async (world) => {
  const { clock, ana, ben } = await createFriends(world)
  const stranger = await world.player()
  const [shown] = (await stranger.get(`/friends/${ana.id}`)).body.friends
  expect(Object.keys(shown)).not.toContain('online')
  expect(Object.keys(shown)).not.toContain('last_seen')
  const cursors = [await cursorOf(ana), await cursorOf(stranger)]
  await ben.post('/blocks', { user_id: ana.id })
  expect(await friendsOf(ana)).toEqual([])
  clock.advance(100)
  await world.server.flush()
  await ben.get('/friends')
  await world.server.flush()
  expect(await presenceEvents(ana, cursors[0] ?? '')).toEqual([])
  expect(await presenceEvents(stranger, cursors[1] ?? '')).toEqual([])
})

onEachEngine('a friend who comes online is reported to an open stream', async (world) => {
  const { clock, ana, ben } = await createFriends(world)
  clock.advance(100)
  await world.server.flush()
  const cursor = await cursorOf(ana)
  const waiting = ana.get(`/events?after=${cursor}&types=friend.online&wait=50`)
  await ben.put('/presence', { status: 'back' })
  const { events } = (await waiting).body
  expect(events).toMatchObject([
    { actor_id: ben.id, data: { user: { id: ben.id, username: ben.username } } },
  ])
})

onEachEngine('a service key that acts for a player does not make them present', async (world) => {
  const { clock, ana, ben } = await createFriends(world)
  clock.advance(100)
  const { status } = await world.system.get('/friends', { 'current-user-id': String(ben.id) })
  expect(status).toBe(200)
  await world.server.flush()
  expect(await presenceOf(ana, ben)).toMatchObject({ online: false })
})
