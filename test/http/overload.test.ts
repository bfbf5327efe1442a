import { type Socket, connect } from 'node:net'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { statement } from '../../src/storage/statement.ts'
import { ENGINES, onEachEngine, openWorld, type Player, type World } from '../support/world.ts'

const SHORT_TIMEOUTS = {
  headers_ms: 1000,
  request_ms: 2000,
  inactivity_ms: 2000,
  check_every_ms: 50,
}
const LIMIT = 8

const touchUser = statement<{ id: number }>(`update users set score = score where id = :id`, {
  updates: 'users',
})

async function activeRequests({ visitor }: World): Promise<number> {
  const { text } = await visitor.get('//metrics')
  // Without the request for the metrics itself.
  return Number(/^playkeep_requests_active (\d+)$/m.exec(text)?.[1]) - 1
}

/** Waits until no request is active several times in a row; returns the last number. */
async function activeAfterwards(world: World): Promise<number> {
  let active = 0
  for (let tries = 0, quiet = 0; tries < 500 && quiet < 5; tries++) {
    active = await activeRequests(world)
    quiet = active === 0 ? quiet + 1 : 0
    await sleep(20)
  }
  return active
}

/** Opens a connection and sends a part of a request. `answered` resolves to the first bytes of the answer, `closed` to all of it. */
async function sendPartially(
  world: World,
  bytes: string,
): Promise<{ socket: Socket; answered: Promise<string>; closed: Promise<string> }> {
  const { hostname, port } = new URL(world.server.url)
  const socket = connect(Number(port), hostname)
  const answered = new Promise<string>((resolve) => {
    socket.once('data', (chunk) => resolve(chunk.toString()))
  })
  const closed = new Promise<string>((resolve) => {
    let text = ''
    socket.on('data', (chunk) => (text += chunk.toString()))
    socket.on('error', () => {}).on('close', () => resolve(text))
  })
  await new Promise((resolve) => socket.once('connect', resolve))
  socket.write(bytes)
  return { socket, answered, closed }
}

const post = (player: Player, path: string, length: number) =>
  `POST /api/v3${path} HTTP/1.1\r\nhost: x\r\nauthentication-token: ${player.token}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`

/** Makes every write to this player's row wait until the returned function is called, as a slow disk would. */
async function blockWrites(world: World, player: Player): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const transaction = world.context.db.transaction(async (tx) => {
    await tx.run(touchUser, { id: player.id })
    begun.resolve()
    await promise
  })
  await begun.promise
  return () => (resolve(), transaction)
}

/** Waits until that many of the requests are answered. */
async function waitForAnswers(requests: Promise<unknown>[], expected: number): Promise<void> {
  let count = 0
  await new Promise<void>((resolve, reject) => {
    for (const request of requests)
      request.then(() => ++count === expected && resolve()).catch(reject)
  })
}

const addScore = (player: Player) => player.post(player.at('add_score'), { score: 1 })

for (const engine of ENGINES) {
  test(`of many requests beyond the limit, each is answered or rejected, and rejected ones change nothing [${engine}]`, async () => {
    const { world, close } = await openWorld(engine, { MAX_REQUESTS: String(LIMIT) })
    const player = await world.player()
    const unblock = await blockWrites(world, player)
    // Not too many: PostgreSQL gives up writes that have waited five seconds for a lock.
    const wave = Array.from({ length: 100 }, () => addScore(player))
    await waitForAnswers(wave, 100 - LIMIT)
    const probe = async (path: string) => (await world.visitor.get(path)).status
    await expect
      .poll(() => Promise.all(['//health', '//ready', '//metrics'].map(probe)))
      .toEqual([200, 200, 200])
    await unblock()
    const replies = await Promise.all(wave)
    const rejected = replies.filter(({ status }) => status === 503)

    expect(replies.filter(({ status }) => status === 200)).toHaveLength(LIMIT)
    expect(rejected).toHaveLength(100 - LIMIT)
    for (const { headers, text } of rejected) {
      expect(headers.get('retry-after')).toBe('1')
      expect(headers.get('x-error-code')).toBe('overloaded')
      expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
      expect(text).toBe('The server has too many requests at once: try again shortly.')
    }
    expect((await player.profile()).score).toBe(LIMIT)
    expect((await addScore(player)).body.score).toBe(LIMIT + 1)
    expect((await world.visitor.get('//metrics')).text).toContain(
      `playkeep_requests_rejected_total ${rejected.length}\n`,
    )
    expect(await activeAfterwards(world)).toBe(0)
    await close()
  })

  test(`many concurrent sign-ins leave slots for other requests [${engine}]`, async () => {
    const { world, close } = await openWorld(engine, { MAX_REQUESTS: '60' })
    const { passwords } = world.context
    const player = await world.player()
    const account = { game_id: world.game.id, email: player.email, password: 'password' }
    const gate = Promise.withResolvers<void>()
    const checks = Array.from({ length: availableParallelism() }, () =>
      passwords.matches('x', null, { address: '', before: () => gate.promise }),
    )
    const sign_ins = Array.from({ length: 300 }, () => world.visitor.post('/sessions', account))
    // Half of the slots may wait for a password check.
    await waitForAnswers(sign_ins, 300 - 30)
    expect(passwords.waiting).toBe(30)
    const played = await Promise.all(Array.from({ length: 5 }, () => addScore(player)))
    expect(played.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    gate.resolve()
    await Promise.all(checks)
    const codes = (await Promise.all(sign_ins)).map(
      ({ status, headers }) => headers.get('x-error-code') ?? status,
    )
    expect(codes.filter((code) => code === 200)).toHaveLength(30)
    for (const code of codes) expect([200, 'busy', 'overloaded']).toContain(code)
    await close()
  })

  test(`connections with slow headers or bodies, silent and half-open ones are closed and hold no slot [${engine}]`, async () => {
    const { world, close } = await openWorld(
      engine,
      { MAX_REQUESTS: '2' },
      { timeouts: SHORT_TIMEOUTS },
    )
    const player = await world.player()
    const slow = await Promise.all([
      ...Array.from({ length: 5 }, () => sendPartially(world, '')),
      ...Array.from({ length: 5 }, () => sendPartially(world, 'GET /api/v3/groups HTTP/1.1\r\nho')),
      ...Array.from({ length: 5 }, () =>
        sendPartially(world, `${post(player, '/groups', 100)}{"na`),
      ),
      ...Array.from({ length: 5 }, () => sendPartially(world, post(player, '/groups', 1_000_000))),
    ])
    const [half_open] = slow
    half_open?.socket.end()
    // They hold no slots: the server has two, and this request gets one at once.
    expect((await player.post('/groups', { name: 'Swift' })).status).toBe(201)
    const drip = () => slow.forEach(({ socket }) => socket.write(' '))
    // After what has arrived was read: a write to a connection that the server has closed would discard the answer.
    const sending = setInterval(() => setImmediate(drip), 40)
    const answers = await Promise.all(slow.map(({ closed }) => closed))
    clearInterval(sending)
    for (const answer of answers.slice(5)) {
      expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
      expect(answer).toContain('content-type: text/plain; charset=utf-8')
    }
    expect(await activeAfterwards(world)).toBe(0)
    expect((await player.get('/groups')).body.groups).toHaveLength(1)
    await close()
  })

  test(`requests whose client disconnected release their slots [${engine}]`, async () => {
    const { world, close } = await openWorld(engine, { MAX_REQUESTS: '4' })
    const player = await world.player()
    const body = '{"score":1}'
    for (let round = 0; round < 10; round++) {
      const aborted = await Promise.all([
        sendPartially(world, `${post(player, player.at('add_score'), 50)}{`),
        sendPartially(world, post(player, player.at('add_score'), body.length) + body),
        sendPartially(world, (post(player, player.at('add_score'), body.length) + body).repeat(6)),
        sendPartially(world, post(player, player.at('add_score'), 900_000)),
        sendPartially(world, 'GET /api/v3/%zz HTTP/1.1\r\nhost: x\r\n\r\n'),
      ])
      for (const { socket } of aborted) socket.destroy()
      await Promise.all(aborted.map(({ closed }) => closed))
    }
    expect(await activeAfterwards(world)).toBe(0)
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => player.get(`/users/${player.id}`)),
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    await close()
  })

  test(`large bodies beyond the memory limit are rejected, while small ones are accepted [${engine}]`, async () => {
    const { world, close } = await openWorld(engine)
    const player = await world.player()
    const senders = await Promise.all(
      Array.from({ length: 140 }, () =>
        sendPartially(world, post(player, '/groups', 1_048_576) + 'x'.repeat(1_040_000)),
      ),
    )
    expect(await Promise.race(senders.map(({ answered }) => answered))).toMatch(
      /^HTTP\/1\.1 503 [^]*x-error-code: overloaded/,
    )
    expect((await player.post('/groups', { name: 'Small' })).status).toBe(201)
    // A body that was refused in the middle leaves room for smaller ones.
    const attributes = Array.from({ length: 16 }, (_, n) => ({
      key: `${n}`,
      value: 'x'.repeat(64_000),
    }))
    const sendLarge = async () =>
      (await player.post(player.at('add_game_user_attribute'), { attributes })).status
    await expect.poll(sendLarge).toBe(503)
    for (const { socket } of senders) socket.destroy()
    await Promise.all(senders.map(({ closed }) => closed))
    expect(await activeAfterwards(world)).toBe(0)
    expect(await sendLarge()).toBe(200)
    await close()
  })
}

onEachEngine('100 concurrent requests are below the default limit', async (world) => {
  const player = await world.player()
  const replies = await Promise.all(
    Array.from({ length: 100 }, () => player.post(player.at('add_score'), { score: 1 })),
  )
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
})
