import { expect } from 'vitest'
import {
  befriend,
  createFriends,
  cursorOf,
  friendsOf,
  openStream,
  presenceEvents,
  presenceOf,
} from '../../../../test/support/presence.ts'
import { onEachEngine } from '../../../../test/support/world.ts'
import { updateSeen } from './queries.ts'

onEachEngine('a clock that is set back keeps nobody online', async (world) => {
  const { clock, ana, ben } = await createFriends(world)
  // Events from before they were friends are not shown.
  clock.advance(7200)
  await ben.get('/friends')
  await world.server.flush()
  const cursor = await cursorOf(ana)
  const now = world.context.now()
  const seen = JSON.stringify([{ user_id: ben.id, last_seen: now, online_until: now + 90_000 }])
  await world.context.db.transaction((tx) =>
    tx.run(updateSeen, { seen, writer: 'dead', latest: now + 90_000 }),
  )
  world.context.unwritten.seen.delete(ben.id)
  clock.advance(-3600)
  await world.server.flush()
  expect(await presenceOf(ana, ben)).toMatchObject({ online: false })
  expect(await presenceEvents(ana, cursor)).toEqual([['friend.offline', ben.id]])

  await ben.get('/friends')
  await world.server.flush()
  const last_seen = new Date(world.context.now()).toISOString()
  expect(await presenceOf(ana, ben)).toMatchObject({ online: true, last_seen })
  clock.advance(61)
  await world.server.flush()
  expect(await presenceOf(ana, ben)).toMatchObject({ online: false })
  expect(await presenceEvents(ana, cursor)).toEqual([
    ['friend.offline', ben.id],
    ['friend.online', ben.id],
    ['friend.offline', ben.id],
  ])
})

onEachEngine(
  'after the clock was set back, streams and requests count as before',
  async (world) => {
    const { clock, ana, ben } = await createFriends(world)
    const cleo = await world.player()
    await befriend(ana, cleo)
    const stream = await openStream(world, ben)
    await world.server.flush()
    clock.advance(-3600)
    await world.server.flush()
    const online = async () =>
      Object.fromEntries(
        (await friendsOf(ana)).map((one: { id: number; online: boolean }) => [one.id, one.online]),
      )
    expect(await online()).toEqual({ [ben.id]: true, [cleo.id]: true })
    clock.advance(61)
    await world.server.flush()
    expect(await online()).toEqual({ [ben.id]: true, [cleo.id]: false })
    await stream.close()
    clock.advance(11)
    await world.server.flush()
    expect(await online()).toEqual({ [ben.id]: false, [cleo.id]: false })
  },
)
