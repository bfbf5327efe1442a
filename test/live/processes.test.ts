import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { serveFirstGame } from '../support/first-game.ts'
import { serve } from '../support/servers.ts'
import { emptyDatabase, Player } from '../support/world.ts'
import { openSocket } from '../support/event-socket.ts'

/** The same player at another server. */
const at = (url: string, { id, token, username, email }: Player) =>
  new Player(url, { id, username, display_email: email, authentication_token: token })

test('a message that is posted at one server reaches a socket at another [postgres]', async () => {
  const { url: DATABASE_URL, remove } = await emptyDatabase('postgres')
  const one = await serveFirstGame({ DATABASE_URL })
  const two = await serve({ DATABASE_URL })
  const [ana, ben] = [await one.signUpPlayer('ana'), await one.signUpPlayer('ben')]
  const { frames } = openSocket(two.url, { token: ben.token })
  await expect.poll(() => frames.length).toBe(1)
  const chat = (await ana.post('/chats', { usernames: ['ben'], text: 'first' })).body
  await expect.poll(() => frames.at(-1)?.data).toMatchObject({ text: 'first' })

  const times: number[] = []
  for (let n = 0; n < 30; n++) {
    const sent_at = performance.now()
    await ana.post('/messages', { chat_id: chat.id, text: `message ${n}` })
    await expect
      .poll(() => frames.at(-1)?.data, { interval: 1 })
      .toMatchObject({ text: `message ${n}` })
    times.push(performance.now() - sent_at)
  }
  console.log(
    `from one server to another: median ${Math.round(times.toSorted((a, b) => a - b)[15] ?? 0)} ms`,
  )
  // And the other way round.
  const back = openSocket(one.url, { token: ana.token })
  await expect.poll(() => back.frames.length).toBe(1)
  await at(two.url, ben).post('/messages', { chat_id: chat.id, text: 'answer' })
  await expect.poll(() => back.frames.at(-1)?.data).toMatchObject({ text: 'answer' })
  await Promise.all([one.program.kill('SIGTERM'), two.program.kill('SIGTERM')])
  await remove()
})

test('a message that one worker takes reaches a socket of another worker [sqlite]', async () => {
  const { url: DATABASE_URL, remove } = await emptyDatabase('sqlite')
  const { program, url, signUpPlayer } = await serveFirstGame({ DATABASE_URL, WORKERS: '2' })
  onTestFinished(async () => {
    await program.kill('SIGTERM')
    await remove()
  })
  const [ana, ben] = [await signUpPlayer('ana'), await signUpPlayer('ben')]
  // Connections go to the workers in turn.
  const sockets = [1, 2, 3, 4].map(() => openSocket(url, { token: ben.token }))
  await expect.poll(() => sockets.map(({ frames }) => frames.length)).toEqual([1, 1, 1, 1])
  await ana.post('/chats', { usernames: ['ben'], text: 'hello' })
  for (const { frames } of sockets)
    await expect.poll(() => frames.at(-1)?.data).toMatchObject({ text: 'hello' })
})

test('when a server stops, its sockets are told to come back, and resume at another without a gap [postgres]', async () => {
  const { url: DATABASE_URL, remove } = await emptyDatabase('postgres')
  const one = await serveFirstGame({ DATABASE_URL })
  const [ana, ben] = [await one.signUpPlayer('ana'), await one.signUpPlayer('ben')]
  const first = openSocket(one.url, { token: ben.token })
  await expect.poll(() => first.frames.length).toBe(1)
  const chat = (await ana.post('/chats', { usernames: ['ben'], text: 'before' })).body
  await expect.poll(() => first.frames.length).toBe(2)
  const cursor = first.frames[1]?.id
  expect(await one.program.kill('SIGTERM')).toBe(0)
  expect(await first.closed).toEqual([1012, 'server_restarts'])
  expect(first.frames.at(-1)?.type).toBe('reconnect')

  const two = await serve({ DATABASE_URL })
  await at(two.url, ana).post('/messages', { chat_id: chat.id, text: 'meanwhile' })
  const second = openSocket(two.url, { token: ben.token, after: cursor })
  await expect.poll(() => second.frames.map(({ data }) => data?.['text'])).toContain('meanwhile')
  expect(second.frames.filter(({ data }) => data)).toHaveLength(1)
  await two.program.kill('SIGTERM')
  await remove()
})

for (const engine of ['sqlite', 'postgres'] as const) {
  test(`a stream ends soon after its session [${engine}]`, async () => {
    const { url: DATABASE_URL, remove } = await emptyDatabase(engine)
    const { program, url, signUpPlayer } = await serveFirstGame({ DATABASE_URL })
    const ana = await signUpPlayer('ana')
    const { frames, closed } = openSocket(url, { token: ana.token })
    await expect.poll(() => frames.length).toBe(1)
    await ana.delete('/sessions')
    expect(await closed).toEqual([4401, 'not_signed_in'])
    expect(await program.kill('SIGTERM')).toBe(0)
    await remove()
  })
}

/** Opens a socket as `ws` does, and never sends or answers anything more. */
async function openSilentSocket(url: string): Promise<void> {
  const { hostname, port } = new URL(url)
  const connection = connect(Number(port), hostname)
  onTestFinished(() => void connection.destroy())
  connection.on('error', () => {})
  connection.write(
    `GET /api/v3/events/socket HTTP/1.1\r\nhost: ${hostname}\r\nconnection: Upgrade\r\nupgrade: websocket\r\n` +
      `sec-websocket-version: 13\r\nsec-websocket-key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
  )
  const [answer] = await once(connection, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1.1 101/)
}

test('a client that does not answer holds up no stop [sqlite]', async () => {
  const { url: DATABASE_URL, remove } = await emptyDatabase('sqlite')
  const { program, url } = await serveFirstGame({ DATABASE_URL })
  await openSilentSocket(url)
  expect(await program.kill('SIGTERM')).toBe(0)
  expect(program.stdout + program.stderr).not.toContain('took too long')
  await remove()
})

test('clients that poll again at once hold up no stop [sqlite]', async () => {
  const { url: DATABASE_URL, remove } = await emptyDatabase('sqlite')
  const { program, signUpPlayer } = await serveFirstGame({ DATABASE_URL })
  const ana = await signUpPlayer('ana')
  const statuses = new Set<number>()
  // Until the connection is refused.
  const keepPolling = async () => {
    for (;;) statuses.add((await ana.get('/events?wait=50')).status)
  }
  const polling = Promise.allSettled([keepPolling(), keepPolling(), keepPolling()])
  await expect.poll(async () => (await ana.get('/events')).status).toBe(200)
  expect(await program.kill('SIGTERM')).toBe(0)
  await polling
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
  expect(program.stdout + program.stderr).not.toMatch(/took too long|cut off/)
  await remove()
})
