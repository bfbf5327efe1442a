import { expect } from 'vitest'
import { addMember, createGroup } from '../support/groups.ts'
import { entryAt } from '../support/rounds.ts'
import { onEachEngine, type World } from '../support/world.ts'
import { expectJson, ID, idsOf, signIn, STAMP } from './clients.ts'

// Chats and messages

const threePlayers = async (world: World) => {
  const list = await world.players(3)
  return { one: entryAt(list, 0), two: entryAt(list, 1), out: entryAt(list, 2) }
}

onEachEngine(
  'POST chats to players answers the chat flat and under chat, as different clients read it',
  async (world) => {
    const { one, two, out } = await threePlayers(world)
    const { status, body } = await one.post('/chats', { usernames: [two.username], text: 'hello' })
    const { chat, chat_users, ...flat } = body
    expect([status, flat]).toEqual([
      200,
      {
        id: ID,
        creator_id: one.id,
        creator_type: 'User',
        group_id: null,
        participants: expect.any(Array),
        messages: [
          {
            id: ID,
            chat_id: flat.id,
            text: 'hello',
            user_id: one.id,
            created_at: STAMP,
            read: false,
            read_by: [],
          },
        ],
      },
    ])
    expect([chat, chat_users]).toEqual([flat, flat.participants])
    expect(new Set(idsOf(flat.participants))).toEqual(new Set([one.id, two.id]))
    const back = await two.post('/chats', { usernames: [one.username, two.username], text: 'hi' })
    expect([back.body.id, back.body.messages.length]).toEqual([flat.id, 2])
    const wider = await two.post('/chats', { usernames: [one.username, out.username], text: 'all' })
    expect(wider.body.id).not.toBe(flat.id)
    const bad = [{ usernames: ['nobody at all'], text: 'x' }, { usernames: [two.username] }, {}]
    for (const sent of bad) expect((await one.post('/chats', sent)).status).toBe(422)
  },
)

onEachEngine(
  'JavaScript client, interim Unity client: POST chats to a group uses one chat that all members see',
  async (world) => {
    const { one, two, out } = await threePlayers(world)
    const group = await createGroup(one)
    await addMember(one, group.id, two)
    const first = await one.post('/chats', { group_id: group.id, text: 'first' })
    expect(first.body).toMatchObject({
      creator_type: 'Group',
      creator_id: group.id,
      group_id: group.id,
    })
    const second = await two.post('/chats', { group_id: group.id, text: 'second' })
    expect(second.body.id).toBe(first.body.id)
    for (const player of [one, two]) {
      const { body } = await signIn(world, player)
      expect(body.group_chats).toMatchObject([
        { id: first.body.id, messages: [{ text: 'second' }, { text: 'first' }] },
      ])
      expect(body.direct_chats).toEqual([])
    }
    expect((await out.post('/chats', { group_id: group.id, text: 'x' })).status).toBe(422)
  },
)

onEachEngine(
  'POST messages: the JavaScript client sends the message wrapped, Unreal and Unity clients flat',
  async (world) => {
    const { one, two, out } = await threePlayers(world)
    const { body: chat } = await one.post('/chats', { usernames: [two.username], text: 'a' })
    const wrapped = await one.post('/messages', { message: { chat_id: chat.id, text: 'b' } })
    const flat = await one.post('/messages', { chat_id: chat.id, text: 'c' })
    expectJson(wrapped, flat)
    const { message, ...said } = flat.body
    expect(said).toEqual({
      id: ID,
      chat_id: chat.id,
      text: 'c',
      user_id: one.id,
      created_at: STAMP,
      read: true,
      read_by: [one.id],
    })
    expect(message).toEqual(said)
    const seen = await two.get('/chats/page/1')
    expect(seen.body.direct_chats[0].messages).toMatchObject([
      { text: 'c', read: false },
      { text: 'b', read: false },
      { text: 'a', read: false, read_by: [] },
    ])
    expect((await out.post('/messages', { chat_id: chat.id, text: 'x' })).status).toBe(422)
  },
)

onEachEngine(
  'JavaScript client, Unreal plugin: of 31 messages, 25 come with the sign-in and 6 on messages/page/2',
  async (world) => {
    const { one, two } = await threePlayers(world)
    const { body: chat } = await one.post('/chats', { usernames: [two.username], text: '1' })
    for (let number = 2; number <= 31; number++) {
      await one.post('/messages', { chat_id: chat.id, text: String(number) })
    }
    const { body } = await signIn(world, two)
    expect(body.direct_chats[0].messages).toHaveLength(25)
    const page = await two.get(`/messages/page/2?chat_id=${chat.id}`)
    const texts = page.body.messages.map(({ text }: { text: string }) => text)
    expect(texts).toEqual(['6', '5', '4', '3', '2', '1'])
    expect((await two.get(`/messages/page/3?chat_id=${chat.id}`)).body).toEqual({ messages: [] })
  },
)

onEachEngine(
  'JavaScript client: of 27 direct chats, 25 come with the sign-in and 2 on chats/page/2',
  async (world) => {
    const player = await world.player()
    for (const other of await world.players(27)) {
      await other.post('/chats', { usernames: [player.username], text: 'hello' })
    }
    const { body } = await signIn(world, player)
    const page = await player.get('/chats/page/2')
    expect([body.direct_chats.length, page.body.direct_chats.length]).toEqual([25, 2])
    expect(page.body.group_chats).toEqual([])
    const all = [...body.direct_chats, ...page.body.direct_chats]
    expect(new Set(idsOf(all)).size).toBe(27)
    for (const { participants, messages } of all) {
      expect(idsOf(participants)).toContain(messages[0].user_id)
    }
  },
)

onEachEngine(
  'all clients: POST messages/{id}/mark_as_read marks once and answers with a text under message',
  async (world) => {
    const { one, two, out } = await threePlayers(world)
    const { body: chat } = await one.post('/chats', { usernames: [two.username], text: 'a' })
    const path = `/messages/${chat.messages[0].id}/mark_as_read`
    const headers = { 'content-type': 'application/json' }
    const marked = await two.send('POST', path, { headers })
    expect([marked.status, marked.body]).toEqual([200, { message: 'Message marked as read' }])
    const page = await two.get(`/messages/page/1?chat_id=${chat.id}`)
    expect(page.body.messages).toMatchObject([{ text: 'a', read: true, read_by: [two.id] }])
    const refused = [
      await two.post(path),
      await out.post(path),
      await two.post('/messages/0/mark_as_read'),
    ]
    expect(refused.map(({ status }) => status)).toEqual([422, 422, 422])
  },
)
