import { expect } from 'vitest'
import { onEachEngine, unique } from '../../../../test/support/world.ts'
import { changeGame, rotateGameToken } from './rules.ts'

onEachEngine('games/verify answers the game with its variables', async (world) => {
  await changeGame(world.context, world.game.id, {
    variables: [
      { key: 'speed', value: '3' },
      { key: 'map', value: 'sea' },
    ],
  })
  await changeGame(world.context, world.game.id, { variables: [{ key: 'speed', value: '4' }] })
  for (const path of ['verify', 'fetch_game_variables', 'fetch_game_variables.json']) {
    const { status, body } = await world.visitor.get(
      `/games/${path}?${new URLSearchParams({ game_id: String(world.game.id), game_token: world.game.token }).toString()}`,
    )
    expect(status).toBe(200)
    expect(body).toEqual({
      ...world.game,
      game_variables: [
        { id: expect.any(Number), key: 'speed', value: '4' },
        { id: expect.any(Number), key: 'map', value: 'sea' },
      ],
    })
  }
})

onEachEngine('games/verify with a wrong game id or token is 401', async (world) => {
  const other = await world.otherGame()
  for (const [game_id, game_token] of [
    [world.game.id, 'x'],
    [world.game.id, other.game.token],
    [999_999, 'x'],
    ['abc', 'x'],
    ['', ''],
  ]) {
    const reply = await world.visitor.get(
      `/games/verify?game_id=${game_id}&game_token=${game_token}`,
    )
    expect([game_id, reply.status]).toEqual([game_id, 401])
  }
})

onEachEngine('after a token rotation only the new token is accepted', async (world) => {
  const { token } = await rotateGameToken(world.context, world.game.id)
  const verify = (game_token: string) =>
    world.visitor.get(`/games/verify?game_id=${world.game.id}&game_token=${game_token}`)
  expect((await verify(world.game.token)).status).toBe(401)
  expect((await verify(token)).body).toMatchObject({ token })
  await expect(rotateGameToken(world.context, 999_999)).rejects.toMatchObject({
    code: 'game_not_found',
  })
})

onEachEngine('a disabled game answers 402, also to players who are signed in', async (world) => {
  const player = await world.player()
  await changeGame(world.context, world.game.id, { enabled: false })
  const sign_in = await world.visitor.post('/sessions', {
    game_id: world.game.id,
    email: player.email,
    password: 'password',
  })
  expect([sign_in.status, sign_in.headers.get('x-error-code')]).toEqual([402, 'game_disabled'])
  expect((await player.get(`/users/${player.id}`)).status).toBe(402)
  await changeGame(world.context, world.game.id, { enabled: true })
  expect((await player.get(`/users/${player.id}`)).status).toBe(200)
})

onEachEngine("a game can hide its players' email addresses from other players", async (world) => {
  const [player, other] = [await world.player(), await world.player({ username: unique('shy') })]
  await changeGame(world.context, world.game.id, { share_player_emails: false })
  expect((await player.get(`/users/${other.id}`)).body).toMatchObject({
    email: '',
    display_email: '',
    username: other.username,
  })
  expect((await player.get(`/users/${player.id}`)).body).toMatchObject({
    display_email: player.email,
  })
})

onEachEngine("anyone can read the server's time", async ({ visitor }) => {
  const before = Date.now()
  const { status, body } = await visitor.get('/util/get_server_time')
  expect(status).toBe(200)
  expect(body).toEqual({ server_time: expect.stringMatching(/T\d\d:\d\d:\d\d\.\d{3}Z$/) })
  const server_time = Date.parse(body.server_time)
  expect(server_time).toBeGreaterThanOrEqual(before)
  expect(server_time).toBeLessThanOrEqual(Date.now())
})
