import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Player, unique, type World } from '../support/world.ts'
import { announcementSamples } from './announcement-samples.ts'
import { matchmakingSamples } from './matchmaking-samples.ts'
import { moderationSamples } from './moderation-samples.ts'
import { contentSamples } from './content-samples.ts'
import { fairScoreSamples } from './fair-score-samples.ts'
import { create, type MakeSample, type WriteSample } from './sample-requests.ts'
import type { Fields } from './samples.ts'
import { operationSamples } from './operation-samples.ts'
import { staffSamples } from './staff-samples.ts'
import { webhookSamples } from './webhook-samples.ts'

interface Players {
  player: Player
  other: Player
  world: World
}

type PlayersSample = (players: Players) => Promise<Omit<WriteSample, 'client'>>

const byPlayer =
  (make: PlayersSample): MakeSample =>
  async (world) => {
    const [player, other] = [await world.player({ credits: 100 }), await world.player()]
    return { client: player, ...(await make({ player, other, world })) }
  }

/** A route of the player's own account. */
const ownAccount = (fields?: Fields) =>
  byPlayer(async ({ player }) => ({ params: { id: player.id }, ...(fields ? { fields } : {}) }))

const anonymously =
  (makeFields: (world: World) => Promise<Fields>): MakeSample =>
  async (world) => ({ client: world.visitor, fields: await makeFields(world) })

const sendFriendRequest = (from: Player, to: Player) =>
  create(from, '/friendships', { username: to.username })

async function befriend(one: Player, other: Player): Promise<number> {
  await sendFriendRequest(one, other)
  return sendFriendRequest(other, one)
}

const createGroup = (player: Player) =>
  create(player, '/groups', { name: 'sample', can_auto_join: true })

const connect = (player: Player, group_id: number, user: Player) =>
  create(player, '/group_connections', { group_id, user_id: user.id })

async function createGroupWith(owner: Player, member: Player): Promise<number> {
  const group_id = await createGroup(owner)
  await connect(member, group_id, member)
  return group_id
}

async function purchase(player: Player, world: World): Promise<number> {
  const { id: store_item_id } = await world.item({ cost: 5 })
  await player.post(player.at('purchase_game_user_store_item'), { store_item_id })
  return store_item_id
}

const addAttribute = (player: Player) =>
  player.post(player.at('add_game_user_attribute'), { key: 'level', value: '1' })

const startChat = (from: Player, to: Player) =>
  create(from, '/chats', { usernames: [to.username], text: 'hello' })

const createRound = (player: Player) =>
  create(player, '/game_rounds', { game_user_id: player.id, game_type: 'race', multiplayer: true })

const createLobby = (player: Player, rules: Fields = {}) =>
  create(player, '/multiplayer_game_rounds', { game_type: 'race', max_players: 4, ...rules })

const joinLobby = (player: Player, id: number) => player.post(`/multiplayer_game_rounds/${id}/join`)

const signIn = ({ game, visitor }: World, { email }: Player) =>
  visitor.post('/sessions', { game_id: game.id, email, password: 'password' })

/** The token of the link that a forgotten password sends; mails go into a folder. */
async function requestResetToken({ context, game, visitor }: World, { email }: Player) {
  await visitor.get(`/games/${game.id}/forget_password?email=${email}`)
  await context.mail.idle()
  const { MAIL_OUTBOX: outbox } = context.config
  const files = await readdir(outbox)
  const mails = await Promise.all(files.map((file) => readFile(join(outbox, file), 'utf8')))
  const mail = mails.find((text) => text.includes(`To: ${email}`)) ?? ''
  return /token=(\S+)/.exec(mail)?.[1] ?? ''
}

const removeAttribute = byPlayer(async ({ player }) => {
  await addAttribute(player)
  return { params: { id: player.id }, fields: { game_user_attribute_key: 'level' } }
})

const revokePurchase = byPlayer(async ({ player, world }) => ({
  params: { id: player.id },
  fields: { store_item_id: await purchase(player, world) },
}))

const accounts: Record<string, MakeSample> = {
  'POST /api/v3/users': anonymously(async ({ credentials }) => {
    const username = unique('sample')
    const passwords = { password: 'secret1', password_confirmation: 'secret1' }
    return { ...credentials, username, email: `${username}@example.com`, ...passwords }
  }),
  'POST /api/v3/users/guest': anonymously(async ({ credentials }) => ({
    ...credentials,
    device_id: unique('device-0123456789'),
  })),
  'PUT /api/v3/users/:id': byPlayer(async ({ player }) => ({
    params: { id: player.id },
    fields: { username: unique('renamed') },
  })),
  'PUT /api/v3/users/:id/password': ownAccount({
    current_password: 'password',
    password: 'changed',
    password_confirmation: 'changed',
  }),
  'DELETE /api/v3/users/:id': ownAccount(),
  'POST /api/v3/users/:id/email_verification': ownAccount(),
  'POST /api/v3/password/reset': anonymously(async (world) => ({
    token: await requestResetToken(world, await world.player()),
    password: 'changed',
    password_confirmation: 'changed',
  })),
  'POST /api/v3/sessions': anonymously(async (world) => {
    const { email } = await world.player()
    return { game_id: world.game.id, email, password: 'password' }
  }),
  'DELETE /api/v3/sessions': byPlayer(async () => ({})),
  'DELETE /api/v3/sessions/:id': byPlayer(async ({ player, world }) => {
    await signIn(world, player)
    const { body } = await player.get('/sessions')
    return { params: { id: body.sessions.at(-1).id } }
  }),
  'POST /api/v3/users/:id/add_score': ownAccount({ score: 5 }),
  'POST /api/v3/users/:id/set_score': ownAccount({ score: 5 }),
  'POST /api/v3/users/:id/add_game_user_attribute': ownAccount({ key: 'level', value: '1' }),
  'DELETE /api/v3/users/:id/remove_game_user_attribute': removeAttribute,
  'DELETE /api/v3/users/:id/remove_game_user_attributes': removeAttribute,
  'POST /api/v3/users/:id/add_credits': ownAccount({ credits: 5 }),
  'POST /api/v3/users/:id/set_credits': ownAccount({ credits: 5 }),
  'POST /api/v3/users/:id/purchase_game_user_store_item': byPlayer(async ({ player, world }) => ({
    params: { id: player.id },
    fields: { store_item_id: (await world.item({ cost: 5 })).id },
  })),
  'DELETE /api/v3/users/:id/purchase_game_user_store_item': revokePurchase,
  'DELETE /api/v3/users/:id/remove_game_user_store_item': revokePurchase,
}

const play: Record<string, MakeSample> = {
  'POST /api/v3/users/:id/add_leaderboard_entry': ownAccount({ leaderboard_name: 'b', score: 5 }),
  'POST /api/v3/users/:id/clear_my_leaderboard_entries': byPlayer(async ({ player }) => {
    await player.post(player.at('add_leaderboard_entry'), { leaderboard_name: 'b', score: 5 })
    return { params: { id: player.id }, fields: { leaderboard_name: 'b' } }
  }),
  'POST /api/v3/game_rounds': byPlayer(async ({ player }) => ({
    fields: { game_user_id: player.id, game_type: 'race', score: 5, multiplayer: true },
  })),
  'PUT /api/v3/game_rounds/:id': byPlayer(async ({ player }) => ({
    params: { id: await createRound(player) },
    fields: { score: 7 },
  })),
  'DELETE /api/v3/game_rounds/:id': byPlayer(async ({ player }) => ({
    params: { id: await createRound(player) },
  })),
  'DELETE /api/v3/multiplayer_game_rounds/:id/game_rounds/:round_id': byPlayer(
    async ({ player }) => {
      const round = { game_user_id: player.id, game_type: 'race', multiplayer: true }
      const { body } = await player.post('/game_rounds', round)
      return { params: { id: body.multiplayer_game_round_id, round_id: body.id } }
    },
  ),
  'POST /api/v3/multiplayer_game_rounds': byPlayer(async ({ other }) => ({
    fields: { game_type: 'race', who_may_join: 'invited', invited_user_ids: [other.id] },
  })),
  'POST /api/v3/multiplayer_game_rounds/:id/join': byPlayer(async ({ other }) => ({
    params: { id: await createLobby(other) },
  })),
  'POST /api/v3/multiplayer_game_rounds/join': byPlayer(async ({ other }) => {
    const id = await createLobby(other, { who_may_join: 'code' })
    const { body } = await other.get(`/multiplayer_game_rounds/${id}`)
    return { fields: { code: body.code } }
  }),
  'POST /api/v3/multiplayer_game_rounds/:id/leave': byPlayer(async ({ player, other }) => {
    const id = await createLobby(player)
    await joinLobby(other, id)
    return { params: { id } }
  }),
  'DELETE /api/v3/multiplayer_game_rounds/:id/players/:user_id': byPlayer(
    async ({ player, other }) => {
      const id = await createLobby(player)
      await joinLobby(other, id)
      return { params: { id, user_id: other.id } }
    },
  ),
  'POST /api/v3/multiplayer_game_rounds/:id/invites': byPlayer(async ({ player, other }) => ({
    params: { id: await createLobby(player) },
    fields: { user_ids: [other.id] },
  })),
  'POST /api/v3/multiplayer_game_rounds/:id/finish': byPlayer(async ({ player }) => ({
    params: { id: await createLobby(player) },
  })),
}

const friends: Record<string, MakeSample> = {
  'POST /api/v3/blocks': byPlayer(async ({ other }) => ({ fields: { user_id: other.id } })),
  'DELETE /api/v3/blocks/:user_id': byPlayer(async ({ player, other }) => {
    await player.post('/blocks', { user_id: other.id })
    return { params: { user_id: other.id } }
  }),
  'POST /api/v3/friendships': byPlayer(async ({ other }) => ({
    fields: { username: other.username },
  })),
  'PUT /api/v3/friendships/:id': byPlayer(async ({ player, other }) => ({
    params: { id: await sendFriendRequest(other, player) },
    fields: { status: 'accepted' },
  })),
  'DELETE /api/v3/friendships/:id': byPlayer(async ({ player, other }) => ({
    params: { id: await sendFriendRequest(player, other) },
  })),
  'DELETE /api/v3/unfriend': byPlayer(async ({ player, other }) => {
    await befriend(player, other)
    return { fields: { user_id: other.id } }
  }),
  'PUT /api/v3/presence': byPlayer(async () => ({ fields: { status: 'here' } })),
  'PUT /api/v3/notifications/read': byPlayer(async ({ player, other }) => {
    await sendFriendRequest(other, player)
    return {}
  }),
  'PUT /api/v3/notifications/:id/read': byPlayer(async ({ player, other }) => {
    await sendFriendRequest(other, player)
    const { body } = await player.get('/notifications')
    return { params: { id: body.notifications[0].id } }
  }),
  'POST /api/v3/chats': byPlayer(async ({ other }) => ({
    fields: { usernames: [other.username], text: 'hello' },
  })),
  'DELETE /api/v3/chats/:id/membership': byPlayer(async ({ player, other }) => ({
    params: { id: await startChat(player, other) },
  })),
  'POST /api/v3/messages': byPlayer(async ({ player, other }) => ({
    fields: { chat_id: await startChat(player, other), text: 'hello' },
  })),
  'POST /api/v3/messages/:id/mark_as_read': byPlayer(async ({ player, other }) => {
    const chat_id = await startChat(other, player)
    return { params: { id: await create(other, '/messages', { chat_id, text: 'hello' }) } }
  }),
}

const groups: Record<string, MakeSample> = {
  'POST /api/v3/groups': byPlayer(async () => ({ fields: { name: 'sample' } })),
  'PUT /api/v3/groups/:id': byPlayer(async ({ player }) => ({
    params: { id: await createGroup(player) },
    fields: { name: 'renamed' },
  })),
  'DELETE /api/v3/groups/:id': byPlayer(async ({ player }) => ({
    params: { id: await createGroup(player) },
  })),
  'POST /api/v3/group_connections': byPlayer(async ({ player, other }) => ({
    fields: { group_id: await createGroup(player), user_id: other.id },
  })),
  'PUT /api/v3/group_connections/:id': byPlayer(async ({ player, other }) => ({
    params: { id: await connect(other, await createGroup(other), player) },
    fields: { status: 'accepted' },
  })),
  'DELETE /api/v3/group_connections/cancel/:id': byPlayer(async ({ player, other }) => ({
    params: { id: await connect(player, await createGroup(player), other) },
  })),
  'DELETE /api/v3/group_connections/leave/:id': byPlayer(async ({ player, other }) => ({
    params: { id: await createGroupWith(other, player) },
  })),
  'PUT /api/v3/group_connections/remove_member/:id': byPlayer(async ({ player, other }) => ({
    params: { id: other.id },
    fields: { group_id: await createGroupWith(player, other) },
  })),
  'PUT /api/v3/group_connections/make_admin/:id': byPlayer(async ({ player, other }) => ({
    params: { id: other.id },
    fields: { group_id: await createGroupWith(player, other) },
  })),
  'POST /api/v3/groups/:id/admins': byPlayer(async ({ player, other }) => ({
    params: { id: await createGroupWith(player, other) },
    fields: { user_id: other.id },
  })),
  'DELETE /api/v3/groups/:id/admins/:user_id': byPlayer(async ({ player, other }) => {
    const id = await createGroupWith(player, other)
    await player.post(`/groups/${id}/admins`, { user_id: other.id })
    return { params: { id, user_id: other.id } }
  }),
  'POST /api/v3/groups/:id/add_attribute': byPlayer(async ({ player }) => ({
    params: { id: await createGroup(player) },
    fields: { key: 'motto', value: 'sample' },
  })),
  'PATCH /api/v3/groups/:id/modify_attribute': byPlayer(async ({ player }) => {
    const id = await createGroup(player)
    await player.post(`/groups/${id}/add_attribute`, { key: 'motto', value: 'sample' })
    return { params: { id }, fields: { key: 'motto', value: 'changed' } }
  }),
  'DELETE /api/v3/groups/:id/attributes': byPlayer(async ({ player }) => {
    const id = await createGroup(player)
    await player.post(`/groups/${id}/add_attribute`, { key: 'motto', value: 'sample' })
    return { params: { id }, fields: { key: 'motto' } }
  }),
}

/** A sample of every route that writes, by method and URL. */
export const writeSamples: Record<string, MakeSample> = {
  ...announcementSamples,
  ...contentSamples,
  ...accounts,
  ...play,
  ...friends,
  ...groups,
  ...matchmakingSamples,
  ...moderationSamples,
  ...fairScoreSamples,
  ...operationSamples,
  ...staffSamples,
  ...webhookSamples,
}
