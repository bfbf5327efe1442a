import { expect } from 'vitest'
import { onEachEngine, unique, type World } from '../support/world.ts'

function account(world: World) {
  const username = unique('enc')
  return {
    game_id: String(world.game.id),
    game_token: world.game.token,
    username,
    email: `${username}@example.com`,
    password: 'secret1',
    password_confirmation: 'secret1',
  }
}

onEachEngine(
  'a sign-up accepts JSON, multipart, urlencoded, the query alone, and the query with a body',
  async (world) => {
    const { visitor } = world
    const { game_id, game_token, ...rest } = account(world)
    const credentials = new URLSearchParams({ game_id, game_token }).toString()
    const replies = [
      await visitor.send('POST', '/users', { json: account(world) }),
      await visitor.send('POST', '/users', { multipart: account(world) }),
      await visitor.send('POST', '/users', { form: account(world) }),
      await visitor.send('POST', `/users?${new URLSearchParams(account(world)).toString()}`),
      await visitor.send('POST', `/users?${credentials}`, { json: rest }),
      await visitor.send('POST', '/users.json', { json: account(world) }),
      await visitor.send('POST', '/users/', { json: account(world) }),
      await visitor.send('POST', '/users', {
        json: { ...account(world), client_from_library: 'js', id: 5 },
      }),
      await visitor.send('POST', '/users', {
        raw: JSON.stringify(account(world)),
        headers: { 'content-type': 'text/plain' },
      }),
    ]
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
  },
)

onEachEngine(
  'an empty body with a JSON content type counts as no body, with every method',
  async (world) => {
    const player = await world.player()
    const headers = { 'content-type': 'application/json' }
    const get = await player.send('GET', `/users/${player.id}`, { headers })
    expect(get.status).toBe(200)
    expect((await player.send('DELETE', '/sessions', { headers })).status).toBe(200)
    expect((await world.system.send('POST', '/test_suite/create_game', { headers })).status).toBe(
      201,
    )
  },
)

onEachEngine(
  'DELETE accepts a JSON body, and X-HTTP-Method-Override replaces POST',
  async (world) => {
    const { body: game } = await world.system.post('/test_suite/create_game')
    const gone = await world.system.send('DELETE', '/test_suite/clean_up_test', {
      json: { game_id: game.id },
    })
    expect([gone.status, gone.body.message]).toEqual([
      200,
      'everything should have been destroyed!',
    ])
    const player = await world.player()
    const username = unique('over')
    const put = await player.post(
      `/users/${player.id}`,
      { username },
      { 'x-http-method-override': 'PUT' },
    )
    expect([put.status, put.body.username]).toEqual([200, username])
  },
)

onEachEngine('booleans and numbers may be sent as text', async (world) => {
  const player = await world.player()
  for (const all of ['True', 'true', '1']) {
    const { body } = await world.visitor.post('/sessions', {
      game_id: `${world.game.id}`,
      email: player.email,
      password: 'password',
    })
    expect(
      (
        await world.visitor.delete(`/sessions?all=${all}`, {
          'authentication-token': body.authentication_token,
        })
      ).status,
    ).toBe(200)
  }
  expect((await player.get(`/users/${player.id}`)).status).toBe(401)
})

onEachEngine(
  'the token is accepted in every form, and an empty token counts as none',
  async (world) => {
    const { visitor } = world
    const player = await world.player()
    const path = `/users/${player.id}`
    const replies = [
      await visitor.get(path, { 'authentication-token': player.token }),
      await visitor.get(path, { authentication_token: player.token }),
      await visitor.get(`${path}?authentication_token=${player.token}`),
      await visitor.get(path, { authorization: `Bearer ${player.token}` }),
      await visitor.get(`${path}?authentication_token=${player.token}`, {
        'authentication-token': '',
      }),
      await visitor.put(path, { authentication_token: player.token }),
      await visitor.send('PUT', path, { form: { authentication_token: player.token } }),
      await world.system.get(path, { 'current-user-id': String(player.id) }),
    ]
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    expect(replies[0]?.body.authentication_token).toBe(player.token)
    expect(replies.at(-1)?.body.authentication_token).toBe(null)

    const refused = [
      await visitor.get(path),
      await visitor.get(path, { 'authentication-token': '' }),
      await visitor.get(path, { 'authentication-token': 'nonsense' }),
      await visitor.get(path, { 'current-user-id': String(player.id) }),
      await visitor.get(path, {
        'service-key-name': 'tests',
        'service-key-token': 'wrong',
        'current-user-id': String(player.id),
      }),
      await world.system.get(path, { 'current-user-id': 'abc' }),
      await world.system.get(path),
    ]
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 401))
  },
)
