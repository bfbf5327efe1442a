import { expect } from 'vitest'
import { type Player, type Reply, unique, type World } from './world.ts'

/** Status and error code of an answer. */
export const refusal = ({ status, headers }: Reply) => [status, headers.get('x-error-code')]

/** Four new players without any connection to each other. */
export async function fourPlayers(world: World) {
  const [owner, ann, ben, cem] = await world.players(4)
  if (!owner || !ann || !ben || !cem) throw new Error('the players were not created')
  return { owner, ann, ben, cem }
}

export const summaryOf = (world: World, player: Player) => ({
  id: player.id,
  username: player.username,
  email: `_appid_${world.game.id}_${player.email}`,
  display_email: player.email,
  credits: 0,
  score: 0,
})

export const createGroup = async (player: Player, settings: object = {}) =>
  (await player.post('/groups', { name: unique('group'), ...settings })).body

export const requestToJoin = (player: Player, group_id: number) =>
  player.post('/group_connections', { group_id, user_id: player.id })

export const invite = (inviter: Player, group_id: number, { id }: { id: number }) =>
  inviter.post('/group_connections', { group_id, user_id: id })

export const answerConnection = (player: Player, { body }: Reply, status: string) =>
  player.put(`/group_connections/${body.id}`, { status })

export const leaveGroup = (player: Player, group_id: number) =>
  player.delete(`/group_connections/leave/${group_id}`)

/** Invites the player and accepts for them, which works whatever the group's settings are. */
export async function addMember(admin: Player, group_id: number, player: Player) {
  const answered = await answerConnection(player, await invite(admin, group_id, player), 'accepted')
  expect(answered.status).toBe(200)
}

/** The group's members, admins and pending connections as user ids, in the order of the answer. */
export async function groupState(viewer: Player, group_id: number) {
  const { body } = await viewer.get(`/groups/${group_id}`)
  const ids = (list: { id: number }[]) => list.map(({ id }) => id)
  const users = (list: { user: { id: number } }[]) => ids(list.map(({ user }) => user))
  return {
    members: ids(body.members),
    admins: ids(body.admins),
    count: body.member_count,
    requests: users(body.join_requests),
    invites: users(body.invites),
  }
}
