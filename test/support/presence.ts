import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { expect, onTestFinished } from 'vitest'
import { useMovableClock } from './clock.ts'
import type { Player, World } from './world.ts'

export async function befriend(one: Player, other: Player): Promise<void> {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const)
    expect((await from.post('/friendships', { username: to.username })).status).toBe(200)
}

/** With the clock under control, so that nobody goes offline on a slow machine. */
export async function createFriends(world: World) {
  const clock = useMovableClock(world)
  const [ana, ben] = [await world.player(), await world.player()]
  await befriend(ana, ben)
  await world.server.flush()
  return { clock, ana, ben }
}

export const friendsOf = async (player: Player) => (await player.get('/friends')).body.friends

/** As Ana sees it. */
export async function presenceOf(ana: Player, ben: Player) {
  const [{ online, last_seen, status }] = await friendsOf(ana)
  const shown = { online, last_seen, status }
  const { friends } = (await ana.get('/friendships')).body
  expect(friends).toMatchObject([{ id: ben.id, ...shown }])
  return shown
}

export async function cursorOf(player: Player): Promise<string> {
  return (await player.get('/events')).body.cursor
}

const PRESENCE_TYPES = 'friend.online,friend.offline'

export async function presenceEvents(player: Player, after: string) {
  const { body } = await player.get(`/events?after=${after}&types=${PRESENCE_TYPES}`)
  return body.events.map((event: { type: string; actor_id: number }) => [
    event.type,
    event.actor_id,
  ])
}

/** A stream of events; resolves when it is open. */
export async function openStream(world: World, player: Player) {
  // A stream of `fetch` that nobody reads would be closed together with its garbage.
  const stream = get(`${world.server.url}/api/v3/events/stream`, { headers: player.headers })
  stream.on('error', () => {})
  onTestFinished(() => void stream.destroy())
  const [response]: IncomingMessage[] = await once(stream, 'response')
  expect(response?.statusCode).toBe(200)
  return {
    async close() {
      stream.destroy()
      const { seen, newly_seen } = world.context.unwritten
      const isOpen = () => (newly_seen.get(player.id) ?? seen.get(player.id))?.streams
      await expect.poll(isOpen).not.toBe(1)
    },
  }
}
