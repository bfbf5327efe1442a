import { expect } from 'vitest'
import { entryAt, createRound } from '../support/rounds.ts'
import { onEachEngine, unique } from '../support/world.ts'
import { idsOf, signIn } from './clients.ts'

// The orders of lists that clients rely on

onEachEngine(
  'JavaScript client: incoming and outgoing friend requests are listed newest first',
  async (world) => {
    const [player, ann, ben, cem] = await world.players(4)
    if (!player || !ann || !ben || !cem) throw new Error('the players were not created')
    for (const sender of [ann, ben])
      await sender.post('/friendships', { username: player.username })
    const { body } = await signIn(world, player)
    expect(idsOf(body.incoming_friend_requests)).toEqual([ben.id, ann.id])
    for (const receiver of [ann, ben])
      await cem.post('/friendships', { username: receiver.username })
    const outgoing = await cem.get('/outgoing_friend_requests')
    expect(idsOf(outgoing.body.outgoing_friend_requests)).toEqual([ben.id, ann.id])
  },
)

onEachEngine(
  'JavaScript client: the groups of a user are listed oldest first, at sign-in and in users/{id}',
  async (world) => {
    const player = await world.player()
    const first = await player.post('/groups', { name: unique('zebra') })
    const second = await player.post('/groups', { name: unique('ape') })
    await player.put(`/groups/${first.body.id}`, { group: { name: unique('zoo') } })
    const ids = [first.body.id, second.body.id]
    expect(idsOf((await signIn(world, player)).body.groups)).toEqual(ids)
    expect(idsOf((await player.get(`/users/${player.id}`)).body.groups)).toEqual(ids)
    const other = await world.player()
    expect(idsOf((await other.get(`/users/${player.id}`)).body.groups)).toEqual(ids)
  },
)

onEachEngine(
  'JavaScript client, Unreal plugin: the messages of a chat are listed newest first, across pages',
  async (world) => {
    const [player, other] = [await world.player(), await world.player()]
    const { body: chat } = await player.post('/chats', { usernames: [other.username], text: '0' })
    for (let number = 1; number <= 26; number++) {
      await player.post('/messages', { message: { chat_id: chat.id, text: String(number) } })
    }
    const pages = [1, 2].map((page) => other.get(`/messages/page/${page}?chat_id=${chat.id}`))
    const texts = (await Promise.all(pages)).flatMap(({ body }) =>
      body.messages.map(({ text }: { text: string }) => Number(text)),
    )
    expect(texts).toEqual(Array.from({ length: 27 }, (_, index) => 26 - index))
  },
)

onEachEngine(
  'JavaScript client: direct_chats and group_chats are listed by latest activity',
  async (world) => {
    const [player, ann, ben] = [await world.player(), await world.player(), await world.player()]
    const groups = [
      await player.post('/groups', { name: 'one' }),
      await player.post('/groups', { name: 'two' }),
    ].map(({ body }) => ({ group_id: body.id, text: 'all' }))
    const chats = [
      await player.post('/chats', { usernames: [ann.username], text: 'a' }),
      await player.post('/chats', { usernames: [ben.username], text: 'b' }),
      await player.post('/chats', entryAt(groups, 0)),
      await player.post('/chats', entryAt(groups, 1)),
    ].map(({ body }) => Number(body.id))
    const [with_ann, with_ben, first, second] = chats
    const before = (await player.get('/chats/page/1')).body
    expect(idsOf(before.direct_chats)).toEqual([with_ben, with_ann])
    expect(idsOf(before.group_chats)).toEqual([second, first])
    await ann.post('/messages', { chat_id: with_ann, text: 'back' })
    await player.post('/messages', { chat_id: first, text: 'again' })
    const { body } = await signIn(world, player)
    expect(idsOf(body.direct_chats)).toEqual([with_ann, with_ben])
    expect(idsOf(body.group_chats)).toEqual([first, second])
  },
)

onEachEngine(
  'JavaScript client: the game_rounds of a user are listed newest first',
  async (world) => {
    const player = await world.player()
    const early = await createRound(player, { start_time: '2030-01-01T00:00:00Z' })
    const late = await createRound(player, { start_time: '2020-01-01T00:00:00Z' })
    const ids = [late.id, early.id]
    expect(idsOf((await signIn(world, player)).body.game_rounds)).toEqual(ids)
    const listed = await player.get(`/game_rounds?user_id=${player.id}`)
    expect(idsOf(listed.body.game_rounds)).toEqual(ids)
  },
)

onEachEngine(
  'interim Unity client: leaderboard entries are listed by highest score',
  async (world) => {
    const [one, other] = [await world.player(), await world.player()]
    for (const [player, score] of [
      [one, 5],
      [other, 30],
      [one, 12],
    ] as const) {
      await player.post(player.at('add_leaderboard_entry'), { leaderboard_name: 'Score', score })
    }
    const path = `/games/${world.game.id}/leaderboard_entries?leaderboard_name=Score&limit=10`
    const { body } = await one.get(path)
    expect(body.leaderboard_entries.map(({ score }: { score: number }) => score)).toEqual([
      30, 12, 5,
    ])
  },
)

onEachEngine(
  'current Unity SDK: rankings are listed by highest score, rounds without a score last',
  async (world) => {
    const [one, two, three] = [await world.player(), await world.player(), await world.player()]
    const { multiplayer_game_round_id } = await createRound(one, { multiplayer: true })
    await createRound(two, { multiplayer_game_round_id, score: 4 })
    const { rankings } = await createRound(three, { multiplayer_game_round_id, score: 9 })
    expect(rankings).toMatchObject([
      { user: { id: three.id }, place: 1, score: 9 },
      { user: { id: two.id }, place: 2, score: 4 },
      { user: { id: one.id } },
    ])
  },
)

onEachEngine('Unreal plugin: add_attribute answers only the new attributes', async (world) => {
  const player = await world.player()
  const { body: group } = await player.post('/groups', { name: 'keys' })
  const add = (key: string) =>
    player.post(`/groups/${group.id}/add_attribute`, { attributes: [{ key, value: 'v' }] })
  await add('first')
  expect((await add('second')).body.attributes).toMatchObject([{ key: 'second' }])
})
