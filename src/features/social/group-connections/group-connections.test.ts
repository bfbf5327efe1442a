import { expect } from 'vitest'
import {
  addMember,
  answerConnection,
  createGroup,
  fourPlayers,
  groupState,
  invite,
  refusal,
  requestToJoin,
  summaryOf,
} from '../../../../test/support/groups.ts'
import { onEachEngine, unique } from '../../../../test/support/world.ts'

onEachEngine('a join request is pending until an admin accepts it', async (world) => {
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

onEachEngine(
  'join requests, joins and invites are accepted in every form that clients send',
  async (world) => {
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
  },
)

onEachEngine(
  'an invite-only group refuses join requests, and only its admins invite',
  async (w) => {
    const { owner, ann, ben } = await fourPlayers(w)
    for (const can_auto_join of [false, true]) {
      const group = await createGroup(owner, { is_invite_only: true, can_auto_join })
      const asked = await requestToJoin(ann, group.id)
      expect(refusal(asked)).toEqual([422, 'group_invite_only'])
      expect(asked.text).toContain('invite only')
      await addMember(owner, group.id, ann)
      expect(refusal(await invite(ann, group.id, ben))).toEqual([422, 'not_group_admin'])
    }
  },
)

onEachEngine(
  'members invite to a group that is not invite only, and non-members never',
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

onEachEngine(
  'a second connection of a member, an invited or a requesting player is 422',
  async (world) => {
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
    expect(await groupState(owner, group.id)).toMatchObject({
      requests: [ann.id],
      invites: [ben.id],
    })
  },
)

onEachEngine('an invalid connection is 422 and connects nobody', async (world) => {
  const { owner, ann } = await fourPlayers(world)
  const stranger = await (await world.otherGame()).player()
  const group = await createGroup(owner)
  const foreign_group = await createGroup(stranger, { can_auto_join: true })
  const bodies = [
    {},
    { group_id: group.id },
    { user_id: ann.id },
    { group_id: 'x', user_id: ann.id },
    { group_id: group.id, user_id: 'x' },
    { group_id: group.id, user_id: 0 },
    { group_id: 987_654_321, user_id: owner.id },
    { group_id: group.id, user_id: 987_654_321 },
    { group_id: group.id, user_id: stranger.id },
    { group_id: group.id, username: stranger.username },
    { group_id: group.id, username: 'nobody has this name' },
    { group_id: foreign_group.id, user_id: owner.id },
    { group_id: foreign_group.id, user_id: stranger.id },
  ]
  for (const body of bodies) {
    const { status, text } = await owner.post('/group_connections', body)
    expect([body, status]).toEqual([body, 422])
    expect(text).toMatch(/^[^\n]+\.$/)
  }
  expect(await groupState(owner, group.id)).toMatchObject({ count: 1, requests: [], invites: [] })
  expect(await groupState(stranger, foreign_group.id)).toMatchObject({
    count: 1,
    requests: [],
    invites: [],
  })
})

onEachEngine(
  'a join request repeated with the same Idempotency-Key is sent once',
  async (world) => {
    const { owner, ann } = await fourPlayers(world)
    const group = await createGroup(owner)
    const headers = { 'idempotency-key': unique('key') }
    const body = { group_id: group.id, user_id: ann.id }
    const first = await ann.post('/group_connections', body, headers)
    const second = await ann.post('/group_connections', body, headers)
    expect([second.status, second.body]).toEqual([200, first.body])
    expect(second.headers.get('idempotency-replayed')).toBe('true')
  },
)

onEachEngine(
  'an invite to a player who blocked the sender is answered as if they did not exist',
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
