import { once } from 'node:events'
import { connect } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { emptyDatabase, ENGINES } from '../support/world.ts'
import { openProxy } from '../support/proxy.ts'
import { serveFirstGame } from '../support/first-game.ts'
import { serve } from '../support/servers.ts'

const CLOSE = { connection: 'close' }

interface Tally {
  signed_up: string[]
  unanswered: number
  statuses: Set<number>
}

type SignUp = Awaited<ReturnType<typeof serveFirstGame>>['signUp']

/** Signs up one player after the other until the server is gone. */
async function keepSigningUp(signUp: SignUp, worker: number, tally: Tally): Promise<void> {
  for (let count = 0; count < 10_000; count++) {
    const username = `w${worker}-${count}`
    let status: number
    try {
      ;({ status } = await signUp(username))
    } catch (error) {
      // A refused connection was not accepted; one that broke later was accepted and not answered.
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
      if (!(cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED'))
        tally.unanswered++
      return
    }
    tally.statuses.add(status)
    if (status === 200) tally.signed_up.push(username)
  }
}

async function loadedServer(database_url: string) {
  const server = await serveFirstGame({ DATABASE_URL: database_url, RATE_LIMIT: 'off' })
  const { program, game_token, signUp } = server
  const credentials = { game_id: 1, game_token }
  const tally: Tally = { signed_up: [], unanswered: 0, statuses: new Set() }
  const load = Promise.all(
    Array.from({ length: 8 }, (_, worker) => keepSigningUp(signUp, worker, tally)),
  )
  while (tally.signed_up.length < 30) await new Promise((resume) => setTimeout(resume, 20))
  return { program, credentials, tally, load }
}

async function signInAll(url: string, credentials: object, usernames: string[]): Promise<number[]> {
  const replies = await Promise.all(
    usernames.map((email) =>
      fetch(`${url}/api/v3/sessions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...credentials, email, password: 'secret1' }),
      }),
    ),
  )
  return replies.map(({ status }) => status)
}

for (const engine of ENGINES) {
  test(`a stop under load answers every accepted request and exits with code 0 [${engine}]`, async () => {
    const { url, remove } = await emptyDatabase(engine)
    const { program, tally, load } = await loadedServer(url)
    const code = await program.kill('SIGTERM')
    await load
    expect(code).toBe(0)
    expect([...tally.statuses]).toEqual([200])
    expect(tally.unanswered).toBe(0)
    await remove()
  })

  test(`after kill -9 under load, every player whose sign-up was answered can sign in [${engine}]`, async () => {
    const database = await emptyDatabase(engine)
    const { program, credentials, tally, load } = await loadedServer(database.url)
    await program.kill('SIGKILL')
    await load
    const { program: second, url } = await serve({ DATABASE_URL: database.url, RATE_LIMIT: 'off' })
    const statuses = await signInAll(url, credentials, tally.signed_up)
    expect(statuses.filter((status) => status !== 200)).toEqual([])
    expect(statuses.length).toBeGreaterThanOrEqual(30)
    expect(await second.kill('SIGTERM')).toBe(0)
    await database.remove()
  })
}

test('a stop does not cut an answer that its client reads slowly [sqlite]', async () => {
  const { url, remove } = await emptyDatabase('sqlite')
  const { program, url: server_url } = await serve({ DATABASE_URL: url })
  const address = new URL(server_url)
  const length = (await (await fetch(`${server_url}/docs/scalar.js`)).arrayBuffer()).byteLength
  const client = connect(Number(address.port), address.hostname)
  let bytes = 0
  client.on('data', (part) => (bytes += part.length))
  client.write('GET /docs/scalar.js HTTP/1.1\r\nhost: playkeep\r\n\r\n')
  await once(client, 'data')
  client.pause()

  const stopped = program.kill('SIGTERM')
  await sleep(1000)
  client.resume()
  await once(client, 'close')

  expect(bytes).toBeGreaterThan(length)
  expect(await stopped).toBe(0)
  await remove()
})

test('a server stops even if the database no longer answers [postgres]', async () => {
  const database = await emptyDatabase('postgres')
  const proxied = new URL(database.url)
  const proxy = await openProxy({ host: proxied.hostname, port: Number(proxied.port) })
  proxied.port = String(proxy.port)
  const { program, signUp } = await serveFirstGame({ DATABASE_URL: proxied.href })
  proxy.freeze()
  // A request that waits for the database, and a count of requests that cannot be written.
  const waiting = signUp('waiting').catch(() => undefined)
  // 1 if a step of the stop was given up: how many are depends on which limit comes first.
  expect([0, 1]).toContain(await program.kill('SIGTERM'))
  expect(program.stdout).toContain('"msg":"stopped"')
  await waiting
  proxy.close()
  await database.remove()
})

test('a stop ends although another process holds the write lock of the database [sqlite]', async () => {
  const database = await emptyDatabase('sqlite')
  const { program, url, signUp } = await serveFirstGame({ DATABASE_URL: database.url })
  // The server itself may be writing at that moment: the other process waits for its turn.
  const other = new DatabaseSync(database.url.replace('sqlite:', ''), { timeout: 60_000 })
  other.exec('begin immediate')
  const waiting = signUp('waiting')
  // While the write waits for the lock, the server answers others.
  await expect.poll(async () => (await fetch(`${url}/ready`)).status).toBe(200)
  const stopped = program.kill('SIGTERM')
  expect([503, undefined]).toContain((await waiting.catch(() => undefined))?.status)
  await stopped
  other.close()
  await database.remove()
})

for (const WORKERS of ['1', '2']) {
  test(`while it drains, the server works and only says that it is not ready; a second signal ends this, WORKERS=${WORKERS} [postgres]`, async () => {
    const database = await emptyDatabase('postgres')
    const env = { DATABASE_URL: database.url, DRAIN_SECONDS: '600', WORKERS }
    const { program, url, signUp } = await serveFirstGame(env)
    // To all processes, as systemd does.
    const stopped = program.killGroup('SIGTERM')
    const ready = async () => (await fetch(`${url}/ready`, { headers: CLOSE })).status
    await expect
      .poll(() => Promise.all([ready(), ready(), ready(), ready()]))
      .toEqual([503, 503, 503, 503])
    // Long enough for a stop without a drain.
    await sleep(2000)
    expect(await ready()).toBe(503)
    expect((await signUp('late')).status).toBe(200)
    expect((await fetch(`${url}/health`)).headers.get('connection')).toBe('keep-alive')
    program.process.kill('SIGTERM')
    expect(await stopped).toBe(0)
    await database.remove()
  })
}

test('a drain ends by itself [sqlite]', async () => {
  const database = await emptyDatabase('sqlite')
  const { program } = await serve({ DATABASE_URL: database.url, DRAIN_SECONDS: '1' })
  expect(await program.kill('SIGTERM')).toBe(0)
  expect(program.stdout).toContain('"msg":"draining"')
  await database.remove()
})
