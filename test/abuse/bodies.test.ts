import { type Socket, connect } from 'node:net'
import { expect } from 'vitest'
import type { FastifyRequest } from 'fastify'
import { mergeInput } from '../../src/http/input/encodings.ts'
import { limits } from '../../src/limits.ts'
import { sendRequest } from '../sweep/requests.ts'
import { onEachEngine, type Player, type World } from '../support/world.ts'

const MOST_BYTES = limits.body_bytes.value
/** More requests than the budget has room for, if each kept the share of the largest body. */
const TRIES = limits.bodies_bytes.value / MOST_BYTES + 2

const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'

type Attack = (socket: Socket, player: Player) => void

const head = (player: Player, line: string, ...headers: string[]) =>
  `${[`${line} HTTP/1.1`, 'host: x', `authentication-token: ${player.token}`, ...headers].join('\r\n')}\r\n\r\n`

const length = (bytes: number) => `content-length: ${bytes}`
const CHUNKED = 'transfer-encoding: chunked'
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`

/** Every way in which a request with a large body can end without being read to its end. */
const attacks: Record<string, Attack> = {
  'too long by its content-length': (socket, player) =>
    socket.write(head(player, 'POST /api/v3/messages', length(MOST_BYTES + 1))),
  'too long in chunks': (socket, player) => {
    socket.write(head(player, 'POST /api/v3/messages', CHUNKED))
    socket.write(chunk('x'.repeat(MOST_BYTES + 1)))
  },
  'aborted in the middle': (socket, player) => {
    socket.write(head(player, 'POST /api/v3/messages', length(MOST_BYTES)))
    socket.write('x'.repeat(1000), () => socket.destroy())
  },
  'chunks that are aborted in the middle': (socket, player) => {
    socket.write(head(player, 'POST /api/v3/messages', CHUNKED))
    socket.write(chunk('x'.repeat(1000)), () => socket.destroy())
  },
  'answered before its body has come': (socket, player) =>
    socket.write(head(player, 'OPTIONS /api/v3/messages', length(MOST_BYTES))),
  'to an address that cannot be read': (socket, player) =>
    socket.write(head(player, 'POST /api/v3/%zz', length(MOST_BYTES))),
  'to an unknown address': (socket, player) =>
    socket.write(head(player, 'POST /api/v3/nothing', length(MOST_BYTES + 1))),
  'a chunk that is no chunk': (socket, player) =>
    socket.write(`${head(player, 'POST /api/v3/messages', CHUNKED)}xyz\r\n`),
  'behind another one on its connection': (socket, player) => {
    const complete = head(player, 'POST /api/v3/messages', length(2))
    const begun = head(player, 'POST /api/v3/messages', length(MOST_BYTES))
    socket.write(`${complete}{}${begun}x`, () => socket.destroy())
  },
}

/** Resolves when the server has answered, or the connection has closed. */
async function attack({ server }: World, player: Player, run: Attack): Promise<void> {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  const over = new Promise<void>((resolve) => {
    socket.on('error', () => {}).once('close', () => resolve())
    socket.once('data', () => resolve())
  })
  await new Promise((resolve) => socket.once('connect', resolve))
  run(socket, player)
  await over
  socket.destroy()
}

onEachEngine(
  'a large body gives back its share of the memory, however its request ends',
  async (world) => {
    const player = await world.player()
    const large = { key: 'k', value: 'x'.repeat(60_000) }
    const send = async () => (await player.post(player.at('add_game_user_attribute'), large)).status
    for (const [kind, run] of Object.entries(attacks)) {
      for (let done = 0; done < TRIES; done += 26)
        await Promise.all(Array.from({ length: 26 }, () => attack(world, player, run)))
      await expect.poll(send, { message: kind }).toBe(200)
    }
  },
)

onEachEngine('bodies that are announced and not sent use no memory', async (world) => {
  const player = await world.player()
  const { hostname, port } = new URL(world.server.url)
  const sockets = Array.from({ length: TRIES }, (_, index) => {
    const socket = connect(Number(port), hostname).on('error', () => {})
    const body = index % 2 === 0 ? CHUNKED : length(MOST_BYTES)
    return new Promise<Socket>((resolve) => {
      socket.write(head(player, 'POST /api/v3/messages', body), () => resolve(socket))
    })
  })
  const opened = await Promise.all(sockets)
  const active = async () =>
    Number(/^playkeep_requests_active (\d+)$/m.exec((await player.get('//metrics')).text)?.[1])
  await expect.poll(active).toBeGreaterThanOrEqual(limits.bodies_bytes.value / MOST_BYTES)
  const large = { key: 'k', value: 'x'.repeat(60_000) }
  expect((await player.post(player.at('add_game_user_attribute'), large)).status).toBe(200)
  for (const socket of opened) socket.destroy()
})

onEachEngine('bodies in chunks are refused as soon as they fill the memory', async (world) => {
  const player = await world.player()
  const { hostname, port } = new URL(world.server.url)
  const body = chunk('x'.repeat(MOST_BYTES - 1000))
  const sockets = Array.from({ length: TRIES + 10 }, () =>
    connect(Number(port), hostname).on('error', () => {}),
  )
  const answers = sockets.map((socket) => {
    let text = ''
    socket.on('data', (bytes) => (text += bytes.toString()))
    socket.write(head(player, 'POST /api/v3/messages', CHUNKED) + body)
    return new Promise<string>((resolve) => socket.once('close', () => resolve(text)))
  })
  expect(await Promise.race(answers)).toMatch(/^HTTP\/1\.1 503 [^]*x-error-code: overloaded/)
  for (const socket of sockets) socket.destroy()
  const large = { key: 'k', value: 'x'.repeat(60_000) }
  const send = async () => (await player.post(player.at('add_game_user_attribute'), large)).status
  await expect.poll(send).toBe(200)
})

onEachEngine(
  'a body in very many small chunks is refused, and one in some is read',
  async (world) => {
    const player = await world.player()
    const { hostname, port } = new URL(world.server.url)
    const send = (text: string) => {
      const socket = connect(Number(port), hostname).on('error', () => {})
      const line = `POST /api/v3${player.at('add_score')}`
      socket.write(head(player, line, CHUNKED, `content-type: ${JSON_TYPE}`))
      socket.write(`${Array.from(text, chunk).join('')}0\r\n\r\n`)
      return new Promise<string>((resolve) => {
        socket.once('data', (bytes) => resolve(bytes.toString()))
      }).finally(() => socket.destroy())
    }
    const body = (letters: number) => JSON.stringify({ score: 1, padding: 'x'.repeat(letters) })

    expect(await send(body(1000))).toMatch(/^HTTP\/1\.1 200 /)
    expect(await send(body(30_000))).toMatch(/^HTTP\/1\.1 413 [^]*too many small chunks/)
  },
)

const PROBES = ['/health', '/ready', '/metrics']

onEachEngine('a probe never reads a body, and has no other methods', async (world) => {
  for (const path of PROBES) {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      const { status, text } = await sendRequest(
        world,
        { method, path },
        { headers: { 'content-type': 'application/json' }, body: '{}' },
      )
      const expected =
        method === 'GET' ? [400, 'This address takes no request body.'] : [405, expect.any(String)]
      expect([method, path, status, text]).toEqual([method, path, ...expected])
    }
    await expect.poll(async () => (await world.visitor.get(`/${path}`)).status).toBe(200)
  }
})

const { fields, json_fields, json_entries } = limits

const numbered = (count: number, write: (name: string) => string, between = '') =>
  Array.from({ length: count }, (_, index) => write(index.toString(36))).join(between)

const part = (name: string) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nx\r\n`

/** Bodies with so many fields or entries, and the most that are allowed. */
const kinds: [string, string, number, (count: number) => string][] = [
  ['form', FORM, fields.value, (count) => numbered(count, (name) => `x${name}=1`, '&')],
  ['form with lists', FORM, fields.value, (count) => numbered(count, (name) => `x${name}[]`, '&')],
  ['form with blanks', FORM, fields.value, (count) => '&'.repeat(count - 1)],
  [
    'multipart',
    'multipart/form-data; boundary=b',
    fields.value,
    (count) => `${numbered(count, part)}--b--\r\n`,
  ],
  [
    'JSON',
    JSON_TYPE,
    json_fields.value,
    (count) => `{${numbered(count, (name) => `"x${name}":1`, ',')}}`,
  ],
  [
    'nested JSON',
    JSON_TYPE,
    json_fields.value,
    (count) => `{"message":{${numbered(count - 1, (name) => `"x${name}" : 1`, ',')}}}`,
  ],
  ['JSON list', JSON_TYPE, json_entries.value, (count) => `{"x":[${'{},'.repeat(count - 1)}{}]}`],
]

onEachEngine('a body with too many fields is refused before it is parsed', async (world) => {
  const send = (content_type: string, body: string, path = '/api/v3/util/get_server_time') =>
    sendRequest(world, { method: 'GET', path }, { headers: { 'content-type': content_type }, body })
  for (const [kind, content_type, most, make] of kinds) {
    const refused = await send(content_type, make(most + 1))
    expect([kind, refused.status]).toEqual([kind, 400])
    expect(refused.text).toMatch(/^The request has too many fields.*: send at most \d+\.$/)
    expect([kind, (await send(content_type, make(most))).status]).toEqual([kind, 200])
  }
  const query = `/api/v3/util/get_server_time?${numbered(fields.value + 2, () => 'a', '&')}`
  expect((await send(JSON_TYPE, '{}', query)).status).toBe(400)
  // Separators inside of a text are none.
  const text = JSON.stringify({ x: `\\"${',:"'.repeat(100_000)}` })
  expect((await send(JSON_TYPE, text)).status).toBe(200)
})

onEachEngine('metadata of a round may have as many fields as fit in', async (world) => {
  const player = await world.player()
  const metadata = Object.fromEntries(Array.from({ length: 7000 }, (_, index) => [index, 1]))
  const round = { game_user_id: player.id, game_type: 'race', metadata }
  expect((await player.post('/game_rounds', round)).status).toBe(201)
})

onEachEngine(
  'metadata that is too large is refused before anything looks into it',
  async (world) => {
    const player = await world.player()
    const send = (metadata: string) =>
      player.send('POST', '/game_rounds', {
        raw: `{"game_user_id":${player.id},"game_type":"race","metadata":${metadata}}`,
        headers: { 'content-type': JSON_TYPE },
      })
    const nested = (levels: number, text = '') =>
      `{"a":${'['.repeat(levels)}${']'.repeat(levels)},"b":"${text}"}`
    const large = await send(nested(33, 'x'.repeat(limits.metadata_bytes.value)))
    expect([large.status, large.text]).toEqual([422, expect.stringContaining('bytes long')])
    for (const [levels, status] of [
      [40, 422],
      [30_000, 400],
      [100_000, 400],
    ] as const) {
      const deep = await send(nested(levels))
      expect([deep.status, deep.text]).toEqual([status, expect.stringContaining('nested deeper')])
    }
    expect((await send(nested(20))).status).toBe(201)
  },
)

onEachEngine('no name with brackets changes what other fields are', async (world) => {
  const player = await world.player()
  const sent = '__proto__[]=x&__proto__[]=y&__proto__=z'
  const { status, headers } = await player.get(`/groups?${sent}`)
  expect([status, headers.get('x-unknown-fields')]).toEqual([200, null])
  const form = await sendRequest(
    world,
    { method: 'POST', path: `/api/v3${player.at('add_score')}` },
    { headers: { ...player.headers, 'content-type': FORM }, body: `score=1&${sent}` },
  )
  expect(form.status).toBe(200)
  const request = { query: { '__proto__[]': 'x', a: '1' }, url: '/' } as unknown as FastifyRequest
  expect(Object.getPrototypeOf(mergeInput(request))).toBe(Object.prototype)
})

onEachEngine(
  'a deeply nested body is refused before it is parsed, wherever it is sent',
  async (world) => {
    const player = await world.player()
    const raw = `{"x":${'['.repeat(500_000)}${']'.repeat(500_000)}}`
    const sent = { raw, headers: { 'content-type': JSON_TYPE } }
    for (const path of ['/groups', '/users', '/nothing/here']) {
      const { status, text } = await player.send('POST', path, sent)
      expect([path, status, text]).toEqual([path, 400, expect.stringContaining('nested deeper')])
    }
  },
)
