import { expect } from 'vitest'
import { cleanUpJob } from '../../src/jobs/housekeeping.ts'
import { limits } from '../../src/limits.ts'
import { statement } from '../../src/storage/statement.ts'
import { onEachEngine, type Player, type Reply, type World } from '../support/world.ts'

const refusal = ({ status, headers }: Reply) => [status, headers.get('x-error-code')]

const block = (by: Player, blocked: Player) => by.post('/blocks', { user_id: blocked.id })

const write = (from: Player, to: Player[], text = 'hello') =>
  from.post('/chats', { usernames: to.map(({ username }) => username), text })

const leave = (player: Player, chat_id: number) => player.delete(`/chats/${chat_id}/membership`)

interface Chat {
  id: number
  participants: { id: number }[]
  messages: { text: string }[]
}

const textsOf = (messages: { text: string }[]) => messages.map(({ text }) => text)
const idsOf = (list: { id: number }[]) => list.map(({ id }) => id).sort((a, b) => a - b)

const messagesOf = async (viewer: Player, chat_id: number) =>
  textsOf((await viewer.get(`/messages/page/1?chat_id=${chat_id}`)).body.messages)

const directChatsOf = async (player: Player): Promise<Chat[]> =>
  (await player.get('/chats/page/1')).body.direct_chats

async function threePlayers(world: World): Promise<[Player, Player, Player]> {
  return [await world.player(), await world.player(), await world.player()]
}

onEachEngine(
  'messages of a blocked author are shown to the player who blocked nowhere, and to all others as before',
  async (world) => {
    const [ana, bob, eve] = await threePlayers(world)
    const { body: group } = await ana.post('/groups', { name: 'Guild', can_auto_join: true })
    for (const player of [bob, eve])
      await player.post('/group_connections', { group_id: group.id, user_id: player.id })
    const shared = (await write(ana, [bob, eve], 'from ana')).body.id
    const of_group = (await ana.post('/chats', { group_id: group.id, text: 'from ana' })).body.id
    const alone = (await write(eve, [bob], 'from eve')).body.id
    for (const chat_id of [shared, of_group])
      await eve.post('/messages', { chat_id, text: 'from eve' })

    await block(bob, eve)
    const late = await eve.post('/messages', { chat_id: shared, text: 'still from eve' })
    expect(late.status).toBe(200)

    expect(await messagesOf(bob, shared)).toEqual(['from ana'])
    expect(await messagesOf(bob, of_group)).toEqual(['from ana'])
    expect(await messagesOf(bob, alone)).toEqual([])
    const { email } = bob
    const signed_in = await world.visitor.post('/sessions', {
      game_id: world.game.id,
      email,
      password: 'password',
    })
    for (const { body } of [await bob.get('/chats/page/1'), signed_in]) {
      const chats: Chat[] = [...body.direct_chats, ...body.group_chats]
      expect(chats.map(({ id, messages }) => [id, textsOf(messages)])).toEqual(
        expect.arrayContaining([
          [shared, ['from ana']],
          [of_group, ['from ana']],
          [alone, []],
        ]),
      )
    }
    const reply = await bob.post('/messages', { chat_id: shared, text: 'from bob' })
    expect(reply.status).toBe(200)
    const answered = await write(bob, [ana], 'to ana')
    expect(answered.status).toBe(200)
    expect(refusal(await bob.post(`/messages/${late.body.id}/mark_as_read`))).toEqual([
      422,
      'message_not_found',
    ])

    for (const viewer of [ana, eve])
      expect(await messagesOf(viewer, shared)).toEqual([
        'from bob',
        'still from eve',
        'from eve',
        'from ana',
      ])
    await bob.delete(`/blocks/${eve.id}`)
    expect(await messagesOf(bob, alone)).toEqual(['from eve'])
    expect((await bob.post(`/messages/${late.body.id}/mark_as_read`)).status).toBe(200)
  },
)

onEachEngine(
  'a blocked author does not move a chat to the top of the list of the player who blocked',
  async (world) => {
    const [ana, bob, eve] = await threePlayers(world)
    const shared = (await write(ana, [bob, eve])).body.id
    const other = (await write(ana, [bob])).body.id
    await block(bob, eve)
    await eve.post('/messages', { chat_id: shared, text: 'look' })
    expect((await directChatsOf(bob)).map(({ id }) => id)).toEqual([other, shared])
    expect((await directChatsOf(ana)).map(({ id }) => id)).toEqual([shared, other])
  },
)

onEachEngine('members leave a chat, and nobody can put them back into it', async (world) => {
  const [ana, bob, eve] = await threePlayers(world)
  const chat_id = (await write(ana, [bob, eve], 'secret')).body.id
  const left = await leave(eve, chat_id)
  expect([left.status, left.body]).toEqual([200, { message: 'you have left the chat' }])

  expect(await directChatsOf(eve)).toEqual([])
  expect((await eve.get(`/messages/page/1?chat_id=${chat_id}`)).status).toBe(422)
  expect((await eve.post('/messages', { chat_id, text: 'x' })).status).toBe(422)
  expect(refusal(await leave(eve, chat_id))).toEqual([422, 'chat_not_found'])
  expect((await ana.post('/messages', { chat_id, text: 'without eve' })).status).toBe(200)
  expect(await messagesOf(bob, chat_id)).toEqual(['without eve', 'secret'])
  const [chat] = await directChatsOf(bob)
  expect(idsOf(chat?.participants ?? [])).toEqual(idsOf([ana, bob]))

  const again = await write(bob, [ana, eve], 'new')
  expect(again.body.id).not.toBe(chat_id)
  expect(await directChatsOf(eve)).toMatchObject([
    { id: again.body.id, messages: [{ text: 'new' }] },
  ])
})

onEachEngine(
  'strangers do not leave a chat, and the chat of a group is left with the group',
  async (world) => {
    const [ana, bob, eve] = await threePlayers(world)
    const chat_id = (await write(ana, [bob])).body.id
    const { body: group } = await ana.post('/groups', { name: 'Guild' })
    const of_group = (await ana.post('/chats', { group_id: group.id, text: 'hi' })).body.id
    expect(refusal(await leave(eve, chat_id))).toEqual([422, 'chat_not_found'])
    expect(refusal(await leave(eve, 987_654_321))).toEqual([422, 'chat_not_found'])
    expect(refusal(await leave(ana, of_group))).toEqual([422, 'chat_of_group'])
    expect(await messagesOf(bob, chat_id)).toEqual(['hello'])
  },
)

onEachEngine('a message that nobody would read is refused', async (world) => {
  const [ana, bob] = await threePlayers(world)
  const chat_id = (await write(ana, [bob])).body.id
  await leave(ana, chat_id)
  expect(refusal(await bob.post('/messages', { chat_id, text: 'there?' }))).toEqual([
    422,
    'chat_empty',
  ])
  expect(await messagesOf(bob, chat_id)).toEqual(['hello'])
})

const countRows = statement<{ id: number }, { chats: number; messages: number }>(`
  select (select count(*) from chats where id = :id) as chats,
         (select count(*) from messages where chat_id = :id) as messages`)

onEachEngine(
  'a chat that everyone has left is deleted with its messages, however many leave and write at once',
  async (world) => {
    const players = await world.players(10)
    const [first, ...others] = players
    if (!first) throw new Error('too few players')
    const chat_id = (await write(first, others)).body.id
    const replies = await Promise.all(
      players.flatMap((player) => [
        ...Array.from({ length: 4 }, () => player.post('/messages', { chat_id, text: 'bye' })),
        write(
          player,
          players.filter((other) => other !== player),
        ),
        leave(player, chat_id),
        ...Array.from({ length: 4 }, () => player.post('/messages', { chat_id, text: 'bye' })),
      ]),
    )
    expect(replies.filter(({ status }) => status !== 200 && status !== 422)).toEqual([])
    for (const player of players) {
      for (const { id } of await directChatsOf(player)) expect(id).not.toBe(chat_id)
    }
    await cleanUpJob.run(world.context, new AbortController().signal)
    expect(await world.context.db.first(countRows, { id: chat_id })).toEqual({
      chats: 0,
      messages: 0,
    })
  },
)

/** Chats that the player has started with nobody, which is enough to be counted. */
async function startManyChats({ context, game }: World, { id }: Player, many: number) {
  await context.db.rawTransaction(async (run) => {
    await run(`insert into chats (game_id, creator_id, participants_key, created_at)
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${many})
      select ${game.id}, ${id}, 'many-' || n || '-of-${id}', 0 from numbers`)
    await run(`insert into chat_participants (chat_id, user_id, is_starter)
      select id, ${id}, 1 from chats where creator_id = ${id} and game_id = ${game.id}`)
  })
}

onEachEngine(
  'a player starts no more chats than the limit, however many at once; leaving one frees a place',
  async (world) => {
    const player = await world.player()
    const others = await world.players(100)
    await startManyChats(world, player, limits.chats.value - 5)
    const replies = await Promise.all(others.map((other) => write(player, [other])))
    const started = replies.filter(({ status }) => status === 200)
    expect(started).toHaveLength(5)
    const refused = replies.filter(({ status }) => status !== 200)
    expect(new Set(refused.map((reply) => refusal(reply).join(' ')))).toEqual(
      new Set(['422 too_many_chats']),
    )
    const [chat_id] = started.map(({ body }) => body.id)
    expect((await player.post('/messages', { chat_id, text: 'more' })).status).toBe(200)

    // Others still reach the player, and being written to counts for nobody else.
    const writer = others.find((_, index) => replies[index]?.status !== 200)
    if (!writer) throw new Error('no chat was refused')
    expect((await write(writer, [player])).status).toBe(200)
    await leave(player, chat_id)
    const next = others.find((other, index) => replies[index]?.status !== 200 && other !== writer)
    expect((await write(player, next ? [next] : [])).status).toBe(200)
  },
)

onEachEngine('a message lists no more than a hundred readers, and the caller', async (world) => {
  const [ana, bob] = await threePlayers(world)
  const readers = await world.players(102)
  const { body: group } = await ana.post('/groups', {
    name: 'Guild',
    can_auto_join: true,
    max_group_size: 200,
  })
  for (const player of [bob, ...readers])
    await player.post('/group_connections', { group_id: group.id, user_id: player.id })
  const { body: chat } = await ana.post('/chats', { group_id: group.id, text: 'read me' })
  const path = `/messages/${chat.messages[0].id}/mark_as_read`
  for (const reader of readers) await reader.post(path)
  const shownTo = async (viewer: Player) =>
    (await viewer.get(`/messages/page/1?chat_id=${chat.id}`)).body.messages[0]
  const first_hundred = idsOf(readers).slice(0, 100)
  expect(await shownTo(bob)).toMatchObject({ read: false, read_by: first_hundred })
  const last = readers.toSorted((one, other) => one.id - other.id).at(-1)
  if (!last) throw new Error('no readers')
  expect(await shownTo(last)).toMatchObject({ read: true, read_by: [...first_hundred, last.id] })
})

const listMany = (count: number) =>
  `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})`

/** Adds messages to a chat as if their author had sent them one by one. */
async function addMessages(
  { context }: World,
  { id }: Player,
  { chat_id, count, text }: { chat_id: number; count: number; text: string },
) {
  await context.db.rawTransaction(async (run) => {
    await run(`insert into messages (chat_id, user_id, text, created_at)
      ${listMany(count)} select ${chat_id}, ${id}, '${text}', 0 from numbers`)
  })
}

onEachEngine(
  'long messages of strangers do not make the overview of a player long, or hide short ones of friends',
  async (world) => {
    const ana = await world.player()
    const friend = await world.player()
    const friendly: Chat = (await write(friend, [ana])).body
    await addMessages(world, friend, { chat_id: friendly.id, count: 30, text: 'x'.repeat(300) })
    const long = 'x'.repeat(limits.message_bytes.value)
    const strangers = await Promise.all(Array.from({ length: 24 }, () => world.player()))
    for (const stranger of strangers) {
      const chat: Chat = (await write(stranger, [ana])).body
      await addMessages(world, stranger, { chat_id: chat.id, count: 30, text: long })
    }

    const { email } = ana
    const signed_in = { game_id: world.game.id, email, password: 'password' }
    const answers = [
      await ana.get('/chats/page/1'),
      await ana.get(ana.at('')),
      await world.visitor.post('/sessions', signed_in),
    ]
    for (const { text, body } of answers) {
      const chats: Chat[] = body.direct_chats
      expect(chats).toHaveLength(25)
      expect(text.length).toBeLessThan(1.5 * limits.shown_messages_bytes.value)
      expect(chats.find(({ id }) => id === friendly.id)?.messages).toHaveLength(25)
      for (const { messages } of chats) expect(messages[0]?.text).not.toBe('hello')
      const shown = chats.flatMap(({ messages }) => textsOf(messages)).join('').length
      expect(shown).toBeGreaterThan(0.9 * limits.shown_messages_bytes.value)
      expect(shown).toBeLessThanOrEqual(limits.shown_messages_bytes.value)
    }
    const [first] = answers[0]?.body.direct_chats ?? []
    expect(await messagesOf(ana, first.id)).toHaveLength(25)
  },
)

onEachEngine('one chat shows its latest 25 messages, however long', async (world) => {
  const [ana, bob] = await threePlayers(world)
  const long = 'x'.repeat(limits.message_bytes.value)
  const chat: Chat = (await write(bob, [ana], long)).body
  await addMessages(world, bob, { chat_id: chat.id, count: 30, text: long })
  const again: Chat = (await write(bob, [ana], long)).body
  expect(again.messages).toHaveLength(25)
})
