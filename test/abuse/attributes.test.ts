import { expect } from 'vitest'
import { statement } from '../../src/storage/statement.ts'
import { addOwn, createClub } from '../support/attributes.ts'
import { refusal } from '../support/groups.ts'
import { onEachEngine, type Player, type Reply } from '../support/world.ts'

const KIB_64 = 65_536

const largeValue = 'x'.repeat(KIB_64)

async function ownKeys(player: Player): Promise<string[]> {
  const { body } = await player.get(player.at('game_user_attributes'))
  return body.game_user_attributes.map(({ key }: { key: string }) => key)
}

const countOf = (replies: Reply[], status: number) =>
  replies.filter((reply) => reply.status === status).length

onEachEngine(
  "a player's attributes take at most 1 MiB, also with a hundred writes at once",
  async (world) => {
    const player = await world.player()
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, index) => addOwn(player, `key${index}`, largeValue)),
    )
    expect([countOf(replies, 200), countOf(replies, 400)]).toEqual([15, 85])
    const refused = replies.find(({ status }) => status === 400)
    expect(refused?.headers.get('x-error-code')).toBe('attributes_too_large')
    const keys = await ownKeys(player)
    expect(keys).toHaveLength(15)
    const batch = [
      { key: 'small', value: '' },
      { key: 'large', value: 'é'.repeat(KIB_64 / 2) },
    ]
    const batched = await player.post(player.at('add_game_user_attribute'), { attributes: batch })
    expect(refusal(batched)).toEqual([400, 'attributes_too_large'])
    expect(await ownKeys(player)).toEqual(keys)
    const first = keys[0] ?? ''
    const path = player.at(`remove_game_user_attribute?game_user_attribute_key=${first}`)
    expect((await player.delete(path)).status).toBe(200)
    expect((await addOwn(player, 'again', largeValue)).status).toBe(200)
  },
)

const insertUserAttribute = statement<{ user_id: number; key: string; value: string }>(
  `insert into user_attributes (user_id, key, value) values (:user_id, :key, :value)`,
  { inserts: 'user_attributes' },
)

const insertGroupAttribute = statement<{
  group_id: number
  key: string
  value: string
  creator_id: number
}>(
  `insert into group_attributes (group_id, key, value, creator_id, others_can_edit, created_at)
   values (:group_id, :key, :value, :creator_id, 0, 0)`,
  { inserts: 'group_attributes' },
)

const updateGroupCount = statement<{ id: number; count: number }>(
  `update groups set attribute_count = :count where id = :id`,
  { updates: 'groups' },
)

const keysFrom = (word: string, length: number) =>
  Array.from({ length }, (_, index) => `${word}${index}`)

onEachEngine(
  'attributes that were over the limit before can be read, made smaller and removed',
  async (world) => {
    const player = await world.player()
    await world.context.db.transaction(async (tx) => {
      for (const key of keysFrom('old', 20))
        await tx.run(insertUserAttribute, { user_id: player.id, key, value: largeValue })
    })
    expect(await ownKeys(player)).toHaveLength(20)
    expect(refusal(await addOwn(player, 'new', ''))).toEqual([400, 'attributes_too_large'])
    expect((await addOwn(player, 'old1', 'y'.repeat(KIB_64))).status).toBe(200)
    expect((await addOwn(player, 'old1', 'smaller')).status).toBe(200)
    expect(refusal(await addOwn(player, 'old1', 'larger again'))).toEqual([
      400,
      'attributes_too_large',
    ])
    const removed = await player.send('DELETE', player.at('remove_game_user_attributes'), {
      json: { game_user_attribute_keys: keysFrom('old', 10) },
    })
    expect(removed.body.game_user_attributes).toHaveLength(10)
    expect((await addOwn(player, 'new', '')).status).toBe(200)
  },
)

onEachEngine(
  'a member fills at most 1 MiB of a group, and all members 4 MiB, also with a hundred writes at once',
  async (world) => {
    const { owner, ann, ben, cem, id, add, list } = await createClub(world)
    const late = await world.player()
    await late.post('/group_connections', { group_id: id, user_id: late.id })
    const fill = async (player: Player, count: number) =>
      Promise.all(keysFrom(`${player.id}-`, count).map((key) => add(player, key, largeValue)))
    const first = await fill(ann, 100)
    expect([countOf(first, 200), countOf(first, 400)]).toEqual([15, 85])
    const codesOf = (replies: Reply[]) =>
      new Set(replies.map(({ headers }) => headers.get('x-error-code')))
    expect(codesOf(first)).toEqual(new Set([null, 'group_share_too_large']))
    const all = (
      await Promise.all([owner, ben, cem, late].map((player) => fill(player, 17)))
    ).flat()
    expect(countOf(all, 200)).toBe(63 - 15)
    expect(codesOf(all)).toContain('group_attributes_too_large')
    expect(await list(owner)).toHaveLength(63)

    const small = await createClub(world)
    const empty = keysFrom('empty', 17)
    for (const key of empty) await small.add(small.ann, key, '', { others_can_edit: true })
    const grown = await Promise.all(empty.map((key) => small.modify(small.ben, key, largeValue)))
    expect([countOf(grown, 200), countOf(grown, 400)]).toEqual([15, 2])
  },
)

onEachEngine(
  'admins and authors remove attributes of a group, others none, and a batch entirely or not at all',
  async (world) => {
    const { owner, ann, ben, id, path, add, list, remove } = await createClub(world)
    for (const key of ['a1', 'a2', 'a3', 'a4']) await add(ann, key, 'v', { others_can_edit: true })
    for (const key of ['b1', 'b2']) await add(ben, key, 'v')
    const keys = async () => (await list(owner)).map(({ key }) => key)

    expect(refusal(await remove(ben, { key: 'a1' }))).toEqual([403, 'group_attribute_forbidden'])
    expect(refusal(await remove(ben, { keys: ['b1', 'a1'] }))).toEqual([
      403,
      'group_attribute_forbidden',
    ])
    expect(refusal(await remove(ben, { creator_id: ann.id }))).toEqual([
      403,
      'group_attribute_forbidden',
    ])
    expect(refusal(await remove(ann, { keys: ['a1', 'none'] }))).toEqual([
      404,
      'group_attribute_not_found',
    ])
    for (const body of [{}, { key: null }, { keys: [] }, { creatorId: 1 }, { creator_id: null }]) {
      expect([body, (await remove(owner, body)).status]).toEqual([body, 400])
    }
    expect(refusal(await remove(owner, { key: 'a1', creator_id: ann.id }))).toEqual([
      400,
      'invalid_input',
    ])
    expect(await keys()).toHaveLength(6)

    const removed = await remove(ann, { key: 'a1' })
    expect([removed.status, removed.body.removed]).toEqual([200, 1])
    expect((await ben.delete(`${path}/attributes?keys[]=b1`)).status).toBe(200)
    expect((await remove(owner, { keys: ['a2', 'b2'] })).body.removed).toBe(2)
    await ann.delete(`/group_connections/leave/${id}`)
    expect((await remove(ann, { key: 'a3' })).status).toBe(403)
    expect((await remove(owner, { creator_id: ann.id })).body.removed).toBe(2)
    expect(await keys()).toEqual([])

    const stranger = await (await world.otherGame()).player()
    expect((await remove(stranger, { key: 'a1' })).status).toBe(403)
    expect((await owner.send('DELETE', '/groups/987654321/attributes?key=a')).status).toBe(404)
  },
)

onEachEngine(
  'a group that a stranger filled before there was a limit can be emptied by an admin at once',
  async (world) => {
    const { owner, ann, ben, id, add, modify, list, remove } = await createClub(world)
    const old = keysFrom('old', 100)
    await world.context.db.transaction(async (tx) => {
      for (const key of old) {
        const attribute = { group_id: id, key, value: largeValue, creator_id: ben.id }
        await tx.run(insertGroupAttribute, attribute)
      }
      await tx.run(updateGroupCount, { id, count: old.length })
    })
    expect(await list(ann)).toHaveLength(100)
    expect(refusal(await add(ann, 'mine', ''))).toEqual([400, 'group_attributes_too_large'])
    expect((await modify(ben, 'old1', 'smaller')).status).toBe(200)
    expect((await modify(ben, 'old1', 'larger again')).status).toBe(400)
    await owner.put(`/group_connections/remove_member/${ben.id}`, { group_id: id })
    expect((await remove(owner, { creator_id: ben.id })).body.removed).toBe(100)
    expect((await add(ann, 'mine', '')).status).toBe(200)
  },
)

onEachEngine('of many concurrent removals each attribute counts once', async (world) => {
  const { owner, ann, path, add, remove } = await createClub(world)
  const keys = keysFrom('k', 5)
  for (const key of keys) await add(ann, key, '')
  const replies = await Promise.all([
    ...keys.map((key) => remove(owner, { key })),
    ...keys.map((key) => remove(ann, { key })),
    remove(ann, { creator_id: ann.id }),
  ])
  const removed = replies.reduce((sum, { body }) => sum + Number(body?.removed ?? 0), 0)
  expect(removed).toBe(5)
  const attributes = keysFrom('full', 1000).map((key) => ({ key, value: '' }))
  const refilled = await ann.post(`${path}/add_attribute`, { attributes })
  expect(refilled.status).toBe(200)
})

onEachEngine('reading anything of a user or group of another game is 401', async (world) => {
  const { ann, id } = await createClub(world)
  const round = await ann.post('/game_rounds', {
    game_user_id: ann.id,
    game_type: 'duel',
    multiplayer: true,
  })
  const stranger = await (await world.otherGame()).player()
  const paths = [
    `/users/${ann.id}`,
    ann.at('game_user_attributes'),
    ann.at('game_user_store_items'),
    ann.at('leaderboard_entries'),
    ann.at('export'),
    `/friends/${ann.id}`,
    `/friends?user_id=${ann.id}`,
    `/groups?user_id=${ann.id}`,
    `/groups/${id}`,
    `/groups/${id}/attributes`,
    `/game_rounds?user_id=${ann.id}`,
    `/game_rounds/${round.body.id}`,
    `/multiplayer_game_rounds/${round.body.multiplayer_game_round_id}`,
    `/games/${world.game.id}/leaderboard_entries?leaderboard_name=x`,
    `/games/${world.game.id}/leaderboards/x/rank`,
    `/games/${world.game.id}/leaderboards/x/around`,
  ]
  for (const path of paths) {
    expect([path, (await stranger.get(path)).status]).toEqual([path, 401])
  }
})

onEachEngine('lists of attributes are complete, or in pages if asked for', async (world) => {
  const { ann, path } = await createClub(world)
  const attributes = keysFrom('k', 250).map((key) => ({ key, value: '' }))
  await ann.post(ann.at('add_game_user_attribute'), { attributes })
  await ann.post(`${path}/add_attribute`, { attributes })
  for (const [list, name] of [
    [ann.at('game_user_attributes'), 'game_user_attributes'],
    [`${path}/attributes`, 'attributes'],
  ]) {
    const keys = async (query: string) =>
      (await ann.get(`${list}${query}`)).body[name ?? ''].map(({ key }: { key: string }) => key)
    const all = attributes.map(({ key }) => key)
    expect(await keys('')).toEqual(all)
    expect(await keys('?page=1')).toEqual(all.slice(0, 100))
    expect(await keys('?page=3&per_page=100')).toEqual(all.slice(200))
    expect(await keys('?per_page=7')).toEqual(all.slice(0, 7))
    expect(await keys('?page=9')).toEqual([])
    expect((await ann.get(`${list}?page=0`)).status).toBe(422)
  }
})
