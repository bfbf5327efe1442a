import { expect } from 'vitest'
import { onEachEngine, unique, type World } from '../support/world.ts'
import { expectJson, ID, signIn, STAMP } from './clients.ts'

// Games

const gameQuery = ({ game }: World) => `game_id=${game.id}&game_token=${game.token}`
const GAME = { id: ID, name: expect.any(String), description: expect.any(String) }

for (const [client, extra] of [
  ['JavaScript client', '&client_from_library=js'],
  ['Unreal plugin', '&client_from_library=cpp'],
  ['first Unity client', '&client_from_library=cs&seed_store=False'],
] as const) {
  for (const route of ['verify', 'fetch_game_variables', 'fetch_game_variables.json']) {
    onEachEngine(`${client}: GET games/${route}`, async (world) => {
      const reply = await world.visitor.get(`/games/${route}?${gameQuery(world)}${extra}`)
      const { id, name, description, token } = world.game
      expect([reply.status, reply.body]).toEqual([
        200,
        { id, name, description, token, game_variables: [] },
      ])
      const wrong = await world.visitor.get(`/games/${route}?game_id=${id}&game_token=no${extra}`)
      expect(wrong.status).toBe(401)
    })
  }
}

onEachEngine(
  'Unreal plugin: GET games/fetch_game_variables lists id, key and value of each variable',
  async (world) => {
    await world.system.put(`//admin/api/games/${world.game.id}`, {
      variables: [{ key: 'speed', value: '12' }],
    })
    const { body } = await world.visitor.get(`/games/fetch_game_variables?${gameQuery(world)}`)
    expect(body).toMatchObject({ ...GAME, game_variables: [{ id: ID, key: 'speed', value: '12' }] })
  },
)

onEachEngine(
  'JavaScript client, first Unity client: games/verify with seed_store fills games/store_items',
  async (world) => {
    await world.visitor.get(
      `/games/verify?${gameQuery(world)}&client_from_library=js&seed_store=true`,
    )
    const { body } = await world.visitor.get(`/games/store_items?${gameQuery(world)}`)
    expect(body.store_items.length).toBeGreaterThan(0)
    for (const item of body.store_items) {
      expect(item).toMatchObject({
        id: ID,
        name: expect.any(String),
        category: expect.any(String),
        description: expect.any(String),
        cost: ID,
      })
      expect([item.icon_url, item.cost < 50]).toEqual([null, true])
    }
    const headers = { authentication_token: '' }
    const wrong = `/games/store_items?game_id=${world.game.id}&game_token=no`
    expect((await world.visitor.get(wrong, headers)).status).toBe(404)
  },
)

// Sessions and users

onEachEngine('all clients: POST sessions, in the encoding of each client', async (world) => {
  const player = await world.player()
  const { visitor, game } = world
  const game_id = String(game.id)
  const rest = { email: player.email, password: 'password' }
  const replies = [
    await visitor.send('POST', '/sessions', { multipart: { game_id, ...rest } }),
    await visitor.post(`/sessions?${gameQuery(world)}`, rest),
    await visitor.send('POST', '/sessions', { form: { game_id, ...rest } }),
    await visitor.post('/sessions', { game_id, game_token: game.token, ...rest }),
    await visitor.post('/sessions', { ...rest, game_id, email: player.username }),
  ]
  expectJson(...replies)
  for (const [index, { body }] of replies.entries()) {
    expect(body).toMatchObject({
      id: player.id,
      username: player.username,
      email: `_appid_${game.id}_${player.email}`,
      display_email: player.email,
      credits: 0,
      score: 0,
      last_login: STAMP,
      number_of_logins: index + 1,
      is_new_user: false,
      authentication_token: expect.any(String),
      events_total: ID,
      events_current_month: ID,
      game_sessions_total: ID,
      game_sessions_current_month: ID,
    })
  }
  const lists =
    'friends incoming_friend_requests outgoing_friend_requests direct_chats group_chats groups group_invites group_join_requests game_rounds game_user_attributes game_user_store_items'
  for (const list of lists.split(' ')) expect([list, replies[0]?.body[list]]).toEqual([list, []])
})

onEachEngine(
  'JavaScript client: POST sessions answers group invites and join requests with their users and groups',
  async (world) => {
    const [player, other] = [await world.player(), await world.player()]
    const groups = [
      await other.post('/groups', { name: 'a' }),
      await other.post('/groups', { name: 'b' }),
    ]
    const [inviting, asked] = groups.map(({ body }) => Number(body.id))
    await other.post('/group_connections', { group_id: inviting, user_id: player.id })
    await player.post('/group_connections', { group_id: asked, user_id: player.id })
    const { body } = await signIn(world, player)
    const user = { id: player.id, username: player.username }
    expect(body.group_invites).toMatchObject([
      { id: ID, user, inviter: { id: other.id }, group: { id: inviting, name: 'a' } },
    ])
    expect(body.group_join_requests).toMatchObject([{ id: ID, user, group: { id: asked } }])
  },
)

onEachEngine('all clients: refusals of POST sessions', async (world) => {
  const player = await world.player()
  const { visitor, game } = world
  const rest = { game_id: game.id, email: player.email, password: 'password' }
  const wrong = await visitor.post('/sessions', { ...rest, password: 'wrong-one' })
  const nobody = await visitor.post('/sessions', { ...rest, email: 'nobody@example.com' })
  expect([wrong.status, nobody.status, nobody.text]).toEqual([401, 401, wrong.text])
  const token = await visitor.post('/sessions', { ...rest, game_token: 'no' })
  const oauth = { game_id: String(game.id), temp_oauth_transfer_token: 'x' }
  const transfer = await visitor.send('POST', '/sessions', { multipart: oauth })
  await world.system.put(`//admin/api/games/${game.id}`, { enabled: false })
  const disabled = await visitor.post('/sessions', rest)
  expect([token.status, transfer.status, disabled.status]).toEqual([404, 422, 402])
})

const NEW_USER = { credits: 0, score: 0, number_of_logins: 0, is_new_user: true, last_login: STAMP }

const SIGN_UP_ENCODINGS = {
  'JavaScript client': 'multipart',
  'older JavaScript bundle': 'multipart',
  'Unreal plugin': 'query and JSON',
  'first Unity client': 'form',
  'current Unity SDK': 'json',
}

for (const [client, encoding] of Object.entries(SIGN_UP_ENCODINGS)) {
  onEachEngine(`${client}: POST users`, async (world) => {
    const username = unique('new')
    const rest = {
      email: `${username}@mundo.com`,
      username,
      password: 'secret1',
      password_confirmation: 'secret1',
    }
    const fields = { ...rest, game_id: String(world.game.id), game_token: world.game.token }
    const send = (game_token: string) => {
      if (encoding === 'query and JSON')
        return world.visitor.post(`/users?game_id=${fields.game_id}&game_token=${game_token}`, rest)
      return world.visitor.send('POST', '/users', { [encoding]: { ...fields, game_token } })
    }
    expect((await send('wrong')).status).toBe(404)
    const { status, body } = await send(world.game.token)
    expect([status, body]).toEqual([200, expect.objectContaining({ ...NEW_USER, username })])
    expect([body.display_email, body.email]).toEqual([
      rest.email,
      expect.stringContaining(rest.email),
    ])
    const headers = { 'authentication-token': body.authentication_token }
    expect((await world.visitor.get('/friends', headers)).status).toBe(200)
    const again = await send(world.game.token)
    expect([again.status, again.text]).toEqual([
      422,
      expect.stringContaining('has already been taken'),
    ])
  })
}

onEachEngine(
  'JavaScript client, documentation: GET users/{id} shows other users without their private data',
  async (world) => {
    const [player, other] = [await world.player(), await world.player()]
    await other.post('/game_rounds', {
      game_round: { game_user_id: other.id, game_type: 'typing' },
      multiplayer: true,
    })
    const { body } = await player.get(`/users/${other.id}`)
    expect(body).toMatchObject({
      id: other.id,
      username: other.username,
      email: expect.stringContaining(other.email),
      credits: 0,
      score: 0,
      is_new_user: expect.any(Boolean),
      last_login: STAMP,
      number_of_logins: 0,
      friends: [],
      groups: [],
      game_rounds: [{ multiplayer_game_round_id: ID, rankings: [{ user: { id: other.id } }] }],
    })
    const private_fields =
      'authentication_token direct_chats group_chats incoming_friend_requests outgoing_friend_requests group_invites group_join_requests'
    expect(private_fields.split(' ').filter((key) => key in body)).toEqual([])
    const foreign = await (await world.otherGame()).player()
    expect((await player.get(`/users/${foreign.id}`)).status).toBe(401)
    expect((await player.get('/users/999999999')).status).toBe(404)
  },
)

onEachEngine(
  'current Unity SDK, JavaScript client: PUT users/{id}, PUT users/{id}/password, DELETE users/{id}',
  async (world) => {
    const player = await world.player()
    const username = unique('renamed')
    const renamed = await player.put(`/users/${player.id}`, { username })
    expect(renamed.body).toMatchObject({ id: player.id, username })
    const changed = await player.put(player.at('password'), {
      current_password: 'password',
      password: 'another1',
      password_confirmation: 'another1',
    })
    expectJson(changed, await player.delete(`/users/${player.id}`))
  },
)
