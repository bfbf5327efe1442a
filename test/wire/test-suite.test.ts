import { expect } from 'vitest'
import { onEachEngine, unique } from '../support/world.ts'
import { ID, signIn, STAMP, WORD } from './clients.ts'

// The test suite, and routes for service keys

for (const [client, sent] of [
  [
    'JavaScript client, Unreal plugin, first Unity client',
    { headers: { 'content-type': 'application/json' } },
  ],
  ['current Unity SDK', { json: {} }],
] as const) {
  onEachEngine(`${client}: POST test_suite/create_game`, async (world) => {
    const { status, body } = await world.system.send('POST', '/test_suite/create_game', sent)
    expect([status, body]).toEqual([
      201,
      { id: ID, name: WORD, token: WORD, description: expect.any(String) },
    ])
    const game_query = `game_id=${body.id}&game_token=${body.token}`
    const verified = await world.visitor.get(`/games/verify?${game_query}`)
    expect(verified.body).toEqual({ ...body, game_variables: [] })
  })
}

for (const client of ['JavaScript client', 'Unreal plugin', 'Unity clients'] as const) {
  onEachEngine(`${client}: POST test_suite/create_user`, async (world) => {
    const { system, game } = world
    const path = '/test_suite/create_user'
    const send = (game_id: number, fields: Record<string, string>) => {
      if (client === 'JavaScript client') return system.post(`${path}?game_id=${game_id}`, fields)
      if (client === 'Unity clients')
        return system.post(path, { ...fields, game_id: String(game_id) })
      const query = new URLSearchParams({ ...fields, game_id: String(game_id) }).toString()
      return system.send('POST', `${path}?${query}`)
    }
    const username = unique('user')
    const email = `${username}@mundo.com`
    const { status, body } = await send(game.id, { username, email })
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({
        id: ID,
        username,
        email: `_appid_${game.id}_${email}`,
        display_email: email,
        credits: 0,
        score: 0,
      }),
    ])
    const headers = { 'authentication-token': body.authentication_token }
    expect((await world.visitor.get(`/users/${body.id}`, headers)).body.id).toBe(body.id)
    expect((await signIn(world, { email })).status).toBe(200)
    expect((await send(999999999, { username, email })).status).toBe(404)
    expect((await send(game.id, { username: unique('bad'), email: 'nonsense' })).status).toBe(400)
  })
}

onEachEngine(
  "documentation's create_store_item and Unreal plugin's create_store_items create a store item",
  async (world) => {
    const { system, game, visitor } = world
    const item = { name: 'Sword', description: 'Sharp', category: 'weapons' }
    const documented = await system.post('/test_suite/create_store_item', {
      ...item,
      cost: 20,
      game_id: game.id,
    })
    const query = new URLSearchParams({ ...item, cost: '20', game_id: String(game.id) }).toString()
    const unreal = await system.send('POST', `/test_suite/create_store_items?${query}`)
    for (const { status, body } of [documented, unreal]) {
      expect([status, body]).toEqual([201, { id: ID, ...item, cost: 20, icon_url: null }])
    }
    const store = await visitor.get(
      `/games/store_items?game_id=${game.id}&game_token=${game.token}`,
    )
    expect(store.body.store_items).toEqual([documented.body, unreal.body])
  },
)

for (const client of [
  'JavaScript client, Unreal plugin',
  'Unity clients, documentation',
] as const) {
  onEachEngine(`${client}: DELETE test_suite/clean_up_test`, async (world) => {
    const path = '/test_suite/clean_up_test'
    const { status, body } =
      client === 'JavaScript client, Unreal plugin'
        ? await world.system.delete(`${path}?game_id=${world.game.id}`)
        : await world.system.send('DELETE', path, { json: { game_id: world.game.id } })
    expect([status, body]).toEqual([200, { message: 'everything should have been destroyed!' }])
    const { id, token } = world.game
    const gone = await world.visitor.get(`/games/verify?game_id=${id}&game_token=${token}`)
    expect(gone.status).toBe(401)
  })
}

onEachEngine('all clients: the test suite is 401 without the system key', async (world) => {
  const player = await world.player()
  const headers = { 'service-key-name': 'tests', 'service-key-token': 'wrong' }
  for (const [method, path] of [
    ['POST', 'create_game'],
    ['POST', 'create_user'],
    ['POST', 'create_store_item'],
    ['POST', 'create_store_items'],
    ['DELETE', 'clean_up_test'],
  ] as const) {
    const { status } = await player.send(method, `/test_suite/${path}`, { headers })
    expect([path, status]).toEqual([path, 401])
  }
})

onEachEngine('documentation: GET util/get_server_time', async (world) => {
  const { body } = await world.visitor.get('/util/get_server_time')
  expect(body).toEqual({ server_time: STAMP })
})

onEachEngine(
  'documentation: a route that is closed to players is open to service keys',
  async (world) => {
    const player = await world.player()
    const admin = `//admin/api/games/${world.game.id}`
    await world.system.put(admin, { permissions: { preset: 'competitive' } })
    const key = await world.system.post(`${admin}/service_keys`, { name: 'referee' })
    const headers = {
      'service-key-name': 'referee',
      'service-key-token': key.body.token,
      'current-user-id': String(player.id),
    }
    const score = { score: 5 }
    expect((await player.post(player.at('add_score'), score)).status).toBe(403)
    const by_key = await world.visitor.post(player.at('add_score'), score, headers)
    expect(by_key.body).toMatchObject({ id: player.id, score: 5 })
  },
)

onEachEngine('Unity clients: paths that the original service never had are 404', async (world) => {
  const player = await world.player()
  for (const path of ['/leaderboard?limit=5', player.at('conversations'), '/groups/1/members']) {
    expect([path, (await player.get(path)).status]).toEqual([path, 404])
  }
})
