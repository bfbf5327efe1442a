import { expect, onTestFinished, test } from 'vitest'
import { openSocket } from '../support/event-socket.ts'
import { serveFirstGame } from '../support/first-game.ts'
import { isInstalled, startProxy } from '../support/reverse-proxies.ts'
import { serve } from '../support/servers.ts'
import { emptyDatabase, Player } from '../support/world.ts'

/** Collects the text of a stream as it comes. */
async function openStream(url: string, token: string) {
  const stopping = new AbortController()
  onTestFinished(() => stopping.abort())
  const response = await fetch(`${url}/api/v3/events/stream`, {
    headers: { 'authentication-token': token },
    signal: stopping.signal,
  })
  const stream = { text: '' }
  const collect = async () => {
    for await (const bytes of response.body ?? []) stream.text += Buffer.from(bytes).toString()
  }
  void collect().catch(() => {})
  return stream
}

for (const name of ['haproxy', 'nginx', 'nginx for one server'] as const) {
  test.skipIf(!isInstalled(name))(
    `socket, stream and long poll work through ${name} as documented [sqlite]`,
    async () => {
      const { url: DATABASE_URL, remove } = await emptyDatabase('sqlite')
      const server = await serveFirstGame({ DATABASE_URL, TRUST_PROXY: '1' })
      const port = Number(new URL(server.url).port)
      const proxy = await startProxy(name, [port, port])
      const ana = await server.signUpPlayer('ana')
      const ben = await server.signUpPlayer('ben')
      const { id, username, email, token } = ben
      const proxied = new Player(proxy.url, {
        id,
        username,
        display_email: email,
        authentication_token: token,
      })
      const { frames } = openSocket(proxy.url, { token })
      await expect.poll(() => frames.map(({ type }) => type)).toEqual(['ready'])
      const stream = await openStream(proxy.url, token)
      const { cursor } = (await proxied.get('/events')).body
      const poll = proxied.get(`/events?after=${cursor}&wait=20`)

      await ana.post('/friendships', { username: 'ben' })

      await expect.poll(() => frames.at(-1)?.type).toBe('friend_request.received')
      await expect.poll(() => stream.text).toContain('event: friend_request.received')
      expect((await poll).body.events).toHaveLength(1)
      await proxy.close()
      expect(await server.program.kill('SIGTERM')).toBe(0)
      await remove()
    },
  )
}

test.skipIf(!isInstalled('haproxy'))(
  'HAProxy keeps what stays open apart from other requests, however its address is spelled [sqlite]',
  async () => {
    const { url: DATABASE_URL, remove } = await emptyDatabase('sqlite')
    const { program, url } = await serve({ DATABASE_URL })
    const port = Number(new URL(url).port)
    const proxy = await startProxy('haproxy', [port, port])
    const backendOf = async (path: string) => {
      await fetch(proxy.url + path)
      const readLog = () => {
        const lines = proxy.program.stdout.split('\n')
        const line = lines.find((one) => one.includes(` GET ${path} `))
        return /(streams|servers)\/(?:one|two)/.exec(line ?? '')?.[1]
      }
      await expect.poll(readLog).toBeDefined()
      return readLog()
    }
    expect(await backendOf('/api/v3/events')).toBe('streams')
    expect(await backendOf('/api/v3/events/socket')).toBe('streams')
    expect(await backendOf('/api//v3/%65vents/stream/')).toBe('streams')
    expect(await backendOf('/api/v3/events_of_another_kind')).toBe('servers')
    expect(await backendOf('/api/v3/users/1')).toBe('servers')
    await proxy.close()
    expect(await program.kill('SIGTERM')).toBe(0)
    await remove()
  },
)
