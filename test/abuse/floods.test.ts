import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { countStatements } from '../support/statement-counts.ts'
import { ENGINES } from '../support/world.ts'
import { openCrowd } from './crowd.ts'
import {
  limited,
  openLimited,
  OTHER_ADDRESS,
  OUR_ADDRESS,
  read,
  repeat,
  signIn,
  write,
} from './limited-world.ts'

for (const engine of ENGINES) {
  test(`a flood of a hundred requests at once does what the limit allows, and no more [${engine}]`, async () => {
    const { world, clock } = await openLimited(engine, 'player_writes=10')
    const player = await world.player()

    const replies = await repeat(100, () => write(player))

    expect(limited(replies)).toHaveLength(90)
    expect((await player.profile()).score).toBe(10)
    clock.advance(6)
    const [one_more, too_early] = [await write(player), await write(player)]
    expect([one_more.status, too_early.status]).toEqual([200, 429])
    expect(too_early.headers.get('retry-after')).toBe('6')
  })

  test(`a clock that is set back does not keep out a player who was over the limit [${engine}]`, async () => {
    const { world, clock } = await openLimited(engine, 'player_reads=3')
    const player = await world.player()
    expect(limited(await repeat(5, () => read(player)))).toHaveLength(2)

    clock.advance(-5 * 3600)

    expect((await read(player)).status).toBe(200)
  })

  test(`a player who is over the limit is refused without a look-up in the database, wherever the token is [${engine}]`, async () => {
    const { world } = await openLimited(engine, 'player_reads=3')
    const player = await world.player()
    await repeat(4, () => read(player))

    const path = player.at('game_user_attributes')
    const look = async () => {
      const replies = await repeat(20, () =>
        Promise.all([
          player.get(path),
          world.visitor.get(path, { authorization: `Bearer ${player.token}` }),
          world.visitor.get(`${path}?authentication_token=${player.token}`),
        ]),
      )
      expect(new Set(replies.flat().map(({ status }) => status))).toEqual(new Set([429]))
    }

    // The server's own jobs run meanwhile, but not for each of the 60 requests.
    expect(await countStatements(world, look)).toBeLessThan(20)
  })

  test(`a flood at once does not get more than the pace allows, and what is refused does not count [${engine}]`, async () => {
    const { world, clock } = await openLimited(engine, 'player_pace=2')
    const player = await world.player()

    // Two begin at once, and two wait for up to a period.
    expect(limited(await repeat(40, () => read(player)))).toHaveLength(36)
    clock.advance(6)
    expect((await read(player)).status).toBe(200)
  })

  test(`other players, other addresses and other kinds of requests are not affected by a flood [${engine}]`, async () => {
    const { world } = await openLimited(engine, 'player_reads=5,address_sign_ins=2')
    const [hostile, honest] = [await world.player(), await world.player()]
    await repeat(30, () => read(hostile))
    await repeat(10, () => signIn(world, honest.email))

    expect((await read(hostile)).status).toBe(429)
    expect((await write(hostile)).status).toBe(200)
    expect((await read(honest)).status).toBe(200)
    expect((await signIn(world, honest.email)).status).toBe(429)
    expect((await signIn(world, honest.email, OTHER_ADDRESS)).status).toBe(200)
  })

  test(`requests of a player that come too fast wait, hold no slot, and let those of others pass [${engine}]`, async () => {
    const { world } = await openLimited(engine, 'player_pace=1', { MAX_REQUESTS: '6' })
    const [hasty, other] = [await world.player(), await world.player()]
    const answered: string[] = []
    const note = (name: string) => (reply: { status: number }) => {
      answered.push(`${name} ${reply.status}`)
    }
    expect((await read(hasty)).status).toBe(200)

    const waiting = repeat(6, () => read(hasty).then(note('hasty')))
    let reply = await read(other)
    // While those of the other player are looked up, they hold all slots.
    while (reply.status === 503) reply = await read(other)
    note('other')(reply)
    await waiting

    expect(answered.find((answer) => answer.endsWith(' 200'))).toBe('other 200')
    expect(answered).toContain('hasty 200')
  })

  test(`a refused request is answered before its body is read, and does nothing [${engine}]`, async () => {
    const { world } = await openLimited(engine, 'address_writes=1')
    const player = await world.player()
    await write(player)
    const { hostname, port } = new URL(world.server.url)
    const socket = connect(Number(port), hostname)
    onTestFinished(() => void socket.destroy())
    socket.write(
      `POST /api/v3/groups HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 198.51.100.7\r\nauthentication-token: ${player.token}\r\ncontent-length: 1000000\r\n\r\n`,
    )
    const answer = await new Promise<string>((resolve) => {
      socket.once('data', (chunk) => resolve(chunk.toString()))
    })
    expect(answer).toMatch(/^HTTP\/1\.1 429 [^]*x-error-code: too_many_requests/)
  })

  test(`a crowd that asks for much is served after a player who asks for little [${engine}]`, async () => {
    const { world } = await openLimited(engine, 'player_pace=60,address_unknown_tokens=10000')
    const modest = await world.player()
    await modest.get('/friends', OTHER_ADDRESS)
    const crowd = openCrowd(
      world,
      'GET /api/v3/friends HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 198.51.100.7\r\n\r\n',
    )

    await crowd.send(50)
    expect((await modest.get('/friends', OTHER_ADDRESS)).status).toBe(200)

    expect(crowd.answered()).toBeLessThan(900)
    await expect.poll(crowd.answered).toBe(1000)
  })

  test(`a player to whom strangers have sent long messages still goes before a crowd [${engine}]`, async () => {
    const { world } = await openLimited(engine, 'player_pace=1000,address_unknown_tokens=10000')
    const [modest, stranger] = [await world.player(), await world.player()]
    const chat = { usernames: [modest.username], text: 'x'.repeat(8000) }
    await repeat(20, () => stranger.post('/chats', chat, OUR_ADDRESS))
    const readAll = () => modest.get(`/users/${modest.id}`, OTHER_ADDRESS)
    for (let times = 0; times < 3; times++) await readAll()
    const crowd = openCrowd(
      world,
      'GET /api/v3/friends HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 198.51.100.7\r\n\r\n',
    )

    await crowd.send(50)
    const { status, text } = await readAll()

    expect([status, text.length > 150_000]).toEqual([200, true])
    expect(crowd.answered()).toBeLessThan(900)
    await expect.poll(crowd.answered).toBe(1000)
  })

  test(`of the large answers that a player asks for at once, at most two go before a crowd [${engine}]`, async () => {
    const { world, clock } = await openLimited(
      engine,
      'player_pace=1000,player_answered_bytes=0,address_unknown_tokens=10000',
    )
    const heavy = await world.player()
    const add = (key: string) =>
      heavy.post(
        `/users/${heavy.id}/add_game_user_attribute`,
        { key, value: 'x'.repeat(60_000) },
        OTHER_ADDRESS,
      )
    for (let number = 0; number < 16; number++) await add(`key${number}`)
    const crowd = openCrowd(
      world,
      // At the same address: addresses take turns.
      `GET /api/v3/friends HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${OUR_ADDRESS['x-forwarded-for']}\r\n\r\n`,
    )
    const readAll = async () => {
      const { text } = await heavy.get(`/users/${heavy.id}/game_user_attributes`, OUR_ADDRESS)
      expect(text.length).toBeGreaterThan(900_000)
      return crowd.answered()
    }
    await readAll()
    clock.advance(20)

    await crowd.send(50)
    const answered_before = await repeat(6, readAll)

    const first = answered_before.filter((answered) => answered < 900)
    expect(first.length).toBeGreaterThan(0)
    expect(first.length).toBeLessThanOrEqual(2)
    await expect.poll(crowd.answered).toBe(1000)
  })

  test(`of a crowd that asks for much only so many wait, and the others are rejected [${engine}]`, async () => {
    const settings = { MAX_REQUESTS: '10' }
    const limits = 'player_pace=60,address_unknown_tokens=10000'
    const { world } = await openLimited(engine, limits, settings)
    const modest = await world.player()
    await modest.get('/friends', OTHER_ADDRESS)
    const crowd = openCrowd(
      world,
      'GET /api/v3/friends HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 198.51.100.7\r\n\r\n',
    )

    await crowd.send(4)
    expect((await modest.get('/friends', OTHER_ADDRESS)).status).toBe(200)

    await expect.poll(crowd.answered).toBe(80)
    expect(crowd.count('401 ')).toBeGreaterThan(0)
    expect(crowd.count('503 ')).toBeGreaterThan(0)
  })

  test(`a flood of preflight requests or probes is served after a player who asks for little [${engine}]`, async () => {
    const { world } = await openLimited(engine, 'player_pace=60')
    const modest = await world.player()
    await modest.get('/friends', OTHER_ADDRESS)
    for (const [line, address] of [
      ['OPTIONS /api/v3/friends', '198.51.100.7'],
      ['GET /health', '198.51.100.9'],
    ]) {
      const crowd = openCrowd(
        world,
        `${line} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${address}\r\n\r\n`,
      )
      // So many per minute and address do not have to wait.
      await crowd.send(60)
      await expect.poll(crowd.answered).toBe(1200)

      await crowd.send(100)
      expect((await modest.get('/friends', OTHER_ADDRESS)).status).toBe(200)

      expect(crowd.answered()).toBeLessThan(1200 + 1900)
      await expect.poll(crowd.answered).toBe(1200 + 2000)
    }
  })

  test(`a body that is too large for what is left is refused before it is read, and a smaller one is not [${engine}]`, async () => {
    const { world } = await openLimited(engine, 'player_written_bytes=40000')
    const player = await world.player()
    const save = (length: number) =>
      player.post(
        player.at('add_game_user_attribute'),
        { key: 'save', value: 'x'.repeat(length) },
        OUR_ADDRESS,
      )
    const statuses = [(await save(30_000)).status, (await save(20_000)).status]
    const { hostname, port } = new URL(world.server.url)
    const socket = connect(Number(port), hostname)
    onTestFinished(() => void socket.destroy())
    socket.write(
      `POST /api/v3/groups HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 198.51.100.7\r\nauthentication-token: ${player.token}\r\ncontent-length: 30000\r\n\r\n`,
    )
    const answer = await new Promise<string>((resolve) => {
      socket.once('data', (chunk) => resolve(chunk.toString()))
    })

    expect(statuses).toEqual([200, 429])
    expect(answer).toMatch(/^HTTP\/1\.1 429 [^]*x-error-code: too_many_requests/)
    expect((await save(1000)).status).toBe(200)
  })

  test(`a client with too many requests that wait is disconnected [${engine}]`, async () => {
    const { world } = await openLimited(engine, 'player_pace=60,address_unknown_tokens=10000')
    const { hostname, port } = new URL(world.server.url)
    const socket = connect(Number(port), hostname)
    onTestFinished(() => void socket.destroy())
    const request =
      'GET /api/v3/friends HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 198.51.100.7\r\n\r\n'
    const closed = new Promise((resolve) => socket.resume().once('close', resolve))

    socket.on('error', () => {}).write(request.repeat(200))
    await closed

    expect((await world.visitor.get('/friends', OTHER_ADDRESS)).status).toBe(401)
  })

  test(`a client that pipelines refused requests is disconnected, and others are served [${engine}]`, async () => {
    const { world } = await openLimited(engine, 'address_reads=1')
    const player = await world.player()
    const { hostname, port } = new URL(world.server.url)
    const socket = connect(Number(port), hostname)
    const request =
      'GET /api/v3/friends HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 198.51.100.7\r\n\r\n'
    const received = new Promise<string>((resolve) => {
      let text = ''
      socket.on('data', (chunk) => (text += chunk.toString()))
      socket.on('error', () => {}).on('close', () => resolve(text))
    })
    socket.write(request.repeat(5000))
    expect((await received).match(/HTTP\/1\.1 /g)?.length ?? 0).toBeLessThanOrEqual(17)
    expect((await player.get('/friends', OTHER_ADDRESS)).status).toBe(200)
  })

  test(`probes, metrics and preflight requests are not limited, and browsers can read the headers [${engine}]`, async () => {
    const { world } = await openLimited(engine, 'address_reads=1,address_writes=1')
    const paths = ['//health', '//ready', '//metrics', '//ready/', '///health', '//health?from=lb']
    const probes = await repeat(30, (index) =>
      world.visitor.get(paths[index % paths.length] ?? '', OUR_ADDRESS),
    )
    expect(new Set(probes.map(({ status }) => status))).toEqual(new Set([200]))
    const preflights = await repeat(10, () => world.visitor.send('OPTIONS', '/friends'))
    expect(limited([...probes, ...preflights])).toEqual([])

    const [, refused] = [
      await world.visitor.get('/friends', OUR_ADDRESS),
      await world.visitor.get('/friends', { ...OUR_ADDRESS, origin: 'https://game.example' }),
    ]
    expect(refused.status).toBe(429)
    expect(refused.headers.get('access-control-expose-headers')).toContain(
      'ratelimit, ratelimit-policy',
    )
    const { text } = await world.visitor.get('//metrics')
    expect(text).toContain('playkeep_requests_rate_limited_total{limit="address_reads"} 1\n')
    expect(text).toMatch(/^playkeep_rate_limit_keys [1-9]/m)
  })
}
