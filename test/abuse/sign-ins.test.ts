import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { stopClock, useMovableClock } from '../support/clock.ts'
import { ENGINES, openWorld } from '../support/world.ts'
import type { Engine } from '../../src/storage/dialect.ts'

/** A world that believes what a test says about the address of a request. */
async function openBehindProxy(engine: Engine) {
  const { world, close } = await openWorld(engine, { RATE_LIMIT: 'on', TRUST_PROXY: '1' })
  stopClock(world)
  const signIn = (email: string, password: string, address: string, headers = {}) =>
    world.visitor.post(
      '/sessions',
      { game_id: world.game.id, email, password },
      { 'x-forwarded-for': address, ...headers },
    )
  return { world, signIn, close }
}

const statusesOf = async (replies: Promise<{ status: number }>[]) =>
  (await Promise.all(replies)).map(({ status }) => status)

const times = <T>(length: number, make: (index: number) => T) =>
  Array.from({ length }, (_, index) => make(index))

for (const engine of ENGINES) {
  test(`guesses from other addresses do not lock out an owner who signed in before [${engine}]`, async () => {
    const { world, signIn, close } = await openBehindProxy(engine)
    const { email } = await world.player()
    expect((await signIn(email, 'password', '198.51.100.1')).status).toBe(200)
    // Far more guesses than make any count wait, from one address and from many.
    const guesses = times(150, (index) => signIn(email, `guess ${index}`, `203.0.113.${index}`))
    await Promise.all([...guesses, ...times(50, () => signIn(email, 'guess', '203.0.113.7'))])
    const owner = await statusesOf(times(20, () => signIn(email, 'password', '198.51.100.1')))
    expect(owner).toEqual(owner.map(() => 200))
    expect((await signIn(email, 'password', '203.0.113.7')).status).toBe(429)
    await close()
  })

  test(`guesses at one account from many addresses are slowed down together [${engine}]`, async () => {
    const { world, signIn, close } = await openBehindProxy(engine)
    const { email } = await world.player()
    const guesses = times(200, (index) => signIn(email, `guess ${index}`, `10.0.0.${index}`))
    const statuses = await statusesOf(guesses)
    const checked = statuses.filter((status) => status === 401).length
    expect(checked).toBeGreaterThanOrEqual(100)
    expect(checked).toBeLessThanOrEqual(100 + availableParallelism())
    expect((await signIn(email, 'guess', '192.0.2.1')).status).toBe(429)
    await close()
  })

  test(`the addresses of one IPv6 network count as one address [${engine}]`, async () => {
    const { world, signIn, close } = await openBehindProxy(engine)
    const { email } = await world.player()
    for (let index = 1; index <= 10; index++)
      expect((await signIn(email, 'guess', `2001:db8:0:1::${index}`)).status).toBe(401)
    expect((await signIn(email, 'guess', '2001:db8::1:aaaa:bbbb:cccc:dddd')).status).toBe(429)
    expect((await signIn(email, 'guess', '2001:db8:0:2::1')).status).toBe(401)
    for (let index = 1; index <= 10; index++)
      expect((await signIn(email, 'guess', '203.0.113.7')).status).toBe(401)
    expect((await signIn(email, 'guess', '::ffff:203.0.113.7')).status).toBe(429)
    expect((await signIn(email, 'guess', '::ffff:203.0.113.8')).status).toBe(401)
    await close()
  })

  test(`guesses in parallel, and with an Idempotency-Key, are all counted before the next is checked [${engine}]`, async () => {
    const { world, signIn, close } = await openBehindProxy(engine)
    const { email } = await world.player()
    const key = { 'idempotency-key': 'one-key' }
    expect((await signIn(email, 'password', '198.51.100.1', key)).status).toBe(200)
    const guesses = times(150, (index) =>
      signIn(email, `guess ${index}`, '203.0.113.7', index % 2 ? key : {}),
    )
    const checked = (await statusesOf(guesses)).filter((status) => status !== 429).length
    expect(checked).toBeLessThanOrEqual(10 + availableParallelism())
    expect((await signIn(email, 'password', '203.0.113.7', key)).status).toBe(429)
    expect((await signIn(email, 'password', '198.51.100.1', key)).status).toBe(200)
    await close()
  })

  test(`a school class with many typing errors signs in at a new address after a short wait [${engine}]`, async () => {
    const { world, signIn, close } = await openBehindProxy(engine)
    const clock = useMovableClock(world)
    const pupils = await Promise.all(times(40, () => world.player()))
    const waits: number[] = []
    const signInPatiently = async (email: string, password: string) => {
      for (;;) {
        const reply = await signIn(email, password, '198.51.100.1')
        if (reply.status !== 429) return reply.status
        const seconds = Number(reply.headers.get('retry-after'))
        waits.push(seconds)
        clock.advance(seconds)
      }
    }
    for (const { email } of [...pupils, ...pupils, ...pupils])
      expect(await signInPatiently(email, 'typo')).toBe(401)
    for (const { email } of pupils) expect(await signInPatiently(email, 'password')).toBe(200)
    expect(Math.max(...waits)).toBe(10)

    clock.advance(3601)
    const later = await statusesOf(
      times(20, (index) => signIn(`late-${index}@example.com`, 'typo', '198.51.100.1')),
    )
    expect(later).toEqual(later.map(() => 401))
    await close()
  })
}
