import { expect, test } from 'vitest'
import { openProxy } from '../support/proxy.ts'
import { type Program, serve, waitForOutput } from '../support/servers.ts'
import { emptyDatabase } from '../support/world.ts'

interface Frozen {
  url: string
  program: Program
  proxy: Awaited<ReturnType<typeof openProxy>>
  signUp(username: string): Promise<Response>
  close(): Promise<void>
}

/** A server whose database stops answering, without closing its connections. */
async function withProxy(): Promise<Frozen> {
  const database = await emptyDatabase('postgres')
  const proxied = new URL(database.url)
  const proxy = await openProxy({ host: proxied.hostname, port: Number(proxied.port) })
  proxied.port = String(proxy.port)
  const { program, url } = await serve({ DATABASE_URL: proxied.href, RATE_LIMIT: 'off' })
  const game_token = await waitForOutput(program, /game_token {2}(\S+)\n/)
  const signUp = (username: string) =>
    fetch(`${url}/api/v3/users`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        game_id: 1,
        game_token,
        username,
        email: `${username}@example.com`,
        password: 'secret1',
        password_confirmation: 'secret1',
      }),
    })
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
  expect(frozen.seconds).toBeLessThan(20)

  proxy.replace()
  const { seconds } = await timed(
    expect
      .poll(async () => (await signUp(`after-${performance.now()}`.replace('.', '-'))).status, {
        timeout: 40_000,
      })
      .toBe(200),
  )
  expect(seconds).toBeLessThan(20)
  expect((await fetch(`${url}/ready`)).status).toBe(200)
  await close()
})

test('connections to a database that was silently replaced are given up, also when it answers at once [postgres]', async () => {
  const { signUp, proxy, close } = await withProxy()
  await Promise.all(names('before', 20).map(signUp))

  proxy.freeze()
  proxy.replace()
  const { seconds } = await timed(
    expect
      .poll(
        async () => {
          const replies = await Promise.all(
            names(`p${Math.trunc(performance.now())}`, 8).map(signUp),
          )
          return replies.every(({ status }) => status === 200)
        },
        { timeout: 50_000 },
      )
      .toBe(true),
  )
  expect(seconds).toBeLessThan(20)
  await close()
})

test('/ready answers 503 within two seconds while the database is frozen [postgres]', async () => {
  const { url, proxy, signUp, close } = await withProxy()
  expect((await fetch(`${url}/ready`)).status).toBe(200)

  proxy.freeze()
  const waiting = names('frozen', 20).map(signUp)
  for (let round = 0; round < 4; round++) {
    const { value, seconds } = await timed(fetch(`${url}/ready`))
    expect(value.status).toBe(503)
    expect(seconds).toBeLessThan(2.5)
  }
  await Promise.all(waiting)

  proxy.replace()
  await expect.poll(async () => (await fetch(`${url}/ready`)).status, { timeout: 20_000 }).toBe(200)
  await close()
})
