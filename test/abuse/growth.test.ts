import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { ENGINES, type Player, type Reply, unique, type World } from '../support/world.ts'
import { limited, openLimited, repeat } from './limited-world.ts'

/** Less than by default, so that the limit is reached quickly. */
const WRITTEN_BYTES = 160 * 1024
/** How much the database may grow for each byte that is counted as written. */
const MAX_GROWTH = 3
/** Databases grow by whole pages, and PostgreSQL by several at once for each table and index. */
const SLACK_BYTES = 256 * 1024
const PARALLEL = 50

interface Scene {
  world: World
  player: Player
  others: Player[]
  chat_id: number
  round_id: number
  lobby_id: number
  group_id: number
  item_id: number
}

type Write = (scene: Scene, index: number) => Promise<Reply>

const noise = (bytes: number) => randomBytes((bytes * 3) / 4).toString('base64')

const keyed = (index: number) => ({ 'idempotency-key': `growth-${index}` })

/** Every route that adds rows for a player, each with the request that stores the most for what it costs. */
const writes: Record<string, Write> = {
  'POST /users/:id/add_credits': ({ player }) =>
    player.post(player.at('add_credits'), { credits: 1 }),
  'POST /users/:id/set_credits': ({ player }, index) =>
    player.post(player.at('set_credits'), { credits: index }),
  'POST /users/:id/add_score': ({ player }, index) =>
    player.post(player.at('add_score'), { score: 1 }, keyed(index)),
  'POST /users/:id/set_score': ({ player }, index) =>
    player.post(player.at('set_score'), { score: index }, keyed(index)),
  'POST /users/:id/add_game_user_attribute': ({ player }, index) =>
    player.post(player.at('add_game_user_attribute'), { key: `k${index}`, value: noise(60_000) }),
  'POST /users/:id/add_leaderboard_entry': ({ player }, index) =>
    player.post(player.at('add_leaderboard_entry'), {
      leaderboard_name: `${index}-${noise(240)}`,
      score: index,
    }),
  'POST /users/:id/clear_my_leaderboard_entries': ({ player }, index) =>
    player.post(
      player.at('clear_my_leaderboard_entries'),
      { leaderboard_name: 'none' },
      keyed(index),
    ),
  'POST /users/:id/purchase_game_user_store_item': async ({ player, item_id }) => {
    const path = player.at('purchase_game_user_store_item')
    const bought = await player.post(path, { store_item_id: item_id })
    return bought.status === 429 ? bought : player.delete(`${path}?store_item_id=${item_id}`)
  },
  'POST /users/:id/email_verification': ({ player }) =>
    player.post(player.at('email_verification')),
  'POST /game_rounds': ({ player }) =>
    player.post('/game_rounds', { game_user_id: player.id, game_type: 'x', multiplayer: true }),
  'POST /multiplayer_game_rounds': ({ player, others }, index) =>
    player.post('/multiplayer_game_rounds', {
      game_type: 'x',
      who_may_join: 'code',
      invited_user_ids: others.slice(index % 30, (index % 30) + 10).map(({ id }) => id),
    }),
  'POST /multiplayer_game_rounds/join': ({ player }) =>
    player.post('/multiplayer_game_rounds/join', { code: 'none' }),
  'POST /multiplayer_game_rounds/:id/join': async ({ player, lobby_id }) => {
    const joined = await player.post(`/multiplayer_game_rounds/${lobby_id}/join`)
    await player.post(`/multiplayer_game_rounds/${lobby_id}/leave`)
    return joined
  },
  'POST /multiplayer_game_rounds/:id/leave': ({ player, lobby_id }) =>
    player.post(`/multiplayer_game_rounds/${lobby_id}/leave`),
  'POST /multiplayer_game_rounds/:id/invites': async ({ player, others }, index) => {
    const path = '/multiplayer_game_rounds'
    const made = await player.post(path, { game_type: 'x', max_players: 9 }, keyed(index))
    if (made.status !== 201) return made
    const user_ids = others.slice(index % 30, (index % 30) + 10).map(({ id }) => id)
    const invited = await player.post(`${path}/${made.body.id}/invites`, { user_ids })
    await player.post(`${path}/${made.body.id}/finish`)
    return invited
  },
  'POST /multiplayer_game_rounds/:id/finish': async ({ player }) => {
    const path = '/multiplayer_game_rounds'
    const made = await player.post(path, { game_type: 'x' })
    return made.status === 201 ? player.post(`${path}/${made.body.id}/finish`) : made
  },
  'PUT /game_rounds/:id': ({ player, round_id }) =>
    player.put(`/game_rounds/${round_id}`, { metadata: { text: noise(60_000) } }),
  'POST /groups': ({ player }, index) => player.post('/groups', { name: `g${index}` }),
  'POST /groups/:id/add_attribute': ({ player, group_id }, index) =>
    player.post(`/groups/${group_id}/add_attribute`, {
      attributes: [{ key: `k${index}`, value: noise(1000) }],
    }),
  'POST /group_connections': async ({ player, group_id, others }, index) => {
    const user_id = others[index % others.length]?.id
    const { body, status, ...rest } = await player.post('/group_connections', { group_id, user_id })
    return status === 200
      ? player.delete(`/group_connections/${body.id}`)
      : { body, status, ...rest }
  },
  'POST /groups/:id/admins': ({ player, group_id, others }, index) =>
    player.post(`/groups/${group_id}/admins`, { user_id: others[index % others.length]?.id }),
  'POST /friendships': async ({ player, others }, index) => {
    const username = others[index % others.length]?.username
    const reply = await player.post('/friendships', { username })
    return reply.status === 200 ? player.delete(`/friendships/${reply.body.friendship_id}`) : reply
  },
  // Each time, friends are told.
  'PUT /presence': ({ player }, index) =>
    player.put('/presence', { invisible: index % 2 === 0, status: noise(120) }),
  'POST /blocks': ({ player, others }, index) =>
    player.post('/blocks', { user_id: others[index % others.length]?.id }),
  'POST /chats': ({ player, others }, index) =>
    player.post('/chats', {
      // Other players each time.
      usernames: others.filter((_, at) => at !== index % 40).map((other) => other.username),
      text: 'x',
    }),
  'POST /reports': ({ player, others }, index) =>
    player.post('/reports', {
      user_id: others[index % others.length]?.id,
      reason: 'other',
      text: noise(1000),
    }),
  'POST /matchmaking/tickets': async ({ player }) => {
    const path = '/matchmaking/tickets'
    const ticket = await player.post(path, {
      game_type: 'x',
      region: noise(64),
      attributes: { mode: noise(900) },
    })
    return ticket.status === 201 ? player.delete(`${path}/${ticket.body.id}`) : ticket
  },
  'POST /matchmaking/tickets/:id/accept': async ({ player, others: [, friend] }, index) => {
    const path = '/matchmaking/tickets'
    const fields = { game_type: 'x', party_user_ids: [player.id] }
    const { status, body } = (await friend?.post(path, fields)) ?? { status: 0, body: {} }
    if (status !== 201) return player.post(`${path}/0/accept`, {}, keyed(index))
    const accepted = await player.post(`${path}/${body.id}/accept`, {}, keyed(index))
    await friend?.delete(`${path}/${body.id}`)
    return accepted
  },
  'POST /matchmaking/tickets/:id/ready': ({ player }, index) =>
    player.post('/matchmaking/tickets/0/ready', {}, keyed(index)),
  'POST /messages': ({ player, chat_id }) => player.post('/messages', { chat_id, text: 'x' }),
  'POST /messages/:id/mark_as_read': async ({ player, chat_id, others: [other] }) => {
    const sent = await player.post('/messages', { chat_id, text: 'x' })
    if (sent.status !== 200) return sent
    return other?.post(`/messages/${sent.body.id}/mark_as_read`) ?? sent
  },
}

async function databaseBytes({ context, engine }: World): Promise<number> {
  let bytes = 0
  await context.db.rawTransaction(async (run) => {
    const [row] = await run(
      engine === 'sqlite'
        ? 'select page_count * page_size as bytes from pragma_page_count, pragma_page_size'
        : 'select pg_database_size(current_database()) as bytes',
    )
    bytes = typeof row === 'object' && row && 'bytes' in row ? Number(row.bytes) : Number.NaN
  })
  return bytes
}

async function createScene(world: World): Promise<Scene> {
  const [player, ...others] = await world.players(41)
  if (!player) throw new Error('no player was created')
  const create = async (path: string, fields: object) => {
    const headers = { 'current-user-id': String(player.id) }
    const { body, text, status } = await world.system.post(path, fields, headers)
    if (status >= 300) throw new Error(`${path}: ${text}`)
    return Number(body.id)
  }
  await world.system.put(`//admin/api/games/${world.game.id}/matchmaking/x`, {
    teams: 2,
    team_size: 2,
  })
  await create('/friendships', { username: others[39]?.username })
  await others[39]?.post('/friendships', { username: player.username })
  await create('/friendships', { username: others[1]?.username })
  await others[1]?.post('/friendships', { username: player.username })
  const lobby = await others[0]?.post('/multiplayer_game_rounds', { game_type: 'x' })
  return {
    world,
    player,
    others,
    lobby_id: Number(lobby?.body.id),
    chat_id: await create('/chats', { usernames: [others[0]?.username], text: 'x' }),
    round_id: await create('/game_rounds', { game_user_id: player.id, game_type: 'x' }),
    group_id: await create('/groups', { name: unique('group') }),
    item_id: (await world.item({ cost: 0 })).id,
  }
}

/** Repeats the request until a limit refuses it. */
async function writeToTheLimit(write: Write, scene: Scene): Promise<void> {
  for (let index = 0; ; index += PARALLEL) {
    const replies = await repeat(PARALLEL, (offset) => write(scene, index + offset + 1))
    if (limited(replies).length > 0) return
    if (index > WRITTEN_BYTES / 1024) throw new Error('no limit was reached')
  }
}

for (const engine of ENGINES) {
  test(`a hostile player who writes as much as possible makes the database grow by at most three times the limit [${engine}]`, async () => {
    const lifted = ['player_writes', 'address_written_bytes', 'address_writes']
    const { world, clock } = await openLimited(
      engine,
      [`player_written_bytes=${WRITTEN_BYTES}`, ...lifted.map((name) => `${name}=0`)].join(','),
    )
    const scene = await createScene(world)
    const excessive: Record<string, number> = {}
    for (const [name, write] of Object.entries(writes)) {
      const before = await databaseBytes(world)
      await writeToTheLimit(write, scene)
      const grown = (await databaseBytes(world)) - before
      if (grown > MAX_GROWTH * WRITTEN_BYTES + SLACK_BYTES) excessive[name] = grown
      clock.advance(3601)
    }
    expect(excessive).toEqual({})
  })

  test(`every route by which a player adds rows has its growth measured [${engine}]`, async () => {
    const { world } = await openLimited(engine, '')
    const routes = world.server.endpoints
      .filter(({ method, schema }) => method === 'POST' && (schema.caller ?? 'player') === 'player')
      .filter(({ schema }) => !schema.refuses?.includes('not_the_server'))
      .map(({ method, url }) => `${method} ${url.replace('/api/v3', '')}`)
    expect(Object.keys(writes)).toEqual(expect.arrayContaining(routes))
  })
}
