import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { stopClock } from '../../../../test/support/clock.ts'
import { ENGINES, openWorld } from '../../../../test/support/world.ts'

/** How many passwords the server checks at once. */
const AT_ONCE = 2 * availableParallelism()

for (const engine of ENGINES) {
  test(`guesses at one account's password are throttled, also in parallel and with an Idempotency-Key [${engine}]`, async () => {
    const { world, close } = await openWorld(engine, { RATE_LIMIT: 'on', TRUST_PROXY: '1' })
    stopClock(world)
    const [victim, bystander] = [await world.player(), await world.player()]
    const guess = (index: number) =>
      world.visitor.post(
        '/sessions',
        { game_id: world.game.id, email: victim.email, password: `guess ${index}` },
        index % 2 ? { 'idempotency-key': 'one-key' } : {},
      )
    const owner = { game_id: world.game.id, email: victim.email, password: 'password' }
    await world.visitor.post('/sessions', owner, { 'idempotency-key': 'one-key' })
    const length = 10 + 12 * Math.min(AT_ONCE, 16)
    const replies = await Promise.all(Array.from({ length }, (_, index) => guess(index)))

    const statuses = replies.map(({ status }) => status)
    expect(statuses.filter((status) => status !== 401 && status !== 429)).toEqual([])
    // Ten failures have no consequence; some more are already being checked when the tenth is counted.
    expect(statuses.filter((status) => status === 401).length).toBeLessThan(10 + 8 * AT_ONCE)
    for (const index of [0, 1]) {
      const refused = await guess(index)
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    const other = { game_id: world.game.id, email: bystander.email, password: 'password' }
    const other_address = { 'x-forwarded-for': '10.0.0.2' }
    expect((await world.visitor.post('/sessions', other, other_address)).status).toBe(200)
    await close()
  })

  test(`an address that guesses at many accounts is throttled, whatever X-Forwarded-For says [${engine}]`, async () => {
    const { world, close } = await openWorld(engine, { RATE_LIMIT: 'on' })
    stopClock(world)
    const guess = (index: number) =>
      world.visitor.post(
        '/sessions',
        { game_id: world.game.id, email: `nobody-${index}@example.com`, password: 'guess' },
        { 'x-forwarded-for': `10.0.0.${index}` },
      )
    const replies = await Promise.all(Array.from({ length: 100 }, (_, index) => guess(index)))
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 401))
    expect((await guess(100)).status).toBe(429)
    await close()
  })
}
