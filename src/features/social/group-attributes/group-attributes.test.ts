import { expect } from 'vitest'
import { refusal } from '../../../../test/support/groups.ts'
import { onEachEngine, type Player, unique, type World } from '../../../../test/support/world.ts'

async function createClub(world: World, settings: object = {}) {
  const [owner, ann, ben, stranger] = await world.players(4)
  if (!owner || !ann || !ben || !stranger) throw new Error('the players were not created')
  const made = { name: unique('club'), can_auto_join: true, ...settings }
  const { body: group } = await owner.post('/groups', made)
  for (const { id: user_id, post } of [ann, ben]) {
    await post('/group_connections', { group_id: group.id, user_id })
  }
  const add = (player: Player, body: object) =>
    player.post(`/groups/${group.id}/add_attribute`, body)
  const list = async (player: Player) =>
    (await player.get(`/groups/${group.id}/attributes`)).body.attributes
  const modify = (player: Player, body: object) =>
    player.patch(`/groups/${group.id}/modify_attribute`, body)
  return { owner, ann, ben, stranger, group, add, list, modify }
}

onEachEngine('a member adds attributes and the answer lists the new ones', async (world) => {
  const { owner, ann, ben, add, list } = await createClub(world)
  await add(ann, { attributes: [{ key: 'first', value: 'x' }] })
  const { status, body } = await add(ann, {
    attributes: [
      { key: 'color', value: 'red' },
      { key: 'motto', value: '', others_can_edit: true },
    ],
  })
  expect(status).toBe(200)
  const mine = { id: expect.any(Number), creator_id: ann.id, can_edit: true }
  const color = { ...mine, key: 'color', value: 'red', others_can_edit: false }
  const motto = { ...mine, key: 'motto', value: '', others_can_edit: true }
  expect(body).toEqual({ attributes: [color, motto] })
  const first = { ...color, key: 'first', value: 'x' }
  expect(await list(ann)).toEqual([first, color, motto])
  expect(await list(owner)).toEqual([first, color, motto])
  expect(await list(ben)).toEqual([
    { ...first, can_edit: false },
    { ...color, can_edit: false },
    motto,
  ])
})

onEachEngine('attributes are accepted in every form that clients send', async (world) => {
  const { ann, add, list } = await createClub(world)
  const one = { key: 'ключ 🗝', value: 'значение "\'\\ \n' }
  const replies = [
    await add(ann, one),
    await add(ann, { attributes: [{ key: 'n', value: 5, creator_id: 9, can_edit: false }] }),
    await add(ann, { attributes: [{ key: 'b', value: true, only_can_edit_by_creator: 'False' }] }),
    await add(ann, { attributes: [{ key: 'c', value: 'x', only_can_edit_by_creator: true }] }),
    await add(ann, { attributes: { key: 'd', value: 'x' }, key: 'e', value: 'y' }),
    await add(ann, { group: { key: 'f', value: 'z', others_can_edit: 1 } }),
  ]
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
  const kept = (await list(ann)).map((row: Record<string, unknown>) => [
    row['key'],
    row['value'],
    row['others_can_edit'],
  ])
  expect(kept).toEqual([
    [one.key, one.value, false],
    ['n', '5', false],
    ['b', 'true', true],
    ['c', 'x', false],
    ['d', 'x', false],
    ['e', 'y', false],
    ['f', 'z', true],
  ])
})

onEachEngine(
  'an incomplete or invalid attribute is 400, and nothing of its batch is added',
  async (world) => {
    const { ann, add, list, modify } = await createClub(world)
    await add(ann, { key: 'there', value: 'v' })
    const good = { key: 'good', value: 'v' }
    const bodies = [
      {},
      { attributes: [] },
      { attributes: 'x' },
      { attributes: [good, { key: 'k' }] },
      { attributes: [good, { value: 'v' }] },
      { attributes: [good, { key: '', value: 'v' }] },
      { attributes: [good, { key: 'k'.repeat(256), value: 'v' }] },
      { attributes: [good, { key: 'k', value: 'v'.repeat(65_537) }] },
      { attributes: [good, { key: 'k', value: { nested: 1 } }] },
      { attributes: [good, { key: 'k\0', value: 'v' }] },
      { attributes: [good, { key: 'k', value: 'v', others_can_edit: 'perhaps' }] },
      { attributes: [good, null] },
      { key: 'k' },
      { value: 'v' },
    ]
    for (const body of bodies) {
      expect([body, ...refusal(await add(ann, body))]).toEqual([body, 400, 'invalid_input'])
    }
    for (const taken of [
      [good, { key: 'there', value: 'w' }],
      [good, { ...good, value: 'w' }],
    ]) {
      expect(refusal(await add(ann, { attributes: taken }))).toEqual([
        400,
        'group_attribute_exists',
      ])
    }
    for (const body of [{}, { key: 'there' }, { value: 'w' }, { key: '', value: 'w' }]) {
      expect(refusal(await modify(ann, body))).toEqual([400, 'invalid_input'])
    }
    expect(await list(ann)).toMatchObject([{ key: 'there', value: 'v' }])
  },
)

onEachEngine('non-members cannot read, add or change attributes', async (world) => {
  const { ann, stranger, group, add, list } = await createClub(world)
  await add(ann, { key: 'k', value: 'v', others_can_edit: true })
  const outsider = await (await world.otherGame()).player()
  const invited = await world.player()
  await ann.post('/group_connections', { group_id: group.id, user_id: invited.id })
  for (const [player, read] of [
    [stranger, 403],
    [invited, 403],
    [outsider, 401],
  ] as const) {
    const replies = [
      await player.get(`/groups/${group.id}/attributes`),
      await add(player, { key: 'x', value: 'y' }),
      await player.patch(`/groups/${group.id}/modify_attribute`, { key: 'k', value: 'w' }),
    ]
    expect(replies.map(({ status }) => status)).toEqual([read, 403, 403])
  }
  expect(await list(ann)).toMatchObject([{ key: 'k', value: 'v' }])
})

onEachEngine(
  'attributes of an unknown group are 404 to read or change and 403 to add to',
  async (world) => {
    const player = await world.player()
    for (const id of ['987654321', 'abc']) {
      expect((await player.get(`/groups/${id}/attributes`)).status).toBe(404)
      const added = await player.post(`/groups/${id}/add_attribute`, { key: 'k', value: 'v' })
      expect(added.status).toBe(403)
      const changed = await player.patch(`/groups/${id}/modify_attribute`, { key: 'k', value: 'v' })
      expect(changed.status).toBe(404)
    }
    for (const reply of [
      await world.visitor.get('/groups/1/attributes'),
      await world.visitor.post('/groups/1/add_attribute', { key: 'k', value: 'v' }),
      await world.visitor.patch('/groups/1/modify_attribute', { key: 'k', value: 'v' }),
    ]) {
      expect(reply.status).toBe(401)
    }
  },
)

onEachEngine('if only admins may create attributes, other members get 403', async (world) => {
  const { owner, ann, group, add } = await createClub(world, {
    admins_only_can_create_attributes: true,
  })
  const refused = await add(ann, { key: 'k', value: 'v' })
  expect(refusal(refused)).toEqual([403, 'group_attribute_forbidden'])
  expect((await add(owner, { key: 'k', value: 'v' })).status).toBe(200)
  await owner.put(`/groups/${group.id}`, { admins_only_can_create_attributes: false })
  expect((await add(ann, { key: 'l', value: 'v' })).status).toBe(200)
})

onEachEngine(
  'the creator and admins change an attribute, others only with others_can_edit',
  async (world) => {
    const { owner, ann, ben, add, list, modify } = await createClub(world)
    await add(ann, {
      attributes: [
        { key: 'closed', value: '0' },
        { key: 'open', value: '0', others_can_edit: true },
      ],
    })
    const changed = await modify(ann, { key: 'closed', value: 1 })
    expect([changed.status, changed.body]).toEqual([
      200,
      {
        id: expect.any(Number),
        key: 'closed',
        value: '1',
        creator_id: ann.id,
        can_edit: true,
        others_can_edit: false,
      },
    ])
    expect((await modify(owner, { key: 'closed', value: '2' })).body.creator_id).toBe(ann.id)
    expect(refusal(await modify(ben, { key: 'closed', value: '3' }))).toEqual([
      403,
      'group_attribute_forbidden',
    ])
    expect((await modify(ben, { key: 'open', value: '4' })).body.can_edit).toBe(true)
    expect(refusal(await modify(ann, { key: 'unknown', value: 'x' }))).toEqual([
      404,
      'group_attribute_not_found',
    ])
    expect((await list(ann)).map(({ value }: { value: string }) => value)).toEqual(['2', '4'])
  },
)

onEachEngine('POST with X-HTTP-Method-Override: PATCH changes an attribute', async (world) => {
  const { ann, group, add } = await createClub(world)
  await add(ann, { key: 'k', value: 'v' })
  const headers = { 'x-http-method-override': 'PATCH' }
  const body = { key: 'k', value: 'w' }
  const reply = await ann.post(`/groups/${group.id}/modify_attribute`, body, headers)
  expect([reply.status, reply.body.value]).toEqual([200, 'w'])
})

onEachEngine(
  'a creator cannot edit after leaving the group, and can again after rejoining',
  async (world) => {
    const { owner, ann, group, add, list, modify } = await createClub(world)
    await add(ann, { key: 'k', value: 'v' })
    await ann.delete(`/group_connections/leave/${group.id}`)
    expect((await modify(ann, { key: 'k', value: 'w' })).status).toBe(403)
    expect(await list(owner)).toMatchObject([{ creator_id: ann.id, can_edit: true }])
    await ann.post('/group_connections', { group_id: group.id, user_id: ann.id })
    expect((await modify(ann, { key: 'k', value: 'w' })).status).toBe(200)
    await ann.delete(`/users/${ann.id}`)
    expect(await list(owner)).toMatchObject([{ creator_id: ann.id, value: 'w' }])
  },
)

onEachEngine(
  'a group has at most 1,000 attributes, also with concurrent requests',
  async (world) => {
    const { owner, ann, group, add, list } = await createClub(world)
    const batch = (name: string, length: number) => ({
      attributes: Array.from({ length }, (_, index) => ({ key: `${name}-${index}`, value: 'v' })),
    })
    expect(refusal(await add(ann, batch('a', 1001)))).toEqual([400, 'invalid_input'])
    expect((await add(ann, batch('a', 990))).body.attributes).toHaveLength(990)
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) => add(index % 2 ? ann : owner, batch(`b${index}`, 4))),
    )
    const done = replies.filter(({ status }) => status === 200)
    expect(done).toHaveLength(2)
    expect(refusal(await add(ann, batch('c', 3)))).toEqual([400, 'too_many_group_attributes'])
    expect((await add(ann, batch('d', 2))).status).toBe(200)
    expect(await list(owner)).toHaveLength(1000)
    const same = await ann.get(`/groups/${group.id}`)
    expect(same.body.member_count).toBe(3)
  },
)

onEachEngine('of ten concurrent requests that add one key, one succeeds', async (world) => {
  const { ann, add, list } = await createClub(world)
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => add(ann, { key: 'k', value: 'v' })),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(replies.filter(({ status }) => status === 400)).toHaveLength(9)
  expect(await list(ann)).toHaveLength(1)
})
