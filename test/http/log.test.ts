import { expect } from 'vitest'
import { onEachEngine, unique } from '../support/world.ts'

onEachEngine(
  'the log names routes and games, but contains no secret and no email address',
  async (world) => {
    const { visitor, system, log } = world
    const username = unique('logged')
    const email = `${username}@example.com`
    const account = {
      ...world.credentials,
      username,
      email,
      password: 'secret-word',
      password_confirmation: 'secret-word',
    }
    const up = await visitor.post('/users', account, { 'idempotency-key': `${username}-key` })
    const token = String(up.body.authentication_token)
    const signed_in = await visitor.post('/sessions', account)
    await visitor.post('/sessions', { ...account, password: 'wrong-word' })
    await visitor.post('/users', account)
    await visitor.get(`/users/${up.body.id}?authentication_token=${token}`)
    await visitor.get(`/games/verify?game_id=${world.game.id}&game_token=${world.game.token}`)
    await visitor.get(`/nothing/${email}?token=${token}`)
    await visitor.send('POST', '/sessions', {
      raw: `{"email":"${email}", "password": "secret-word"`,
      headers: { 'content-type': 'application/json' },
    })
    await visitor.put(
      `/users/${up.body.id}/password`,
      {
        current_password: 'secret-word',
        password: 'other-word',
        password_confirmation: 'other-word',
      },
      { 'authentication-token': token },
    )
    await visitor.post('/users/guest', {
      ...world.credentials,
      device_id: `${username}-device-0123456789`,
    })
    await system.post('/test_suite/create_store_item', {
      game_id: world.game.id,
      name: 'Sword',
      cost: 3,
    })

    const text = log.join('')
    const secrets = [
      email,
      'secret-word',
      'wrong-word',
      'other-word',
      token,
      signed_in.body.authentication_token,
      world.game.token,
      `${username}-device`,
      system.headers['service-key-token'] ?? '',
    ]
    for (const value of secrets) expect(text).not.toContain(value)
    const lines = log.map((line): Record<string, unknown> => JSON.parse(line))
    const profile = lines.findLast(({ route }) => route === '/api/v3/users/:id')
    expect(profile).toMatchObject({
      level: 'info',
      method: 'GET',
      status: 200,
      game_id: world.game.id,
      request_id: expect.any(String),
      ms: expect.any(Number),
    })
  },
)

const linesOf = (log: string[], request_id: string) =>
  log
    .map((line): Record<string, unknown> => JSON.parse(line))
    .filter((line) => line.request_id === request_id)

onEachEngine('a line names the process, the trace and the time in the database', async (world) => {
  const trace_id = '4bf92f3577b34da6a3ce929d0e0e4736'
  const request_id = unique('proxy.id_1')
  const player = await world.player()
  const traceparent = `00-${trace_id}-00f067aa0ba902b7-01`
  const { headers } = await player.get(`/users/${player.id}`, {
    'x-request-id': request_id,
    traceparent,
  })
  expect(headers.get('x-request-id')).toBe(request_id)
  const [line] = linesOf(world.log, request_id)
  expect(line).toMatchObject({ pid: process.pid, trace_id, database_ms: expect.any(Number) })
  expect(line?.database_ms).toBeGreaterThan(0)
  expect(line?.database_ms).toBeLessThanOrEqual(Number(line?.ms))
})

onEachEngine('request ids and traces of the wrong form are ignored', async (world) => {
  for (const given of ['', 'a b', 'a"b', 'ä', 'x'.repeat(129)]) {
    const { headers } = await world.visitor.get('/util/get_server_time', {
      'x-request-id': given,
      traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    })
    const id = headers.get('x-request-id') ?? ''
    expect(id).toMatch(/^[\w-]{8}-\w+$/)
    expect(linesOf(world.log, id)[0]).not.toHaveProperty('trace_id')
  }
})

onEachEngine('probes are not logged', async (world) => {
  const ids = []
  for (const path of ['//health', '//ready', '//metrics'])
    ids.push((await world.visitor.get(path)).headers.get('x-request-id') ?? '')
  expect(ids.flatMap((id) => linesOf(world.log, id))).toEqual([])
})
