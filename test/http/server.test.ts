import { connect } from 'node:net'
import { expect } from 'vitest'
import { refusals } from '../../src/errors.ts'
import { stopClock } from '../support/clock.ts'
import { Client, onEachEngine, unique } from '../support/world.ts'

onEachEngine(
  'a refusal is one sentence of plain text with an error code and the request id',
  async ({ visitor }) => {
    const { status, headers, text } = await visitor.post('/users', {})
    expect(status).toBe(422)
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(headers.get('x-error-code')).toBe('invalid_input')
    expect(headers.get('x-request-id')).toMatch(/^\S+$/)
    expect(text).toBe('game_id is required.')
  },
)

onEachEngine('unreadable input is refused and never a 500', async ({ visitor, game }) => {
  const json = { 'content-type': 'application/json' }
  const send = (raw: string, headers: Record<string, string> = json) =>
    visitor.send('POST', '/sessions', { raw, headers })
  const deep = `{"email":${'['.repeat(5000)}${']'.repeat(5000)},"game_id":${game.id},"password":"x"}`
  const replies: [number, { status: number; text: string }][] = [
    [400, await send('{bad')],
    [400, await send('[1,2]')],
    [400, await send('"text"')],
    [422, await send('null')],
    [400, await send(deep)],
    [422, await send('{"__proto__":{"email":"x"},"constructor":{"prototype":1}}')],
    [400, await send('x', { 'content-type': 'multipart/form-data' })],
    [400, await send('--x\r\nbroken', { 'content-type': 'multipart/form-data; boundary=x' })],
    [400, await send('{', { 'content-type': 'nonsense' })],
    [413, await send(`{"email":"${'x'.repeat(1_100_000)}"}`)],
    [422, await send(`{"game_id":${game.id},"email":"a\\u0000b","password":"x"}`)],
    [422, await send(`{"game_id":${game.id},"email":"a\\ud800b","password":"x"}`)],
    [422, await send(`{"game_id":1e400,"email":"a","password":"x"}`)],
    [404, await send(`{"game_id":9007199254740991,"email":"a","password":"x"}`)],
    [422, await send(`{"game_id":9007199254740993,"email":"a","password":"x"}`)],
    [404, await visitor.get('/nothing/here')],
    [404, await visitor.get('//nothing')],
    [405, await visitor.send('PATCH', '/sessions')],
    [405, await visitor.get('/test_suite/create_game')],
  ]
  for (const [status, reply] of replies) {
    expect([status, reply.text]).toEqual([reply.status, reply.text])
    expect(reply.text).toMatch(/^[^\n]+$/)
    expect(reply.text).not.toMatch(/\bat \/|node_modules|sqlite|SELECT|pg_/i)
  }
})

onEachEngine(
  'a path parameter that is not an id is treated as unknown, never a 500',
  async (world) => {
    const player = await world.player()
    for (const id of [
      'abc',
      '-1',
      '0',
      '1.5',
      '99999999999999999999',
      '%00',
      '%F0%9F%98%80',
      'null',
      '%20',
      '1e3',
      '__proto__',
    ]) {
      const reply = await player.get(`/users/${id}`)
      expect([id, reply.status]).toEqual([id, 404])
      expect([id, (await player.put(`/users/${id}`, {})).status]).toEqual([id, 401])
    }
    expect((await player.get('/users/%zz')).headers.get('x-error-code')).toBe('bad_address')
    expect((await player.get(`/users/${'9'.repeat(600)}`)).status).toBe(404)
    expect(
      (await player.put(`/group_connections/${'9'.repeat(600)}`, { status: 'accepted' })).status,
    ).toBe(422)
    expect((await player.send('HEAD', '/groups')).status).toBe(405)
    const long = await player.get(`/groups?query=${'a'.repeat(20_000)}`)
    expect([long.status, long.headers.get('x-error-code')]).toEqual([431, 'address_too_long'])
  },
)

onEachEngine(
  'bytes that are not HTTP are answered in plain text and the connection is closed',
  async ({ server }) => {
    const { hostname, port } = new URL(server.url)
    const answer = await new Promise<string>((resolve) => {
      let text = ''
      const socket = connect(Number(port), hostname, () => socket.write('NONSENSE\r\n\r\n'))
      socket.on('data', (chunk) => (text += chunk.toString())).on('close', () => resolve(text))
    })
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('x-error-code: bad_request')
  },
)

onEachEngine('browser games of any origin may call the API', async ({ server, visitor }) => {
  const preflight = await fetch(`${server.url}/api/v3/users`, {
    method: 'OPTIONS',
    headers: { origin: 'https://game.example', 'access-control-request-method': 'PUT' },
  })
  expect(preflight.status).toBe(204)
  const header = (name: string) => preflight.headers.get(name) ?? ''
  expect(header('access-control-allow-origin')).toBe('*')
  for (const name of [
    'content-type',
    'authentication-token',
    'authentication_token',
    'service-key-name',
    'service-key-token',
    'current-user-id',
    'idempotency-key',
  ]) {
    expect(header('access-control-allow-headers').split(', ')).toContain(name)
  }
  expect(header('access-control-allow-methods')).toBe('GET, POST, PUT, PATCH, DELETE')
  const from = { origin: 'https://game.example' }
  expect((await visitor.get('/nothing', from)).headers.get('access-control-allow-origin')).toBe('*')
})

onEachEngine(
  'probes, metrics, the OpenAPI document and the documentation page are served',
  async (world) => {
    const { visitor } = world
    await world.player()
    await visitor.post('/sessions', { game_id: world.game.id, email: 'x', password: 'y' })
    expect((await visitor.get('//health')).body).toEqual({ status: 'alive' })
    await expect.poll(async () => (await visitor.get('//ready')).body).toEqual({ status: 'ready' })
    const metrics = await visitor.get('//metrics')
    expect(metrics.text).toContain(
      'playkeep_request_seconds_count{method="POST",route="/api/v3/test_suite/create_user",status="201"}',
    )
    expect(metrics.text).toMatch(/playkeep_refusals_total\{code="wrong_credentials"\} \d/)
    expect(metrics.text).toMatch(/playkeep_database_commits_total [1-9]/)
    expect(metrics.text).toContain('playkeep_ledger_wrong_users 0')
    const openapi = await visitor.get('//openapi.json')
    expect(openapi.body.openapi).toBe('3.1.0')
    expect(Object.keys(openapi.body.paths)).toContain('/api/v3/users/{id}')
    for (const page of ['//', '//docs']) {
      const { status, headers, text } = await new Client(world.server.url).get(page)
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(text).not.toMatch(/https?:\/\//)
    }
  },
)

onEachEngine(
  'every endpoint has a summary and documents only refusals of the catalogue',
  async ({ server }) => {
    expect(server.endpoints.length).toBeGreaterThan(10)
    for (const { method, url, schema } of server.endpoints) {
      expect([method, url, schema.summary]).toEqual([method, url, expect.any(String)])
      for (const code of schema.refuses ?? []) expect(refusals).toHaveProperty(code)
    }
  },
)

onEachEngine(
  'reads count as events and start a game session, and answers include counts that are not yet written',
  async (world) => {
    stopClock(world)
    const player = await world.player()
    const readProfile = async () => (await player.get(`/users/${player.id}`)).body
    for (let count = 1; count <= 5; count++) {
      expect(await readProfile()).toMatchObject({
        events_total: count,
        events_current_month: count,
        game_sessions_total: 1,
        game_sessions_current_month: 1,
      })
    }
    await world.server.flush()
    expect(await readProfile()).toMatchObject({ events_total: 6, game_sessions_total: 1 })
  },
)

onEachEngine(
  'other players are shown without counters and token, and players of another game not at all',
  async (world) => {
    const [player, other] = [
      await world.player(),
      await world.player({ username: unique('other') }),
    ]
    const { body } = await player.get(`/users/${other.id}?with_full_data=false`)
    expect(Object.keys(body).sort()).toEqual([
      'credits',
      'display_email',
      'email',
      'id',
      'is_new_user',
      'last_login',
      'number_of_logins',
      'score',
      'username',
    ])
    expect(body).toMatchObject({
      id: other.id,
      username: other.username,
      display_email: other.email,
    })
    const stranger = await (await world.otherGame()).player()
    const foreign = await stranger.get(`/users/${player.id}`)
    expect([foreign.status, foreign.headers.get('x-error-code')]).toEqual([401, 'other_game'])
  },
)
