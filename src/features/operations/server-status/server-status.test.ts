import { expect, test } from 'vitest'
import { joinStaff } from '../../../../test/support/staff.ts'
import { Client, ENGINES, openWorld } from '../../../../test/support/world.ts'
import type { Routes } from '../../../http/types.ts'

const SECRET = 'kq3Yb0mX2rT5vW8zA1cE4gH7jL9nP6sU0dF3iK5oR8t'

const failing: Routes = (app) => {
  app.get('/fails', { schema: { caller: 'anyone' } }, () => {
    throw new Error(`the token ${SECRET} of ana@example.com is wrong`)
  })
}

for (const engine of ENGINES) {
  test(`the page of the server shows its database, routes and errors without secrets [${engine}]`, async () => {
    const { world, close } = await openWorld(engine, {}, { extra: failing })
    const { browser } = await joinStaff(world, { role: 'admin' })
    const visitor = new Client(world.server.url)
    await visitor.get('/fails')
    const failed = await visitor.get('/fails')
    for (let count = 0; count < 3; count++) await visitor.get('/util/get_server_time')

    const { status, body, text } = await browser.get('/server')
    expect(status).toBe(200)
    expect(body.database).toMatchObject({ engine, is_reachable: true })
    expect(body.database.bytes).toBeGreaterThan(1000)
    expect(body.processes).toHaveLength(1)
    expect(body.processes[0]).toMatchObject({ pid: process.pid, rejected_requests: 0 })
    expect(body.migrations.length).toBeGreaterThan(10)
    for (const migration of body.migrations)
      expect(migration).toMatchObject({ is_known: true, applied_at: expect.any(String) })
    expect(body.routes).toContainEqual(
      expect.objectContaining({ route: '/api/v3/util/get_server_time', requests: 3, failed: 0 }),
    )
    expect(body.errors[0]).toMatchObject({
      request_id: failed.headers.get('x-request-id'),
      route: '/api/v3/fails',
      status: 500,
      code: 'internal',
      message: 'the token [hidden] of [hidden] is wrong',
      times: 2,
    })
    expect(text).not.toContain(SECRET)

    const support = await joinStaff(world, { role: 'support' })
    expect((await support.browser.get('/server')).status).toBe(403)
    const { id } = world.game
    const of_game = await joinStaff(world, { role: 'owner', game_ids: [id] })
    expect((await of_game.browser.get('/server')).status).toBe(403)
    await close()
  })
}
