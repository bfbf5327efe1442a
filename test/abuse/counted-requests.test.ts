import { request } from 'node:http'
import { expect, test } from 'vitest'
import { sendRequest } from '../sweep/requests.ts'
import { ENGINES, unique } from '../support/world.ts'
import {
  fillAttributes,
  limited,
  openLimited,
  OUR_ADDRESS,
  read,
  repeat,
  signUp,
} from './limited-world.ts'

/** The status of a request with headers that `fetch` does not send. */
const statusOf = (url: string, method: string, headers: Record<string, string>, body = '') =>
  new Promise<number | undefined>((resolve, reject) => {
    request(url, { method, headers: { ...OUR_ADDRESS, ...headers } }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
      .on('error', reject)
      .end(body)
  })

for (const engine of ENGINES) {
  test(`all addresses of an IPv6 /64 network count as one, and an IPv4 address in any form [${engine}]`, async () => {
    const { world } = await openLimited(engine, 'address_reads=2')
    const from = async (address: string) =>
      (await world.visitor.get('/util/get_server_time', { 'x-forwarded-for': address })).status

    expect(await from('2001:db8:1:2::1')).toBe(200)
    expect(await from('2001:DB8:1:2:ffff::9')).toBe(200)
    expect(await from('2001:0db8:0001:0002:1:2:3:4')).toBe(429)
    expect(await from('2001:db8:1:3::1')).toBe(200)
    expect(await from('192.0.2.1')).toBe(200)
    expect(await from('::ffff:192.0.2.1')).toBe(200)
    expect(await from('::ffff:c000:201')).toBe(429)
  })

  test(`an address that a client claims does not hide it [${engine}]`, async () => {
    const { world } = await openLimited(engine, 'address_reads=3')
    const replies = await repeat(6, (index) =>
      world.visitor.get('/util/get_server_time', {
        'x-forwarded-for': `203.0.113.${index}, 198.51.100.7`,
      }),
    )
    expect(limited(replies)).toHaveLength(3)
  })

  test(`requests that expect something count like others, and so do bodies sent to an unreadable address [${engine}]`, async () => {
    const { world } = await openLimited(engine, 'address_reads=3,address_written_bytes=40000')
    const { url } = world.server
    const time = `${url}/api/v3/util/get_server_time`
    const expecting = await repeat(6, () => statusOf(time, 'GET', { expect: 'anything' }))
    const countOf = (statuses: unknown[], status: number) =>
      statuses.filter((one) => one === status).length
    expect([countOf(expecting, 200), countOf(expecting, 429)]).toEqual([3, 3])
    const body = 'x'.repeat(10_000)
    const statuses: unknown[] = []
    for (let turn = 0; turn < 6; turn++)
      statuses.push(await statusOf(`${url}/%zz`, 'POST', { 'content-type': 'text/plain' }, body))
    expect(statuses[0]).toBe(400)
    expect([countOf(statuses, 400), countOf(statuses, 429)]).toEqual([3, 3])
  })

  test(`unknown tokens count as requests of their address [${engine}]`, async () => {
    const { world } = await openLimited(engine, 'address_reads=5')
    const replies = await repeat(20, () =>
      world.visitor.get('/friends', { ...OUR_ADDRESS, 'authentication-token': unique('token') }),
    )
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(limited(replies)).toHaveLength(15)
  })

  test(`a guest who returns does not count as a new one [${engine}]`, async () => {
    const { world } = await openLimited(engine, 'address_guests=2')
    const guest = async (device_id: string) =>
      (await world.visitor.post('/users/guest', { ...world.credentials, device_id }, OUR_ADDRESS))
        .status
    for (let times = 0; times < 6; times++) expect(await guest('the-device-of-mia')).toBe(200)
    expect(await guest('the-device-of-tom')).toBe(200)
    expect(await guest('the-device-of-ada')).toBe(429)
  })

  test(`answers that are stored for retries count as written bytes [${engine}]`, async () => {
    const { world } = await openLimited(engine, 'player_written_bytes=20000')
    const player = await world.player()
    await fillAttributes(world, player)
    const addKeyed = (index: number) =>
      player.post(
        player.at('add_game_user_attribute'),
        { key: 'small', value: 'x' },
        { 'idempotency-key': `key-${index}` },
      )
    const statuses: number[] = []
    for (let index = 0; index < 6; index++) statuses.push((await addKeyed(index)).status)
    // Each stores an answer of more than 4 KiB.
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
    const replayed = await player.get(player.at('game_user_attributes'))
    expect(replayed.status).toBe(200)
  })

  test(`a body without a stated length counts with its length [${engine}]`, async () => {
    const { world } = await openLimited(engine, 'player_written_bytes=20000')
    const player = await world.player()
    const send = async () => {
      const body = new Blob([JSON.stringify({ key: 'big', value: 'x'.repeat(9000) })]).stream()
      const url = `${world.server.url}/api/v3${player.at('add_game_user_attribute')}`
      const headers = { ...player.headers, 'content-type': 'application/json' }
      return (await fetch(url, { method: 'POST', headers, body, duplex: 'half' } as RequestInit))
        .status
    }
    expect([await send(), await send()]).toEqual([200, 429])
  })

  test(`a body counts with its length on reads, on unknown addresses and when it cannot be read [${engine}]`, async () => {
    const json = JSON.stringify({ x: 'x'.repeat(12_000) })
    const { world } = await openLimited(engine, 'address_written_bytes=20000')
    for (const [method, path, body, status, address] of [
      ['GET', '/util/get_server_time', json, 200, '192.0.2.1'],
      ['GET', '/nothing', json, 404, '192.0.2.2'],
      ['POST', '/nothing', json, 404, '192.0.2.3'],
      ['GET', '/util/get_server_time', json.slice(1), 400, '192.0.2.4'],
    ] as const) {
      const from = { 'x-forwarded-for': address }
      const send = async () =>
        (
          await sendRequest(
            world,
            { method, path: `/api/v3${path}` },
            { headers: { ...from, 'content-type': 'application/json' }, body },
          )
        ).status
      const statuses = [await send(), await send(), await send()]
      expect([method, path, statuses[0], statuses[2]]).toEqual([method, path, status, 429])
      expect((await world.visitor.get('/util/get_server_time', from)).status).toBe(200)
    }
  })

  test(`forty players of a school class behind one address sign up and play without noticing a limit [${engine}]`, async () => {
    const { world, clock } = await openLimited(engine, '')
    const signed_up = await repeat(40, () => signUp(world))
    expect(limited(signed_up)).toEqual([])
    const pupils = signed_up.map(({ body }) => ({
      id: Number(body.id),
      headers: { ...OUR_ADDRESS, 'authentication-token': String(body.authentication_token) },
    }))
    for (let minute = 0; minute < 3; minute++) {
      const replies = await Promise.all(
        pupils.flatMap(({ id, headers }) => [
          world.visitor.post(
            '/game_rounds',
            { game_user_id: id, game_type: 'quiz', score: 5, metadata: { a: 'x'.repeat(500) } },
            headers,
          ),
          world.visitor.post(`/users/${id}/add_score`, { score: 5 }, headers),
          world.visitor.get(`/users/${id}`, headers),
          world.visitor.get('/friends', headers),
        ]),
      )
      expect(replies.filter(({ status }) => status >= 300)).toEqual([])
      clock.advance(60)
    }
  })

  test(`RATE_LIMIT=off turns all limits off [${engine}]`, async () => {
    const { world } = await openLimited(engine, 'player_reads=1,address_reads=1', {
      RATE_LIMIT: 'off',
    })
    const player = await world.player()
    expect(limited(await repeat(20, () => read(player)))).toEqual([])
  })

  test(`requests through a proxy that TRUST_PROXY does not name are logged once [${engine}]`, async () => {
    const { world } = await openLimited(engine, '', { TRUST_PROXY: '0' })
    await repeat(3, () => world.visitor.get('/util/get_server_time', OUR_ADDRESS))
    expect(world.log.filter((line) => line.includes('TRUST_PROXY is 0'))).toHaveLength(1)
  })
}
