import { expect } from 'vitest'
import { createGroup, refusal, summaryOf } from '../../../../test/support/groups.ts'
import { onEachEngine, unique } from '../../../../test/support/world.ts'
import { changeGame } from '../../operations/games/rules.ts'

const SUMMARY = [
  'can_auto_join',
  'group_type',
  'id',
  'is_invite_only',
  'max_group_size',
  'member_count',
  'name',
  'searchable',
]
const FULL = [
  ...SUMMARY,
  'admins',
  'admins_only_can_create_attributes',
  'invites',
  'join_requests',
  'members',
].sort()

onEachEngine('the player who creates a group is its first member and admin', async (world) => {
  const player = await world.player()
  const { status, body } = await player.post('/groups', { name: 'Owls' })
  expect(status).toBe(201)
  expect(Object.keys(body).sort()).toEqual(FULL)
  expect(body).toEqual({
    id: expect.any(Number),
    name: 'Owls',
    group_type: 'default',
    can_auto_join: false,
    is_invite_only: false,
    max_group_size: 100,
    searchable: true,
    admins_only_can_create_attributes: false,
    member_count: 1,
    members: [
      {
        ...summaryOf(world, player),
        is_admin: true,
        joined_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    ],
    admins: [summaryOf(world, player)],
    join_requests: [],
    invites: [],
  })
  expect((await player.get(`/groups/${body.id}`)).body).toEqual(body)
})

onEachEngine('a group stores the settings that were sent, in every encoding', async (world) => {
  const player = await world.player()
  const settings = {
    name: 'Ψ 🦉 % _ \' "',
    group_type: 'Private',
    max_group_size: 7,
    can_auto_join: true,
    is_invite_only: true,
    searchable: false,
    admins_only_can_create_attributes: true,
  }
  const text = Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, `${value}`]))
  const replies = [
    await player.post('/groups', settings),
    await player.post('/groups', { group: settings }),
    await player.send('POST', '/groups', { form: text }),
    await player.send('POST', '/groups', { multipart: { ...text, searchable: 'False' } }),
  ]
  for (const { status, body } of replies) {
    expect(status).toBe(201)
    expect(body).toMatchObject(settings)
  }
  const empty = await createGroup(player, { group_type: '' })
  expect(empty.group_type).toBe('default')
})

const WRONG: [field: string, change: object][] = [
  ['name', { name: '' }],
  ['name', { name: 'x'.repeat(256) }],
  ['name', { name: 'a\0b' }],
  ['name', { name: { a: 1 } }],
  ['group_type', { group_type: 'x'.repeat(256) }],
  ['max_group_size', { max_group_size: 0 }],
  ['max_group_size', { max_group_size: -1 }],
  ['max_group_size', { max_group_size: 2.5 }],
  ['max_group_size', { max_group_size: 10_001 }],
  ['max_group_size', { max_group_size: 'many' }],
  ['can_auto_join', { can_auto_join: 'perhaps' }],
  ['searchable', { searchable: [true] }],
]

onEachEngine('invalid settings are 422 on create and update, and change nothing', async (world) => {
  const player = await world.player()
  const group = await createGroup(player)
  for (const [field, change] of WRONG) {
    const replies = [
      await player.post('/groups', { name: 'x', ...change }),
      await player.put(`/groups/${group.id}`, change),
    ]
    for (const reply of replies) {
      expect([field, ...refusal(reply)]).toEqual([field, 422, 'invalid_input'])
      expect(reply.text).toMatch(new RegExp(`^${field} `))
    }
  }
  expect((await player.post('/groups', {})).text).toBe('name is required.')
  expect((await player.get('/groups')).body.groups).toHaveLength(1)
  expect((await player.get(`/groups/${group.id}`)).body).toEqual(group)
})

onEachEngine('every group route is 401 without a token', async ({ visitor }) => {
  const replies = [
    await visitor.post('/groups', { name: 'x' }),
    await visitor.get('/groups'),
    await visitor.get('/user/groups'),
    await visitor.get('/groups/1'),
    await visitor.put('/groups/1', { name: 'x' }),
    await visitor.delete('/groups/1'),
  ]
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 401))
})

onEachEngine('an unknown group is 404 and a group of another game 401', async (world) => {
  const player = await world.player()
  const outsider = await (await world.otherGame()).player()
  const group = await createGroup(outsider, { name: 'secret' })
  for (const id of ['987654321', 'abc', '0', '-1', '1.5', '9007199254740993']) {
    const replies = [
      await player.get(`/groups/${id}`),
      await player.put(`/groups/${id}`, { name: 'x' }),
      await player.delete(`/groups/${id}`),
    ]
    expect([id, ...replies.map(refusal)]).toEqual([
      id,
      ...replies.map(() => [404, 'group_not_found']),
    ])
  }
  const replies = [
    await player.get(`/groups/${group.id}`),
    await player.get(`/groups/${group.id}?with_full_data=false`),
    await player.put(`/groups/${group.id}`, { name: 'mine' }),
    await player.delete(`/groups/${group.id}`),
  ]
  for (const reply of replies) {
    expect(refusal(reply)).toEqual([401, 'other_game'])
    expect(reply.text).not.toContain('secret')
  }
  expect((await outsider.get(`/groups/${group.id}`)).body).toEqual(group)
})

onEachEngine('admins change the settings that were sent, and others get 422', async (world) => {
  const [owner, other] = [await world.player(), await world.player()]
  const group = await createGroup(owner, { group_type: 'Private', can_auto_join: true })
  await other.post('/group_connections', { group_id: group.id, user_id: other.id })
  const stranger = await world.player()
  for (const player of [other, stranger]) {
    expect(refusal(await player.put(`/groups/${group.id}`, { name: 'taken' }))).toEqual([
      422,
      'not_group_admin',
    ])
    expect(refusal(await player.delete(`/groups/${group.id}`))).toEqual([422, 'not_group_admin'])
  }
  const change = { name: 'New name', max_group_size: 5, is_invite_only: true, searchable: false }
  const { status, body } = await owner.put(`/groups/${group.id}`, { group: change })
  expect(status).toBe(200)
  const { joined_at: _j, ...first } = group.members[0]
  expect(body).toMatchObject({ ...change, group_type: 'Private', can_auto_join: true })
  expect(body.members).toMatchObject([first, { id: other.id, is_admin: false }])
  expect((await owner.get('/groups?query=new%20NAME')).body.groups).toHaveLength(1)
  expect((await owner.put(`/groups/${group.id}`, {})).body).toEqual(body)
})

onEachEngine('max_group_size cannot be set below the number of members', async (world) => {
  const [owner, other] = [await world.player(), await world.player()]
  const group = await createGroup(owner, { can_auto_join: true })
  await other.post('/group_connections', { group_id: group.id, user_id: other.id })
  const small = await owner.put(`/groups/${group.id}`, { max_group_size: 1, name: 'tiny' })
  expect(refusal(small)).toEqual([422, 'group_has_more_members'])
  expect((await owner.get(`/groups/${group.id}`)).body).toMatchObject({
    name: group.name,
    max_group_size: 100,
  })
  expect((await owner.put(`/groups/${group.id}`, { max_group_size: 2 })).status).toBe(200)
})

onEachEngine('deleting a group deletes everything in it', async (world) => {
  const [owner, other] = [await world.player(), await world.player()]
  const group = await createGroup(owner)
  const asks = { group_id: group.id, user_id: other.id }
  const { body: request } = await other.post('/group_connections', asks)
  await owner.post(`/groups/${group.id}/add_attribute`, { key: 'a', value: 'b' })
  const gone = await owner.delete(`/groups/${group.id}`)
  expect([gone.status, gone.body]).toEqual([200, { message: 'group has been deleted' }])
  expect((await owner.get(`/groups/${group.id}`)).status).toBe(404)
  expect((await owner.delete(`/groups/${group.id}`)).status).toBe(404)
  const late = await owner.put(`/group_connections/${request.id}`, { status: 'accepted' })
  expect(late.status).toBe(422)
  expect((await owner.get('/groups')).body.groups).toEqual([])
})

onEachEngine("groups hide other players' email addresses if the game says so", async (world) => {
  const [owner, other] = [await world.player(), await world.player()]
  const group = await createGroup(owner)
  await changeGame(world.context, world.game.id, { share_player_emails: false })
  const { body } = await other.get(`/groups/${group.id}`)
  expect(body.members[0]).toMatchObject({ username: owner.username, email: '', display_email: '' })
  expect((await owner.get(`/groups/${group.id}`)).body.admins[0]).toMatchObject({
    display_email: owner.email,
  })
})

onEachEngine(
  'a group creation repeated with the same Idempotency-Key creates one group',
  async (world) => {
    const player = await world.player()
    const headers = { 'idempotency-key': unique('key') }
    const first = await player.post('/groups', { name: 'once' }, headers)
    const second = await player.post('/groups', { name: 'once' }, headers)
    expect([second.status, second.body]).toEqual([201, first.body])
    expect((await player.get('/user/groups')).body.groups).toHaveLength(1)
  },
)
