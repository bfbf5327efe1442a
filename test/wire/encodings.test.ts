import { expect } from 'vitest'
import { onEachEngine, type Player, unique, type World } from '../support/world.ts'
import { expectJson, getWithBody, STAMP } from './clients.ts'

// The encodings in which clients send their requests

const signInFields = (player: Player) => ({ email: player.email, password: 'password' })
const gameQuery = ({ game }: World) => `game_id=${game.id}&game_token=${game.token}`

onEachEngine('all clients: flat JSON', async (world) => {
  const player = await world.player()
  const { body } = await player.post(player.at('add_score'), { score: 7 })
  expect(body).toMatchObject({ id: player.id, username: player.username, score: 7 })
})

onEachEngine(
  'JavaScript client: JSON under a wrapper, with more fields outside it',
  async (world) => {
    const [one, other] = [await world.player(), await world.player()]
    const round = await one.post('/game_rounds', {
      game_round: { game_user_id: one.id, game_type: 'typing' },
      multiplayer: true,
    })
    expect(round.body).toMatchObject({ multiplayer_game_round_id: expect.any(Number) })
    const group = await one.post('/groups', { name: unique('group') })
    const renamed = await one.put(`/groups/${group.body.id}`, { group: { name: 'New name' } })
    expect(renamed.body.name).toBe('New name')
    const invite = await one.post('/group_connections', {
      group_connection: {
        group_id: group.body.id,
        inviter_id: one.id,
        status: 'pending',
        action_type: 'invite',
      },
      username: other.username,
    })
    const accepted = await other.put(`/group_connections/${invite.body.id}`, {
      group_connection: { status: 'accepted', action_type: 'update' },
      connection_type: 'invite',
    })
    const request = await one.post('/friendships', { username: other.username })
    const answered = await other.put(`/friendships/${request.body.friendship_id}`, {
      friendship: { status: 'accepted' },
    })
    const chat = await one.post('/chats', { usernames: [other.username], text: 'hi' })
    const message = await one.post('/messages', {
      message: { chat_id: chat.body.id, text: 'there' },
    })
    expectJson(invite, accepted, answered, message)
    expect(message.body.text).toBe('there')
  },
)

onEachEngine('JavaScript client: multipart/form-data', async (world) => {
  const player = await world.player()
  const multipart = { game_id: String(world.game.id), ...signInFields(player) }
  const { body } = await world.visitor.send('POST', '/sessions', { multipart })
  expect(body.id).toBe(player.id)
})

onEachEngine('first Unity client: application/x-www-form-urlencoded', async (world) => {
  const player = await world.player()
  const form = { game_id: String(world.game.id), ...signInFields(player) }
  const { body } = await world.visitor.send('POST', '/sessions', { form })
  expect([body.id, body.last_login]).toEqual([player.id, STAMP])
})

onEachEngine('Unreal plugin: the query alone, without a body', async (world) => {
  const { system, game } = world
  const name = unique('ue')
  const made = await system.send(
    'POST',
    `/test_suite/create_user?game_id=${game.id}&username=${name}&email=${name}@gamefuse.com`,
    { headers: { 'content-type': 'application/json' } },
  )
  expect([made.status, made.body.username]).toEqual([201, name])
})

onEachEngine(
  "Unreal plugin's sign-in, JavaScript client's create_user: query and JSON together",
  async (world) => {
    const player = await world.player()
    const signed = await world.visitor.post(`/sessions?${gameQuery(world)}`, signInFields(player))
    expect(signed.body.id).toBe(player.id)
    const username = unique('js')
    const made = await world.system.post(`/test_suite/create_user?game_id=${world.game.id}`, {
      username,
      email: `${username}@mundo.com`,
    })
    expect(made.status).toBe(201)
  },
)

onEachEngine(
  "JavaScript client's unfriend, Unity clients' clean_up_test: DELETE with a JSON body",
  async (world) => {
    const [one, other] = [await world.player(), await world.player()]
    const { body } = await one.post('/friendships', { username: other.username })
    await other.put(`/friendships/${body.friendship_id}`, { status: 'accepted' })
    const unfriended = await one.send('DELETE', '/unfriend', { json: { user_id: other.id } })
    expect(unfriended.body.message).toBe('user has been unfriended successfully')
    const cleaned = await world.system.send('DELETE', '/test_suite/clean_up_test', {
      json: { game_id: world.game.id },
    })
    expect(cleaned.body.message).toBe('everything should have been destroyed!')
  },
)

onEachEngine("Unreal plugin's forget_password: GET with a JSON body", async (world) => {
  const path = `/api/v3/games/${world.game.id}/forget_password?${gameQuery(world)}`
  const reply = await getWithBody(world.visitor.base + path, { email: 'nobody@example.com' })
  expect([reply.status, JSON.parse(reply.text)]).toEqual([
    200,
    { mailer_response: null, message: expect.any(String) },
  ])
})

onEachEngine(
  'JavaScript client, Unreal plugin, first Unity client: a JSON content type with an empty body',
  async (world) => {
    const player = await world.player()
    const headers = { 'content-type': 'application/json' }
    const group = await player.post('/groups', { name: unique('group') })
    expectJson(
      await player.send('GET', '/friendships', { headers }),
      await player.send('DELETE', `/groups/${group.body.id}`, { headers }),
      await world.system.send('POST', '/test_suite/create_game', { headers }),
    )
  },
)

onEachEngine('interim Unity client: POST with X-HTTP-Method-Override: PATCH', async (world) => {
  const player = await world.player()
  const { body: group } = await player.post('/groups', { name: unique('group') })
  await player.post(`/groups/${group.id}/add_attribute`, { attributes: [{ key: 'k', value: '1' }] })
  const changed = await player.post(
    `/groups/${group.id}/modify_attribute`,
    { key: 'k', value: '2' },
    { 'X-HTTP-Method-Override': 'PATCH' },
  )
  expect([changed.status, changed.body.value]).toEqual([200, '2'])
})

onEachEngine('Unreal plugin: .json at the end of the path', async (world) => {
  const { body } = await world.visitor.get(`/games/fetch_game_variables.json?${gameQuery(world)}`)
  expect(body).toMatchObject({ id: world.game.id, game_variables: [] })
})

onEachEngine(
  'all clients: numbers as text, True and False, name[]= lists and unknown fields',
  async (world) => {
    const player = await world.player({ credits: 50 })
    const item = await world.item({ cost: 10 })
    const signed = await world.visitor.post('/sessions', {
      game_id: String(world.game.id),
      client_from_library: 'cs',
      ...signInFields(player),
    })
    expect(signed.status).toBe(200)
    await player.post(player.at('purchase_game_user_store_item'), { store_item_id: `${item.id}` })
    const revoked = await player.get(
      player.at(`remove_game_user_store_item?store_item_id=${item.id}&reimburse=False`),
    )
    expect(revoked.body).toEqual({ credits: 40, game_user_store_items: [] })
    const added = await player.post(player.at('add_game_user_attribute'), {
      attributes: [
        { key: 'level', value: 5 },
        { key: 'is new', value: true },
      ],
    })
    const values = added.body.game_user_attributes.map(({ value }: { value: string }) => value)
    expect(values.sort()).toEqual(['5', 'true'])
    const left = await player.get(
      player.at(
        'remove_game_user_attributes?game_user_attribute_keys[]=level&game_user_attribute_keys[]=is%20new',
      ),
    )
    expect(left.body).toEqual({ game_user_attributes: [] })
  },
)

onEachEngine('all clients: errors are text with a 4xx status, never 299', async (world) => {
  const player = await world.player()
  const taken = await world.visitor.send('POST', '/users', {
    form: {
      game_id: String(world.game.id),
      game_token: world.game.token,
      username: player.username,
      email: 'free@example.com',
      password: 'secret1',
      password_confirmation: 'secret1',
    },
  })
  expect(taken.status).toBe(422)
  expect(taken.headers.get('content-type')).toMatch(/^text\/plain/)
  expect(taken.text).toContain('has already been taken')
})

onEachEngine(
  'JavaScript client in pages of other origins: OPTIONS allows the headers and methods that it sends',
  async (world) => {
    const { status, headers } = await world.visitor.send('OPTIONS', '/sessions', {
      headers: { origin: 'https://play.example', 'access-control-request-method': 'POST' },
    })
    const allowed = headers.get('access-control-allow-headers')?.split(', ')
    const methods = headers.get('access-control-allow-methods')?.split(', ')
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(methods).toEqual(expect.arrayContaining(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']))
    expect(allowed).toEqual(
      expect.arrayContaining(
        'content-type authentication-token authentication_token service-key-name service-key-token current-user-id'.split(
          ' ',
        ),
      ),
    )
  },
)
