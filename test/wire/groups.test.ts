import { expect } from 'vitest'
import { addMember, fourPlayers, createGroup, summaryOf } from '../support/groups.ts'
import { onEachEngine, unique } from '../support/world.ts'
import { expectJson, ID, idsOf, signIn } from './clients.ts'

// Groups and their attributes

const SUMMARY =
  'can_auto_join group_type id is_invite_only max_group_size member_count name searchable'.split(
    ' ',
  )

for (const [client, sent] of [
  [
    'JavaScript client',
    { can_auto_join: true, is_invite_only: false, group_type: 'default', max_group_size: 10 },
  ],
  ['Unreal plugin', { group_type: '', admins_only_can_create_attributes: true, searchable: true }],
  [
    'first and interim Unity client',
    { max_group_size: '10', can_auto_join: 'True', is_invite_only: 'False' },
  ],
  [
    'current Unity SDK',
    { max_group_size: 5, admins_only_can_create_attributes: true, searchable: false },
  ],
  ['specification', {}],
] as const) {
  onEachEngine(`${client}: POST groups`, async (world) => {
    const player = await world.player()
    const { status, body } = await player.post('/groups', { name: 'Wolves', ...sent })
    const own = expect.objectContaining(summaryOf(world, player))
    const bool = (value: unknown) => value === true || value === 'True'
    const expected: Record<string, unknown> = { searchable: true, max_group_size: 100, ...sent }
    expect([status, body]).toEqual([
      201,
      {
        id: ID,
        name: 'Wolves',
        group_type: 'default',
        can_auto_join: bool(expected.can_auto_join),
        is_invite_only: bool(expected.is_invite_only),
        max_group_size: Number(expected.max_group_size),
        searchable: expected.searchable,
        admins_only_can_create_attributes: bool(expected.admins_only_can_create_attributes),
        member_count: 1,
        members: [own],
        admins: [own],
        join_requests: [],
        invites: [],
      },
    ])
  })
}

onEachEngine(
  'JavaScript client: GET groups lists all groups as summaries, also invite-only ones',
  async (world) => {
    const [player, other] = [await world.player(), await world.player()]
    for (let number = 0; number < 6; number++)
      await createGroup(player, { is_invite_only: number % 2 > 0 })
    const { body } = await other.get('/groups')
    expect(body.groups.map((group: object) => Object.keys(group).sort())).toEqual(
      Array.from({ length: 6 }, () => SUMMARY),
    )
  },
)

onEachEngine(
  "Unreal plugin's GET groups?query=, interim Unity client's GET groups?with_full_data=true",
  async (world) => {
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
  },
)

onEachEngine("Unreal plugin: GET user/groups lists the caller's groups", async (world) => {
  const [player, other] = [await world.player(), await world.player()]
  const own = await createGroup(player)
  await createGroup(other)
  expect(idsOf((await player.get('/user/groups')).body.groups)).toEqual([own.id])
})

onEachEngine(
  'JavaScript and Unity clients: GET groups/{id} shows the full group, also to non-members',
  async (world) => {
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
      invites: [
        { id: ID, user: { id: ben.id }, inviter: { id: owner.id }, group: { id: group.id } },
      ],
      join_requests: [{ id: ID, user: { id: cem.id }, group: { id: group.id } }],
    })
    const seen = await cem.get(`/groups/${group.id}`)
    expect(idsOf(seen.body.members)).toEqual([owner.id, ann.id])
  },
)

for (const [client, wrap] of [
  ['JavaScript client', (group: object) => ({ group })],
  ['current Unity SDK', (group: object) => group],
] as const) {
  onEachEngine(`${client}: PUT and DELETE groups/{id} are for admins only`, async (world) => {
    const { owner, ann } = await fourPlayers(world)
    const group = await createGroup(owner, { can_auto_join: true })
    await addMember(owner, group.id, ann)
    const path = `/groups/${group.id}`
    const change = wrap({ name: 'Renamed', max_group_size: 4, can_auto_join: false })
    const changed = await owner.put(path, change)
    expect(changed.body).toMatchObject({
      name: 'Renamed',
      max_group_size: 4,
      can_auto_join: false,
      is_invite_only: false,
      members: [{ id: owner.id }, { id: ann.id }],
    })
    const refused = [await ann.put(path, change), await ann.delete(path)]
    for (const { status } of refused) expect(status).toBeGreaterThanOrEqual(400)
    expectJson(await owner.delete(path))
    expect((await signIn(world, ann)).body.groups).toEqual([])
  })
}

for (const [client, attribute, others_can_edit] of [
  ['JavaScript client, current Unity SDK', { others_can_edit: true }, true],
  ['Unreal plugin', { only_can_edit_by_creator: false }, true],
  ['interim Unity client', { only_can_edit_by_creator: true }, false],
  ['specification', {}, false],
] as const) {
  onEachEngine(
    `${client}: POST groups/{id}/add_attribute and GET groups/{id}/attributes`,
    async (world) => {
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
    },
  )
}

onEachEngine(
  'interim Unity client: POST groups/{id}/add_attribute with one flat attribute',
  async (world) => {
    const owner = await world.player()
    const group = await createGroup(owner)
    const { body } = await owner.post(`/groups/${group.id}/add_attribute`, { key: 'k', value: 'v' })
    expect(body.attributes).toMatchObject([{ key: 'k', value: 'v', can_edit: true }])
  },
)

onEachEngine(
  'JavaScript client: members may add attributes, or only admins if the group says so',
  async (world) => {
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
  },
)

onEachEngine(
  'JavaScript client, interim Unity client: PATCH groups/{id}/modify_attribute is for the creator, admins and others_can_edit',
  async (world) => {
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
  },
)
