import { expect } from 'vitest'
import { onEachEngine } from '../support/world.ts'
import { expectJson } from './clients.ts'

// The places in which clients send the token

onEachEngine('most clients: header authentication-token', async (world) => {
  const player = await world.player()
  const { body } = await world.visitor.get(`/users/${player.id}`, {
    'authentication-token': player.token,
  })
  expect(body).toMatchObject({ id: player.id, authentication_token: player.token })
})

onEachEngine(
  'older JavaScript bundle, first Unity client: header authentication_token',
  async (world) => {
    const player = await world.player()
    const headers = { authentication_token: player.token }
    const reply = await world.visitor.get(player.at('game_user_attributes'), headers)
    expect(reply.body).toEqual({ game_user_attributes: [] })
  },
)

onEachEngine(
  'older JavaScript bundle, first Unity client, Unreal plugin: query authentication_token, without a header',
  async (world) => {
    const player = await world.player()
    const path = `/games/${world.game.id}/leaderboard_entries`
    const query = `leaderboard_name=Score&limit=20&authentication_token=${player.token}`
    expect((await world.visitor.get(`${path}?${query}`)).body).toEqual({ leaderboard_entries: [] })
  },
)

onEachEngine(
  'older JavaScript bundle, first Unity client: field authentication_token of a form',
  async (world) => {
    const player = await world.player()
    const fields = { score: '4', authentication_token: player.token }
    for (const sent of [{ multipart: fields }, { form: fields }, { json: fields }]) {
      const reply = await world.visitor.send('POST', player.at('set_score'), sent)
      expect(reply.body).toMatchObject({ id: player.id, score: 4 })
    }
  },
)

onEachEngine("documentation: a game's service key acts for a user on any route", async (world) => {
  const player = await world.player()
  const made = await world.system.post(`//admin/api/games/${world.game.id}/service_keys`, {
    name: 'match-server',
  })
  expect(made.status).toBe(201)
  const headers = {
    'service-key-name': 'match-server',
    'service-key-token': made.body.token,
    'current-user-id': String(player.id),
  }
  const { visitor } = world
  const replies = [
    await visitor.post(player.at('add_score'), { score: 3 }, headers),
    await visitor.get('/friendships', headers),
    await visitor.post('/groups', { name: 'By the server' }, headers),
    await visitor.get(`/users/${player.id}`, headers),
  ]
  expectJson(...replies)
  expect(replies[0]?.body).toMatchObject({ id: player.id, score: 3, authentication_token: null })
})

onEachEngine(
  'JavaScript client before the sign-in: an empty header means no token',
  async (world) => {
    const player = await world.player()
    const headers = { 'authentication-token': '' }
    const { id: game_id, token: game_token } = world.game
    const verified = await world.visitor.get(
      `/games/verify?game_id=${game_id}&game_token=${game_token}`,
      headers,
    )
    expect(verified.status).toBe(200)
    const refused = await world.visitor.get(`/users/${player.id}`, headers)
    expect([refused.status, refused.text]).toEqual([
      401,
      expect.stringContaining('Request missing user authentication token'),
    ])
  },
)

onEachEngine(
  'Unreal plugin, interim Unity client, current Unity SDK: tokens of earlier sign-ins stay valid',
  async (world) => {
    const player = await world.player()
    await world.visitor.post('/sessions', {
      ...world.credentials,
      email: player.email,
      password: 'password',
    })
    expect((await player.get('/friends')).status).toBe(200)
  },
)
