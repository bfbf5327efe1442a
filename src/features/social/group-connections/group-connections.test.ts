import { expect } from 'vitest'
import {
  answerConnection,
  requestToJoin,
  addMember,
  fourPlayers,
  createGroup,
  invite,
  groupState,
  refusal,
  summaryOf,
} from '../../../../test/support/groups.ts'
import { onEachEngine, type Player, type Reply, unique } from '../../../../test/support/world.ts'

onEachEngine('a join request waits until an admin accepts it', async (world) => {
  const { owner, ann } = await fourPlayers(world)
  const group = await createGroup(owner)
  const asked = await requestToJoin(ann, group.id)
  expect([asked.status, asked.body]).toEqual([
    200,
    {
      id: expect.any(Number),
      status: 'pending',
      inviter_id: ann.id,
      group_id: group.id,
      user: summaryOf(world, ann),
    },
  ])
  expect(await groupState(owner, group.id)).toMatchObject({
    members: [owner.id],
    requests: [ann.id],
  })
  const accepted = await answerConnection(owner, asked, 'accepted')
  expect([accepted.status, accepted.body]).toEqual([200, { id: asked.body.id, status: 'accepted' }])
  expect(await groupState(owner, group.id)).toEqual({
    members: [owner.id, ann.id],
    admins: [owner.id],
    count: 2,
    requests: [],
    invites: [],
  })
})

onEachEngine('every body that clients send asks, joins or invites', async (world) => {
  const { owner, ann, ben, cem } = await fourPlayers(world)
  const group = await createGroup(owner, { can_auto_join: true })
  const joined = await ann.post('/group_connections', {
    group_connection: {
      group_id: group.id,
      user_id: ann.id,
      status: 'pending',
      action_type: 'join_request',
    },
  })
  expect(joined.body).toMatchObject({ status: 'accepted', inviter_id: ann.id })
  const by_name = await owner.post('/group_connections', {
    group_connection: {
      group_id: group.id,
      inviter_id: 12_345,
      status: 'accepted',
      action_type: 'invite',
    },
    username: ben.username.toUpperCase(),
  })
  expect(by_name.body).toMatchObject({
    status: 'pending',
    inviter_id: owner.id,
    user: { id: ben.id },
  })
  const wrapped = await ben.put(`/group_connections/${by_name.body.id}`, {
    group_connection: { status: 'accepted', action_type: 'update' },
    connection_type: 'invite',
  })
  expect(wrapped.status).toBe(200)
  const form = { group_id: String(group.id), user_id: String(cem.id) }
  expect((await cem.send('POST', '/group_connections', { form })).body.status).toBe('accepted')
  expect((await groupState(owner, group.id)).members).toEqual([owner.id, ann.id, ben.id, cem.id])
})

onEachEngine('a group that is invite only takes no requests, and only admins invite', async (w) => {
  const { owner, ann, ben } = await fourPlayers(w)
  for (const can_auto_join of [false, true]) {
    const group = await createGroup(owner, { is_invite_only: true, can_auto_join })
    const asked = await requestToJoin(ann, group.id)
    expect(refusal(asked)).toEqual([422, 'group_invite_only'])
    expect(asked.text).toContain('invite only')
    await addMember(owner, group.id, ann)
    expect(refusal(await invite(ann, group.id, ben))).toEqual([422, 'not_group_admin'])
  }
})

onEachEngine(
  'members invite where the group is not invite only, strangers never',
  async (world) => {
    const { owner, ann, ben, cem } = await fourPlayers(world)
    const group = await createGroup(owner)
    await addMember(owner, group.id, ann)
    expect((await invite(ann, group.id, ben)).body).toMatchObject({
      status: 'pending',
      inviter_id: ann.id,
    })
    expect(refusal(await invite(cem, group.id, owner))).toEqual([422, 'already_connected'])
    expect(refusal(await invite(ben, group.id, cem))).toEqual([422, 'not_group_member'])
    expect(await groupState(owner, group.id)).toMatchObject({ invites: [ben.id], count: 2 })
  },
)

onEachEngine('who is connected already is told so: member, invited or waiting', async (world) => {
  const { owner, ann, ben } = await fourPlayers(world)
  const group = await createGroup(owner)
  await requestToJoin(ann, group.id)
  await invite(owner, group.id, ben)
  for (const again of [
    await requestToJoin(ann, group.id),
    await invite(owner, group.id, ann),
    await invite(owner, group.id, ben),
    await requestToJoin(ben, group.id),
    await requestToJoin(owner, group.id),
  ]) {
    expect(refusal(again)).toEqual([422, 'already_connected'])
  }
  expect(await groupState(owner, group.id)).toMatchObject({ requests: [ann.id], invites: [ben.id] })
})

onEachEngine('invalid connections are 422 and connect nobody', async (world) => {
  const { owner, ann } = await fourPlayers(world)
  const elsewhere = await world.otherGame()
  const far = await elsewhere.player()
  const group = await createGroup(owner)
  const far_group = await createGroup(far, { can_auto_join: true })
  const bodies = [
    {},
    { group_id: group.id },
    { user_id: ann.id },
    { group_id: 'x', user_id: ann.id },
    { group_id: group.id, user_id: 'x' },
    { group_id: group.id, user_id: 0 },
    { group_id: 987_654_321, user_id: owner.id },
    { group_id: group.id, user_id: 987_654_321 },
    { group_id: group.id, user_id: far.id },
    { group_id: group.id, username: far.username },
    { group_id: group.id, username: 'nobody has this name' },
    { group_id: far_group.id, user_id: owner.id },
    { group_id: far_group.id, user_id: far.id },
  ]
  for (const body of bodies) {
    const { status, text } = await owner.post('/group_connections', body)
    expect([body, status]).toEqual([body, 422])
    expect(text).toMatch(/^[^\n]+\.$/)
  }
  expect(await groupState(owner, group.id)).toMatchObject({ count: 1, requests: [], invites: [] })
  expect(await groupState(far, far_group.id)).toMatchObject({ count: 1, requests: [], invites: [] })
})

onEachEngine('only the invited answers an invite, only an admin a request', async (world) => {
  const { owner, ann, ben, cem } = await fourPlayers(world)
  const group = await createGroup(owner)
  await addMember(owner, group.id, cem)
  const invited = await invite(owner, group.id, ann)
  const asked = await requestToJoin(ben, group.id)
  for (const status of ['accepted', 'declined']) {
    for (const player of [owner, ben, cem]) {
      expect(refusal(await answerConnection(player, invited, status))).toEqual([
        422,
        'connection_not_found',
      ])
    }
    for (const player of [ann, ben, cem]) {
      expect(refusal(await answerConnection(player, asked, status))).toEqual([
        422,
        'connection_not_found',
      ])
    }
  }
  for (const body of [{}, { status: 'pending' }, { status: 'ACCEPTED' }, { status: 1 }]) {
    const wrong = await ann.put(`/group_connections/${invited.body.id}`, body)
    expect([body, ...refusal(wrong)]).toEqual([body, 422, 'invalid_input'])
  }
  for (const id of ['987654321', 'abc', '0', '-5']) {
    const unknown = await ann.put(`/group_connections/${id}`, { status: 'accepted' })
    expect([id, ...refusal(unknown)]).toEqual([id, 422, 'connection_not_found'])
  }
  const far = await (await world.otherGame()).player()
  expect(refusal(await answerConnection(far, asked, 'accepted'))).toEqual([
    422,
    'connection_not_found',
  ])
  expect(await groupState(owner, group.id)).toMatchObject({ requests: [ben.id], invites: [ann.id] })
})

onEachEngine('the same answer again changes nothing, another one is refused', async (world) => {
  const { owner, ann, ben } = await fourPlayers(world)
  const group = await createGroup(owner)
  const [invited, asked] = [await invite(owner, group.id, ann), await requestToJoin(ben, group.id)]
  for (const _twice of [1, 2]) {
    expect((await answerConnection(ann, invited, 'accepted')).body.status).toBe('accepted')
    expect((await answerConnection(owner, asked, 'declined')).body.status).toBe('declined')
  }
  expect(refusal(await answerConnection(ann, invited, 'declined'))).toEqual([
    422,
    'connection_answered',
  ])
  expect(refusal(await answerConnection(owner, asked, 'accepted'))).toEqual([
    422,
    'connection_answered',
  ])
  expect(await groupState(owner, group.id)).toMatchObject({ members: [owner.id, ann.id], count: 2 })
  const auto = await createGroup(owner, { can_auto_join: true })
  const joined = await requestToJoin(ben, auto.id)
  expect((await answerConnection(ben, joined, 'accepted')).status).toBe(200)
  expect((await answerConnection(owner, joined, 'accepted')).status).toBe(200)
  expect((await groupState(owner, auto.id)).count).toBe(2)
})

onEachEngine('after declined, cancelled and left the pair is free again', async (world) => {
  const { owner, ann } = await fourPlayers(world)
  const group = await createGroup(owner)
  const cancel = (player: Player, { body }: Reply) =>
    player.delete(`/group_connections/cancel/${body.id}`)
  await answerConnection(owner, await requestToJoin(ann, group.id), 'declined')
  expect((await cancel(ann, await requestToJoin(ann, group.id))).status).toBe(200)
  await answerConnection(ann, await invite(owner, group.id, ann), 'declined')
  const cancelled = await cancel(owner, await invite(owner, group.id, ann))
  expect(cancelled.body).toEqual({ message: 'connection has been cancelled' })
  await addMember(owner, group.id, ann)
  const left = await ann.delete(`/group_connections/leave/${group.id}`)
  expect([left.status, left.body]).toEqual([200, { message: 'you have left the group' }])
  expect((await requestToJoin(ann, group.id)).body.status).toBe('pending')
  expect(await groupState(owner, group.id)).toMatchObject({ requests: [ann.id], count: 1 })
})

onEachEngine('who asked or invited cancels; an admin any invite; nobody else', async (world) => {
  const { owner, ann, ben, cem } = await fourPlayers(world)
  const group = await createGroup(owner)
  await addMember(owner, group.id, ann)
  const cancel = async (player: Player, { body }: Reply) =>
    (await player.delete(`/group_connections/cancel/${body.id}`)).status
  const asked = await requestToJoin(ben, group.id)
  const invited = await invite(ann, group.id, cem)
  const far = await (await world.otherGame()).player()
  for (const player of [owner, ann, cem, far]) expect(await cancel(player, asked)).toBe(422)
  for (const player of [ben, cem, far]) expect(await cancel(player, invited)).toBe(422)
  expect(await cancel(owner, invited)).toBe(200)
  expect(await cancel(ann, await invite(ann, group.id, cem))).toBe(200)
  expect(await cancel(ben, asked)).toBe(200)
  expect(await cancel(ben, asked)).toBe(422)
  for (const id of ['987654321', 'abc']) {
    expect((await ben.delete(`/group_connections/cancel/${id}`)).status).toBe(422)
  }
  const answered = await invite(owner, group.id, cem)
  await answerConnection(cem, answered, 'accepted')
  expect(await cancel(owner, answered)).toBe(422)
  expect((await groupState(owner, group.id)).count).toBe(3)
})

onEachEngine('a join request sent twice with one key is sent once', async (world) => {
  const { owner, ann } = await fourPlayers(world)
  const group = await createGroup(owner)
  const headers = { 'idempotency-key': unique('key') }
  const body = { group_id: group.id, user_id: ann.id }
  const first = await ann.post('/group_connections', body, headers)
  const second = await ann.post('/group_connections', body, headers)
  expect([second.status, second.body]).toEqual([200, first.body])
  expect(second.headers.get('idempotency-replayed')).toBe('true')
})

onEachEngine(
  'an invite from a blocked player is answered as if the other did not exist',
  async (world) => {
    const { owner, ann } = await fourPlayers(world)
    const group = await createGroup(owner)
    await ann.post('/blocks', { user_id: owner.id })
    const by_name = (username: string) =>
      owner.post('/group_connections', { group_id: group.id, username })
    const [blocked, unknown] = [await by_name(ann.username), await by_name(unique('nobody'))]
    expect([blocked.status, blocked.text]).toEqual([422, unknown.text])
    const by_id = await invite(owner, group.id, ann)
    expect([by_id.status, by_id.text]).toEqual([
      422,
      (await invite(owner, group.id, { id: 999_999 })).text,
    ])
    expect((await groupState(owner, group.id)).invites).toEqual([])
    await ann.delete(`/blocks/${owner.id}`)
    expect((await invite(owner, group.id, ann)).status).toBe(200)
  },
)
