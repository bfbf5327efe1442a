import { expect } from 'vitest'
import { statement } from '../../src/storage/statement.ts'
import { onEachEngine, unique, type World } from '../support/world.ts'

const key = (value = unique('key')) => ({ 'idempotency-key': value })

function account(world: World) {
  const username = unique('once')
  return {
    ...world.credentials,
    username,
    email: `${username}@example.com`,
    password: 'secret1',
    password_confirmation: 'secret1',
  }
}

const tokenOf = (reply: { body: { authentication_token: string } }) =>
  reply.body.authentication_token

onEachEngine('a repeated sign-up answers the same user with a new session', async (world) => {
  const [input, headers] = [account(world), key()]
  const first = await world.visitor.post('/users', input, headers)
  const second = await world.visitor.post('/users', input, headers)
  expect([second.status, second.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
  expect(first.headers.get('idempotency-replayed')).toBe(null)
  expect({ ...second.body, authentication_token: '' }).toEqual({
    ...first.body,
    authentication_token: '',
  })
  expect(tokenOf(second)).not.toBe(tokenOf(first))
  const own = await world.visitor.get(`/users/${second.body.id}`, {
    'authentication-token': tokenOf(second),
  })
  expect(own.status).toBe(200)
})

onEachEngine(
  'a repeated sign-in counts one login and requires the password again',
  async (world) => {
    const player = await world.player()
    const [input, headers] = [
      { game_id: world.game.id, email: player.email, password: 'password' },
      key(),
    ]
    const first = await world.visitor.post('/sessions', input, headers)
    const second = await world.visitor.post('/sessions', input, headers)
    expect([first.body.number_of_logins, second.body.number_of_logins]).toEqual([1, 1])
    const stolen = await world.visitor.post('/sessions', { ...input, password: 'guessed' }, headers)
    expect([stolen.status, stolen.headers.get('x-error-code')]).toEqual([401, 'wrong_credentials'])
    const wrong_game = await world.visitor.post(
      '/sessions',
      { ...input, game_token: 'wrong' },
      headers,
    )
    expect(wrong_game.status).toBe(404)
  },
)

onEachEngine(
  'of 50 concurrent equal requests with one key, one is executed and all get its answer',
  async (world) => {
    const [input, headers] = [account(world), key()]
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => world.visitor.post('/users', input, headers)),
    )
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
    expect(
      replies.filter((reply) => reply.headers.get('idempotency-replayed') === null),
    ).toHaveLength(1)
  },
)

onEachEngine(
  'the same key with another body is 422, and keys of other callers are independent',
  async (world) => {
    const [one, two] = [await world.player(), await world.player()]
    const headers = key()
    const rename = unique('a')
    expect((await one.put(`/users/${one.id}`, { username: rename }, headers)).status).toBe(200)
    const other = await one.put(`/users/${one.id}`, { username: unique('b') }, headers)
    expect([other.status, other.headers.get('x-error-code')]).toEqual([
      422,
      'idempotency_key_reused',
    ])
    expect((await two.put(`/users/${two.id}`, { username: unique('c') }, headers)).status).toBe(200)
    const again = await one.put(`/users/${one.id}`, { username: rename }, headers)
    expect(again.body).toMatchObject({ username: rename, authentication_token: one.token })
  },
)

onEachEngine('a refused request is not stored: its retry is executed', async (world) => {
  const taken = await world.player()
  const player = await world.player()
  const headers = key()
  const change = { username: taken.username }
  expect((await player.put(`/users/${player.id}`, change, headers)).status).toBe(422)
  await taken.delete(`/users/${taken.id}`)
  expect((await player.put(`/users/${player.id}`, change, headers)).status).toBe(200)
})

onEachEngine('a key must be printable and at most 255 characters long', async (world) => {
  const player = await world.player()
  for (const wrong of ['x'.repeat(256), 'caf\u00e9', '']) {
    const reply = await player.put(`/users/${player.id}`, { username: unique('k') }, key(wrong))
    expect([wrong, reply.status]).toEqual([wrong, 422])
  }
  expect((await player.put(`/users/${player.id}`, {}, key('x'.repeat(255)))).status).toBe(200)
})

onEachEngine('stored answers contain no secrets', async (world) => {
  const [input, headers] = [account(world), key()]
  const up = await world.visitor.post('/users', input, headers)
  const game = await world.system.post('/test_suite/create_game', {}, headers)
  const again = await world.system.post('/test_suite/create_game', {}, headers)
  expect(again.body.id).toBe(game.body.id)
  const verify = await world.visitor.get(
    `/games/verify?game_id=${again.body.id}&game_token=${again.body.token}`,
  )
  expect(verify.status).toBe(200)
  const stored = await world.context.db.all(
    statement<Record<string, never>, object>(`select * from answered_requests`),
    {},
  )
  const text = JSON.stringify(stored)
  for (const value of [
    tokenOf(up),
    input.password,
    game.body.token,
    again.body.token,
    headers['idempotency-key'],
  ]) {
    expect(text).not.toContain(value)
  }
})

onEachEngine('a key on a route without fields ignores the body', async (world) => {
  const [player, other] = [await world.player(), await world.player()]
  await player.post('/blocks', { user_id: other.id })
  const unblock = (raw: string) =>
    player.send('DELETE', `/blocks/${other.id}`, {
      raw,
      headers: { 'content-type': 'application/json', 'idempotency-key': 'unblock' },
    })
  const first = await unblock(`{"group":{"a":${'['.repeat(2000)}${']'.repeat(2000)}}}`)
  const again = await unblock('{"other":1}')
  expect([first.status, again.status, again.text]).toEqual([200, 200, first.text])
  expect(again.headers.get('idempotency-replayed')).toBe('true')
})

const selectOne = statement<Record<string, never>, { one: number }>('select 1 as one')

onEachEngine(
  'a request whose client disconnects before it is executed is not executed, and can be retried',
  async (world) => {
    const player = await world.player({ credits: 10 })
    const { db, config } = world.context
    const headers = key()
    const gate = Promise.withResolvers<void>()
    // Until the gate opens, no other request can write to the database.
    const blocking = Array.from({ length: config.DATABASE_POOL }, () =>
      db.transaction(async (tx) => {
        // On PostgreSQL, a transaction has a connection from its first statement on.
        await tx.first(selectOne, {})
        await gate.promise
      }),
    )
    await expect.poll(() => db.figures().waiting).toBeGreaterThan(0)
    const active = async () =>
      Number(
        /^playkeep_requests_active (\d+)$/m.exec((await world.visitor.get('//metrics')).text)?.[1],
      )
    const client = new AbortController()
    const abandoned = fetch(`${world.server.url}/api/v3/users/${player.id}/add_credits`, {
      method: 'POST',
      body: JSON.stringify({ credits: 5 }),
      headers: { ...player.headers, ...headers, 'content-type': 'application/json' },
      signal: client.signal,
    }).catch(() => 'aborted')
    // The request for the metrics is active too.
    await expect.poll(active).toBe(2)
    client.abort()
    expect(await abandoned).toBe('aborted')
    // Requests that come later are answered when the server has seen the closed connection.
    for (let count = 0; count < 5; count++) await world.visitor.get('//health')
    gate.resolve()
    await Promise.all(blocking)
    const retried = await player.post(`/users/${player.id}/add_credits`, { credits: 5 }, headers)
    expect([retried.status, retried.headers.get('idempotency-replayed')]).toEqual([200, null])
    expect(retried.body.credits).toBe(15)
  },
)
