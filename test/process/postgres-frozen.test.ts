import { expect, test } from 'vitest'
import { openProxy } from '../support/proxy.ts'
import { serveFirstGame } from '../support/first-game.ts'
import type { Program } from '../support/servers.ts'
import { emptyDatabase, type Reply } from '../support/world.ts'

/** What takes 5 to 20 seconds on an idle machine. */
const MAX_SECONDS = 60
/** What takes less than two seconds on an idle machine. */
const MAX_READY_SECONDS = 10

interface Frozen {
  url: string
  program: Program
  proxy: Awaited<ReturnType<typeof openProxy>>
  signUp(username: string): Promise<Reply>
  close(): Promise<void>
}

/** A server whose database stops answering, without closing its connections. */
async function withProxy(): Promise<Frozen> {
  const database = await emptyDatabase('postgres')
  const proxied = new URL(database.url)
  const proxy = await openProxy({ host: proxied.hostname, port: Number(proxied.port) })
  proxied.port = String(proxy.port)
  const env = { DATABASE_URL: proxied.href, RATE_LIMIT: 'off' }
  const { program, url, signUp } = await serveFirstGame(env)
  const close = async () => {
    await program.kill('SIGKILL')
    proxy.close()
    await database.remove()
  }
  return { url, program, proxy, signUp, close }
}

async function timed<T>(work: Promise<T>): Promise<{ value: T; seconds: number }> {
  const started = performance.now()
  const value = await work
  return { value, seconds: (performance.now() - started) / 1000 }
}

const names = (word: string, count: number) =>
  Array.from({ length: count }, (_, number) => `${word}-${number}`)

test('while the database is frozen, requests are answered with 503; when it is replaced, the server recovers [postgres]', async () => {
  const { signUp, url, proxy, close } = await withProxy()
  const before = await Promise.all(names('before', 20).map(signUp))
  expect(new Set(before.map(({ status }) => status))).toEqual(new Set([200]))

  proxy.freeze()
  const frozen = await timed(Promise.all(names('frozen', 20).map(signUp)))
  expect(new Set(frozen.value.map(({ status }) => status))).toEqual(new Set([503]))
  expect(frozen.value[0]?.headers.get('x-error-code')).toBe('database_unavailable')
  expect(frozen.seconds).toBeLessThan(MAX_SECONDS)

  proxy.replace()
  await expect
    .poll(async () => (await signUp(`after-${performance.now()}`.replace('.', '-'))).status)
    .toBe(200)
  await expect.poll(async () => (await fetch(`${url}/ready`)).status).toBe(200)
  await close()
})

test('connections to a database that was silently replaced are given up, also when it answers at once [postgres]', async () => {
  const { signUp, proxy, close } = await withProxy()
  await Promise.all(names('before', 20).map(signUp))

  proxy.freeze()
  proxy.replace()
  const allSignUp = async () => {
    const replies = await Promise.all(names(`p${Math.trunc(performance.now())}`, 8).map(signUp))
    return replies.every(({ status }) => status === 200)
  }
  await expect.poll(allSignUp).toBe(true)
  await close()
})

test('/ready answers 503 soon while the database is frozen and requests wait [postgres]', async () => {
  const { url, proxy, signUp, close } = await withProxy()
  await expect.poll(async () => (await fetch(`${url}/ready`)).status).toBe(200)

  proxy.freeze()
  const waiting = names('frozen', 20).map(signUp)
  for (let round = 0; round < 4; round++) {
    const { value, seconds } = await timed(fetch(`${url}/ready`))
    expect(value.status).toBe(503)
    expect(seconds).toBeLessThan(MAX_READY_SECONDS)
  }
  await Promise.all(waiting)

  proxy.replace()
  await expect.poll(async () => (await fetch(`${url}/ready`)).status).toBe(200)
  await close()
})
