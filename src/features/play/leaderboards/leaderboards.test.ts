import { expect } from 'vitest'
import { onEachEngine, type Player, type World } from '../../../../test/support/world.ts'
import { changeGame } from '../../operations/games/rules.ts'

const addEntry = (player: Player, leaderboard_name: string, score: number, more: object = {}) =>
  player.post(player.at('add_leaderboard_entry'), { leaderboard_name, score, ...more })

const listBoard = async (player: Player, { game }: World, query = 'leaderboard_name=b') =>
  (await player.get(`/games/${game.id}/leaderboard_entries?${query}`)).body.leaderboard_entries

const listOwn = async (player: Player, query = '') =>
  (await player.get(player.at(`leaderboard_entries?${query}`))).body.leaderboard_entries

const scores = (entries: { score: number }[]) => entries.map(({ score }) => score)

onEachEngine(
  'an entry is listed with its user, time and extra attributes, and adding one answers the user object',
  async (world) => {
    const player = await world.player()
    const before = Date.now()
    const added = await addEntry(player, 'b', 3.96, { extra_attributes: '{"deaths": 15}' })
    expect([added.status, added.body.id, added.body.username]).toEqual([
      200,
      player.id,
      player.username,
    ])
    expect(added.body.authentication_token).toBe(player.token)
    const [entry] = await listBoard(player, world)
    expect(entry).toEqual({
      id: expect.any(Number),
      username: player.username,
      score: 3.96,
      leaderboard_name: 'b',
      game_user_id: player.id,
      extra_attributes: '{"deaths": 15}',
      metadata: '{"deaths": 15}',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    })
    expect(Date.parse(entry.created_at)).toBeGreaterThanOrEqual(before)
    expect(await listOwn(player)).toEqual([entry])
  },
)

onEachEngine('entries are accepted in every form that clients send', async (world) => {
  const player = await world.player()
  const path = player.at('add_leaderboard_entry')
  const fields = { leaderboard_name: 'b', score: '5', extra_attributes: '{"a": 1}' }
  const query = new URLSearchParams(fields).toString()
  const replies = [
    await player.send('POST', path, { multipart: fields }),
    await player.send('POST', path, { form: fields }),
    await player.send('POST', path, { json: { ...fields, score: 5 } }),
    await player.send('POST', `${path}?${query}`),
    await world.visitor.send('POST', path, {
      form: { ...fields, authentication_token: player.token },
    }),
    await addEntry(player, 'b', 5, { metadata: { a: '1' } }),
    await addEntry(player, 'b', 5, { metadata: '{"a": 1}' }),
    await addEntry(player, 'b', 5, { extra_attributes: { a: 1 } }),
    await addEntry(player, 'b', 5, { extra_attributes: '{"name": Bob}' }),
    await addEntry(player, 'b', 5, { extra_attributes: '', metadata: null }),
    await addEntry(player, 'b', 5),
  ]
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
  const entries: { extra_attributes: string; metadata: string; score: number }[] =
    await listOwn(player)
  expect(scores(entries)).toEqual(replies.map(() => 5))
  expect(entries.map(({ metadata }) => metadata)).toEqual([
    ...Array.from({ length: 5 }, () => '{"a": 1}'),
    '{"a":"1"}',
    '{"a": 1}',
    '{"a":1}',
    '{"name": Bob}',
    '{}',
    '{}',
  ])
  expect(entries.every((entry) => entry.extra_attributes === entry.metadata)).toBe(true)

  const shared = `leaderboard_name=b&one_per_user=True&limit=20`
  const listed = await world.visitor.get(
    `/games/${world.game.id}/leaderboard_entries?${shared}&authentication_token=${player.token}`,
  )
  expect([listed.status, listed.body.leaderboard_entries.length]).toEqual([200, 1])
})

onEachEngine('scores keep every digit, and whole numbers stay whole', async (world) => {
  const player = await world.player()
  const sent = [1e21, 9_007_199_254_740_991, 1200, 0.1, 1e-7, 0, -2.5, -1e300]
  for (const score of sent) await addEntry(player, 'b', score)
  const reply = await player.get(player.at('leaderboard_entries'))
  expect(scores(reply.body.leaderboard_entries)).toEqual(sent)
  expect(reply.text).toContain('"score":1200,')
  expect(await listBoard(player, world, 'leaderboard_name=b&one_per_user=true')).toMatchObject([
    { score: 1e21 },
  ])
})

onEachEngine(
  'input that is missing, wrong, too long or too deep is 400 and adds nothing',
  async (world) => {
    const player = await world.player()
    const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
    const good = { leaderboard_name: 'b', score: 1 }
    for (const wrong of [
      { leaderboard_name: undefined },
      { leaderboard_name: '' },
      { leaderboard_name: 'x'.repeat(256) },
      { leaderboard_name: 'a\0b' },
      { leaderboard_name: { a: 1 } },
      { score: undefined },
      { score: '' },
      { score: 'many' },
      { score: 'NaN' },
      { score: '1e999' },
      { score: true },
      { score: [1] },
      { extra_attributes: 'x'.repeat(8193) },
      { extra_attributes: { a: 'x'.repeat(8186) } },
      { extra_attributes: 'a\0b' },
      { extra_attributes: deep(34) },
      { metadata: JSON.parse(deep(34)) },
      { metadata: { a: '\0' } },
    ]) {
      const reply = await player.post(player.at('add_leaderboard_entry'), { ...good, ...wrong })
      expect([wrong, reply.status]).toEqual([wrong, 400])
      expect(reply.text).toContain(Object.keys(wrong)[0])
    }
    for (const query of ['', 'leaderboard_name=', 'leaderboard_name=b&limit=0']) {
      const path = `/games/${world.game.id}/leaderboard_entries?${query}`
      expect([query, (await player.get(path)).status]).toEqual([query, 400])
    }
    for (const limit of ['0', '-1', '1.5', 'all']) {
      expect((await player.get(player.at(`leaderboard_entries?limit=${limit}`))).status).toBe(400)
      const path = `/games/${world.game.id}/leaderboards/b/around?limit=${limit}`
      expect((await player.get(path)).status).toBe(400)
    }
    const cleared = await player.post(player.at('clear_my_leaderboard_entries'), {
      leaderboard_name: '',
    })
    expect(cleared.status).toBe(400)
    expect(await listOwn(player)).toEqual([])

    const longest = { extra_attributes: 'x'.repeat(8192), metadata: JSON.parse(deep(32)) }
    expect((await addEntry(player, '😀'.repeat(100), 1, longest)).status).toBe(200)
  },
)

onEachEngine(
  'players add and clear only their own entries, and other games cannot read a leaderboard',
  async (world) => {
    const [player, other] = [await world.player(), await world.player()]
    const other_game = await world.otherGame()
    const stranger = await other_game.player()
    await addEntry(other, 'b', 1)
    for (const id of [other.id, stranger.id, 0, 'abc']) {
      const body = { leaderboard_name: 'b', score: 1 }
      const added = await player.post(`/users/${id}/add_leaderboard_entry`, body)
      const cleared = await player.post(`/users/${id}/clear_my_leaderboard_entries`, body)
      expect([id, added.status, cleared.status]).toEqual([id, 401, 401])
    }
    const asVisitor = await world.visitor.post(other.at('add_leaderboard_entry'), {
      leaderboard_name: 'b',
      score: 1,
    })
    expect(asVisitor.status).toBe(401)
    for (const path of [
      'leaderboard_entries?leaderboard_name=b',
      'leaderboards/b/rank',
      'leaderboards/b/around',
    ]) {
      const ask = async (client: World['visitor'], id: number | string) =>
        (await client.get(`/games/${id}/${path}`)).status
      expect(await ask(other, world.game.id)).toBe(200)
      expect(await ask(stranger, world.game.id)).toBe(401)
      expect(await ask(world.visitor, world.game.id)).toBe(401)
      expect(await ask(player, 999_999)).toBe(404)
      expect(await ask(player, 'abc')).toBe(404)
    }
    expect(
      (await player.get(other.at('leaderboard_entries'))).body.leaderboard_entries,
    ).toHaveLength(1)
    expect((await player.get(stranger.at('leaderboard_entries'))).status).toBe(401)
    expect((await player.get('/users/999999/leaderboard_entries')).status).toBe(404)
    expect((await world.visitor.get(other.at('leaderboard_entries'))).status).toBe(401)
    const { rank, score } = (
      await player.get(`/games/${world.game.id}/leaderboards/b/rank?user_id=${other.id}`)
    ).body
    expect([rank, score]).toEqual([1, 1])
    const foreign = `/games/${world.game.id}/leaderboards/b/rank?user_id=${stranger.id}`
    expect((await player.get(foreign)).status).toBe(401)
    expect(await listBoard(stranger, other_game)).toEqual([])
  },
)

onEachEngine(
  'the highest score comes first, then the earlier of equal scores, with one entry per user on request',
  async (world) => {
    const [ann, bob, cem] = (await world.players(3)) as [Player, Player, Player]
    await addEntry(ann, 'b', 5)
    await addEntry(bob, 'b', 9)
    await addEntry(ann, 'b', 9)
    await addEntry(cem, 'b', -1)
    await addEntry(bob, 'b', 10.5)
    await addEntry(bob, 'other', 100)
    const places = (entries: { game_user_id: number; score: number }[]) =>
      entries.map(({ game_user_id, score }) => [game_user_id, score])
    const all = [
      [bob.id, 10.5],
      [bob.id, 9],
      [ann.id, 9],
      [ann.id, 5],
      [cem.id, -1],
    ]
    expect(places(await listBoard(ann, world))).toEqual(all)
    expect(places(await listBoard(ann, world, 'leaderboard_name=b&limit=2'))).toEqual(
      all.slice(0, 2),
    )
    expect(places(await listBoard(ann, world, 'leaderboard_name=b&limit=1000'))).toEqual(all)
    expect(places(await listBoard(ann, world, 'leaderboard_name=b&one_per_user=false'))).toEqual(
      all,
    )
    const bests = [
      [bob.id, 10.5],
      [ann.id, 9],
      [cem.id, -1],
    ]
    expect(places(await listBoard(ann, world, 'leaderboard_name=b&one_per_user=true'))).toEqual(
      bests,
    )
    expect(await listBoard(ann, world, 'leaderboard_name=B')).toEqual([])
    expect(scores(await listOwn(bob))).toEqual([100, 10.5, 9])
    expect(scores(await listOwn(bob, 'leaderboard_name=b'))).toEqual([10.5, 9])
    expect(scores(await listOwn(bob, 'one_per_user=true'))).toEqual([100, 10.5])
    expect(scores(await listOwn(bob, 'one_per_user=true&leaderboard_name=b'))).toEqual([10.5])
    expect(scores(await listOwn(bob, 'limit=1'))).toEqual([100])
  },
)

onEachEngine(
  'a game that ranks ascending reverses all leaderboards, including earlier entries',
  async (world) => {
    const [ann, bob] = (await world.players(2)) as [Player, Player]
    for (const score of [70, 50.5, 60]) await addEntry(ann, 'b', score)
    for (const score of [55, 50.5]) await addEntry(bob, 'b', score)
    await changeGame(world.context, world.game.id, { ranking_order: 'ascending' })
    await addEntry(bob, 'b', 80)
    const rank = async (player: Player) =>
      (await player.get(`/games/${world.game.id}/leaderboards/b/rank`)).body
    expect(scores(await listBoard(ann, world))).toEqual([50.5, 50.5, 55, 60, 70, 80])
    expect(await listBoard(ann, world, 'leaderboard_name=b&one_per_user=true')).toMatchObject([
      { score: 50.5, game_user_id: ann.id },
      { score: 50.5, game_user_id: bob.id },
    ])
    expect(scores(await listOwn(ann))).toEqual([50.5, 60, 70])
    expect(scores(await listOwn(ann, 'one_per_user=true'))).toEqual([50.5])
    expect(await rank(bob)).toMatchObject({ rank: 2, score: 50.5 })
    await changeGame(world.context, world.game.id, { ranking_order: 'descending' })
    expect(await rank(bob)).toMatchObject({ rank: 1, score: 80 })
  },
)

onEachEngine(
  "clearing deletes the caller's entries of one leaderboard or of all, and nobody else's",
  async (world) => {
    const [ann, bob] = (await world.players(2)) as [Player, Player]
    const path = ann.at('clear_my_leaderboard_entries')
    const fill = async () => {
      for (const name of ['b', 'c', 'd', 'e']) await addEntry(ann, name, 7)
    }
    await fill()
    await addEntry(bob, 'b', 1)
    const in_query = await ann.send('POST', `${path}?leaderboard_name=b`)
    expect([in_query.status, in_query.body.id]).toEqual([200, ann.id])
    expect(await listBoard(ann, world, 'leaderboard_name=b&one_per_user=true')).toMatchObject([
      { game_user_id: bob.id },
    ])
    expect((await ann.get(`/games/${world.game.id}/leaderboards/b/rank`)).status).toBe(404)
    await ann.send('POST', path, { form: { leaderboard_name: 'c' } })
    await ann.send('POST', path, { multipart: { leaderboard_name: 'd' } })
    await ann.post(path, { leaderboard_name: 'never entered' })
    expect(
      (await listOwn(ann)).map((entry: { leaderboard_name: string }) => entry.leaderboard_name),
    ).toEqual(['e'])
    await ann.post(path, { all: true })
    expect(await listOwn(ann)).toEqual([])
    expect(await listOwn(ann, 'one_per_user=true')).toEqual([])
    await addEntry(ann, 'b', 0)
    expect(await listOwn(ann, 'one_per_user=true')).toMatchObject([{ score: 0 }])
  },
)
