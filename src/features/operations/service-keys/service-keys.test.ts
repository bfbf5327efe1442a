import { expect, test } from 'vitest'
import { ENGINES, onEachEngine, openWorld, type World } from '../../../../test/support/world.ts'
import { statement } from '../../../storage/statement.ts'
import { changeGame } from '../games/rules.ts'

async function createKey({ system, game }: World, name = 'server', more: object = {}) {
  const reply = await system.post(`//admin/api/games/${game.id}/service_keys`, { name, ...more })
  if (reply.status !== 201) throw new Error(reply.text)
  const as = (user_id: unknown) => ({
    'service-key-name': name,
    'service-key-token': String(reply.body.token),
    'current-user-id': String(user_id),
  })
  return { id: Number(reply.body.id), token: String(reply.body.token), as }
}

onEachEngine('a service key acts for any user of its game, without their token', async (world) => {
  const { visitor } = world
  const player = await world.player()
  const key = await createKey(world)
  const added = await visitor.post(player.at('add_score'), { score: 3 }, key.as(player.id))
  expect([added.status, added.body.score, added.body.authentication_token]).toEqual([200, 3, null])
  expect((await visitor.get(`/users/${player.id}`, key.as(player.id))).body.score).toBe(3)
})

onEachEngine(
  'a service key that is wrong, unknown, revoked, expired or of another game is 401, and so is one without a user',
  async (world) => {
    const { visitor, system } = world
    const player = await world.player()
    const foreign = await createKey(await world.otherGame())
    const key = await createKey(world)
    const soon = await createKey(world, 'soon', {
      expires_at: new Date(Date.now() + 3_600_000).toISOString(),
    })
    const path = `/users/${player.id}`
    expect((await visitor.get(path, soon.as(player.id))).status).toBe(200)
    const expire = statement<{ id: number }>(
      `update service_keys set expires_at = 1 where id = :id`,
      { updates: 'service_keys' },
    )
    await world.context.db.transaction((tx) => tx.run(expire, { id: soon.id }))
    const right = key.as(player.id)
    const stranger = await (await world.otherGame()).player()
    const wrong = [
      foreign.as(player.id),
      soon.as(player.id),
      { ...right, 'service-key-name': 'other' },
      { ...right, 'service-key-token': 'x' },
      key.as(stranger.id),
      key.as('abc'),
      key.as(''),
      key.as(`${player.id}.0`),
      key.as(`0x${player.id.toString(16)}`),
      key.as(999_999),
    ]
    for (const headers of wrong)
      expect([headers, (await visitor.get(path, headers)).status]).toEqual([headers, 401])
    expect((await visitor.get(path, right)).status).toBe(200)
    expect((await system.delete(`//admin/api/service_keys/${key.id}`)).status).toBe(200)
    expect((await visitor.get(path, right)).status).toBe(401)
    expect((await system.delete(`//admin/api/service_keys/${key.id}`)).status).toBe(404)
  },
)

onEachEngine(
  'service keys are listed with their last use but without their token, which is stored as a hash',
  async (world) => {
    const player = await world.player()
    const key = await createKey(world)
    await world.visitor.get(`/users/${player.id}`, key.as(player.id))
    await world.server.flush()
    const { body } = await world.system.get(`//admin/api/games/${world.game.id}/service_keys`)
    expect(body.service_keys).toEqual([
      {
        id: key.id,
        name: 'server',
        created_at: expect.any(String),
        expires_at: null,
        last_used_at: expect.stringMatching(/Z$/),
      },
    ])
    const rows = await world.context.db.all(
      statement<Record<string, never>, object>(`select * from service_keys`),
      {},
    )
    expect(JSON.stringify(rows)).not.toContain(key.token)
    const path = `//admin/api/games/${world.game.id}/service_keys`
    expect((await world.system.post(path, { name: 'server' })).headers.get('x-error-code')).toBe(
      'service_key_name_taken',
    )
    for (const wrong of [
      {},
      { name: 'with space' },
      { name: 'x', expires_at: 'soon' },
      { name: 'x', expires_at: '2001-01-01' },
    ]) {
      expect([wrong, (await world.system.post(path, wrong)).status]).toEqual([wrong, 422])
    }
    expect((await player.get(path)).status).toBe(401)
  },
)

onEachEngine(
  'permission presets close routes to players: scores with competitive, every write with server_authoritative',
  async (world) => {
    const { visitor } = world
    const player = await world.player({ credits: 10 })
    const item = await world.item({ cost: 1 })
    const key = await createKey(world)
    const buy = (headers = {}) =>
      visitor.post(player.at('purchase_game_user_store_item'), { store_item_id: item.id }, headers)
    const own = { 'authentication-token': player.token }

    await changeGame(world.context, world.game.id, { permissions: { preset: 'competitive' } })
    const closed = await player.post(player.at('add_score'), { score: 1 })
    expect([closed.status, closed.headers.get('x-error-code')]).toEqual([403, 'route_closed'])
    expect(
      (await visitor.post(player.at('add_score'), { score: 1 }, key.as(player.id))).status,
    ).toBe(200)
    expect((await player.get(`/users/${player.id}`)).status).toBe(200)
    expect((await buy(own)).status).toBe(200)

    await changeGame(world.context, world.game.id, {
      permissions: { preset: 'server_authoritative' },
    })
    expect(
      (await player.delete(player.at(`remove_game_user_store_item?store_item_id=${item.id}`)))
        .status,
    ).toBe(403)
    expect(
      (await player.get(player.at(`remove_game_user_store_item?store_item_id=${item.id}`))).status,
    ).toBe(403)
    expect((await player.get(player.at('game_user_store_items'))).status).toBe(200)
    expect((await player.put(`/users/${player.id}`, {})).status).toBe(200)
    expect((await player.delete('/sessions')).status).toBe(200)
  },
)

onEachEngine(
  'permissions of a single route override the preset, and the admin API shows them',
  async (world) => {
    const { visitor, system, game } = world
    const player = await world.player()
    const key = await createKey(world)
    const routes = {
      'POST /users/:id/add_score': 'players',
      'GET /users/:id': 'none',
      'POST /users/:id/set_score': 'both',
    }
    const changed = await system.put(`//admin/api/games/${game.id}`, {
      permissions: { preset: 'competitive', routes },
    })
    expect([changed.status, changed.body.permissions]).toEqual([
      200,
      { preset: 'competitive', routes },
    ])
    expect((await player.post(player.at('add_score'), { score: 1 })).status).toBe(200)
    expect(
      (await visitor.post(player.at('add_score'), { score: 1 }, key.as(player.id))).status,
    ).toBe(403)
    expect((await player.post(player.at('set_score'), { score: 1 })).status).toBe(200)
    expect((await player.post(player.at('add_credits'), { credits: 1 })).status).toBe(403)
    expect((await player.get(`/users/${player.id}`)).status).toBe(403)
    expect((await visitor.get(`/users/${player.id}`, key.as(player.id))).status).toBe(403)
    await changeGame(world.context, game.id, { preset: 'server_authoritative' })
    const { body } = await system.get('//admin/api/games')
    expect(body.games.find(({ id }: { id: number }) => id === game.id).permissions).toEqual({
      preset: 'server_authoritative',
      routes,
    })
    for (const wrong of [
      { preset: 'nonsense' },
      { preset: 'casual', server_attribute_prefix: 'x'.repeat(256) },
      { preset: 'casual', routes: { 'GET /users/:id': 'some' } },
      { preset: 'casual', routes: { 'POST /users/:id/add_scor': 'none' } },
      { routes: {} },
    ]) {
      expect(
        (await system.put(`//admin/api/games/${game.id}`, { permissions: wrong })).status,
      ).toBe(422)
    }
  },
)

onEachEngine(
  'operators create, list and change games and rotate their tokens through the admin API',
  async (world) => {
    const { system, visitor } = world
    const made = await system.post('//admin/api/games', { name: 'Go', description: 'Stones' })
    expect(made.status).toBe(201)
    const { id } = made.body
    const verify = (token: string) => visitor.get(`/games/verify?game_id=${id}&game_token=${token}`)
    expect((await verify(made.body.token)).body).toMatchObject({
      name: 'Go',
      description: 'Stones',
    })
    const changed = await system.put(`//admin/api/games/${id}`, {
      ranking_order: 'ascending',
      share_player_emails: false,
      variables: [{ key: 'board', value: '19' }],
    })
    expect(changed.body).toMatchObject({
      id,
      name: 'Go',
      ranking_order: 'ascending',
      share_player_emails: false,
      enabled: true,
    })
    const rotated = await system.post(`//admin/api/games/${id}/rotate_token`)
    expect((await verify(made.body.token)).status).toBe(401)
    expect((await verify(rotated.body.token)).body.game_variables).toMatchObject([
      { key: 'board', value: '19' },
    ])
    const listed = await system.get('//admin/api/games')
    expect(listed.body.games.find((game: { id: number }) => game.id === id)).toMatchObject({
      name: 'Go',
      players: 0,
    })
    expect((await system.put('//admin/api/games/999999', { name: 'x' })).status).toBe(404)
    expect((await system.post('//admin/api/games', { name: '' })).status).toBe(422)
    expect((await visitor.get('//admin/api/games')).status).toBe(401)
  },
)

onEachEngine("a player's Idempotency-Key is not that of the game's server", async (world) => {
  const player = await world.player({ credits: 100 })
  const key = await createKey(world)
  const headers = { 'idempotency-key': 'penalty-1' }
  await player.post(player.at('add_credits'), { credits: 0 }, headers)
  const penalty = { ...key.as(player.id), ...headers }
  const reply = await world.visitor.post(player.at('add_credits'), { credits: -50 }, penalty)
  expect([reply.status, reply.body.credits]).toEqual([200, 50])
})

for (const engine of ENGINES) {
  test(`a right key with a wrong user is not a guess, and says the same for unknown and foreign users [${engine}]`, async () => {
    const limits = { RATE_LIMIT: 'on', RATE_LIMITS: 'address_wrong_keys=2' }
    const { world, close } = await openWorld(engine, limits)
    const player = await world.player()
    const stranger = await (await world.otherGame()).player()
    const key = await createKey(world)
    const read = (headers: Record<string, string>) =>
      world.visitor.get(`/users/${player.id}`, headers)
    for (const user_id of [stranger.id, 999_999, 'abc', '', stranger.id]) {
      const reply = await read(key.as(user_id))
      expect([reply.status, reply.headers.get('x-error-code'), reply.text]).toEqual([
        401,
        'not_signed_in',
        expect.stringContaining(
          'The service key is valid, but current-user-id is not a user of its game.',
        ),
      ])
    }
    const [name = '', token = ''] = world.context.config.SYSTEM_KEY.split(':')
    const system = { 'service-key-name': name, 'service-key-token': token }
    for (const user_id of ['999999', '999999', 'abc']) {
      const reply = await read({ ...system, 'current-user-id': user_id })
      expect([reply.status, reply.text]).toEqual([
        401,
        expect.stringContaining('The system key is valid, but current-user-id is not a user.'),
      ])
    }
    // Wrong keys do count, with and without a user.
    const wrong = { ...key.as(player.id), 'service-key-token': 'guess' }
    expect((await read(wrong)).text).toContain('The service key was not accepted')
    expect((await read({ ...wrong, 'current-user-id': '' })).status).toBe(401)
    expect((await read(wrong)).status).toBe(429)
    await close()
  })
}
