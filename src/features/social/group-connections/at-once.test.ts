import { expect } from 'vitest'
import { requestToJoin, createGroup, leaveGroup } from '../../../../test/support/groups.ts'
import { onEachEngine, type Player, type Reply } from '../../../../test/support/world.ts'

const statuses = (replies: Reply[]) => {
  const counted: Record<number, number> = {}
  for (const { status } of replies) counted[status] = (counted[status] ?? 0) + 1
  return counted
}

/** The full group; its stored member count must equal the number of members, and it must have an admin. */
async function checkGroup(viewer: Player, id: number) {
  const { body } = await viewer.get(`/groups/${id}`)
  const short = (await viewer.get(`/groups/${id}?with_full_data=false`)).body
  expect(short.member_count).toBe(body.members.length)
  expect(body.admins.length).toBeGreaterThan(0)
  return body
}

async function withTwoAdmins(first: Player, second: Player) {
  const group = await createGroup(first, { can_auto_join: true })
  await requestToJoin(second, group.id)
  await first.post(`/groups/${group.id}/admins`, { user_id: second.id })
  await first.put(`/groups/${group.id}`, { can_auto_join: false })
  return group
}

onEachEngine(
  'of 99 concurrent requests to join a group of 10, nine succeed and 90 say that it is full',
  async (world) => {
    const [founder, ...others] = await world.players(100)
    if (!founder) throw new Error('the players were not created')
    const group = await createGroup(founder, { max_group_size: 10, can_auto_join: true })
    const replies = await Promise.all(others.map((player) => requestToJoin(player, group.id)))
    expect(statuses(replies)).toEqual({ 200: 9, 422: 90 })
    for (const { status, text } of replies) {
      if (status === 422) expect(text).toContain('the group is full')
    }
    expect((await checkGroup(founder, group.id)).member_count).toBe(10)
  },
)

onEachEngine(
  'of 60 invited players who accept concurrently, nine join a group of 10 and 51 stay invited',
  async (w) => {
    const [founder, ...others] = await w.players(61)
    if (!founder) throw new Error('the players were not created')
    const group = await createGroup(founder, { max_group_size: 10 })
    const invites = await Promise.all(
      others.map(({ id }) =>
        founder.post('/group_connections', { group_id: group.id, user_id: id }),
      ),
    )
    const replies = await Promise.all(
      others.map((player, index) =>
        player.put(`/group_connections/${invites[index]?.body.id}`, { status: 'accepted' }),
      ),
    )
    expect(statuses(replies)).toEqual({ 200: 9, 422: 51 })
    const view = await checkGroup(founder, group.id)
    expect([view.member_count, view.invites.length]).toEqual([10, 51])
  },
)

onEachEngine(
  'of a concurrent accept and decline by two admins, exactly one succeeds',
  async (world) => {
    const [first, second, asker] = await world.players(3)
    if (!first || !second || !asker) throw new Error('the players were not created')
    const group = await withTwoAdmins(first, second)
    for (let round = 0; round < 8; round++) {
      const { body: request } = await requestToJoin(asker, group.id)
      const replies = await Promise.all([
        first.put(`/group_connections/${request.id}`, { status: 'accepted' }),
        second.put(`/group_connections/${request.id}`, { status: 'declined' }),
      ])
      expect(statuses(replies)).toEqual({ 200: 1, 422: 1 })
      const is_in = replies[0].status === 200
      expect(await checkGroup(first, group.id)).toMatchObject({
        member_count: is_in ? 3 : 2,
        join_requests: [],
      })
      if (is_in) await leaveGroup(asker, group.id)
    }
  },
)

onEachEngine(
  'of a concurrent accept and cancel, exactly one succeeds and the member count stays right',
  async (world) => {
    const [owner, asker] = await world.players(2)
    if (!owner || !asker) throw new Error('the players were not created')
    const group = await createGroup(owner)
    for (let round = 0; round < 10; round++) {
      const { body: request } = await requestToJoin(asker, group.id)
      const replies = await Promise.all([
        owner.put(`/group_connections/${request.id}`, { status: 'accepted' }),
        asker.delete(`/group_connections/cancel/${request.id}`),
      ])
      expect(statuses(replies)).toEqual({ 200: 1, 422: 1 })
      await checkGroup(owner, group.id)
      await leaveGroup(asker, group.id)
    }
  },
)

onEachEngine('20 concurrent equal join requests make one request', async (world) => {
  const [owner, asker] = await world.players(2)
  if (!owner || !asker) throw new Error('the players were not created')
  const group = await createGroup(owner)
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => requestToJoin(asker, group.id)),
  )
  expect(statuses(replies)).toEqual({ 200: 1, 422: 19 })
  expect((await checkGroup(owner, group.id)).join_requests).toHaveLength(1)
})

onEachEngine(
  'a group keeps an admin when its admins concurrently demote each other or leave',
  async (world) => {
    const [first, second, member] = await world.players(3)
    if (!first || !second || !member) throw new Error('the players were not created')
    for (let round = 0; round < 5; round++) {
      const group = await withTwoAdmins(first, second)
      const { body: sent } = await first.post('/group_connections', {
        group_id: group.id,
        user_id: member.id,
      })
      await member.put(`/group_connections/${sent.id}`, { status: 'accepted' })
      const demote = (admin: Player, { id }: Player) =>
        admin.delete(`/groups/${group.id}/admins/${id}`)
      const replies = await Promise.all([demote(first, second), demote(second, first)])
      expect(statuses(replies)).toEqual({ 200: 1, 422: 1 })
      await checkGroup(member, group.id)
      await Promise.all([leaveGroup(first, group.id), leaveGroup(second, group.id)])
      expect((await checkGroup(member, group.id)).members).toMatchObject([{ id: member.id }])
    }
  },
)

onEachEngine(
  'accounts deleted while they join and create groups leave no members and no groups',
  async (world) => {
    const owner = await world.player()
    const groups = await Promise.all(
      Array.from({ length: 3 }, () => createGroup(owner, { can_auto_join: true })),
    )
    const deleted_players = await world.players(20)
    const replies = await Promise.all(
      deleted_players.flatMap((player) => [
        ...groups.map(({ id }) => requestToJoin(player, id)),
        player.post('/groups', { name: 'short-lived' }),
        owner.post('/group_connections', { group_id: groups[0]?.id, user_id: player.id }),
        player.delete(`/users/${player.id}`),
        ...groups.map(({ id }) => requestToJoin(player, id)),
        player.post('/groups', { name: 'short-lived' }),
      ]),
    )
    const unexpected = replies.filter(({ status }) => ![200, 201, 401, 422].includes(status))
    expect(unexpected.map(({ status, text }) => [status, text])).toEqual([])
    for (const { id } of groups) {
      expect((await checkGroup(owner, id)).members).toMatchObject([{ id: owner.id }])
    }
    expect((await owner.get('/groups')).body.groups).toHaveLength(3)
  },
)

onEachEngine(
  'the member count equals the number of members after all kinds of concurrent changes',
  async (world) => {
    const players = await world.players(12)
    const [owner] = players
    if (!owner) throw new Error('the players were not created')
    const group = await createGroup(owner, { can_auto_join: true, max_group_size: 6 })
    const requests = players.flatMap((player, index) => [
      requestToJoin(player, group.id),
      leaveGroup(player, group.id),
      requestToJoin(player, group.id),
      owner.put(`/group_connections/make_admin/${player.id}`, { group_id: group.id }),
      player.put(`/groups/${group.id}`, { max_group_size: 4 + (index % 4) }),
      player.delete(`/groups/${group.id}/admins/${owner.id}`),
      owner.put(`/group_connections/remove_member/${player.id}`, { group_id: group.id }),
      leaveGroup(player, group.id),
      requestToJoin(player, group.id),
    ])
    const replies = await Promise.all(requests)
    const unexpected = replies.filter(({ status }) => ![200, 404, 422].includes(status))
    expect(unexpected.map(({ status, text }) => [status, text])).toEqual([])
    if ((await owner.get(`/groups/${group.id}`)).status === 404) return
    const view = await checkGroup(owner, group.id)
    expect(view.member_count).toBeLessThanOrEqual(view.max_group_size)
  },
)
