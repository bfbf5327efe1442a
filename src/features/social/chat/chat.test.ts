import { expect } from 'vitest'
import { onEachEngine, type Player } from '../../../../test/support/world.ts'

const write = (from: Player, to: Player[], text = 'hello') =>
  from.post('/chats', { usernames: to.map(({ username }) => username), text })

const texts = (messages: { text: string }[]) => messages.map(({ text }) => text)
const ids = (list: { id: number }[]) => list.map(({ id }) => id).sort((a, b) => a - b)

async function newGroup(admin: Player, members: Player[] = []): Promise<number> {
  const { body } = await admin.post('/groups', { name: 'Guild', can_auto_join: true })
  for (const member of members)
    await member.post('/group_connections', { group_id: body.id, user_id: member.id })
  return body.id
}

onEachEngine(
  'the same players share one direct chat, whoever writes first and in any order of names',
  async (world) => {
    const [ana, bob, cy] = [await world.player(), await world.player(), await world.player()]
    const first = await write(ana, [bob, cy], 'one')
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({ creator_id: ana.id, creator_type: 'User', group_id: null })
    expect(ids(first.body.participants)).toEqual(ids([ana, bob, cy]))
    expect(first.body.messages).toEqual([
      {
        id: expect.any(Number),
        chat_id: first.body.id,
        text: 'one',
        user_id: ana.id,
        created_at: expect.stringMatching(/\.\d{3}Z$/),
        read: false,
        read_by: [],
      },
    ])
    expect(first.body.chat).toMatchObject({ id: first.body.id })
    expect(ids(first.body.chat_users)).toEqual(ids([ana, bob, cy]))
    const second = await write(cy, [bob, ana], 'two')
    expect([second.body.id, texts(second.body.messages)]).toEqual([first.body.id, ['two', 'one']])
    expect((await write(cy, [bob], 'three')).body.id).not.toBe(first.body.id)
  },
)

onEachEngine('50 concurrent first messages create one chat', async (world) => {
  const [ana, bob] = [await world.player(), await world.player()]
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      index % 2 ? write(ana, [bob], `${index}`) : write(bob, [ana], `${index}`),
    ),
  )
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
  expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
})

onEachEngine(
  'messages are read for their author, and unread for others until marked as read',
  async (world) => {
    const [ana, bob, eve] = [await world.player(), await world.player(), await world.player()]
    const chat_id = (await write(ana, [bob])).body.id
    const sent = await ana.post('/messages', { message: { chat_id, text: 'again' } })
    expect(sent.body).toMatchObject({
      chat_id,
      text: 'again',
      user_id: ana.id,
      read: true,
      read_by: [ana.id],
      message: { text: 'again' },
    })
    const seen = await bob.get(`/messages/page/1?chat_id=${chat_id}`)
    expect(
      seen.body.messages.map(({ text, read }: { text: string; read: boolean }) => [text, read]),
    ).toEqual([
      ['again', false],
      ['hello', false],
    ])
    const marked = await bob.send('POST', `/messages/${sent.body.id}/mark_as_read`)
    expect([marked.status, marked.body]).toEqual([200, { message: 'Message marked as read' }])
    const [read] = (await bob.get(`/messages/page/1?chat_id=${chat_id}`)).body.messages
    expect(read).toMatchObject({ id: sent.body.id, read: true, read_by: ids([ana, bob]) })
    const again = await bob.post(`/messages/${sent.body.id}/mark_as_read`)
    expect([again.status, again.headers.get('x-error-code')]).toEqual([422, 'message_already_read'])
    for (const reply of [
      await eve.post(`/messages/${sent.body.id}/mark_as_read`),
      await bob.post('/messages/999999/mark_as_read'),
      await bob.post('/messages/abc/mark_as_read'),
    ]) {
      expect(reply.status).toBe(422)
    }
  },
)

onEachEngine('messages are listed 25 per page, newest first', async (world) => {
  const [ana, bob] = [await world.player(), await world.player()]
  const chat_id = (await write(ana, [bob], '0')).body.id
  for (let count = 1; count <= 30; count++)
    await ana.post('/messages', { chat_id, text: String(count) })
  const page = async (number: number | string) =>
    bob.get(`/messages/page/${number}?chat_id=${chat_id}`)
  expect(texts((await page(1)).body.messages)).toEqual(
    Array.from({ length: 25 }, (_, index) => String(30 - index)),
  )
  expect(texts((await page(2)).body.messages)).toEqual(['5', '4', '3', '2', '1', '0'])
  expect((await page(3)).body).toEqual({ messages: [] })
  for (const wrong of ['0', 'abc', '-1', '1.5']) expect((await page(wrong)).status).toBe(422)
})

onEachEngine('chats are listed 25 of each kind per page, latest activity first', async (world) => {
  const ana = await world.player()
  const others = await world.players(27)
  const made: number[] = []
  for (const other of others) made.push((await write(other, [ana])).body.id)
  const first = await ana.get('/chats/page/1')
  expect(first.body.direct_chats.map(({ id }: { id: number }) => id)).toEqual(
    made.toReversed().slice(0, 25),
  )
  expect((await ana.get('/chats/page/2')).body.direct_chats).toHaveLength(2)
  await ana.post('/messages', { chat_id: made[0], text: 'up' })
  expect((await ana.get('/chats/page/1')).body.direct_chats[0].id).toBe(made[0])
  expect(first.body.group_chats).toEqual([])
})

onEachEngine(
  "a group's chat is open to its current members only, and authors who left stay listed",
  async (world) => {
    const [admin, member, late] = [await world.player(), await world.player(), await world.player()]
    const group_id = await newGroup(admin, [member])
    const opened = await member.post('/chats', { group_id, text: 'hi all' })
    expect(opened.body).toMatchObject({ creator_type: 'Group', creator_id: group_id, group_id })
    const chat_id = opened.body.id
    expect((await admin.post('/chats', { group_id, text: 'welcome' })).body.id).toBe(chat_id)
    expect((await late.post('/messages', { chat_id, text: 'me too' })).status).toBe(422)
    expect((await late.post('/chats', { group_id, text: 'me too' })).status).toBe(422)
    await late.post('/group_connections', { group_id, user_id: late.id })
    expect((await late.get('/chats/page/1')).body.group_chats).toMatchObject([{ id: chat_id }])
    await member.delete(`/group_connections/leave/${group_id}`)
    expect((await member.get(`/messages/page/1?chat_id=${chat_id}`)).status).toBe(422)
    const [chat] = (await admin.get('/chats/page/1')).body.group_chats
    expect(ids(chat.participants)).toEqual(ids([admin, member, late]))
  },
)

onEachEngine('messages of a deleted account stay, without their author', async (world) => {
  const [ana, bob] = [await world.player(), await world.player()]
  const chat_id = (await write(ana, [bob])).body.id
  await ana.delete(`/users/${ana.id}`)
  const [chat] = (await bob.get('/chats/page/1')).body.direct_chats
  expect(chat).toMatchObject({ id: chat_id, messages: [{ text: 'hello', user_id: 0 }] })
  expect(ids(chat.participants)).toEqual([0, bob.id])
})

onEachEngine(
  'players cannot write to those they blocked or who blocked them, and only who has blocked is told why',
  async (world) => {
    const [ana, bob, eve] = [await world.player(), await world.player(), await world.player()]
    const chat_id = (await write(eve, [bob])).body.id
    await bob.post('/blocks', { username: eve.username })
    const refused = [
      await write(eve, [bob]),
      await write(eve, [bob, ana]),
      await eve.post('/chats', { usernames: ['nobody-there'], text: 'hello' }),
    ]
    expect(refused.map(({ status, text }) => [status, text])).toEqual(
      refused.map(() => [422, refused[0]?.text]),
    )
    const answered = await eve.post('/messages', { chat_id, text: 'why' })
    expect([answered.status, answered.text]).toEqual([
      422,
      'Nobody else in this chat gets your messages.',
    ])
    for (const own of [
      await bob.post('/messages', { chat_id, text: 'no' }),
      await write(bob, [eve]),
    ])
      expect([own.status, own.headers.get('x-error-code')]).toEqual([422, 'user_blocked'])
    await bob.delete(`/blocks/${eve.id}`)
    expect((await eve.post('/messages', { chat_id, text: 'thanks' })).status).toBe(200)
  },
)

onEachEngine('invalid input is 422, and so is a chat of another game', async (world) => {
  const [ana, bob] = [await world.player(), await world.player()]
  const stranger = await (await world.otherGame()).player()
  const chat_id = (await write(ana, [bob])).body.id
  const wrong: [string, object][] = [
    ['/chats', {}],
    ['/chats', { text: 'x' }],
    ['/chats', { usernames: [], text: 'x' }],
    ['/chats', { usernames: [ana.username], text: 'x' }],
    ['/chats', { usernames: [bob.username] }],
    ['/chats', { usernames: [bob.username], text: '' }],
    ['/chats', { usernames: [bob.username], text: 'x'.repeat(8193) }],
    ['/chats', { usernames: [stranger.username], text: 'x' }],
    ['/chats', { group_id: 999_999, text: 'x' }],
    ['/chats', { usernames: 'text'.repeat(100), text: 'x' }],
    ['/messages', {}],
    ['/messages', { chat_id: 999_999, text: 'x' }],
    ['/messages', { chat_id }],
    ['/messages', { chat_id: 'abc', text: 'x' }],
  ]
  for (const [path, body] of wrong)
    expect([path, body, (await ana.post(path, body)).status]).toEqual([path, body, 422])
  expect((await stranger.get(`/messages/page/1?chat_id=${chat_id}`)).status).toBe(422)
  expect((await stranger.post('/messages', { chat_id, text: 'x' })).status).toBe(422)
  expect((await ana.get('/messages/page/1')).status).toBe(422)
  expect(texts((await ana.get(`/messages/page/1?chat_id=${chat_id}`)).body.messages)).toEqual([
    'hello',
  ])
})
