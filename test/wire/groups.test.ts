import { expect } from 'vitest'
import { addMember, fourPlayers, createGroup, summaryOf } from '../support/groups.ts'
import { onEachEngine, unique } from '../support/world.ts'
import { expectJson, ID, idsOf, signIn } from './clients.ts'

// wire 3.8: groups and their attributes

const SUMMARY =
  'can_auto_join group_type id is_invite_only max_group_size member_count name searchable'.split(
    ' ',
  )

for (const [client, sent] of [
  ['JS', { can_auto_join: true, is_invite_only: false, group_type: 'default', max_group_size: 10 }],
  ['UE', { group_type: '', admins_only_can_create_attributes: true, searchable: true }],
  ['U1, U2', { max_group_size: '10', can_auto_join: 'True', is_invite_only: 'False' }],
  ['U3', { max_group_size: 5, admins_only_can_create_attributes: true, searchable: false }],
  ['SEED', {}],
] as const) {
  onEachEngine(`3.8 ${client} POST groups`, async (world) => {
    const player = await world.player()
    const { status, body } = await player.post('/groups', { name: 'Wolves', ...sent })
    const own = expect.objectContaining(summaryOf(world, player))
    const bool = (value: unknown) => value === true || value === 'True'
    const wish: Record<string, unknown> = { searchable: true, max_group_size: 100, ...sent }
    expect([status, body]).toEqual([
      201,
      {
        id: ID,
        name: 'Wolves',
        group_type: 'default',
        can_auto_join: bool(wish.can_auto_join),
        is_invite_only: bool(wish.is_invite_only),
        max_group_size: Number(wish.max_group_size),
        searchable: wish.searchable,
        admins_only_can_create_attributes: bool(wish.admins_only_can_create_attributes),
        member_count: 1,
        members: [own],
        admins: [own],
        join_requests: [],
        invites: [],
      },
    ])
  })
}

onEachEngine('3.8 JS GET groups: 6 of 6, invite-only ones too, as summaries', async (world) => {
  const [player, other] = [await world.player(), await world.player()]
  for (let number = 0; number < 6; number++)
    await createGroup(player, { is_invite_only: number % 2 > 0 })
  const { body } = await other.get('/groups')
  expect(body.groups.map((group: object) => Object.keys(group).sort())).toEqual(
    Array.from({ length: 6 }, () => SUMMARY),
  )
})

onEachEngine('3.8 UE GET groups?query=, U2 ?with_full_data=true', async (world) => {
  const [player, other] = [await world.player(), await world.player()]
  const wolves = await createGroup(player, { name: 'Grey Wolves' })
  await createGroup(player, { name: 'Bears' })
  const searched = await other.get('/groups?query=wolv')
  expect(idsOf(searched.body.groups)).toEqual([wolves.id])
  const { body } = await other.get('/groups?with_full_data=true')
  expect(body.groups).toHaveLength(2)
  expect(body.groups[0]).toMatchObject({
    members: [{ id: player.id }],
    admins: [{ id: player.id }],
    join_requests: [],
    invites: [],
  })
})

onEachEngine("3.8 UE GET user/groups: the caller's", async (world) => {
  const [player, other] = [await world.player(), await world.player()]
  const own = await createGroup(player)
  await createGroup(other)
  expect(idsOf((await player.get('/user/groups')).body.groups)).toEqual([own.id])
})

onEachEngine('3.8 JS, U2, U3 GET groups/{id}: full, also for who is not in it', async (world) => {
  const { owner, ann, ben, cem } = await fourPlayers(world)
  const group = await createGroup(owner)
  await addMember(owner, group.id, ann)
  await owner.post('/group_connections', { group_id: group.id, user_id: ben.id })
  await cem.post('/group_connections', { group_id: group.id, user_id: cem.id })
  const { body } = await owner.get(`/groups/${group.id}`)
  expect(body).toMatchObject({
    member_count: 2,
    members: [{ id: owner.id }, { id: ann.id }],
    admins: [{ id: owner.id }],
    invites: [{ id: ID, user: { id: ben.id }, inviter: { id: owner.id }, group: { id: group.id } }],
    join_requests: [{ id: ID, user: { id: cem.id }, group: { id: group.id } }],
  })
  const seen = await cem.get(`/groups/${group.id}`)
  expect(idsOf(seen.body.members)).toEqual([owner.id, ann.id])
})

for (const [client, wrap] of [
  ['JS', (group: object) => ({ group })],
  ['U3', (group: object) => group],
] as const) {
  onEachEngine(`3.8 ${client} PUT and DELETE groups/{id}: admins only`, async (world) => {
    const { owner, ann } = await fourPlayers(world)
    const group = await createGroup(owner, { can_auto_join: true })
    await addMember(owner, group.id, ann)
    const path = `/groups/${group.id}`
    const wish = wrap({ name: 'Renamed', max_group_size: 4, can_auto_join: false })
    const changed = await owner.put(path, wish)
    expect(changed.body).toMatchObject({
      name: 'Renamed',
      max_group_size: 4,
      can_auto_join: false,
      is_invite_only: false,
      members: [{ id: owner.id }, { id: ann.id }],
    })
    const refused = [await ann.put(path, wish), await ann.delete(path)]
    for (const { status } of refused) expect(status).toBeGreaterThanOrEqual(400)
    expectJson(await owner.delete(path))
    expect((await signIn(world, ann)).body.groups).toEqual([])
  })
}

for (const [client, attribute, others_can_edit] of [
  ['JS, U3', { others_can_edit: true }, true],
  ['UE', { only_can_edit_by_creator: false }, true],
  ['U2', { only_can_edit_by_creator: true }, false],
  ['SEED', {}, false],
] as const) {
  onEachEngine(`3.8 ${client} POST groups/{id}/add_attribute, GET attributes`, async (world) => {
    const { owner, ann, ben } = await fourPlayers(world)
    const group = await createGroup(owner)
    await addMember(owner, group.id, ann)
    const path = `/groups/${group.id}`
    const added = await owner.post(`${path}/add_attribute`, {
      attributes: [{ key: 'motto', value: 'howl', creator_id: 1, ...attribute }],
    })
    const motto = {
      id: ID,
      key: 'motto',
      value: 'howl',
      creator_id: owner.id,
      can_edit: true,
      others_can_edit,
    }
    expect(added.body).toEqual({ attributes: [motto] })
    expect((await ann.get(`${path}/attributes`)).body).toEqual({
      attributes: [{ ...motto, can_edit: others_can_edit }],
    })
    expect((await ben.get(`${path}/attributes`)).status).toBe(403)
  })
}

onEachEngine('3.8 U2 POST groups/{id}/add_attribute: one flat attribute', async (world) => {
  const owner = await world.player()
  const group = await createGroup(owner)
  const { body } = await owner.post(`/groups/${group.id}/add_attribute`, { key: 'k', value: 'v' })
  expect(body.attributes).toMatchObject([{ key: 'k', value: 'v', can_edit: true }])
})

onEachEngine('3.8 JS: who may add attributes', async (world) => {
  const { owner, ann, ben } = await fourPlayers(world)
  const strict = await createGroup(owner, { admins_only_can_create_attributes: true })
  const open = await createGroup(owner)
  for (const group of [strict, open]) await addMember(owner, group.id, ann)
  const add = (player: typeof ann, { id }: { id: number }) =>
    player.post(`/groups/${id}/add_attribute`, { attributes: [{ key: unique('k'), value: 'v' }] })
  expect((await add(ann, strict)).status).toBe(403)
  expect((await add(ann, open)).status).toBe(200)
  expect((await add(ben, open)).status).toBe(403)
  await owner.put(`/group_connections/make_admin/${ann.id}`, { group_id: strict.id })
  expect((await add(ann, strict)).status).toBe(200)
})

onEachEngine('3.8 JS, U2 PATCH groups/{id}/modify_attribute: who may', async (world) => {
  const { owner, ann, ben } = await fourPlayers(world)
  const group = await createGroup(owner)
  for (const player of [ann, ben]) await addMember(owner, group.id, player)
  await ann.post(`/groups/${group.id}/add_attribute`, {
    attributes: [
      { key: 'own', value: '1' },
      { key: 'free', value: '1', others_can_edit: true },
    ],
  })
  const modify = (player: typeof ann, key: string, value: string) =>
    player.patch(`/groups/${group.id}/modify_attribute`, { key, value })
  expect((await modify(ann, 'own', '2')).body).toMatchObject({ key: 'own', value: '2', id: ID })
  expect((await modify(owner, 'own', '3')).body.value).toBe('3')
  expect((await modify(ben, 'own', '4')).status).toBe(403)
  expect((await modify(ben, 'free', '5')).body.value).toBe('5')
  expect((await modify(ben, 'none', '6')).status).toBe(404)
  const { body } = await ben.get(`/groups/${group.id}/attributes`)
  expect(body.attributes).toMatchObject([{ value: '3' }, { value: '5' }])
})
