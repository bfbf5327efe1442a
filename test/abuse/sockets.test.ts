import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect, Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { limits } from '../../src/limits.ts'
import { inTransaction } from '../../src/context.ts'
import { recordEvents } from '../../src/features/operations/events/rules.ts'
import { createKey } from '../support/attributes.ts'
import { openSilently, openSocket } from '../support/event-socket.ts'
import { ENGINES, onEachEngine, type Player, type World } from '../support/world.ts'
import { openLimited, OTHER_ADDRESS, OUR_ADDRESS, repeat } from './limited-world.ts'

/** The server's ends of the connections that are opened from now on. */
function watchConnections(): Socket[] {
  const sockets: Socket[] = []
  const add = (message: unknown) => {
    const socket: unknown = Object(message).socket
    if (socket instanceof Socket) sockets.push(socket)
  }
  subscribe('net.server.socket', add)
  onTestFinished(() => void unsubscribe('net.server.socket', add))
  return sockets
}

const EMPTY_FRAME = Buffer.from('818000000000', 'hex')

onEachEngine(
  'of a socket that goes on sending after its first frame nothing is read',
  async (world) => {
    const connections = watchConnections()
    const { hostname, port } = new URL(world.server.url)
    const client = connect(Number(port), hostname)
    onTestFinished(() => void client.destroy())
    client.on('error', () => {})
    client.write(
      'GET /api/v3/events/socket HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    )
    await once(client, 'data')
    const ours = connections.find(({ remotePort }) => remotePort === client.localPort)
    const closed = new Promise((resolve) => client.once('close', resolve))
    client.resume()
    client.write(Buffer.alloc(6 * 4_000_000, EMPTY_FRAME))
    await closed
    expect(ours?.bytesRead).toBeLessThan(1_000_000)
  },
)

onEachEngine('a socket that sends a second frame is closed with 4422', async (world) => {
  const { token } = await world.player()
  const { socket, frames, closed } = openSocket(world.server.url, { token })
  await expect.poll(() => frames.length).toBe(1)
  socket.send('{}')
  expect(await closed).toEqual([4422, 'invalid_input'])
})

/** Says who it is, over a socket that is open. */
async function signIn({ socket, closed }: ReturnType<typeof openSilently>, token: string) {
  const answer = once(socket, 'message').then(([data]) => JSON.parse(String(data)).type)
  socket.send(JSON.stringify({ token }))
  return Promise.race([answer, closed])
}

async function openAndSignIn({ server }: World, token: string, headers: Record<string, string>) {
  const client = openSilently(server.url, headers)
  expect(await client.opened).toBe(101)
  return signIn(client, token)
}

async function recordLongMessages({ context, game }: World, { id, username }: Player) {
  const user = { id, username, credits: 0, score: 0 }
  const created_at = new Date(0).toISOString()
  await inTransaction(context, (tx) =>
    recordEvents(
      tx,
      'message.posted',
      Array.from({ length: 500 }, (_, number) => ({
        game_id: game.id,
        actor_id: null,
        audience: 'user',
        audience_id: id,
        data: { id: number, chat_id: 1, text: 'x'.repeat(65_536), user, created_at },
      })),
    ),
  )
  context.live.wake()
}

onEachEngine(
  'more than a client may hold unread is not sent at once, over a socket or a stream',
  async (world) => {
    const player = await world.player()
    const socket = openSocket(world.server.url, { token: player.token })
    await expect.poll(() => socket.frames.length).toBe(1)
    const stream = await fetch(`${world.server.url}/api/v3/events/stream`, {
      headers: { 'authentication-token': player.token },
    })
    let streamed = 0
    const streaming = (async () => {
      for await (const chunk of stream.body ?? []) streamed += chunk.length
    })()
    await recordLongMessages(world, player)
    await expect(streaming).rejects.toThrow('terminated')
    expect(streamed).toBeLessThan(16_000_000)
    expect([4408, 1006]).toContain((await socket.closed)[0])
    expect(socket.frames.length).toBeLessThan(400)
  },
)

for (const engine of ENGINES) {
  test(`silent sockets of one address leave places for others [${engine}]`, async () => {
    const { world } = await openLimited(engine, '')
    const { token } = await world.player()
    const { url } = world.server
    const max = limits.silent_sockets_of_address.value
    const first = openSilently(url, OUR_ADDRESS)
    expect(await first.opened).toBe(101)
    const others = await repeat(max - 1, () => openSilently(url, OUR_ADDRESS).opened)
    expect(new Set(others)).toEqual(new Set([101]))
    expect(await openSilently(url, OUR_ADDRESS).opened).toBe(429)
    expect(await openAndSignIn(world, token, OTHER_ADDRESS)).toBe('ready')

    expect(await signIn(first, token)).toBe('ready')
    expect(await openAndSignIn(world, token, OUR_ADDRESS)).toBe('ready')
  })

  test(`when many sockets are silent, the oldest gives way to a new one [${engine}]`, async () => {
    const { world } = await openLimited(engine, '')
    const { token } = await world.player()
    const open = async (index: number) => {
      const client = openSilently(world.server.url, { 'x-forwarded-for': `192.0.2.${index % 20}` })
      expect(await client.opened).toBe(101)
      return client
    }
    const oldest = await open(0)
    for (let n = 0; n < limits.silent_sockets.value; n += 100)
      await repeat(Math.min(100, limits.silent_sockets.value - 1 - n), open)
    expect(oldest.socket.readyState).toBe(oldest.socket.OPEN)
    expect(await openAndSignIn(world, token, OUR_ADDRESS)).toBe('ready')
    expect((await oldest.closed)[0]).toBe(1006)
  })

  test(`one address takes a part of the streams of a process, and a server as many as it wants [${engine}]`, async () => {
    const { world } = await openLimited(engine, '', { MAX_STREAMS: '8' })
    const [ana, ben] = [await world.player(), await world.player()]
    const { url } = world.server
    const first = openSilently(url, OUR_ADDRESS)
    await first.opened
    expect(await signIn(first, ana.token)).toBe('ready')
    const gone = new AbortController()
    const stream = await fetch(`${url}/api/v3/events/stream`, {
      signal: gone.signal,
      headers: { ...OUR_ADDRESS, 'authentication-token': ana.token },
    })
    expect(stream.status).toBe(200)
    const poll = await ben.get('/events', OUR_ADDRESS)
    expect([poll.status, poll.headers.get('x-error-code')]).toEqual([429, 'too_many_streams'])
    expect(await openAndSignIn(world, ben.token, OUR_ADDRESS)).toEqual([4429, 'too_many_streams'])
    expect((await ben.get('/events', OTHER_ADDRESS)).status).toBe(200)
    const key = await createKey(world)
    const asServer = { ...OUR_ADDRESS, ...key, 'current-user-id': String(ben.id) }
    expect((await world.visitor.get('/events', asServer)).status).toBe(200)

    gone.abort()
    first.socket.close()
    await expect.poll(async () => (await ben.get('/events', OUR_ADDRESS)).status).toBe(200)
    expect(await openAndSignIn(world, ben.token, OUR_ADDRESS)).toBe('ready')
  })

  test(`a socket counts as a read of its player, and a wrong token as one [${engine}]`, async () => {
    const { world } = await openLimited(engine, 'player_reads=2,address_unknown_tokens=2')
    const [ana, ben] = [await world.player(), await world.player()]
    const open = (token: string) => openAndSignIn(world, token, OUR_ADDRESS)
    const too_many = [4429, 'too_many_requests']
    expect([await open(ana.token), await open(ana.token)]).toEqual(['ready', 'ready'])
    expect(await open(ana.token)).toEqual(too_many)
    expect((await ana.get('/friends', OUR_ADDRESS)).status).toBe(429)

    const unknown = [4401, 'not_signed_in']
    expect([await open('wrong'), await open('')]).toEqual([unknown, unknown])
    expect(await open('wrong')).toEqual(too_many)
    expect(await open(ben.token)).toBe('ready')
  })

  test(`sockets of a player that come too fast wait, and too many are refused [${engine}]`, async () => {
    const { world } = await openLimited(engine, 'player_pace=2')
    const { token } = await world.player()
    // Two begin at once, and two wait for up to a period.
    const answers = await repeat(6, () => openAndSignIn(world, token, OUR_ADDRESS))
    expect(answers.filter((answer) => answer === 'ready')).toHaveLength(4)
    expect(answers.filter((answer) => answer !== 'ready')).toEqual([
      [4429, 'too_many_requests'],
      [4429, 'too_many_requests'],
    ])
  })
}
