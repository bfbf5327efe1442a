import { expect, test } from 'vitest'
import { ENGINES, openWorld } from '../../../../test/support/world.ts'

for (const engine of ENGINES) {
  test(`guessing a password is slowed down per account, also in parallel and with retry keys [${engine}]`, async () => {
    const { world, close } = await openWorld(engine, { RATE_LIMIT: 'on' })
    const [victim, bystander] = await world.players(2)
    if (!victim || !bystander) throw new Error('no players')
    const guess = (index: number) =>
      world.visitor.post(
        '/sessions',
        { game_id: world.game.id, email: victim.email, password: `guess ${index}` },
        index % 2 ? { 'idempotency-key': 'one-key' } : {},
      )
    const owner = { game_id: world.game.id, email: victim.email, password: 'password' }
    await world.visitor.post('/sessions', owner, { 'idempotency-key': 'one-key' })
    const replies = await Promise.all(Array.from({ length: 60 }, (_, index) => guess(index)))

    const tried = replies.filter(({ status }) => status === 401).length
    const refused = replies.filter(({ status }) => status === 429)
    expect(tried + refused.length).toBe(60)
    // Ten are free; as many more may be under way when the tenth fails as are checked at once.
    expect(tried).toBeLessThan(10 + 2 * 16)
    expect(refused.length).toBeGreaterThan(0)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    const unknown = { game_id: world.game.id, email: bystander.email, password: 'password' }
    expect((await world.visitor.post('/sessions', unknown)).status).toBe(200)
    await close()
  })

  test(`an address that fails at many accounts is slowed down, whatever it claims to be forwarded for [${engine}]`, async () => {
    const { world, close } = await openWorld(engine, { RATE_LIMIT: 'on' })
    const guess = (index: number) =>
      world.visitor.post(
        '/sessions',
        { game_id: world.game.id, email: `nobody-${index}@example.com`, password: 'guess' },
        { 'x-forwarded-for': `10.0.0.${index}` },
      )
    const replies = await Promise.all(Array.from({ length: 160 }, (_, index) => guess(index)))
    expect(replies.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([401, 429]))
    await close()
  })
}
