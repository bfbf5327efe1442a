import { expect } from 'vitest'
import { requestToJoin, createGroup, leaveGroup } from '../../../../test/support/groups.ts'
import { onEachEngine, type Player, type Reply } from '../../../../test/support/world.ts'

const statuses = (replies: Reply[]) => {
  const counted: Record<number, number> = {}
  for (const { status } of replies) counted[status] = (counted[status] ?? 0) + 1
  return counted
}

/** The full view; the number that is kept beside the members agrees with them, and there is an admin. */
async function look(viewer: Player, id: number) {
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

onEachEngine('of 100 players at once 10 are in a group of 10, 90 are told', async (world) => {
  const [founder, ...others] = await world.players(100)
  if (!founder) throw new Error('no founder')
  const group = await createGroup(founder, { max_group_size: 10, can_auto_join: true })
  const replies = await Promise.all(others.map((player) => requestToJoin(player, group.id)))
  expect(statuses(replies)).toEqual({ 200: 9, 422: 90 })
  for (const { status, text } of replies) {
    if (status === 422) expect(text).toContain('the group is full')
  }
  expect((await look(founder, group.id)).member_count).toBe(10)
})

onEachEngine(
  '60 invited people accept at once: the cap holds, the rest stay invited',
  async (w) => {
    const [founder, ...others] = await w.players(61)
    if (!founder) throw new Error('no founder')
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
    const view = await look(founder, group.id)
    expect([view.member_count, view.invites.length]).toEqual([10, 51])
  },
)

onEachEngine('two admins accept and decline at once: one wins, one is told', async (world) => {
  const [first, second, asker] = await world.players(3)
  if (!first || !second || !asker) throw new Error('no players')
  const group = await withTwoAdmins(first, second)
  for (let round = 0; round < 8; round++) {
    const { body: request } = await requestToJoin(asker, group.id)
    const replies = await Promise.all([
      first.put(`/group_connections/${request.id}`, { status: 'accepted' }),
      second.put(`/group_connections/${request.id}`, { status: 'declined' }),
    ])
    expect(statuses(replies)).toEqual({ 200: 1, 422: 1 })
    const is_in = replies[0].status === 200
    expect(await look(first, group.id)).toMatchObject({
      member_count: is_in ? 3 : 2,
      join_requests: [],
    })
    if (is_in) await leaveGroup(asker, group.id)
  }
})

onEachEngine('accepted and cancelled at once: one wins, no seat is lost', async (world) => {
  const [owner, asker] = await world.players(2)
  if (!owner || !asker) throw new Error('no players')
  const group = await createGroup(owner)
  for (let round = 0; round < 10; round++) {
    const { body: request } = await requestToJoin(asker, group.id)
    const replies = await Promise.all([
      owner.put(`/group_connections/${request.id}`, { status: 'accepted' }),
      asker.delete(`/group_connections/cancel/${request.id}`),
    ])
    expect(statuses(replies)).toEqual({ 200: 1, 422: 1 })
    await look(owner, group.id)
    await leaveGroup(asker, group.id)
  }
})

onEachEngine('one player asks 20 times at once and is connected once', async (world) => {
  const [owner, asker] = await world.players(2)
  if (!owner || !asker) throw new Error('no players')
  const group = await createGroup(owner)
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => requestToJoin(asker, group.id)),
  )
  expect(statuses(replies)).toEqual({ 200: 1, 422: 19 })
  expect((await look(owner, group.id)).join_requests).toHaveLength(1)
})

onEachEngine('admins who leave or dismiss each other at once leave an admin', async (world) => {
  const [first, second, member] = await world.players(3)
  if (!first || !second || !member) throw new Error('no players')
  for (let round = 0; round < 5; round++) {
    const group = await withTwoAdmins(first, second)
    const { body: sent } = await first.post('/group_connections', {
      group_id: group.id,
      user_id: member.id,
    })
    await member.put(`/group_connections/${sent.id}`, { status: 'accepted' })
    const dismiss = (admin: Player, { id }: Player) =>
      admin.delete(`/groups/${group.id}/admins/${id}`)
    const replies = await Promise.all([dismiss(first, second), dismiss(second, first)])
    expect(statuses(replies)).toEqual({ 200: 1, 422: 1 })
    await look(member, group.id)
    await Promise.all([leaveGroup(first, group.id), leaveGroup(second, group.id)])
    expect((await look(member, group.id)).members).toMatchObject([{ id: member.id }])
  }
})

onEachEngine('accounts that go while they join and found leave nothing behind', async (world) => {
  const owner = await world.player()
  const groups = await Promise.all(
    Array.from({ length: 3 }, () => createGroup(owner, { can_auto_join: true })),
  )
  const leavers = await world.players(20)
  const replies = await Promise.all(
    leavers.flatMap((player) => [
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
    expect((await look(owner, id)).members).toMatchObject([{ id: owner.id }])
  }
  expect((await owner.get('/groups')).body.groups).toHaveLength(3)
})

onEachEngine('whatever happens at once, numbers and members agree', async (world) => {
  const players = await world.players(12)
  const [owner] = players
  if (!owner) throw new Error('no owner')
  const group = await createGroup(owner, { can_auto_join: true, max_group_size: 6 })
  const acts = players.flatMap((player, index) => [
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
  const replies = await Promise.all(acts)
  const unexpected = replies.filter(({ status }) => ![200, 404, 422].includes(status))
  expect(unexpected.map(({ status, text }) => [status, text])).toEqual([])
  if ((await owner.get(`/groups/${group.id}`)).status === 404) return
  const view = await look(owner, group.id)
  expect(view.member_count).toBeLessThanOrEqual(view.max_group_size)
})
