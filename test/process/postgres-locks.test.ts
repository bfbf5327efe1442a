import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { serve, waitForOutput } from '../support/servers.ts'
import { emptyDatabase } from '../support/world.ts'

const HELD_MS = 8000
/** As many requests of one player are handled at once. */
const AT_ONCE = 8
/** Five seconds, and what a busy machine may add. */
const MAX_MS = 25_000

/** A server with players, and somebody else who can lock what it needs. */
async function serverWithPlayers() {
  const database = await emptyDatabase('postgres')
  const { program, url } = await serve({ DATABASE_URL: database.url, RATE_LIMIT: 'off' })
  const game_token = await waitForOutput(program, /game_token {2}(\S+)\n/)
  const holder = new pg.Client(database.url)
  await holder.connect()
  onTestFinished(async () => {
    await program.kill('SIGKILL')
    await holder.end()
    await database.remove()
  })
  const call = (method: string, path: string, body?: object, token = '') =>
    fetch(`${url}/api/v3${path}`, {
      method,
      headers: { 'content-type': 'application/json', 'authentication-token': token },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  const signUp = async (username: string) => {
    const email = `${username}@example.com`
    const password = { password: 'secret1', password_confirmation: 'secret1' }
    const account = { game_id: 1, game_token, username, email, ...password }
    const { id, authentication_token } = await (await call('POST', '/users', account)).json()
    const user = `/users/${id}`
    return {
      id: Number(id),
      write: () => call('POST', `${user}/add_credits`, { credits: 1 }, authentication_token),
      read: () => call('GET', user, undefined, authentication_token),
      readBlocks: () => call('GET', '/blocks', undefined, authentication_token),
    }
  }
  return { holder, ada: await signUp('ada'), others: await Promise.all(OTHERS.map(signUp)) }
}

const OTHERS = ['bob', 'cem', 'dan', 'eva', 'fay', 'gus', 'hal', 'ina']

interface Answers {
  /** With the error code, if there is one. */
  statuses: Set<string>
  slowest_ms: number
}

/** Calls again and again until the time is over, `width` at once. */
async function repeat(call: () => Promise<Response>, width: number): Promise<Answers> {
  const until = performance.now() + HELD_MS
  const answers: Answers = { statuses: new Set(), slowest_ms: 0 }
  const worker = async () => {
    while (performance.now() < until) {
      const began = performance.now()
      const reply = await call()
      await reply.arrayBuffer()
      answers.slowest_ms = Math.max(answers.slowest_ms, performance.now() - began)
      answers.statuses.add([reply.status, reply.headers.get('x-error-code')].join(' ').trim())
      await sleep(20)
    }
  }
  await Promise.all(Array.from({ length: width }, worker))
  return answers
}

const together = async (all: Promise<Answers>[]) => {
  const answers = await Promise.all(all)
  return {
    statuses: new Set(answers.flatMap(({ statuses }) => [...statuses])),
    slowest_ms: Math.max(...answers.map(({ slowest_ms }) => slowest_ms)),
  }
}

test("a locked row stops that player's writes alone [postgres]", async () => {
  const { holder, ada, others } = await serverWithPlayers()
  await holder.query('begin')
  await holder.query('select id from users where id = $1 for update', [ada.id])

  const [locked, free] = await Promise.all([
    repeat(ada.write, AT_ONCE),
    together(others.flatMap((player) => [repeat(player.write, 1), repeat(player.read, 1)])),
  ])
  expect(locked.statuses).toEqual(new Set(['503 database_unavailable']))
  expect(locked.slowest_ms).toBeLessThan(MAX_MS)
  expect(free.statuses).toEqual(new Set(['200']))
  expect(free.slowest_ms).toBeLessThan(HELD_MS)

  await holder.query('rollback')
  await expect.poll(async () => (await ada.write()).status).toBe(200)
})

test('a locked table stops only what reads it, from the beginning [postgres]', async () => {
  const { holder, ada, others } = await serverWithPlayers()
  await holder.query('begin; lock table blocks in access exclusive mode')

  const [locked, free] = await Promise.all([
    repeat(ada.readBlocks, 40),
    together(others.map((player) => repeat(player.read, 2))),
  ])
  expect(locked.statuses).toEqual(new Set(['503 database_unavailable']))
  expect(locked.slowest_ms).toBeLessThan(MAX_MS)
  expect(free.statuses).toEqual(new Set(['200']))
  expect(free.slowest_ms).toBeLessThan(HELD_MS)

  await holder.query('rollback')
  await expect.poll(async () => (await ada.readBlocks()).status).toBe(200)
})
