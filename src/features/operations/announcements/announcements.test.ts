import { expect } from 'vitest'
import { useMovableClock } from '../../../../test/support/clock.ts'
import {
  onEachEngine,
  type Player,
  type Reply,
  type World,
} from '../../../../test/support/world.ts'

const refusal = ({ status, headers }: Reply) => [status, headers.get('x-error-code')]

const announce = (world: World, input: object) =>
  world.system.post(`//admin/api/games/${world.game.id}/announcements`, input)

async function textsOf(player: Player) {
  const { notifications } = (await player.get('/notifications')).body
  return notifications.map(({ data }: { data: { text: string } }) => data.text)
}

const unread = async (player: Player) => (await player.get('/notifications')).body.unread_count

const cursorOf = async (player: Player) => (await player.get('/events')).body.cursor

async function createGroup(owner: Player, member: Player): Promise<number> {
  const { body } = await owner.post('/groups', { name: 'g', can_auto_join: true })
  await member.post('/group_connections', { group_id: body.id, user_id: member.id })
  return body.id
}

onEachEngine(
  'an announcement to the game reaches all its players, and nobody else',
  async (world) => {
    const [ana, ben] = [await world.player(), await world.player()]
    const stranger = await (await world.otherGame()).player()
    const [of_ana, of_ben, of_stranger] = [
      await cursorOf(ana),
      await cursorOf(ben),
      await cursorOf(stranger),
    ]
    const waiting = ana.get(`/events?after=${of_ana}&wait=50`)
    const posted = await announce(world, { text: 'Season 2 begins' })
    expect([posted.status, posted.body.id]).toEqual([201, null])
    const event = { type: 'announcement.posted', actor_id: null }
    const data = { text: 'Season 2 begins', group_id: null }
    // One who waits, and one who comes later.
    expect((await waiting).body.events).toMatchObject([{ ...event, data }])
    expect((await ben.get(`/events?after=${of_ben}`)).body.events).toMatchObject([
      { ...event, data },
    ])
    expect((await stranger.get(`/events?after=${of_stranger}`)).body.events).toEqual([])

    const [shown] = (await ben.get('/notifications')).body.notifications
    expect(shown).toMatchObject({
      type: event.type,
      is_read: false,
      data: { id: shown.id, ...data },
    })
    expect(await textsOf(stranger)).toEqual([])
    expect((await ben.put(`/notifications/${shown.id}/read`)).body.unread_count).toBe(0)
    expect([await unread(ana), await unread(ben)]).toEqual([1, 0])
    expect(refusal(await stranger.put(`/notifications/${shown.id}/read`))).toEqual([
      404,
      'notification_not_found',
    ])
    await announce(world, { text: 'Season 3 begins' })
    expect(await textsOf(ben)).toEqual(['Season 3 begins', 'Season 2 begins'])
    expect([await unread(ana), await unread(ben)]).toEqual([2, 1])
    expect((await ana.put('/notifications/read')).body.unread_count).toBe(0)
  },
)

onEachEngine('nobody finds announcements from before they came', async (world) => {
  const clock = useMovableClock(world)
  const ana = await world.player()
  const group_id = await createGroup(ana, await world.player())
  await announce(world, { text: 'to all' })
  await announce(world, { text: 'to the group', group_id })
  clock.advance(1)
  const late = await world.player()
  await late.post('/group_connections', { group_id, user_id: late.id })
  expect([await textsOf(late), await unread(late)]).toEqual([[], 0])
  expect(await textsOf(ana)).toEqual(['to the group', 'to all'])
})

onEachEngine('an announcement to a player or a group reaches them alone', async (world) => {
  const [ana, ben, cleo] = [await world.player(), await world.player(), await world.player()]
  const group_id = await createGroup(ana, ben)
  const cursor = await cursorOf(ben)
  await announce(world, { text: 'to the group', group_id })
  await announce(world, { text: 'to Ana', user_id: ana.id })
  expect(await textsOf(ana)).toEqual(['to Ana', 'to the group'])
  expect(await textsOf(ben)).toEqual(['to the group'])
  expect(await textsOf(cleo)).toEqual([])
  const { events } = (await ben.get(`/events?after=${cursor}`)).body
  expect(events).toMatchObject([{ data: { text: 'to the group', group_id } }])
  expect((await ben.put('/notifications/read')).body).toEqual({ unread_count: 0 })
  expect(await unread(ana)).toBe(2)
  await ben.delete(`/group_connections/leave/${group_id}`)
  expect(await textsOf(ben)).toEqual([])
})

onEachEngine('an announcement with a time is posted once when it has come', async (world) => {
  const clock = useMovableClock(world)
  const ana = await world.player()
  const at = new Date(world.context.now() + 3_600_000).toISOString()
  const { status, body } = await announce(world, { text: 'later', at })
  expect([status, body]).toEqual([201, { id: expect.any(Number), at }])
  const other = await announce(world, { text: 'never', at })
  const path = `//admin/api/games/${world.game.id}/announcements`
  expect((await world.system.get(path)).body.announcements).toMatchObject([
    { id: body.id, text: 'later', at, user_id: null, group_id: null },
    { text: 'never' },
  ])
  expect((await world.system.delete(`//admin/api/announcements/${other.body.id}`)).status).toBe(200)
  expect(refusal(await world.system.delete(`//admin/api/announcements/${other.body.id}`))).toEqual([
    404,
    'announcement_not_found',
  ])
  clock.advance(3599)
  await world.server.jobs.runDueJobs()
  expect(await textsOf(ana)).toEqual([])
  for (let times = 0; times < 3; times++) {
    clock.advance(60)
    await world.server.jobs.runDueJobs()
  }
  expect(await textsOf(ana)).toEqual(['later'])
  expect((await world.system.get(path)).body.announcements).toEqual([])
})

onEachEngine("a game's server announces with a service key, and players cannot", async (world) => {
  const ana = await world.player()
  const key = await world.system.post(`//admin/api/games/${world.game.id}/service_keys`, {
    name: 'server',
  })
  const server = {
    'service-key-name': 'server',
    'service-key-token': key.body.token,
    'current-user-id': String(ana.id),
  }
  const sent = await world.visitor.post(
    '/announcements',
    { text: 'hello', user_id: ana.id },
    server,
  )
  expect(sent.status).toBe(201)
  expect(await textsOf(ana)).toEqual(['hello'])
  const refused = await ana.post('/announcements', { text: 'hello' })
  expect(refusal(refused)).toEqual([403, 'not_the_server'])
  const stranger = await (await world.otherGame()).player()
  const foreign = { text: 'hello', user_id: stranger.id }
  expect(refusal(await world.visitor.post('/announcements', foreign, server))).toEqual([
    404,
    'user_not_found',
  ])
})

onEachEngine('an announcement that is not valid is refused', async (world) => {
  const ana = await world.player()
  const group_id = await createGroup(ana, await world.player())
  for (const input of [
    {},
    { text: '' },
    { text: 'x'.repeat(2001) },
    { text: 'x', at: 'tomorrow' },
    { text: 'x', at: '5' },
    { text: 'x', at: '2030-13-01T00:00:00Z' },
    { text: 'x', user_id: 'x' },
    { text: 'x', user_id: ana.id, group_id },
  ])
    expect(refusal(await announce(world, input))).toEqual([422, 'invalid_input'])
  expect(refusal(await announce(world, { text: 'x', user_id: 987_654_321 }))).toEqual([
    404,
    'user_not_found',
  ])
  expect(refusal(await announce(world, { text: 'x', group_id: 987_654_321 }))).toEqual([
    404,
    'group_not_found',
  ])
  const unknown = await world.system.post('//admin/api/games/987654/announcements', { text: 'x' })
  expect(refusal(unknown)).toEqual([404, 'game_not_found'])
  const player = await ana.post(`//admin/api/games/${world.game.id}/announcements`, { text: 'x' })
  expect(refusal(player)).toEqual([401, 'not_staff'])
})
