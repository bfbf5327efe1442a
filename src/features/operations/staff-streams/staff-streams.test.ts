import { expect, test } from 'vitest'
import { eventTypes } from '../../../../dashboard/src/pages/live/event-types.ts'
import { type Browser, joinStaff } from '../../../../test/support/staff.ts'
import { onEachEngine, type World } from '../../../../test/support/world.ts'
import { eventList } from '../../../event-types.ts'

interface Received {
  status: number
  text: string
  is_ended: boolean
  close(): void
  events(): { id: string; type: string; data: Record<string, unknown> }[]
}

/** A stream of events as `EventSource` opens it. */
async function open(
  world: World,
  { cookie }: Browser,
  { query = '', last_event_id = '' } = {},
): Promise<Received> {
  const closing = new AbortController()
  const response = await fetch(
    `${world.server.url}/admin/api/games/${world.game.id}/events${query}`,
    {
      headers: { cookie, ...(last_event_id ? { 'last-event-id': last_event_id } : {}) },
      signal: closing.signal,
    },
  )
  const received: Received = {
    status: response.status,
    text: '',
    is_ended: false,
    close: () => closing.abort(),
    events: () =>
      received.text
        .split('\n')
        .flatMap((line) => (line.startsWith('data: {"id"') ? [JSON.parse(line.slice(6))] : [])),
  }
  const read = async () => {
    for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? [])
      received.text += text
    received.is_ended = true
  }
  read().catch(() => {})
  return received
}

const announce = (world: World, fields: object) =>
  world.system.post(`//admin/api/games/${world.game.id}/announcements`, fields)

onEachEngine('staff follow a game by type and player, and resume without a gap', async (world) => {
  const { browser } = await joinStaff(world, { role: 'support', game_ids: [world.game.id] })
  const all = await open(world, browser)
  const signed_up = await open(world, browser, { query: '?types=player.signed_up' })
  const [ana, ben] = [await world.player(), await world.player()]
  await expect.poll(() => all.events().length).toBe(2)
  const of_ben = await open(world, browser, { query: `?user_id=${ben.id}` })
  await announce(world, { text: 'for Ana', user_id: ana.id })
  await announce(world, { text: 'for Ben', user_id: ben.id })

  await expect.poll(() => all.events().length).toBe(4)
  await expect.poll(() => of_ben.events().map(({ data }) => data['text'])).toEqual(['for Ben'])
  expect(signed_up.events().map(({ type }) => type)).toEqual([
    'player.signed_up',
    'player.signed_up',
  ])
  const [first, ...others] = all.events()
  const again = await open(world, browser, { last_event_id: first?.id ?? '' })
  await expect.poll(() => again.events()).toEqual(others)
  for (const stream of [all, signed_up, of_ben, again]) stream.close()
})

onEachEngine('without the role support, staff read no words of players', async (world) => {
  const { browser } = await joinStaff(world, { role: 'viewer' })
  const stream = await open(world, browser)
  await announce(world, { text: 'a secret' })
  await expect.poll(() => stream.events().length).toBe(1)
  expect(stream.text).not.toContain('a secret')
  stream.close()
})

onEachEngine(
  'nobody reads private messages in a stream, nor by replaying the log',
  async (world) => {
    const { browser } = await joinStaff(world, { role: 'owner' })
    const stream = await open(world, browser)
    const [ana, ben] = [await world.player(), await world.player()]
    await ana.post('/chats', { usernames: [ben.username], text: 'between the two' })
    const messages = ({ events }: Received) =>
      events().filter(({ type }) => type === 'message.posted')
    await expect.poll(() => messages(stream).length).toBe(1)
    expect(messages(stream)[0]?.data).toMatchObject({ user: { id: ana.id } })
    const [first] = stream.events()
    const again = await open(world, browser, { query: `?after=${first?.id}` })
    await expect.poll(() => messages(again).length).toBe(1)
    for (const { text, close } of [stream, again]) {
      expect(text).not.toContain('between the two')
      close()
    }
  },
)

onEachEngine('a stream of staff ends with the session, the role and the game', async (world) => {
  const other = await world.otherGame()
  const strange = await joinStaff(world, { role: 'owner', game_ids: [other.game.id] })
  expect((await open(world, strange.browser)).status).toBe(404)

  const members = await Promise.all(
    ['session', 'role', 'game'].map(async (what) => {
      const member = await joinStaff(world, { role: 'support', game_ids: [world.game.id] })
      return { what, ...member, stream: await open(world, member.browser) }
    }),
  )
  const kept = await joinStaff(world, { role: 'viewer' })
  const open_stream = await open(world, kept.browser)
  for (const { what, browser, id } of members) {
    if (what === 'session') await browser.delete('/sessions')
    if (what === 'role') await world.system.put(`//admin/api/staff/${id}`, { role: 'viewer' })
    if (what === 'game')
      await world.system.put(`//admin/api/staff/${id}`, { game_ids: [other.game.id] })
  }
  for (const { stream } of members) {
    await expect.poll(() => stream.is_ended).toBe(true)
    expect(stream.text).toContain('event: not_signed_in')
  }
  expect(open_stream.is_ended).toBe(false)
  open_stream.close()
})

onEachEngine('a member of the staff has a limited number of streams', async (world) => {
  const { browser } = await joinStaff(world, { role: 'viewer' })
  const streams = []
  for (let number = 0; number < 10; number++) streams.push(await open(world, browser))
  expect((await open(world, browser)).status).toBe(429)
  for (const stream of streams) stream.close()
  await expect
    .poll(async () => {
      const stream = await open(world, browser)
      stream.close()
      return stream.status
    })
    .toBe(200)
})

test('the live page of the dashboard knows every type of event', () => {
  const known = [...eventTypes].map(([name, { is_frequent }]) => `${name} ${is_frequent ?? false}`)
  const all = eventList.map(({ name, is_frequent }) => `${name} ${is_frequent ?? false}`)
  expect(known.toSorted()).toEqual(all.toSorted())
})
