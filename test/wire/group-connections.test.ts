import { expect } from 'vitest'
import {
  answerConnection,
  requestToJoin,
  addMember,
  fourPlayers,
  createGroup,
  invite,
  groupState,
} from '../support/groups.ts'
import { onEachEngine, type Player } from '../support/world.ts'
import { expectJson, ID, idsOf, signIn } from './clients.ts'

// Group connections

const joinAsJavaScript = (player: Player, group_id: number, action_type: 'join' | 'join_request') =>
  player.post('/group_connections', {
    group_connection: {
      group_id,
      user_id: player.id,
      status: action_type === 'join' ? 'accepted' : 'pending',
      action_type,
    },
  })

const inviteAsJavaScript = (admin: Player, group_id: number, { username }: Player) =>
  admin.post('/group_connections', {
    group_connection: { group_id, inviter_id: admin.id, status: 'pending', action_type: 'invite' },
    username,
  })

const answerAsJavaScript = (player: Player, id: number, status: string, connection_type: string) =>
  player.put(`/group_connections/${id}`, {
    group_connection: { status, action_type: 'update' },
    connection_type,
  })

onEachEngine(
  'JavaScript client: POST group_connections joins an auto-join group at once',
  async (world) => {
    const { owner, ann } = await fourPlayers(world)
    const group = await createGroup(owner, { can_auto_join: true })
    const { status, body } = await joinAsJavaScript(ann, group.id, 'join')
    const user = { id: ann.id, username: ann.username }
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ id: ID, status: 'accepted', user: expect.objectContaining(user) }),
    ])
    expect(await groupState(owner, group.id)).toMatchObject({
      members: [owner.id, ann.id],
      count: 2,
    })
  },
)

onEachEngine(
  'Unreal and Unity clients: POST group_connections joins an auto-join group, and accepting it again is 200',
  async (world) => {
    const { owner, ann } = await fourPlayers(world)
    const group = await createGroup(owner, { can_auto_join: true })
    const joined = await requestToJoin(ann, group.id)
    expect(joined.body).toMatchObject({
      status: 'accepted',
      inviter_id: ann.id,
      group_id: group.id,
    })
    expect((await answerConnection(owner, joined, 'accepted')).status).toBe(200)
  },
)

onEachEngine(
  'JavaScript client: POST group_connections ignores the status that was sent',
  async (world) => {
    const { owner, ann, ben } = await fourPlayers(world)
    const group = await createGroup(owner)
    const joined = await joinAsJavaScript(ann, group.id, 'join')
    const asked = await joinAsJavaScript(ben, group.id, 'join_request')
    expect([joined.body.status, asked.body.status]).toEqual(['pending', 'pending'])
    expect((await groupState(owner, group.id)).members).toEqual([owner.id])
  },
)

onEachEngine('JavaScript client: POST group_connections invites by username', async (world) => {
  const { owner, ann } = await fourPlayers(world)
  const group = await createGroup(owner, { is_invite_only: true })
  const { body } = await inviteAsJavaScript(owner, group.id, ann)
  expect(body).toMatchObject({ id: ID, status: 'pending', inviter_id: owner.id })
  expect(body.user).toMatchObject({ id: ann.id, username: ann.username })
  const { body: signed } = await signIn(world, ann)
  expect(idsOf(signed.group_invites)).toEqual([body.id])
})

onEachEngine(
  "Unreal plugin's JoinGroup: POST group_connections with group_id alone is 422",
  async (world) => {
    const { owner, ann } = await fourPlayers(world)
    const group = await createGroup(owner)
    expect((await ann.post('/group_connections', { group_id: group.id })).status).toBe(422)
  },
)

onEachEngine(
  'interim Unity client: POST group_connections is 422 with the words invite only',
  async (world) => {
    const { owner, ann } = await fourPlayers(world)
    const group = await createGroup(owner, { is_invite_only: true })
    const { status, text } = await requestToJoin(ann, group.id)
    expect([status, text]).toEqual([422, expect.stringContaining('invite only')])
  },
)

for (const connection_type of ['join_request', 'invite']) {
  onEachEngine(
    `JavaScript client, Unreal plugin: an admin answers PUT group_connections/{id} with connection_type ${connection_type}`,
    async (world) => {
      const { owner, ann, ben } = await fourPlayers(world)
      const group = await createGroup(owner)
      const asked = [await requestToJoin(ann, group.id), await requestToJoin(ben, group.id)].map(
        ({ body }) => body.id,
      )
      expect((await answerAsJavaScript(ann, asked[0], 'accepted', connection_type)).status).toBe(
        422,
      )
      const accepted = await answerAsJavaScript(owner, asked[0], 'accepted', connection_type)
      expect(accepted.body).toEqual({ id: asked[0], status: 'accepted' })
      const declined = await answerAsJavaScript(owner, asked[1], 'declined', connection_type)
      expect(declined.body).toEqual({ id: asked[1], status: 'declined' })
      expect(await groupState(owner, group.id)).toMatchObject({
        members: [owner.id, ann.id],
        count: 2,
        requests: [],
      })
    },
  )
}

onEachEngine(
  'JavaScript client, current Unity SDK: the invited player answers PUT group_connections/{id}',
  async (world) => {
    const { owner, ann, ben } = await fourPlayers(world)
    const group = await createGroup(owner)
    const yes = await invite(owner, group.id, ann)
    const no = await invite(owner, group.id, ben)
    expect((await answerConnection(owner, yes, 'accepted')).status).toBe(422)
    expect((await answerConnection(ann, yes, 'accepted')).body).toEqual({
      id: yes.body.id,
      status: 'accepted',
    })
    expect((await answerConnection(ben, no, 'declined')).body).toEqual({
      id: no.body.id,
      status: 'declined',
    })
    expect(await groupState(owner, group.id)).toMatchObject({
      members: [owner.id, ann.id],
      invites: [],
    })
    expect((await signIn(world, ben)).body.group_invites).toEqual([])
  },
)

onEachEngine(
  "Unreal plugin's LeaveGroup: PUT group_connections/{groupId} with status declined leaves the group",
  async (world) => {
    const { owner, ann } = await fourPlayers(world)
    const group = await createGroup(owner)
    await addMember(owner, group.id, ann)
    const left = await ann.put(`/group_connections/${group.id}`, { status: 'declined' })
    expectJson(left)
    expect((await groupState(owner, group.id)).members).toEqual([owner.id])
  },
)

onEachEngine(
  'JavaScript client: after DELETE group_connections/cancel/{id} the player can be invited again',
  async (world) => {
    const { owner, ann } = await fourPlayers(world)
    const group = await createGroup(owner, { is_invite_only: true })
    const { body } = await inviteAsJavaScript(owner, group.id, ann)
    const headers = { 'content-type': 'application/json' }
    const cancelled = await owner.delete(`/group_connections/cancel/${body.id}`, headers)
    expectJson(cancelled)
    const again = await inviteAsJavaScript(owner, group.id, ann)
    expect(again.status).toBe(200)
    expect((await answerAsJavaScript(ann, again.body.id, 'accepted', 'invite')).status).toBe(200)
  },
)

onEachEngine(
  'JavaScript client: a player who cancelled a join request can join later',
  async (world) => {
    const { owner, ann } = await fourPlayers(world)
    const group = await createGroup(owner)
    const { body } = await joinAsJavaScript(ann, group.id, 'join_request')
    expect((await owner.delete(`/group_connections/cancel/${body.id}`)).status).toBe(422)
    expectJson(await ann.delete(`/group_connections/cancel/${body.id}`))
    await owner.put(`/groups/${group.id}`, { group: { can_auto_join: true } })
    expect((await joinAsJavaScript(ann, group.id, 'join')).body.status).toBe('accepted')
  },
)

onEachEngine(
  'JavaScript client: DELETE group_connections/leave/{groupId} works for admins too',
  async (world) => {
    const { owner, ann } = await fourPlayers(world)
    const group = await createGroup(owner)
    await addMember(owner, group.id, ann)
    expectJson(await owner.delete(`/group_connections/leave/${group.id}`))
    expect(await groupState(ann, group.id)).toMatchObject({ members: [ann.id], admins: [ann.id] })
  },
)

onEachEngine(
  'JavaScript client: after PUT group_connections/remove_member/{userId} the player cannot rejoin',
  async (world) => {
    const { owner, ann, ben } = await fourPlayers(world)
    const group = await createGroup(owner, { can_auto_join: true })
    for (const player of [ann, ben]) await joinAsJavaScript(player, group.id, 'join')
    const path = `/group_connections/remove_member/${ann.id}`
    expect((await ben.put(path, { group_id: group.id })).status).toBeGreaterThanOrEqual(400)
    expectJson(await owner.put(path, { group_id: group.id }))
    const refused = await joinAsJavaScript(ann, group.id, 'join')
    expect(refused.status).toBe(422)
    expect((await groupState(owner, group.id)).members).toEqual([owner.id, ben.id])
  },
)

onEachEngine(
  "JavaScript client's make_admin/{userId} and Unreal plugin's groups/{id}/admins change the admins",
  async (world) => {
    const { owner, ann, ben } = await fourPlayers(world)
    const group = await createGroup(owner)
    for (const player of [ann, ben]) await addMember(owner, group.id, player)
    const made = await owner.put(`/group_connections/make_admin/${ann.id}`, { group_id: group.id })
    const added = await ann.post(`/groups/${group.id}/admins`, { user_id: ben.id })
    expect((await groupState(ben, group.id)).admins).toEqual([owner.id, ann.id, ben.id])
    const removed = await owner.delete(`/groups/${group.id}/admins/${ann.id}`)
    expectJson(made, added, removed)
    expect((await groupState(ben, group.id)).admins).toEqual([owner.id, ben.id])
  },
)
