import { expect } from 'vitest'
import {
  answer,
  ask,
  bring,
  cast,
  found,
  invite,
  people,
  refusal,
  summaryOf,
} from '../../../../test/support/groups.ts'
import { onEachEngine, type Player, type Reply, unique } from '../../../../test/support/world.ts'

onEachEngine('a join request waits until an admin accepts it', async (world) => {
  const { owner, ann } = await cast(world)
  const group = await found(owner)
  const asked = await ask(ann, group.id)
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
  expect(await people(owner, group.id)).toMatchObject({ members: [owner.id], requests: [ann.id] })
  const accepted = await answer(owner, asked, 'accepted')
  expect([accepted.status, accepted.body]).toEqual([200, { id: asked.body.id, status: 'accepted' }])
  expect(await people(owner, group.id)).toEqual({
    members: [owner.id, ann.id],
    admins: [owner.id],
    count: 2,
    requests: [],
    invites: [],
  })
})

onEachEngine('every body that clients send asks, joins or invites', async (world) => {
  const { owner, ann, ben, cem } = await cast(world)
  const group = await found(owner, { can_auto_join: true })
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
  expect((await people(owner, group.id)).members).toEqual([owner.id, ann.id, ben.id, cem.id])
})

onEachEngine('a group that is invite only takes no requests, and only admins invite', async (w) => {
  const { owner, ann, ben } = await cast(w)
  for (const can_auto_join of [false, true]) {
    const group = await found(owner, { is_invite_only: true, can_auto_join })
    const asked = await ask(ann, group.id)
    expect(refusal(asked)).toEqual([422, 'group_invite_only'])
    expect(asked.text).toContain('invite only')
    await bring(owner, group.id, ann)
    expect(refusal(await invite(ann, group.id, ben))).toEqual([422, 'not_group_admin'])
  }
})

onEachEngine(
  'members invite where the group is not invite only, strangers never',
  async (world) => {
    const { owner, ann, ben, cem } = await cast(world)
    const group = await found(owner)
    await bring(owner, group.id, ann)
    expect((await invite(ann, group.id, ben)).body).toMatchObject({
      status: 'pending',
      inviter_id: ann.id,
    })
    expect(refusal(await invite(cem, group.id, owner))).toEqual([422, 'already_connected'])
    expect(refusal(await invite(ben, group.id, cem))).toEqual([422, 'not_group_member'])
    expect(await people(owner, group.id)).toMatchObject({ invites: [ben.id], count: 2 })
  },
)

onEachEngine('who is connected already is told so: member, invited or waiting', async (world) => {
  const { owner, ann, ben } = await cast(world)
  const group = await found(owner)
  await ask(ann, group.id)
  await invite(owner, group.id, ben)
  for (const again of [
    await ask(ann, group.id),
    await invite(owner, group.id, ann),
    await invite(owner, group.id, ben),
    await ask(ben, group.id),
    await ask(owner, group.id),
  ]) {
    expect(refusal(again)).toEqual([422, 'already_connected'])
  }
  expect(await people(owner, group.id)).toMatchObject({ requests: [ann.id], invites: [ben.id] })
})

onEachEngine('invalid connections are 422 and connect nobody', async (world) => {
  const { owner, ann } = await cast(world)
  const elsewhere = await world.elsewhere()
  const far = await elsewhere.player()
  const group = await found(owner)
  const far_group = await found(far, { can_auto_join: true })
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
  expect(await people(owner, group.id)).toMatchObject({ count: 1, requests: [], invites: [] })
  expect(await people(far, far_group.id)).toMatchObject({ count: 1, requests: [], invites: [] })
})

onEachEngine('only the invited answers an invite, only an admin a request', async (world) => {
  const { owner, ann, ben, cem } = await cast(world)
  const group = await found(owner)
  await bring(owner, group.id, cem)
  const invited = await invite(owner, group.id, ann)
  const asked = await ask(ben, group.id)
  for (const status of ['accepted', 'declined']) {
    for (const player of [owner, ben, cem]) {
      expect(refusal(await answer(player, invited, status))).toEqual([422, 'connection_not_found'])
    }
    for (const player of [ann, ben, cem]) {
      expect(refusal(await answer(player, asked, status))).toEqual([422, 'connection_not_found'])
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
  const far = await (await world.elsewhere()).player()
  expect(refusal(await answer(far, asked, 'accepted'))).toEqual([422, 'connection_not_found'])
  expect(await people(owner, group.id)).toMatchObject({ requests: [ben.id], invites: [ann.id] })
})

onEachEngine('the same answer again changes nothing, another one is refused', async (world) => {
  const { owner, ann, ben } = await cast(world)
  const group = await found(owner)
  const [invited, asked] = [await invite(owner, group.id, ann), await ask(ben, group.id)]
  for (const _twice of [1, 2]) {
    expect((await answer(ann, invited, 'accepted')).body.status).toBe('accepted')
    expect((await answer(owner, asked, 'declined')).body.status).toBe('declined')
  }
  expect(refusal(await answer(ann, invited, 'declined'))).toEqual([422, 'connection_answered'])
  expect(refusal(await answer(owner, asked, 'accepted'))).toEqual([422, 'connection_answered'])
  expect(await people(owner, group.id)).toMatchObject({ members: [owner.id, ann.id], count: 2 })
  const auto = await found(owner, { can_auto_join: true })
  const joined = await ask(ben, auto.id)
  expect((await answer(ben, joined, 'accepted')).status).toBe(200)
  expect((await answer(owner, joined, 'accepted')).status).toBe(200)
  expect((await people(owner, auto.id)).count).toBe(2)
})

onEachEngine('after declined, cancelled and left the pair is free again', async (world) => {
  const { owner, ann } = await cast(world)
  const group = await found(owner)
  const cancel = (player: Player, { body }: Reply) =>
    player.delete(`/group_connections/cancel/${body.id}`)
  await answer(owner, await ask(ann, group.id), 'declined')
  expect((await cancel(ann, await ask(ann, group.id))).status).toBe(200)
  await answer(ann, await invite(owner, group.id, ann), 'declined')
  const cancelled = await cancel(owner, await invite(owner, group.id, ann))
  expect(cancelled.body).toEqual({ message: 'connection has been cancelled' })
  await bring(owner, group.id, ann)
  const left = await ann.delete(`/group_connections/leave/${group.id}`)
  expect([left.status, left.body]).toEqual([200, { message: 'you have left the group' }])
  expect((await ask(ann, group.id)).body.status).toBe('pending')
  expect(await people(owner, group.id)).toMatchObject({ requests: [ann.id], count: 1 })
})

onEachEngine('who asked or invited cancels; an admin any invite; nobody else', async (world) => {
  const { owner, ann, ben, cem } = await cast(world)
  const group = await found(owner)
  await bring(owner, group.id, ann)
  const cancel = async (player: Player, { body }: Reply) =>
    (await player.delete(`/group_connections/cancel/${body.id}`)).status
  const asked = await ask(ben, group.id)
  const invited = await invite(ann, group.id, cem)
  const far = await (await world.elsewhere()).player()
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
  await answer(cem, answered, 'accepted')
  expect(await cancel(owner, answered)).toBe(422)
  expect((await people(owner, group.id)).count).toBe(3)
})

onEachEngine('a join request sent twice with one key is sent once', async (world) => {
  const { owner, ann } = await cast(world)
  const group = await found(owner)
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
    const { owner, ann } = await cast(world)
    const group = await found(owner)
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
    expect((await people(owner, group.id)).invites).toEqual([])
    await ann.delete(`/blocks/${owner.id}`)
    expect((await invite(owner, group.id, ann)).status).toBe(200)
  },
)
