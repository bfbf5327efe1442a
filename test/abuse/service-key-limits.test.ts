import { expect, test } from 'vitest'
import { createKey, setPermissions } from '../support/attributes.ts'
import { ENGINES, unique } from '../support/world.ts'
import { limited, openLimited, OTHER_ADDRESS, OUR_ADDRESS, read, repeat } from './limited-world.ts'

for (const engine of ENGINES) {
  test(`service keys and the system key are not limited [${engine}]`, async () => {
    const { world } = await openLimited(
      engine,
      'player_reads=2,player_writes=2,address_reads=3,address_writes=3,address_written_bytes=1,address_answered_bytes=1',
    )
    const player = await world.player()
    const key = await world.system.post(`//admin/api/games/${world.game.id}/service_keys`, {
      name: 'server',
    })
    const headers = {
      ...OUR_ADDRESS,
      'service-key-name': 'server',
      'service-key-token': key.body.token,
      'current-user-id': String(player.id),
    }
    const play = () => world.visitor.post(player.at('add_score'), { score: 1 }, headers)
    expect((await play()).status).toBe(200)

    const replies = [
      ...(await repeat(30, play)),
      ...(await repeat(30, () => world.visitor.get(player.at('game_user_attributes'), headers))),
      ...(await repeat(30, () =>
        world.system.get(`//admin/api/games/${world.game.id}/service_keys`),
      )),
    ]

    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  })

  test(`a service key that was revoked does not lift limits any more [${engine}]`, async () => {
    const { world } = await openLimited(engine, 'address_sign_ins=2')
    const player = await world.player()
    const keys = `//admin/api/games/${world.game.id}/service_keys`
    const key = await world.system.post(keys, { name: 'server' })
    const headers = {
      ...OUR_ADDRESS,
      'service-key-name': 'server',
      'service-key-token': key.body.token,
      'current-user-id': String(player.id),
    }
    const play = () => world.visitor.post(player.at('add_score'), { score: 1 }, headers)
    const body = { game_id: world.game.id, email: 'nobody', password: 'password' }
    const signIn = () => world.visitor.post('/sessions', body, headers)
    expect((await play()).status).toBe(200)
    expect(limited(await repeat(5, signIn))).toEqual([])

    expect((await world.system.delete(`//admin/api/service_keys/${key.body.id}`)).status).toBe(200)
    expect((await play()).status).toBe(401)

    expect(limited(await repeat(5, signIn))).toHaveLength(3)
  })

  test(`a made-up service key does not lift the limits of any route [${engine}]`, async () => {
    const { world } = await openLimited(engine, 'address_sign_ins=2,address_reads=5')
    const made_up = { ...OUR_ADDRESS, 'service-key-name': 'a', 'service-key-token': 'b' }
    const body = { game_id: world.game.id, email: 'nobody', password: 'password' }
    const sign_ins = await repeat(5, () => world.visitor.post('/sessions', body, made_up))
    const reads = await repeat(8, () => world.visitor.get('/util/get_server_time', made_up))
    expect(limited(sign_ins)).toHaveLength(3)
    expect(limited(reads)).toHaveLength(3)
  })

  test(`guesses at keys are slowed down per address, and right keys are accepted from other addresses and where they were accepted before [${engine}]`, async () => {
    const { world, clock } = await openLimited(engine, '')
    const player = await world.player()
    const guess = (headers: Record<string, string>, path = '//admin/api/games') =>
      world.visitor.get(path, {
        'service-key-name': 'tests',
        'service-key-token': unique('guess'),
        'current-user-id': String(player.id),
        ...headers,
      })
    const right = (headers: Record<string, string>) =>
      world.system.get('//admin/api/games', headers)
    expect((await right(OTHER_ADDRESS)).status).toBe(200)

    const guesses = [
      ...(await repeat(100, () => guess(OUR_ADDRESS))),
      ...(await repeat(20, () => guess(OUR_ADDRESS, player.at('game_user_attributes')))),
      ...(await repeat(100, () => guess(OTHER_ADDRESS))),
    ]

    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(60)
    expect((await right(OUR_ADDRESS)).status).toBe(429)
    expect((await right(OTHER_ADDRESS)).status).toBe(200)
    expect((await right({ 'x-forwarded-for': '192.0.2.99' })).status).toBe(200)
    expect((await read(player)).status).toBe(200)
    clock.advance(1200)
    expect((await right(OUR_ADDRESS)).status).toBe(200)
  })

  test(`guesses at keys are slowed down on a route without a player that is open to servers alone [${engine}]`, async () => {
    const { world, clock } = await openLimited(engine, '')
    const { id } = world.game
    const permissions = { preset: 'casual', routes: { 'GET /games/verify': 'service_keys' } }
    await world.system.send('PUT', `//admin/api/games/${id}`, { json: { permissions } })
    const verify = (headers: Record<string, string>) => {
      const query = new URLSearchParams({
        game_id: String(id),
        game_token: world.credentials.game_token,
      })
      return world.visitor.get(`/games/verify?${query}`, { ...world.system.headers, ...headers })
    }
    expect((await verify(OTHER_ADDRESS)).status).toBe(200)

    const statuses: number[] = []
    for (let count = 0; count < 35; count++)
      statuses.push((await verify({ ...OUR_ADDRESS, 'service-key-token': unique('guess') })).status)

    expect(statuses.filter((status) => status === 403)).toHaveLength(30)
    expect(statuses.filter((status) => status === 429)).toHaveLength(5)
    expect((await verify(OUR_ADDRESS)).status).toBe(429)
    expect((await verify(OTHER_ADDRESS)).status).toBe(200)
    clock.advance(1200)
    expect((await verify(OUR_ADDRESS)).status).toBe(200)
  })

  test(`guesses at keys that arrive at once are not more than those one by one [${engine}]`, async () => {
    const { world } = await openLimited(engine, 'address_wrong_keys=5')
    const player = await world.player()
    await setPermissions(world, {
      preset: 'casual',
      routes: { 'GET /games/verify': 'service_keys' },
    })
    const guess = (path: string, headers: Record<string, string>) =>
      world.visitor.get(path, {
        'service-key-name': 'server',
        'service-key-token': unique('guess'),
        'current-user-id': String(player.id),
        ...headers,
      })
    const query = new URLSearchParams({
      game_id: String(world.game.id),
      game_token: world.credentials.game_token,
    })

    const at_player = await repeat(100, () => guess(player.at('game_user_attributes'), OUR_ADDRESS))
    const at_game = await repeat(100, () => guess(`/games/verify?${query}`, OTHER_ADDRESS))

    expect(at_player.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(limited(at_player)).toHaveLength(95)
    expect(at_game.filter(({ status }) => status === 403)).toHaveLength(5)
    expect(limited(at_game)).toHaveLength(95)
  })

  test(`a right key that arrives many times at once is no guess [${engine}]`, async () => {
    const { world } = await openLimited(engine, 'address_wrong_keys=2')
    const player = await world.player()
    const key = await createKey(world)
    const ask = (token: string, user_id: number) =>
      world.visitor.get(player.at('game_user_attributes'), {
        ...OUR_ADDRESS,
        ...key,
        'service-key-token': token,
        'current-user-id': String(user_id),
      })
    const right = key['service-key-token']

    const wrong_user = await repeat(50, () => ask(right, 999_999))
    const replies = await repeat(50, () => ask(right, player.id))

    expect(new Set(wrong_user.map(({ status }) => status))).toEqual(new Set([401]))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await ask(unique('guess'), player.id)).status).toBe(401)
    expect((await ask(unique('guess'), player.id)).status).toBe(401)
    expect((await ask(unique('guess'), player.id)).status).toBe(429)
  })
}
