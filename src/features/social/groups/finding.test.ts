import { expect } from 'vitest'
import { createGroup, invite, refusal, summaryOf } from '../../../../test/support/groups.ts'
import { countStatements } from '../../../../test/support/statement-counts.ts'
import { onEachEngine, type Reply } from '../../../../test/support/world.ts'

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
const names = ({ body }: Reply) => body.groups.map(({ name }: { name: string }) => name)

onEachEngine('groups are listed as summaries, oldest first, in pages', async (world) => {
  const player = await world.player()
  for (const name of ['a', 'b', 'c', 'd', 'e']) await createGroup(player, { name })
  const all = await player.get('/groups')
  expect(names(all)).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(Object.keys(all.body)).toEqual(['groups'])
  expect(Object.keys(all.body.groups[0]).sort()).toEqual(SUMMARY)
  expect(names(await player.get('/groups?per_page=2'))).toEqual(['a', 'b'])
  expect(names(await player.get('/groups?per_page=2&page=3'))).toEqual(['e'])
  expect(names(await player.get('/groups?page=9007199254740991&per_page=9999'))).toEqual([])
  expect(names(await player.get('/user/groups?per_page=2&page=2'))).toEqual(['c', 'd'])
  for (const wrong of ['page=0', 'page=x', 'per_page=0', 'per_page=1.5', 'user_id=x']) {
    expect([wrong, ...refusal(await player.get(`/groups?${wrong}`))]).toEqual([
      wrong,
      422,
      'invalid_input',
    ])
  }
})

onEachEngine(
  'a group that is not searchable is listed only for its members and invited players',
  async (world) => {
    const [owner, guest, asker, stranger] = await Promise.all([
      world.player(),
      world.player(),
      world.player(),
      world.player(),
    ])
    const hidden = await createGroup(owner, { name: 'hidden', searchable: false })
    await createGroup(owner, { name: 'open' })
    await owner.post('/group_connections', { group_id: hidden.id, user_id: guest.id })
    await asker.post('/group_connections', { group_id: hidden.id, user_id: asker.id })
    for (const [player, seen] of [
      [owner, ['hidden', 'open']],
      [guest, ['hidden', 'open']],
      [asker, ['open']],
      [stranger, ['open']],
    ] as const) {
      expect(names(await player.get('/groups'))).toEqual(seen)
      expect(names(await player.get(`/groups?user_id=${owner.id}`))).toEqual(seen)
      expect(names(await player.get('/groups?query=HID'))).toEqual(
        seen.filter((name) => name === 'hidden'),
      )
      expect((await player.get(`/groups/${hidden.id}`)).status).toBe(200)
    }
    expect(names(await guest.get('/user/groups'))).toEqual([])
  },
)

onEachEngine(
  'groups are found by the beginnings of words in any case, with special characters taken literally',
  async (w) => {
    const player = await w.player()
    for (const name of ['Night Owls', '100%', 'snake_case', 'ÄRGER', 'owl!', '★ %_% ★']) {
      await createGroup(player, { name })
    }
    const search = async (query: string) =>
      names(await player.get(`/groups?${new URLSearchParams({ query }).toString()}`))
    expect(await search('OWL')).toEqual(['Night Owls', 'owl!'])
    expect(await search('ow ni')).toEqual(['Night Owls'])
    expect(await search('night-owls')).toEqual(['Night Owls'])
    expect(await search('ow snake')).toEqual([])
    expect(await search('wls')).toEqual([])
    expect(await search('100')).toEqual(['100%'])
    expect(await search('%')).toEqual(['★ %_% ★'])
    expect(await search('★')).toEqual(['★ %_% ★'])
    expect(await search('_')).toEqual([])
    expect(await search('case')).toEqual(['snake_case'])
    expect(await search('ärg')).toEqual(['ÄRGER'])
    expect(await search('ＯＷＬ')).toEqual(['Night Owls', 'owl!'])
    expect(await search('')).toHaveLength(6)
    expect(await search('  ')).toHaveLength(6)
    expect((await player.get(`/groups?query=${'a'.repeat(65)}`)).status).toBe(422)
    expect(await search("'; drop table groups; --")).toEqual([])
    const own = await player.get(`/groups?user_id=${player.id}&query=owl&per_page=1&page=2`)
    expect(names(own)).toEqual(['owl!'])
  },
)

onEachEngine(
  'the groups of another player can be listed; an unknown user is 404, one of another game 401',
  async (w) => {
    const [player, other] = [await w.player(), await w.player()]
    const outsider = await (await w.otherGame()).player()
    await createGroup(other, { name: 'theirs' })
    await createGroup(player, { name: 'mine' })
    await createGroup(outsider, { name: 'far away' })
    expect(names(await player.get(`/groups?user_id=${other.id}`))).toEqual(['theirs'])
    expect(names(await player.get('/user/groups'))).toEqual(['mine'])
    expect(names(await player.get('/groups'))).toEqual(['theirs', 'mine'])
    expect((await player.get('/groups?user_id=987654321')).status).toBe(404)
    expect((await player.get(`/groups?user_id=${outsider.id}`)).status).toBe(401)
  },
)

onEachEngine(
  'a single group is shown in full, with its pending connections for admins only',
  async (world) => {
    const [owner, member, asker, invited] = await world.players(4)
    if (!owner || !member || !asker || !invited) throw new Error('the players were not created')
    const group = await createGroup(owner)
    const first = (await invite(owner, group.id, member)).body
    await member.put(`/group_connections/${first.id}`, { status: 'accepted' })
    const asked = (await invite(asker, group.id, asker)).body
    const sent = (await invite(member, group.id, invited)).body

    const { body } = await owner.get(`/groups/${group.id}`)
    const { members: _m, admins: _a, join_requests, invites, ...rest } = body
    expect(body.members.map(({ id }: { id: number }) => id)).toEqual([owner.id, member.id])
    expect(body.members.map((one: { is_admin: boolean }) => one.is_admin)).toEqual([true, false])
    expect(body.admins).toEqual([summaryOf(world, owner)])
    const { admins_only_can_create_attributes: _o, ...summary } = rest
    const waits = { status: 'pending', group_id: group.id, group: summary }
    expect(join_requests).toEqual([
      {
        ...waits,
        id: asked.id,
        inviter_id: asker.id,
        user: summaryOf(world, asker),
        inviter: summaryOf(world, asker),
      },
    ])
    expect(invites).toEqual([
      {
        ...waits,
        id: sent.id,
        inviter_id: member.id,
        user: summaryOf(world, invited),
        inviter: summaryOf(world, member),
      },
    ])
    for (const player of [member, asker, invited]) {
      const view = (await player.get(`/groups/${group.id}`)).body
      expect(view).toEqual({ ...body, join_requests: [], invites: [] })
    }
    const short = await member.get(`/groups/${group.id}?with_full_data=false`)
    expect(short.body).toEqual({ ...summary, member_count: 2 })
    const list = await owner.get('/groups?with_full_data=true')
    expect(list.body.groups).toEqual([body])
    expect((await owner.get('/user/groups?with_full_data=True')).body.groups).toEqual([body])
  },
)

onEachEngine(
  'listing 30 groups with full data runs as many statements as listing 2',
  async (world) => {
    const player = await world.player()
    const list = async () =>
      expect((await player.get('/groups?with_full_data=true')).status).toBe(200)
    for (let made = 0; made < 2; made++) await createGroup(player)
    const few = await countStatements(world, list)
    for (let made = 0; made < 28; made++) await createGroup(player)
    expect(await countStatements(world, list)).toBe(few)
  },
)

onEachEngine(
  'a renamed group is found by its new name only, a deleted one not at all',
  async (w) => {
    const player = await w.player()
    const group = await createGroup(player, { name: 'Red Foxes' })
    const search = async (query: string) => names(await player.get(`/groups?query=${query}`))
    await player.put(`/groups/${group.id}`, { name: 'Blue Foxes' })
    expect([await search('red'), await search('blue')]).toEqual([[], ['Blue Foxes']])
    await player.put(`/groups/${group.id}`, { can_auto_join: true })
    expect(await search('foxes')).toEqual(['Blue Foxes'])
    await player.delete(`/groups/${group.id}`)
    expect(await search('foxes')).toEqual([])
  },
)

onEachEngine('a name with a Turkish i is found with and without its dot', async (world) => {
  const player = await world.player()
  await createGroup(player, { name: 'İstanbul Kadıköy' })
  const search = async (query: string) =>
    names(await player.get(`/groups?${new URLSearchParams({ query })}`))
  for (const query of ['istan', 'İSTAN', 'Istan', 'kadık', 'KADIK', 'kadik', 'i\u0307stan'])
    expect([query, await search(query)]).toEqual([query, ['İstanbul Kadıköy']])
  expect(await search('stan')).toEqual([])
})
