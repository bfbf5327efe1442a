import { expect, test } from 'vitest'
import { makeOnce } from '../../src/http/docs/compressed-file.ts'
import { ENGINES, openWorld } from '../support/world.ts'

const KEY = 'a-key-only-for-the-metrics'

test('a page is made at its first request, once for all, and again only after a failure', async () => {
  let made = 0
  const page = makeOnce(async () => {
    if (++made === 1) throw new Error('not yet')
    return Buffer.from('page')
  })
  await expect(page()).rejects.toThrow('not yet')
  await Promise.all(Array.from({ length: 50 }, page))
  expect(made).toBe(2)
})

for (const engine of ENGINES) {
  test(`metrics are built once for many requests, and the API reference once [${engine}]`, async () => {
    const { world, close } = await openWorld(engine, {}, { metrics_max_age_ms: 600_000 })
    const { visitor } = world
    const first = await visitor.get('//metrics')
    await visitor.get('//health')
    const later = await Promise.all(Array.from({ length: 50 }, () => visitor.get('//metrics')))
    for (const path of ['//openapi.json', '//docs']) {
      const [one, other] = [await visitor.get(path), await visitor.get(path)]
      expect([path, other.status, other.text === one.text]).toEqual([path, 200, true])
    }

    expect(first.status).toBe(200)
    expect(new Set(later.map(({ text }) => text))).toEqual(new Set([first.text]))
    await close()
  })

  test(`with METRICS_KEY the metrics need that key [${engine}]`, async () => {
    const { world, close } = await openWorld(engine, { METRICS_KEY: KEY })
    const { visitor, system } = world
    const send = (authorization: string) => visitor.get('//metrics', { authorization })
    const refused = [
      await visitor.get('//metrics'),
      await system.get('//metrics'),
      await visitor.get(`//metrics?key=${KEY}`),
      await send(KEY),
      await send(`Bearer ${KEY}x`),
      await send(`Bearer ${KEY.slice(1)}`),
      await send('Bearer '),
    ]
    for (const { status, headers, text } of refused) {
      expect([status, headers.get('x-error-code')]).toEqual([401, 'wrong_metrics_key'])
      expect(text).not.toContain('playkeep_')
    }
    expect((await send(`Bearer ${KEY}`)).text).toContain('playkeep_requests_active')
    await expect.poll(async () => (await visitor.get('//ready')).status).toBe(200)
    await close()
  })
}
