import { limits } from '../../../src/limits.ts'
import type { Player, Reply } from '../../support/world.ts'
import { doneBy, noise, OTHERS, type Scene } from './scene.ts'

interface Write {
  /** What others write for it. */
  prepare?: (scene: Scene) => Promise<void>
  /** All that the player sends for it, in this order. If one of them is refused, nothing of it counts. */
  send: (scene: Scene, index: number) => Promise<Reply[]>
  /** Other routes that it calls: their rate limits apply, too. */
  also_calls?: string[]
  /** Each has to end before the next one begins. */
  one_by_one?: boolean
  /** So often at most, whatever the rate limits are. */
  max_per_hour?: number
}

/** Each word is stored on its own, so that the search finds it. */
const manyWords = (index: number) =>
  Array.from({ length: 32 }, (_, word) => `w${(index * 32 + word).toString(36)}`).join(' ')

const keyed = (index: number) => ({ 'idempotency-key': `growth-${index}` })

const one = (send: (scene: Scene, index: number) => Promise<Reply>): Write => ({
  send: async (scene, index) => [await send(scene, index)],
})

/** The second request is for what the first has made, or undoes it. */
const two = (
  first: (scene: Scene, index: number) => Promise<Reply>,
  second: (scene: Scene, reply: Reply, index: number) => Promise<Reply>,
): Write => ({
  one_by_one: true,
  send: async (scene, index) => {
    const reply = await first(scene, index)
    return reply.status < 300 ? [reply, await second(scene, reply, index)] : [reply]
  },
})

function otherAt({ others, friend }: Scene, index: number): Player {
  return others[index % others.length] ?? friend
}

/** Ten of them, others each time. */
const someIds = ({ others }: Scene, index: number) =>
  others.slice(index % (OTHERS - 10), (index % (OTHERS - 10)) + 10).map(({ id }) => id)

const ROUNDS = '/multiplayer_game_rounds'
const TICKETS = '/matchmaking/tickets'

/** Every route that writes for a player, each with the request that stores the most for what it costs. */
export const writes: Record<string, Write> = {
  'POST /users/:id/add_credits': one(({ player }) =>
    player.post(player.at('add_credits'), { credits: 1 }),
  ),
  'POST /users/:id/set_credits': one(({ player }, index) =>
    player.post(player.at('set_credits'), { credits: index }),
  ),
  'POST /users/:id/add_score': one(({ player }, index) =>
    player.post(player.at('add_score'), { score: 1 }, keyed(index)),
  ),
  'POST /users/:id/set_score': one(({ player }, index) =>
    player.post(player.at('set_score'), { score: index }, keyed(index)),
  ),
  'POST /users/:id/add_game_user_attribute': one(({ player }, index) =>
    player.post(player.at('add_game_user_attribute'), { key: `k${index}`, value: noise(8000) }),
  ),
  'POST /users/:id/add_leaderboard_entry': one(({ player }, index) =>
    player.post(player.at('add_leaderboard_entry'), {
      leaderboard_name: `${index}-${noise(240)}`,
      score: index,
    }),
  ),
  'POST /users/:id/clear_my_leaderboard_entries': one(({ player }, index) =>
    player.post(
      player.at('clear_my_leaderboard_entries'),
      { leaderboard_name: 'none' },
      keyed(index),
    ),
  ),
  'POST /users/:id/purchase_game_user_store_item': two(
    ({ player, item_id }) =>
      player.post(player.at('purchase_game_user_store_item'), { store_item_id: item_id }),
    ({ player, item_id }) =>
      player.delete(`${player.at('purchase_game_user_store_item')}?store_item_id=${item_id}`),
  ),
  'POST /users/:id/email_verification': {
    ...one(({ player }) => player.post(player.at('email_verification'))),
    max_per_hour: limits.links_per_account.value,
  },
  'PUT /users/:id': one(({ player }) => player.put(`/users/${player.id}`, { username: noise(64) })),
  'PUT /users/:id/password': one(({ player }) =>
    player.put(`/users/${player.id}/password`, {
      current_password: 'password',
      password: 'password',
      password_confirmation: 'password',
    }),
  ),
  'POST /game_rounds': one(({ player }) =>
    player.post('/game_rounds', { game_user_id: player.id, game_type: 'x', multiplayer: true }),
  ),
  'PUT /game_rounds/:id': one(({ player, round_id }) =>
    player.put(`/game_rounds/${round_id}`, { metadata: { text: noise(8000) } }),
  ),
  // A player has a seat in a hundred unfinished rounds at most, so each is finished.
  'POST /multiplayer_game_rounds': two(
    (scene, index) =>
      scene.player.post(ROUNDS, {
        game_type: 'x',
        who_may_join: 'code',
        invited_user_ids: someIds(scene, index),
      }),
    ({ player }, { body }) => player.post(`${ROUNDS}/${body.id}/finish`),
  ),
  'POST /multiplayer_game_rounds/:id/finish': two(
    ({ player }) => player.post(ROUNDS, { game_type: 'x' }),
    ({ player }, { body }) => player.post(`${ROUNDS}/${body.id}/finish`),
  ),
  'POST /multiplayer_game_rounds/:id/invites': {
    one_by_one: true,
    also_calls: ['POST /multiplayer_game_rounds'],
    send: async (scene, index) => {
      const { player } = scene
      const made = await player.post(ROUNDS, { game_type: 'x', who_may_join: 'invited' })
      const path = `${ROUNDS}/${made.body?.id}`
      return [
        made,
        await player.post(`${path}/invites`, { user_ids: someIds(scene, index) }),
        await player.post(`${path}/finish`),
      ]
    },
  },
  'POST /multiplayer_game_rounds/join': two(
    ({ player, lobby: { code } }) => player.post(`${ROUNDS}/join`, { code }),
    ({ player, lobby: { id } }) => player.post(`${ROUNDS}/${id}/leave`),
  ),
  'POST /multiplayer_game_rounds/:id/join': two(
    ({ player, lobby: { id, code } }) => player.post(`${ROUNDS}/${id}/join`, { code }),
    ({ player, lobby: { id } }) => player.post(`${ROUNDS}/${id}/leave`),
  ),
  'POST /multiplayer_game_rounds/:id/leave': two(
    ({ player, lobby: { id, code } }) => player.post(`${ROUNDS}/${id}/join`, { code }),
    ({ player, lobby: { id } }, _joined, index) =>
      player.post(`${ROUNDS}/${id}/leave`, {}, keyed(index)),
  ),
  // A player is a member of a limited number of groups, so each makes room for the next one.
  'POST /groups': two(
    ({ player }, index) => player.post('/groups', { name: manyWords(index) }),
    ({ player }, { body }) => player.delete(`/groups/${body.id}`),
  ),
  'PUT /groups/:id': one(({ player, group_id }, index) =>
    player.put(`/groups/${group_id}`, { name: manyWords(index) }),
  ),
  'POST /groups/:id/add_attribute': one(({ player, group_id }, index) =>
    player.post(`/groups/${group_id}/add_attribute`, {
      attributes: [{ key: `k${index}`, value: noise(1000) }],
    }),
  ),
  'PATCH /groups/:id/modify_attribute': one(({ player, group_id }) =>
    player.patch(`/groups/${group_id}/modify_attribute`, { key: 'shared', value: noise(8000) }),
  ),
  'POST /group_connections': two(
    (scene, index) =>
      scene.player.post('/group_connections', {
        group_id: scene.group_id,
        user_id: otherAt(scene, index).id,
      }),
    ({ player }, { body }) => player.delete(`/group_connections/cancel/${body.id}`),
  ),
  'PUT /group_connections/:id': {
    one_by_one: true,
    send: async (scene, index) => {
      const other = otherAt(scene, index)
      const sent = { group_id: scene.group_id, user_id: other.id }
      const { body } = await doneBy(scene, other, 'POST', '/group_connections', sent)
      return [await scene.player.put(`/group_connections/${body.id}`, { status: 'declined' })]
    },
  },
  'PUT /group_connections/remove_member/:id': {
    one_by_one: true,
    send: async (scene, index) => {
      const { player, group_id } = scene
      const other = otherAt(scene, index)
      const invited = await player.post('/group_connections', { group_id, user_id: other.id })
      const answer_path = `/group_connections/${invited.body?.id}`
      await doneBy(scene, other, 'PUT', answer_path, { status: 'accepted' })
      const path = `/group_connections/remove_member/${other.id}`
      return [invited, await player.put(path, { group_id })]
    },
  },
  'POST /groups/:id/admins': two(
    async (scene, index) => {
      const { player, group_id, friend } = scene
      if (index === 1) await addToGroup(scene, friend)
      return player.post(`/groups/${group_id}/admins`, { user_id: friend.id })
    },
    ({ player, group_id, friend }) => player.delete(`/groups/${group_id}/admins/${friend.id}`),
  ),
  'PUT /group_connections/make_admin/:id': two(
    async (scene, index) => {
      const { player, group_id, friend } = scene
      if (index === 1) await addToGroup(scene, friend)
      return player.put(`/group_connections/make_admin/${friend.id}`, { group_id })
    },
    ({ player, group_id, friend }) => player.delete(`/groups/${group_id}/admins/${friend.id}`),
  ),
  'POST /friendships': two(
    (scene, index) =>
      scene.player.post('/friendships', { username: otherAt(scene, index).username }),
    ({ player }, { body }) => player.delete(`/friendships/${body.friendship_id}`),
  ),
  'PUT /friendships/:id': {
    one_by_one: true,
    send: async (scene, index) => {
      const { player } = scene
      const other = otherAt(scene, index)
      const sent = { username: player.username }
      const { body } = await doneBy(scene, other, 'POST', '/friendships', sent)
      const path = `/friendships/${body.friendship_id}`
      const accepted = await player.put(path, { status: 'accepted' })
      return [accepted, await player.delete(`/unfriend?user_id=${other.id}`)]
    },
  },
  'POST /blocks': two(
    (scene, index) => scene.player.post('/blocks', { user_id: otherAt(scene, index).id }),
    (scene, _blocked, index) => scene.player.delete(`/blocks/${otherAt(scene, index).id}`),
  ),
  // Each time, friends are told.
  'PUT /presence': one(({ player }, index) =>
    player.put('/presence', { invisible: index % 2 === 0, status: noise(120) }),
  ),
  // With other players each time.
  'POST /chats': one((scene, index) =>
    scene.player.post('/chats', {
      usernames: scene.others
        .filter((_, at) => at !== index % 40 && at !== Math.floor(index / 40))
        .map(({ username }) => username),
      text: 'x',
    }),
  ),
  'POST /messages': one(({ player, chat_id }) =>
    player.post('/messages', { chat_id, text: noise(500) }),
  ),
  'POST /messages/:id/mark_as_read': {
    ...one(({ player, waiting }) => player.post(`/messages/${waiting.pop()}/mark_as_read`)),
    prepare: async (scene) => {
      const { friend, chat_id, waiting } = scene
      for (let count = 0; count < 120; count++) {
        const { body } = await doneBy(scene, friend, 'POST', '/messages', { chat_id, text: 'x' })
        waiting.push(body.id)
      }
    },
  },
  'POST /reports': {
    ...one((scene, index) =>
      scene.player.post('/reports', {
        user_id: otherAt(scene, index).id,
        reason: 'other',
        text: noise(1000),
      }),
    ),
    max_per_hour: limits.reports_per_day.value,
  },
  'PUT /notifications/read': one(({ player }, index) =>
    player.put('/notifications/read', {}, keyed(index)),
  ),
  'PUT /notifications/:id/read': {
    ...one(({ player, waiting }, index) =>
      player.put(`/notifications/${waiting[index % waiting.length]}/read`, {}, keyed(index)),
    ),
    prepare: async (scene) => {
      const { player, others, waiting } = scene
      for (const other of others)
        await doneBy(scene, other, 'POST', '/friendships', { username: player.username })
      const { body } = await player.get('/notifications')
      waiting.push(...body.notifications.map(({ id }: { id: number }) => id))
    },
  },
  'POST /matchmaking/tickets': two(
    ({ player }) =>
      player.post(TICKETS, {
        game_type: 'x',
        region: noise(64),
        attributes: { mode: noise(900) },
      }),
    ({ player }, { body }) => player.delete(`${TICKETS}/${body.id}`),
  ),
  'POST /matchmaking/tickets/:id/accept': {
    one_by_one: true,
    send: async (scene) => {
      const { player, friend } = scene
      const party = { game_type: 'x', party_user_ids: [player.id] }
      const { body } = await doneBy(scene, friend, 'POST', TICKETS, party)
      const accepted = await player.post(`${TICKETS}/${body.id}/accept`)
      await doneBy(scene, friend, 'DELETE', `${TICKETS}/${body.id}`)
      return [accepted]
    },
  },
}

async function addToGroup(scene: Scene, other: Player): Promise<void> {
  const invite = { group_id: scene.group_id, user_id: other.id }
  const invited = await scene.player.post('/group_connections', invite)
  const answer_path = `/group_connections/${invited.body.id}`
  await doneBy(scene, other, 'PUT', answer_path, { status: 'accepted' })
}

/** A ticket is ready once in each match, which takes players who wait for it. */
export const NOT_MEASURED = ['POST /matchmaking/tickets/:id/ready']
