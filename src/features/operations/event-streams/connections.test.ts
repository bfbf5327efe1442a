import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { WebSocket as Socket } from 'ws'
import { openSocket } from '../../../../test/support/event-socket.ts'
import { onEachEngine, type Player, type World } from '../../../../test/support/world.ts'
import { inTransaction } from '../../../context.ts'
import { recordEvents } from '../events/rules.ts'

const open = (world: World, headers: Record<string, string>, signal?: AbortSignal) =>
  fetch(`${world.server.url}/api/v3/events/stream`, { headers, signal: signal ?? null })

/** The first block of a stream. */
async function readBlock({ body }: Response): Promise<string> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (!text.includes('\n\n')) text += (await reader?.read())?.value ?? '\n\n'
  await reader?.cancel()
  return text
}

/** What a stream has sent so far. */
function collect({ body }: Response) {
  const received = { text: '', ended: false }
  const read = async () => {
    for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) received.text += text
    received.ended = true
  }
  void read()
  return received
}

async function recordMessages(world: World, { id, username }: Player, count: number) {
  const user = { id, username, credits: 0, score: 0 }
  const created_at = new Date(0).toISOString()
  await inTransaction(world.context, (tx) =>
    recordEvents(
      tx,
      'message.posted',
      Array.from({ length: count }, (_, number) => ({
        game_id: world.game.id,
        actor_id: null,
        audience: 'user',
        audience_id: id,
        data: { id: number, chat_id: 1, text: 'hello', user, created_at },
      })),
    ),
  )
}

onEachEngine('a client that has had no event yet resumes without a gap', async (world) => {
  const ben = await world.player()
  const first = openSocket(world.server.url, { token: ben.token })
  await expect.poll(() => first.frames.length).toBe(1)
  const block = await readBlock(await open(world, { 'authentication-token': ben.token }))
  const of_stream = /^id: (\S+)\n\n/.exec(block)?.[1]
  first.socket.close()
  await first.closed
  await recordMessages(world, ben, 2)
  for (const after of [first.frames[0]?.cursor, of_stream]) {
    expect(after).toMatch(/^[0-9a-f]{8}-\d+-\d+$/)
    const again = openSocket(world.server.url, { token: ben.token, after })
    await expect
      .poll(() => again.frames.map(({ type }) => type))
      .toEqual(['ready', 'message.posted', 'message.posted'])
  }
})

onEachEngine('a position that the log has not reached is refused as too old', async (world) => {
  const ben = await world.player()
  const [name, transaction_id, id] = (await ben.get('/events')).body.cursor.split('-')
  const later = 1_000_000_000
  const after = `${name}-${Number(transaction_id) + (world.engine === 'sqlite' ? 0 : later)}-${Number(id) + later}`
  const { status, headers } = await ben.get(`/events?after=${after}`)
  expect([status, headers.get('x-error-code')]).toEqual([410, 'cursor_too_old'])
})

onEachEngine('requests whose client has gone give their places back', async (world) => {
  const ben = await world.player()
  const headers = { 'authentication-token': ben.token }
  for (let n = 0; n < 8; n++) {
    const gone = new AbortController()
    const waiting = fetch(`${world.server.url}/api/v3/events?wait=50`, {
      headers,
      signal: gone.signal,
    }).catch(() => {})
    const stream = await open(world, headers, gone.signal)
    expect(stream.status).toBe(200)
    gone.abort()
    await waiting
    await expect.poll(async () => (await ben.get('/events')).status).toBe(200)
  }
})

onEachEngine('the stream of a service key ends soon after the key is revoked', async (world) => {
  const [ana, ben] = [await world.player(), await world.player()]
  const keys = `//admin/api/games/${world.game.id}/service_keys`
  const key = (await world.system.post(keys, { name: 'watcher' })).body
  const stream = await open(world, {
    'service-key-name': 'watcher',
    'service-key-token': key.token,
    'current-user-id': String(ana.id),
  })
  expect(stream.status).toBe(200)
  const received = collect(stream)
  await ana.post('/friendships', { username: ben.username })
  await expect.poll(() => received.text).toContain('event: friend_request.received\n')
  await world.system.delete(`//admin/api/service_keys/${key.id}`)
  await expect.poll(() => received.ended).toBe(true)
  expect(received.text).toMatch(/event: not_signed_in\n[^\n]*\n\n$/)
})

onEachEngine(
  'a session that ends while its stream catches up ends it, and nothing else',
  async (world) => {
    const ben = await world.player()
    const { cursor } = (await ben.get('/events')).body
    await recordMessages(world, ben, 3000)
    const streams = Array.from({ length: 3 }, () =>
      open(world, { 'authentication-token': ben.token, 'last-event-id': cursor }),
    )
    await Promise.all(streams)
    await ben.delete('/sessions')
    for (const stream of streams) expect(await (await stream).text()).toContain('not_signed_in')
    expect((await world.player()).id).toBeGreaterThan(ben.id)
  },
)

onEachEngine('a socket that sends many pings is closed', async (world) => {
  const socket = new Socket(`${world.server.url.replace('http', 'ws')}/api/v3/events/socket`)
  await once(socket, 'open')
  socket.on('error', () => {})
  const closed = once(socket, 'close')
  for (let n = 0; n < 200; n++) socket.ping('x'.repeat(125))
  const [code] = await closed
  expect(code).toBe(1006)
})

onEachEngine('clients that go away before their stream begins are counted once', async (world) => {
  const ben = await world.player()
  const { port } = new URL(world.server.url)
  const request = `GET /api/v3/events/stream HTTP/1.1\r\nhost: test\r\nauthentication-token: ${ben.token}\r\n\r\n`
  for (let wait_ms = 0; wait_ms < 40; wait_ms++) {
    const socket = connect(Number(port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write(request)
    await sleep(wait_ms / 4)
    socket.resetAndDestroy()
  }
  const active = async () =>
    /^playkeep_requests_active (\S+)$/m.exec((await world.visitor.get('//metrics')).text)?.[1]
  // The metrics are a second old at most, and count the request for them.
  await expect.poll(active).toBe('1')
  expect(world.log.filter((line) => line.includes('a request failed'))).toEqual([])
})
