import { expect, test } from 'vitest'
import type { App, Routes } from '../../src/http/types.ts'
import { burn } from '../support/watchdog.ts'
import { takeBlocks } from '../support/watched-tests.ts'
import { serveWatched } from '../support/watched-server.ts'
import { emptyDatabase, ENGINES, openWorld } from '../support/world.ts'

/** What the watchdog may take for time that the host has stolen just before: 200 ms of each of two cores. */
const MAX_STOLEN_BEFORE_MS = 400
const NOTICED_MS = 300 + MAX_STOLEN_BEFORE_MS

const SCHEMA = { caller: 'anyone' } as const

const addSlowRoute = (app: App, name: string, work: () => Promise<void>) =>
  app.post(`/slow/${name}`, { schema: SCHEMA }, async () => {
    await work()
    return {}
  })

/** Every way in which a request can keep the event loop busy. The product has none of them. */
const slowRoutes: Routes = (app) => {
  addSlowRoute(app, 'at_once', async () => burn(NOTICED_MS))
  addSlowRoute(app, 'later', async () => {
    await new Promise((resolve) => setTimeout(resolve, 1))
    burn(NOTICED_MS)
  })
  addSlowRoute(app, 'in_small_steps', async () => {
    for (let step = 0; step < NOTICED_MS; step++) await Promise.resolve().then(() => burn(1))
  })
  addSlowRoute(app, 'in_turns', async () => {
    for (let step = 0; step < 10; step++) {
      burn(30)
      await new Promise((resolve) => setImmediate(resolve))
    }
  })
}

for (const engine of ENGINES) {
  test(`the watchdog names every request that blocks the event loop for more than 250 ms, and no other [${engine}]`, async () => {
    const { world, close } = await openWorld(engine, {}, { extra: slowRoutes })
    burn(NOTICED_MS)
    await world.player()
    expect(takeBlocks()).toEqual([])

    const send = (name: string) => world.visitor.post(`/slow/${name}`, { padding: 'x'.repeat(9e5) })
    await Promise.all([
      ...['at_once', 'later', 'in_small_steps', 'in_turns'].map(send),
      ...Array.from({ length: 20 }, () => world.visitor.get('/util/get_server_time')),
    ])
    const blocks = takeBlocks()
    expect(blocks.map(({ request }) => request).toSorted()).toEqual([
      'POST /api/v3/slow/at_once',
      'POST /api/v3/slow/in_small_steps',
      'POST /api/v3/slow/later',
    ])
    for (const { cpu_ms } of blocks) expect(cpu_ms).toBeGreaterThanOrEqual(250)
    await close()
  })

  test(`the watchdog finds blocks in a server that runs as a program [${engine}]`, async () => {
    const database = await emptyDatabase(engine)
    const env = { DATABASE_URL: database.url, LOG_LEVEL: 'silent' }
    const slow = new URL('./slow-server-time.ts', import.meta.url).href
    const { program, url, blocks } = await serveWatched(env, [slow])
    await fetch(`${url}/health`)
    await fetch(`${url}/api/v3/util/get_server_time`)
    await program.kill('SIGTERM')
    expect(blocks().map(({ request }) => request)).toEqual(['GET /api/v3/util/get_server_time'])
    await database.remove()
  })
}
