import { expect } from 'vitest'
import { onEachEngine, unique } from '../../../../test/support/world.ts'
import { createGame } from '../games/rules.ts'

onEachEngine('the test suite routes require the system key', async (world) => {
  const player = await world.player()
  for (const client of [world.visitor, player]) {
    for (const path of ['create_game', 'create_user', 'create_store_item', 'create_store_items']) {
      expect((await client.post(`/test_suite/${path}`, {})).status).toBe(401)
    }
    expect((await client.delete(`/test_suite/clean_up_test?game_id=${world.game.id}`)).status).toBe(
      401,
    )
  }
  const wrong = { 'service-key-name': 'tests', 'service-key-token': 'wrong' }
  expect((await world.visitor.post('/test_suite/create_game', {}, wrong)).status).toBe(401)
})

onEachEngine(
  'a test run creates a game, users with the password "password" and store items, and deletes them all',
  async (world) => {
    const { body: game } = await world.system.send('POST', '/test_suite/create_game')
    expect(game).toEqual({
      id: expect.any(Number),
      name: expect.stringMatching(/./),
      description: expect.any(String),
      token: expect.any(String),
    })
    const username = unique('user')
    const email = `${username}@example.com`
    const user = await world.system.send(
      'POST',
      `/test_suite/create_user?game_id=${game.id}&username=${username}&email=${email}`,
    )
    expect(user.status).toBe(201)
    expect(user.body).toMatchObject({ username, display_email: email, credits: 0, score: 0 })
    expect(
      (await world.visitor.post('/sessions', { game_id: game.id, email, password: 'password' }))
        .status,
    ).toBe(200)
    const item = { name: 'Sword', description: 'Sharp', category: 'weapons', cost: 45 }
    const made = await world.system.post('/test_suite/create_store_item', {
      ...item,
      game_id: game.id,
    })
    expect([made.status, made.body]).toEqual([
      201,
      { ...item, id: expect.any(Number), icon_url: null },
    ])
    const second = await world.system.post(
      `/test_suite/create_store_items?game_id=${game.id}`,
      item,
    )
    expect(second.status).toBe(201)

    const gone = await world.system.delete(`/test_suite/clean_up_test?game_id=${game.id}`)
    expect([gone.status, gone.body]).toEqual([
      200,
      { message: 'everything should have been destroyed!' },
    ])
    expect(
      (await world.visitor.post('/sessions', { game_id: game.id, email, password: 'password' }))
        .status,
    ).toBe(404)
    expect((await world.system.delete(`/test_suite/clean_up_test?game_id=${game.id}`)).status).toBe(
      404,
    )
  },
)

onEachEngine('invalid input is 400 and an unknown game 404', async (world) => {
  const { system, game } = world
  const player = await world.player()
  const user = { game_id: game.id, username: unique('u'), email: `${unique('u')}@example.com` }
  expect((await system.post('/test_suite/create_user', { ...user, game_id: 999_999 })).status).toBe(
    404,
  )
  for (const change of [
    { username: '' },
    { email: 'x' },
    { game_id: 'abc' },
    { username: player.username },
    { email: player.email },
  ]) {
    expect((await system.post('/test_suite/create_user', { ...user, ...change })).status).toBe(400)
  }
  const item = { game_id: game.id, name: 'Sword', cost: 1 }
  for (const change of [{ cost: -1 }, { cost: 'dear' }, { name: '' }, { cost: 1.5 }]) {
    expect(
      (await system.post('/test_suite/create_store_item', { ...item, ...change })).status,
    ).toBe(400)
  }
  expect(
    (await system.post('/test_suite/create_store_item', { ...item, game_id: 999_999 })).status,
  ).toBe(404)
  expect((await system.delete('/test_suite/clean_up_test?game_id=abc')).status).toBe(404)
})

onEachEngine('the test suite cannot change a game that it did not create', async (world) => {
  const game = await createGame(world.context, { name: 'Real' })
  const user = { game_id: game.id, username: unique('u'), email: `${unique('u')}@example.com` }
  expect((await world.system.post('/test_suite/create_user', user)).status).toBe(404)
  expect((await world.system.delete(`/test_suite/clean_up_test?game_id=${game.id}`)).status).toBe(
    404,
  )
  expect(
    (await world.visitor.get(`/games/verify?game_id=${game.id}&game_token=${game.token}`)).status,
  ).toBe(200)
})
