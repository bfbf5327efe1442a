import { connect } from 'node:net'
import { expect } from 'vitest'
import { statement } from '../../src/storage/statement.ts'
import { createLog } from '../../src/services/log.ts'
import { readConfig } from '../../src/config.ts'
import { onEachEngine, unique, type World } from '../support/world.ts'

/** Sends bytes and returns all that the server answers until it closes the connection. */
async function sendBytes({ server }: World, bytes: string): Promise<string> {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'))
  let text = ''
  socket.on('data', (chunk) => (text += chunk.toString('latin1'))).on('error', () => {})
  await new Promise((resolve) => socket.on('close', resolve))
  return text
}

onEachEngine(
  'SQL in a text stays text: it is stored, found and shown as it was sent',
  async (world) => {
    const player = await world.player()
    const count = statement<Record<string, never>, { users: number }>(
      `select count(*) as users from users`,
    )
    const before = await world.context.db.first(count, {})
    for (const sql of [
      `'; drop table users; --`,
      `" or 1=1 --`,
      `x' union select password_hash from users --`,
      `$1 ?1 :id {for update} json_rows(:list, a text)`,
      `\\'; select pg_sleep(10); --`,
      `%' escape '`,
    ]) {
      const name = `${unique('g')} ${sql}`
      expect((await player.post('/groups', { name })).body.name).toBe(name)
      const found = await player.get(`/groups?query=${encodeURIComponent(sql)}`)
      expect(found.body.groups.map((group: { name: string }) => group.name)).toContain(name)
      const attribute = { key: sql, value: sql }
      const added = await player.post(player.at('add_game_user_attribute'), attribute)
      expect(added.body.game_user_attributes).toContainEqual(expect.objectContaining(attribute))
      const sign_in = { game_id: world.game.id, email: sql, password: sql }
      expect((await world.visitor.post('/sessions', sign_in)).status).toBe(401)
      const id = encodeURIComponent(`${player.id} ${sql}`)
      expect((await player.get(`/users/${id}`)).status).toBe(404)
    }
    expect(await world.context.db.first(count, {})).toEqual(before)
  },
)

onEachEngine('prototype keys pollute no object, in any encoding', async (world) => {
  const player = await world.player()
  const path = player.at('add_score')
  const keys = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf']
  const fields = { ...Object.fromEntries(keys.map((key) => [key, 'polluted'])), score: '1' }
  const query = new URLSearchParams([
    ...keys.flatMap((key) => [
      [key, 'polluted'],
      [`${key}[polluted]`, 'yes'],
      [key, 'twice'],
    ]),
    ['score', '1'],
  ])
  const raw = `{"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}},"game_round":{"__proto__":{"polluted":"yes"}},"score":1}`
  const json = { 'content-type': 'application/json' }
  const replies = [
    await player.send('POST', path, { raw, headers: json }),
    await player.send('POST', path, { form: fields }),
    await player.send('POST', path, { multipart: fields }),
    await player.send('POST', `${path}?${query.toString()}`),
  ]
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect('polluted' in {}).toBe(false)
  const metadata = JSON.parse('{"__proto__":{"polluted":true},"a":1}')
  const round = { game_user_id: player.id, game_type: 'x', metadata }
  expect((await player.post('/game_rounds', round)).body.metadata).toEqual({ a: 1 })
})

onEachEngine('input made to be slow to process is answered like any other', async (world) => {
  const player = await world.player()
  const million = 900_000
  const numbers = [
    `${'1'.repeat(million)}x`,
    `${' '.repeat(million)}x`,
    `1${' '.repeat(million)}x`,
    `1.${'1'.repeat(million)}x`,
    `1e${'1'.repeat(million)}x`,
  ]
  for (const score of numbers)
    expect((await player.post(player.at('add_score'), { score })).status).toBe(400)
  expect((await player.get(`/users/${'1'.repeat(15_000)}x`)).status).toBe(404)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  for (const raw of [`${'a&'.repeat(450_000)}score=1`, `${'a=1&'.repeat(220_000)}score=1`])
    expect((await player.send('POST', player.at('add_score'), { raw, headers: form })).status).toBe(
      400,
    )
  for (const deep of ['['.repeat(500_000) + ']'.repeat(500_000)]) {
    const raw = `{"game_user_id":${player.id},"game_type":"x","metadata":${deep}}`
    const headers = { 'content-type': 'application/json' }
    expect((await player.send('POST', '/game_rounds', { raw, headers })).status).toBe(400)
  }
  const lines: string[] = []
  const log = createLog(readConfig({}), { write: (line) => void lines.push(line) })
  log.error({ err: new Error(`${'a'.repeat(million)} ada@example.com`) }, 'failed')
  expect(lines.join('')).toContain('[mail]')
  expect(lines.join('')).not.toContain('ada@example.com')
})

onEachEngine('an ambiguous HTTP request is refused and its connection closed', async (world) => {
  const smuggled = 'GET /health HTTP/1.1\r\nhost: x\r\n\r\n'
  const post = (headers: string, body: string) =>
    `POST /api/v3/sessions HTTP/1.1\r\nhost: x\r\n${headers}\r\n\r\n${body}${smuggled}`
  for (const bytes of [
    post('content-length: 5\r\ntransfer-encoding: chunked', '0\r\n\r\n'),
    post('transfer-encoding: chunked, identity', '0\r\n\r\n'),
    post('transfer-encoding: xchunked', '0\r\n\r\n'),
    post('content-length: 2\r\ncontent-length: 3', '{}'),
    post('content-length: +2', '{}'),
    post('content-length : 2', '{}'),
    post('x: y\r\n content-length: 2', '{}'),
    post('transfer-encoding: chunked', 'ZZ\r\n{}\r\n0\r\n\r\n'),
    'GET /health HTTP/1.1\nhost: x\n\n',
    'GET /health HTTP/1.1\r\nhost: x\r\nx: a\rb: c\r\n\r\n',
  ]) {
    const answer = await sendBytes(world, bytes)
    expect([bytes, answer.slice(0, 12)]).toEqual([bytes, 'HTTP/1.1 400'])
    expect(answer).not.toContain('alive')
    expect(answer).toContain('content-type: text/plain; charset=utf-8')
  }
})

onEachEngine('no spelling of a path reaches the admin API without its key', async (world) => {
  const player = await world.player()
  const headers = `host: x\r\nconnection: close\r\nauthentication-token: ${player.token}`
  for (const path of [
    '/admin/api/games',
    '//admin/api/games',
    '/admin//api/games/',
    '/%61dmin/api/games',
    '/api/v3/../../admin/api/games',
    '/api/v3/%2e%2e/%2e%2e/admin/api/games',
    '/api/v3/..%2f..%2fadmin/api/games',
    '/admin/api/games%00',
    '/admin/api/games;x=y',
    '/admin/api/games.json',
    '/admin/api/games?x=/api/v3/util/get_server_time',
    '/admin\\api\\games',
    'http://x/admin/api/games',
  ]) {
    const answer = await sendBytes(world, `GET ${path} HTTP/1.1\r\n${headers}\r\n\r\n`)
    expect([path, answer.slice(0, 12)]).toEqual([
      path,
      expect.stringMatching(/^HTTP\/1\.1 (401|404|400)$/),
    ])
  }
  for (const override of ['GET', 'TRACE', 'OPTIONS', 'delete, get']) {
    const reply = await world.visitor.post(
      '//admin/api/games',
      {},
      {
        'x-http-method-override': override,
      },
    )
    expect([override, reply.status]).toEqual([override, 401])
  }
})
