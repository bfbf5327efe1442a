import { type Socket, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { statement } from '../../src/storage/statement.ts'
import { ENGINES, onEachEngine, openWorld, type Player, type World } from '../support/world.ts'

const QUICK = { headers_ms: 300, request_ms: 600, inactivity_ms: 600, check_every_ms: 50 }
const LIMIT = 8

const touchUser = statement<{ id: number }>(`update users set score = score where id = :id`)

async function activeRequests({ visitor }: World): Promise<number> {
  const { text } = await visitor.get('//metrics')
  // The one who asks is active too.
  return Number(/^playkeep_requests_active (\d+)$/m.exec(text)?.[1]) - 1
}

/** Requests that are left when nothing comes any more. */
async function settled(world: World): Promise<number> {
  let active = 0
  for (let tries = 0, quiet = 0; tries < 500 && quiet < 5; tries++) {
    active = await activeRequests(world)
    quiet = active === 0 ? quiet + 1 : 0
    await sleep(20)
  }
  return active
}

/** A connection that has said so much and nothing more; resolves to what it got by the time it was cut. */
async function whisper(
  world: World,
  said: string,
): Promise<{ socket: Socket; cut: Promise<string> }> {
  const { hostname, port } = new URL(world.server.url)
  const socket = connect(Number(port), hostname)
  const cut = new Promise<string>((resolve) => {
    let text = ''
    socket.on('data', (chunk) => (text += chunk.toString()))
    socket.on('error', () => {}).on('close', () => resolve(text))
  })
  await new Promise((resolve) => socket.once('connect', resolve))
  socket.write(said)
  return { socket, cut }
}

const post = (player: Player, path: string, length: number) =>
  `POST /api/v3${path} HTTP/1.1\r\nhost: x\r\nauthentication-token: ${player.token}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`

/** Keeps every write to this player's row waiting until it is let go, as a slow disk would. */
async function holdWrites(world: World, player: Player): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const held = world.context.db.transaction(async (tx) => {
    await tx.run(touchUser, { id: player.id })
    begun.resolve()
    await promise
  })
  await begun.promise
  return () => (resolve(), held)
}

/** How many of them are answered, once so many are. */
async function answered(requests: Promise<unknown>[], enough: number): Promise<void> {
  let count = 0
  await new Promise<void>((resolve, reject) => {
    for (const request of requests)
      request.then(() => ++count === enough && resolve()).catch(reject)
  })
}

const addScore = (player: Player) => player.post(player.at('add_score'), { score: 1 })

for (const engine of ENGINES) {
  test(`far more requests than the limit: each is answered or sent away, and only the answered ones count [${engine}]`, async () => {
    const { world, close } = await openWorld(engine, { MAX_REQUESTS: String(LIMIT) })
    const player = await world.player()
    const letGo = await holdWrites(world, player)
    const wave = Array.from({ length: 400 }, () => addScore(player))
    await answered(wave, 400 - LIMIT)
    const probes = await Promise.all(
      ['//health', '//ready', '//metrics'].map((path) => world.visitor.get(path)),
    )
    await letGo()
    const replies = await Promise.all(wave)
    const shed = replies.filter(({ status }) => status === 503)

    expect(probes.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(LIMIT)
    expect(shed).toHaveLength(400 - LIMIT)
    for (const { headers, text } of shed) {
      expect(headers.get('retry-after')).toBe('1')
      expect(headers.get('x-error-code')).toBe('overloaded')
      expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
      expect(text).toBe('The server has too many requests at once: try again shortly.')
    }
    expect((await player.profile()).score).toBe(LIMIT)
    expect((await addScore(player)).body.score).toBe(LIMIT + 1)
    expect((await world.visitor.get('//metrics')).text).toContain(
      `playkeep_requests_rejected_total ${shed.length}\n`,
    )
    expect(await settled(world)).toBe(0)
    await close()
  })

  test(`a rush of sign-ins leaves places for those who play [${engine}]`, async () => {
    const { world, close } = await openWorld(engine, { MAX_REQUESTS: '60' })
    const player = await world.player()
    const account = { game_id: world.game.id, email: player.email, password: 'password' }
    const rush = Array.from({ length: 300 }, () => world.visitor.post('/sessions', account))
    await answered(rush, 200)
    // Half of the places, and the few whose password is being checked.
    while ((await activeRequests(world)) > 45) await sleep(10)
    const played = await Promise.all(Array.from({ length: 5 }, () => addScore(player)))
    expect(played.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const codes = (await Promise.all(rush)).map(
      ({ status, headers }) => headers.get('x-error-code') ?? status,
    )
    expect(codes).toContain(200)
    for (const code of codes) expect([200, 'busy', 'overloaded']).toContain(code)
    await close()
  })

  test(`slow headers, slow bodies, silent and half-open connections are cut, and hold no place [${engine}]`, async () => {
    const { world, close } = await openWorld(engine, { MAX_REQUESTS: '2' }, { timeouts: QUICK })
    const player = await world.player()
    const slow = await Promise.all([
      ...Array.from({ length: 5 }, () => whisper(world, '')),
      ...Array.from({ length: 5 }, () => whisper(world, 'GET /api/v3/groups HTTP/1.1\r\nho')),
      ...Array.from({ length: 5 }, () => whisper(world, `${post(player, '/groups', 100)}{"na`)),
      ...Array.from({ length: 5 }, () => whisper(world, post(player, '/groups', 1_000_000))),
    ])
    const [half] = slow
    half?.socket.end()
    // They hold no place: with two places in all, work goes on beside them.
    expect((await player.post('/groups', { name: 'Swift' })).status).toBe(201)
    const drip = setInterval(() => slow.forEach(({ socket }) => socket.write(' ')), 40)
    const answers = await Promise.all(slow.map(({ cut }) => cut))
    clearInterval(drip)
    for (const answer of answers.slice(5)) {
      expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
      expect(answer).toContain('content-type: text/plain; charset=utf-8')
    }
    expect(await settled(world)).toBe(0)
    expect((await player.get('/groups')).body.groups).toHaveLength(1)
    await close()
  })

  test(`requests whose sender has gone give their places back [${engine}]`, async () => {
    const { world, close } = await openWorld(engine, { MAX_REQUESTS: '4' })
    const player = await world.player()
    const body = '{"score":1}'
    for (let round = 0; round < 10; round++) {
      const gone = await Promise.all([
        whisper(world, `${post(player, player.at('add_score'), 50)}{`),
        whisper(world, post(player, player.at('add_score'), body.length) + body),
        whisper(world, (post(player, player.at('add_score'), body.length) + body).repeat(6)),
        whisper(world, post(player, player.at('add_score'), 900_000)),
        whisper(world, 'GET /api/v3/%zz HTTP/1.1\r\nhost: x\r\n\r\n'),
      ])
      for (const { socket } of gone) socket.destroy()
      await Promise.all(gone.map(({ cut }) => cut))
    }
    expect(await settled(world)).toBe(0)
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => player.get(`/users/${player.id}`)),
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    await close()
  })

  test(`more large bodies at once than memory should hold are sent away, small ones are not [${engine}]`, async () => {
    const { world, close } = await openWorld(engine)
    const player = await world.player()
    const senders = await Promise.all(
      Array.from({ length: 140 }, () => whisper(world, post(player, '/groups', 1_048_576))),
    )
    const shed = senders.slice(128).map(
      ({ socket }) =>
        new Promise<string>((resolve) => {
          socket.once('data', (chunk) => resolve(chunk.toString()))
        }),
    )
    expect(await Promise.race(shed)).toMatch(/^HTTP\/1\.1 503 [^]*x-error-code: overloaded/)
    expect((await player.post('/groups', { name: 'Small' })).status).toBe(201)
    const large = { attributes: [{ key: 'k', value: 'x'.repeat(30_000) }] }
    expect((await player.post(player.at('add_game_user_attribute'), large)).status).toBe(503)
    for (const { socket } of senders) socket.destroy()
    await Promise.all(senders.map(({ cut }) => cut))
    expect(await settled(world)).toBe(0)
    expect((await player.post(player.at('add_game_user_attribute'), large)).status).toBe(200)
    await close()
  })
}

onEachEngine('a hundred requests at once are far below the limit', async (world) => {
  const player = await world.player()
  const replies = await Promise.all(
    Array.from({ length: 100 }, () => player.post(player.at('add_score'), { score: 1 })),
  )
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
})
