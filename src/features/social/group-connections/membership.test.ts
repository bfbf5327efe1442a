import { expect } from 'vitest'
import { useTickingClock } from '../../../../test/support/clock.ts'
import {
  answerConnection,
  requestToJoin,
  addMember,
  fourPlayers,
  createGroup,
  invite,
  leaveGroup,
  groupState,
  refusal,
} from '../../../../test/support/groups.ts'
import { onEachEngine, type Player } from '../../../../test/support/world.ts'

onEachEngine('a removed member cannot rejoin until an admin invites them', async (world) => {
  const { owner, ann, ben, cem } = await fourPlayers(world)
  const group = await createGroup(owner, { can_auto_join: true })
  for (const player of [ann, ben]) await requestToJoin(player, group.id)
  const remove = (admin: Player, { id }: Player, group_id = group.id) =>
    admin.put(`/group_connections/remove_member/${id}`, { group_id })
  expect(refusal(await remove(ben, ann))).toEqual([422, 'not_group_admin'])
  expect(refusal(await remove(owner, cem))).toEqual([422, 'user_not_in_group'])
  expect(refusal(await remove(owner, owner))).toEqual([422, 'invalid_input'])
  expect(refusal(await remove(owner, ann, 987_654_321))).toEqual([422, 'group_not_found'])
  const no_group = await owner.put(`/group_connections/remove_member/${ann.id}`, {})
  expect(refusal(no_group)).toEqual([422, 'invalid_input'])

  const removed = await remove(owner, ann)
  expect([removed.status, removed.body]).toEqual([200, { message: 'member has been removed' }])
  expect((await remove(owner, ann)).status).toBe(422)
  expect(refusal(await requestToJoin(ann, group.id))).toEqual([422, 'removed_from_group'])
  expect(refusal(await invite(ben, group.id, ann))).toEqual([422, 'removed_from_group'])

  // Declining or cancelling such an invite does not let them rejoin.
  await answerConnection(ann, await invite(owner, group.id, ann), 'declined')
  expect(refusal(await requestToJoin(ann, group.id))).toEqual([422, 'removed_from_group'])
  const second = await invite(owner, group.id, ann)
  await owner.delete(`/group_connections/cancel/${second.body.id}`)
  expect(refusal(await requestToJoin(ann, group.id))).toEqual([422, 'removed_from_group'])

  await addMember(owner, group.id, ann)
  await leaveGroup(ann, group.id)
  expect((await requestToJoin(ann, group.id)).body.status).toBe('accepted')
  expect((await groupState(owner, group.id)).count).toBe(3)
})

onEachEngine('admins promote and demote admins, but not the last one', async (world) => {
  const { owner, ann, ben, cem } = await fourPlayers(world)
  const group = await createGroup(owner, { can_auto_join: true })
  for (const player of [ann, ben]) await requestToJoin(player, group.id)
  const make = (admin: Player, { id }: Player) =>
    admin.put(`/group_connections/make_admin/${id}`, { group_id: group.id })
  const add = (admin: Player, { id: user_id }: Player) =>
    admin.post(`/groups/${group.id}/admins`, { user_id })
  const drop = (admin: Player, { id }: Player) => admin.delete(`/groups/${group.id}/admins/${id}`)

  for (const act of [make, add, drop]) {
    expect(refusal(await act(ann, ben))).toEqual([422, 'not_group_admin'])
    expect(refusal(await act(cem, ben))).toEqual([422, 'not_group_admin'])
    expect(refusal(await act(owner, cem))).toEqual([422, 'user_not_in_group'])
  }
  expect(refusal(await drop(owner, owner))).toEqual([422, 'last_group_admin'])
  expect((await make(owner, ann)).body).toEqual({ message: 'member is now an admin' })
  expect((await add(owner, ben)).body).toEqual({ message: 'member is now an admin' })
  expect((await add(owner, ben)).status).toBe(200)
  expect((await groupState(ann, group.id)).admins).toEqual([owner.id, ann.id, ben.id])
  expect((await drop(ann, owner)).body).toEqual({ message: 'member is no longer an admin' })
  expect((await drop(ann, owner)).status).toBe(200)
  expect((await drop(ben, ben)).status).toBe(200)
  expect(refusal(await drop(ann, ann))).toEqual([422, 'last_group_admin'])
  expect((await groupState(ann, group.id)).admins).toEqual([ann.id])

  const stranger = await (await world.otherGame()).player()
  expect((await stranger.post(`/groups/${group.id}/admins`, { user_id: stranger.id })).status).toBe(
    401,
  )
  expect((await ann.post('/groups/abc/admins', { user_id: ben.id })).status).toBe(404)
  expect((await ann.post(`/groups/${group.id}/admins`, {})).status).toBe(422)
})

onEachEngine(
  'when the last admin leaves the longest-standing member becomes admin, and an empty group is deleted',
  async (world) => {
    useTickingClock(world)
    const { owner, ann, ben, cem } = await fourPlayers(world)
    const group = await createGroup(owner, { can_auto_join: true })
    const early = await invite(owner, group.id, cem)
    for (const player of [ann, ben]) await requestToJoin(player, group.id)
    await answerConnection(cem, early, 'accepted')
    expect((await leaveGroup(owner, group.id)).status).toBe(200)
    expect(refusal(await leaveGroup(owner, group.id))).toEqual([422, 'not_group_member'])
    expect(await groupState(owner, group.id)).toMatchObject({
      members: [ann.id, ben.id, cem.id],
      admins: [ann.id],
      count: 3,
    })
    await ann.delete(`/users/${ann.id}`)
    expect(await groupState(owner, group.id)).toMatchObject({ admins: [ben.id], count: 2 })
    await leaveGroup(ben, group.id)
    expect(await groupState(owner, group.id)).toMatchObject({ members: [cem.id], admins: [cem.id] })
    await cem.delete(`/users/${cem.id}`)
    expect((await owner.get(`/groups/${group.id}`)).status).toBe(404)
    for (const id of [group.id, 'abc']) {
      expect((await owner.delete(`/group_connections/leave/${id}`)).status).toBe(422)
    }
  },
)

onEachEngine('deleting an account leaves all its groups and cancels its invites', async (world) => {
  const { owner, ann, ben } = await fourPlayers(world)
  const groups = []
  for (let made = 0; made < 5; made++)
    groups.push(await createGroup(owner, { can_auto_join: true }))
  const [first, second, third] = groups
  for (const group of groups.slice(0, 3)) await requestToJoin(ann, group.id)
  await owner.post(`/groups/${second.id}/admins`, { user_id: ann.id })
  const sent = await invite(owner, first.id, ben)
  await invite(ann, third.id, ben)
  expect((await owner.delete(`/users/${owner.id}`)).status).toBe(200)
  expect((await ann.get('/groups')).body.groups).toHaveLength(3)
  for (const group of [first, second, third]) {
    expect(await groupState(ann, group.id)).toMatchObject({ members: [ann.id], admins: [ann.id] })
  }
  expect(await groupState(ann, first.id)).toMatchObject({ invites: [], count: 1 })
  expect(await groupState(ann, third.id)).toMatchObject({ invites: [ben.id] })
  expect((await answerConnection(ben, sent, 'accepted')).status).toBe(422)
})

onEachEngine(
  'PUT group_connections/{groupId} with status declined leaves the group',
  async (world) => {
    const { owner, ann, ben } = await fourPlayers(world)
    const group = await createGroup(owner, { can_auto_join: true })
    await requestToJoin(ann, group.id)
    const decline = (player: Player) =>
      player.put(`/group_connections/${group.id}`, { status: 'declined' })
    expect(refusal(await decline(ben))).toEqual([422, 'connection_not_found'])
    const accept = await owner.put(`/group_connections/${group.id}`, { status: 'accepted' })
    expect(accept.status).toBe(422)
    const left = await decline(owner)
    expect([left.status, left.body]).toEqual([200, { id: group.id, status: 'declined' }])
    expect(await groupState(ann, group.id)).toMatchObject({ members: [ann.id], admins: [ann.id] })
  },
)

onEachEngine('nobody joins a full group until a member leaves', async (world) => {
  const { owner, ann, ben, cem } = await fourPlayers(world)
  const group = await createGroup(owner, { max_group_size: 2, can_auto_join: true })
  const invited = await invite(owner, group.id, ann)
  await requestToJoin(ben, group.id)
  const full = await answerConnection(ann, invited, 'accepted')
  expect(refusal(full)).toEqual([422, 'group_full'])
  expect(full.text).toContain('the group is full')
  expect(refusal(await requestToJoin(cem, group.id))).toEqual([422, 'group_full'])
  expect(await groupState(owner, group.id)).toMatchObject({ count: 2, invites: [ann.id] })
  await leaveGroup(ben, group.id)
  expect((await answerConnection(ann, invited, 'accepted')).status).toBe(200)
  expect((await groupState(owner, group.id)).members).toEqual([owner.id, ann.id])
})
