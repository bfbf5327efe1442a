import { expect } from 'vitest'
import { createKey, setPermissions } from '../support/attributes.ts'
import { openSocket } from '../support/event-socket.ts'
import { refusal } from '../support/groups.ts'
import { onEachEngine, type Player, unique, type World } from '../support/world.ts'
import { isForOperators } from '../sweep/requests.ts'

type Rules = Record<string, string>

const tryPermissions = (world: World, permissions: object) =>
  world.system.put(`//admin/api/games/${world.game.id}`, { permissions })

async function close(world: World, routes: Rules) {
  const reply = await tryPermissions(world, { preset: 'casual', routes })
  if (reply.status !== 200) throw new Error(reply.text)
  return reply.body.permissions.routes
}

const signUpFields = (world: World) => {
  const username = unique('new')
  const email = `${username}@example.com`
  const passwords = { password: 'open-sesame', password_confirmation: 'open-sesame' }
  return { ...world.credentials, username, email, ...passwords }
}

/** Requests that succeed on the routes that are open to anyone. */
const openRequests = (world: World, player: Player): Record<string, [string, object]> => ({
  'GET /games/verify': ['/games/verify', world.credentials],
  'GET /games/fetch_game_variables': ['/games/fetch_game_variables.json', world.credentials],
  'GET /games/store_items': ['/games/store_items', world.credentials],
  'GET /games/:id/forget_password': [
    `/games/${world.game.id}/forget_password`,
    { ...world.credentials, email: player.email },
  ],
  'POST /sessions': [
    '/sessions',
    { ...world.credentials, email: player.email, password: 'password' },
  ],
  'POST /users': ['/users', signUpFields(world)],
  'POST /users/guest': [
    '/users/guest',
    { ...world.credentials, device_id: unique('device-0123456789') },
  ],
})

const NOT_OF_A_GAME = [
  'POST /admin/api/sessions',
  'POST /admin/api/staff_invitations/accept',
  'GET /util/get_server_time',
  'POST /password/reset',
]

const query = (fields: object) =>
  new URLSearchParams(
    Object.entries(fields).map(([name, value]) => [name, String(value)]),
  ).toString()

const sendOpen = (world: World, name: string, [path, fields]: [string, object], headers = {}) =>
  name.startsWith('GET')
    ? world.visitor.get(`${path}?${query(fields)}`, headers)
    : world.visitor.post(path, fields, headers)

const nameOf = ({ method, url }: { method: string; url: string }) =>
  `${method} ${url.replace('/api/v3', '')}`

onEachEngine(
  'every route that a game can close is closed, to players and visitors',
  async (world) => {
    const player = await world.player()
    const endpoints = world.server.endpoints.filter(
      (endpoint) => !isForOperators(endpoint) && !NOT_OF_A_GAME.includes(nameOf(endpoint)),
    )
    expect(endpoints.length).toBeGreaterThan(70)
    const open = openRequests(world, player)
    const still_open: string[] = []
    for (const endpoint of endpoints) {
      const name = nameOf(endpoint)
      await close(world, { [name]: 'none' })
      const request = open[name]
      if (endpoint.schema.caller === 'anyone' && !request) throw new Error(`no request for ${name}`)
      const path = endpoint.url.replace('/api/v3', '').replaceAll(/:\w+/g, String(player.id))
      const reply = request
        ? await sendOpen(world, name, request)
        : await player.send(endpoint.method, path)
      if (reply.headers.get('x-error-code') !== 'route_closed') still_open.push(name)
    }
    expect(still_open).toEqual([])
    await close(world, {})
    for (const [name, request] of Object.entries(open)) {
      const reply = await sendOpen(world, name, request)
      expect([name, reply.status]).toEqual([name, 200])
    }
  },
)

onEachEngine(
  'a closed sign-up stays closed for a request that is repeated with its Idempotency-Key',
  async (world) => {
    const [fields, headers] = [signUpFields(world), { 'idempotency-key': unique('key') }]
    expect((await world.visitor.post('/users', fields, headers)).status).toBe(200)
    await close(world, { 'POST /users': 'none' })
    const repeated = await world.visitor.post('/users', fields, headers)
    expect(refusal(repeated)).toEqual([403, 'route_closed'])
    const other = await world.visitor.post('/users', signUpFields(world), {
      'idempotency-key': unique('key'),
    })
    expect(refusal(other)).toEqual([403, 'route_closed'])
  },
)

onEachEngine(
  "sign-up can be left to the game's own server, which sends its service key",
  async (world) => {
    const [own, foreign] = [await createKey(world), await createKey(await world.otherGame())]
    const signUp = (headers = {}) => world.visitor.post('/users', signUpFields(world), headers)
    await close(world, { 'POST /users': 'service_keys' })
    for (const headers of [{}, foreign, { ...own, 'service-key-token': 'x' }]) {
      expect(refusal(await signUp(headers))).toEqual([403, 'route_closed'])
    }
    expect((await signUp(own)).status).toBe(200)
    expect((await signUp(world.system.headers)).status).toBe(200)
    await close(world, { 'POST /users': 'players' })
    expect((await signUp()).status).toBe(200)
    expect(refusal(await signUp(own))).toEqual([403, 'route_closed'])
  },
)

onEachEngine('no preset closes sign-up, sign-in or guests', async (world) => {
  const player = await world.player()
  for (const preset of ['casual', 'competitive', 'server_authoritative']) {
    await setPermissions(world, { preset })
    for (const [name, request] of Object.entries(openRequests(world, player))) {
      expect([preset, name, (await sendOpen(world, name, request)).status]).toEqual([
        preset,
        name,
        200,
      ])
    }
  }
})

onEachEngine(
  'a rule for a route that does not exist or has no such method is 422',
  async (world) => {
    const sentence = async (name: string) => {
      const reply = await tryPermissions(world, { preset: 'casual', routes: { [name]: 'none' } })
      return [reply.status, reply.text]
    }
    const wrong = (rest: string) => [422, expect.stringContaining(rest)]
    expect(await sentence('GET /users/guest')).toEqual(wrong('has only POST'))
    expect(await sentence('PATCH /users/:id/add_score')).toEqual(wrong('has only POST'))
    expect(await sentence('post /users')).toEqual(wrong('has only POST'))
    expect(await sentence('DELETE /users')).toEqual(wrong('has only POST'))
    expect(await sentence('PATCH /users/:id')).toEqual(wrong('has only DELETE, GET, PUT'))
    expect(await sentence('HEAD /users/:id')).toEqual(wrong('has only DELETE, GET, PUT'))
    expect(await sentence('POST /api/v3/users/guest')).toEqual(wrong('without /api/v3'))
    for (const name of ['POST /users/:id/add_scor', '/users', 'GET /docs', '']) {
      expect([name, await sentence(name)]).toEqual([name, wrong('is not a route')])
    }
    for (const name of [...NOT_OF_A_GAME, 'GET /admin/api/games', 'POST /test_suite/create_game']) {
      expect([name, await sentence(name)]).toEqual([name, wrong('no game can close')])
    }
  },
)

const refundOf = (player: Player) =>
  ['purchase_game_user_store_item', 'remove_game_user_store_item'].flatMap((path) =>
    ['GET', 'DELETE'].map((method) => ({ method, path: player.at(path) })),
  )

onEachEngine('the four addresses of a refund are one permission', async (world) => {
  const player = await world.player({ credits: 100 })
  const item = await world.item()
  await player.post(player.at('purchase_game_user_store_item'), { store_item_id: item.id })
  const canonical = 'DELETE /users/:id/remove_game_user_store_item'
  const addresses = refundOf(player)
  for (const closed of addresses) {
    const name = `${closed.method} ${closed.path.replace(String(player.id), ':id')}`
    expect(await close(world, { [name]: 'none' })).toEqual({ [canonical]: 'none' })
    for (const { method, path } of addresses) {
      const reply = await player.send(method, `${path}?store_item_id=${item.id}`)
      expect([name, method, path, ...refusal(reply)]).toEqual([
        name,
        method,
        path,
        403,
        'route_closed',
      ])
    }
  }
  expect((await player.profile()).credits).toBe(90)
  const both = { 'GET /users/:id/purchase_game_user_store_item': 'none', [canonical]: 'both' }
  expect(await close(world, both)).toEqual({ [canonical]: 'none' })
})

onEachEngine('what several addresses do alike is one permission', async (world) => {
  const groups = [
    ['GET /games/verify', 'GET /games/fetch_game_variables'],
    ['GET /friends', 'GET /friends/:id'],
    ['GET /events/stream', 'GET /events/socket'],
    ['GET /groups', 'GET /user/groups'],
    ['POST /groups/:id/admins', 'PUT /group_connections/make_admin/:id'],
    [
      'DELETE /users/:id/remove_game_user_attributes',
      'GET /users/:id/remove_game_user_attributes',
      'DELETE /users/:id/remove_game_user_attribute',
      'GET /users/:id/remove_game_user_attribute',
    ],
  ]
  for (const names of groups) {
    for (const name of names) {
      expect(await close(world, { [name]: 'none' })).toEqual({ [names[0] ?? '']: 'none' })
    }
  }
  const by_schema = Map.groupBy(
    world.server.endpoints.filter((endpoint) => !isForOperators(endpoint)),
    ({ schema }) => schema,
  )
  for (const list of by_schema.values()) {
    const shown = new Set<string>()
    for (const endpoint of list.length > 1 ? list : []) {
      const routes = await close(world, { [nameOf(endpoint)]: 'none' })
      for (const name of Object.keys(routes)) shown.add(name)
    }
    expect([list.map(nameOf), shown.size]).toEqual([list.map(nameOf), Math.min(list.length - 1, 1)])
  }
})

onEachEngine('a game that closes the stream to players closes the socket, too', async (world) => {
  const { token } = await world.player()
  await close(world, { 'GET /events/stream': 'service_keys' })
  expect(await openSocket(world.server.url, { token }).closed).toEqual([4403, 'route_closed'])
  await close(world, { 'GET /events/stream': 'players' })
  const { frames } = openSocket(world.server.url, { token })
  await expect.poll(() => frames.map(({ type }) => type)).toEqual(['ready'])
})

onEachEngine('who may not leave a group cannot leave it by declining either', async (world) => {
  const [owner, member] = await world.players(2)
  if (!owner || !member) throw new Error('the players were not created')
  const { body: group } = await owner.post('/groups', { name: 'club', can_auto_join: true })
  await member.post('/group_connections', { group_id: group.id, user_id: member.id })
  await close(world, { 'DELETE /group_connections/leave/:id': 'none' })
  for (const reply of [
    await member.delete(`/group_connections/leave/${group.id}`),
    await member.put(`/group_connections/${group.id}`, { status: 'declined' }),
  ]) {
    expect(refusal(reply)).toEqual([403, 'route_closed'])
  }
  expect((await owner.get(`/groups/${group.id}`)).body.member_count).toBe(2)
})

onEachEngine(
  'competitive leaves refunds to the server, and purchases to the player',
  async (world) => {
    const player = await world.player({ credits: 100 })
    const key = { ...(await createKey(world)), 'current-user-id': String(player.id) }
    const item = await world.item()
    await setPermissions(world, { preset: 'competitive' })
    const bought = await player.post(player.at('purchase_game_user_store_item'), {
      store_item_id: item.id,
    })
    expect(bought.status).toBe(200)
    for (const { method, path } of refundOf(player)) {
      const reply = await player.send(method, `${path}?store_item_id=${item.id}`)
      expect([method, path, ...refusal(reply)]).toEqual([method, path, 403, 'route_closed'])
    }
    const path = player.at(`remove_game_user_store_item?store_item_id=${item.id}`)
    expect((await world.visitor.delete(path, key)).status).toBe(200)
  },
)
