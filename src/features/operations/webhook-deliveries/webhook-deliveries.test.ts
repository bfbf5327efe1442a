import type { ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { useMovableClock } from '../../../../test/support/clock.ts'
import { Receiver } from '../../../../test/support/receiver.ts'
import { addWebhook, deliveries, openPrivate, show } from '../../../../test/support/webhooks.ts'
import { ENGINES, type World } from '../../../../test/support/world.ts'
import { readConfig } from '../../../config.ts'
import { inTransaction } from '../../../context.ts'
import { createLog } from '../../../services/log.ts'
import { startServer } from '../../../start.ts'
import { openDatabase } from '../../../storage/open.ts'
import { statement } from '../../../storage/statement.ts'
import { recordEvent } from '../events/rules.ts'
import { findWork, waitAfter } from './rules.ts'

/** Makes this many events of the type `message.posted`, one after the other. */
async function makeEvents(world: World, count: number): Promise<void> {
  const [ana, ben] = [await world.player(), await world.player()]
  const chat = await ana.post('/chats', { usernames: [ben.username], text: '0' })
  for (let n = 1; n < count; n++)
    await ana.post('/messages', { chat_id: chat.body.id, text: String(n) })
}

const DAY = 86_400

for (const engine of ENGINES) {
  test(`every event arrives at a receiver that answers 500, redirects, hangs up and then accepts [${engine}]`, async () => {
    const world = await openPrivate(engine)
    const [receiver, elsewhere] = [await Receiver.start(), await Receiver.start()]
    const hook = await addWebhook(world, receiver)
    const clock = useMovableClock(world)
    const answers = [
      () => 500,
      () => (response: ServerResponse) =>
        void response.writeHead(307, { location: elsewhere.url }).end(),
      () => (response: ServerResponse) => void response.destroy(),
    ] as const
    const problems = ['status', 'redirect', 'connection']
    for (const [round, answer] of answers.entries()) {
      receiver.answer = answer
      if (round === 0) await makeEvents(world, 5)
      else clock.advance(10_000)
      await expect
        .poll(async () => (await deliveries(world, hook)).map(({ problem }) => problem))
        .toEqual(Array(5).fill(problems[round]))
    }
    expect((await deliveries(world, hook))[0]).toMatchObject({ status: 'pending', attempts: 3 })
    expect((await show(world, hook)).failing_since).not.toBeNull()
    receiver.answer = () => 204
    receiver.received.length = 0
    clock.advance(10_000)
    await expect
      .poll(async () => (await deliveries(world, hook)).map(({ status }) => status))
      .toEqual(Array(5).fill('delivered'))
    expect(receiver.received.map(({ body }) => String(body.data.text)).toSorted()).toEqual([
      '0',
      '1',
      '2',
      '3',
      '4',
    ])
    expect(receiver.ids.length).toBe(5)
    expect(elsewhere.received).toEqual([])
    expect(await show(world, hook)).toMatchObject({ failing_since: null, paused_at: null })
  })

  test(`a receiver that hangs is given up after ten seconds, and delays no other [${engine}]`, async () => {
    const world = await openPrivate(engine)
    const [hanging, quick] = [await Receiver.start(), await Receiver.start()]
    hanging.answer = () => () => {}
    const hook = await addWebhook(world, hanging)
    await addWebhook(world, quick)
    await makeEvents(world, 30)
    await expect.poll(() => quick.ids.length).toBe(30)
    // At most a few at once wait for it.
    expect(hanging.received.length).toBeLessThanOrEqual(8)
    await expect
      .poll(async () => (await deliveries(world, hook)).map(({ problem }) => problem), {
        timeout: 60_000,
      })
      .toContain('timeout')
  })

  test(`what is not accepted for a day is undelivered, and can be sent again [${engine}]`, async () => {
    const world = await openPrivate(engine)
    const receiver = await Receiver.start()
    receiver.answer = () => 503
    const hook = await addWebhook(world, receiver)
    const clock = useMovableClock(world)
    await makeEvents(world, 2)
    const statuses = async () => (await deliveries(world, hook)).map(({ status }) => status)
    await expect.poll(() => receiver.ids.length).toBe(2)
    clock.advance(DAY + 1)
    await expect.poll(statuses).toEqual(['undelivered', 'undelivered'])
    const [latest] = await deliveries(world, hook, 'status=undelivered')
    expect(latest).toMatchObject({ response_status: 503, problem: 'status' })
    expect(await deliveries(world, hook, `before=${latest?.id}`)).toHaveLength(1)

    receiver.answer = () => 200
    receiver.received.length = 0
    const again = await world.system.post(`//admin/api/webhook_deliveries/${latest?.id}/redeliver`)
    expect(again.status).toBe(200)
    await expect.poll(statuses).toEqual(['delivered', 'undelivered'])
    expect(receiver.ids).toEqual([latest?.event_id])
    expect(
      (await world.system.post('//admin/api/webhook_deliveries/999999/redeliver')).headers.get(
        'x-error-code',
      ),
    ).toBe('delivery_not_found')

    clock.advance(DAY + 1)
    await world.server.jobs.runDueJobs()
    expect(await statuses()).toEqual(['undelivered'])
    clock.advance(7 * DAY)
    await world.server.jobs.runDueJobs()
    expect(await statuses()).toEqual([])
  })

  test(`a webhook that fails for three days is paused, which is shown [${engine}]`, async () => {
    const world = await openPrivate(engine)
    const receiver = await Receiver.start()
    receiver.answer = () => 500
    const hook = await addWebhook(world, receiver)
    const clock = useMovableClock(world)
    await makeEvents(world, 1)
    await expect.poll(async () => (await show(world, hook)).failing_since).not.toBeNull()
    clock.advance(3 * DAY + 1)
    await expect.poll(async () => (await show(world, hook)).pause_reason).toBe('failing')
    receiver.answer = () => 200
    receiver.received.length = 0
    await makeEvents(world, 1)
    await world.system.post(`${hook.path}/resume`)
    await expect.poll(() => receiver.ids.length).toBe(1)
    expect(await show(world, hook)).toMatchObject({ pause_reason: null, failing_since: null })
  })

  test(`all events since a time are sent again, with the same ids [${engine}]`, async () => {
    const world = await openPrivate(engine)
    const receiver = await Receiver.start()
    const hook = await addWebhook(world, receiver)
    const clock = useMovableClock(world)
    await makeEvents(world, 3)
    await expect.poll(() => receiver.ids.length).toBe(3)
    clock.advance(60)
    const since = new Date(world.context.now()).toISOString()
    await makeEvents(world, 130)
    await expect.poll(() => receiver.ids.length).toBe(133)
    const sent = receiver.ids.slice(3).toSorted()
    await expect.poll(async () => (await deliveries(world, hook, 'status=pending')).length).toBe(0)
    receiver.received.length = 0
    expect((await world.system.post(`${hook.path}/redeliver`, { since })).status).toBe(200)
    await expect.poll(() => receiver.ids.toSorted()).toEqual(sent)
    const wrong = await world.system.post(`${hook.path}/redeliver`, { since: 'yesterday' })
    expect(wrong.headers.get('x-error-code')).toBe('invalid_input')
  })

  test(`a clock that is set back by a day delays no attempt [${engine}]`, async () => {
    const world = await openPrivate(engine)
    const receiver = await Receiver.start()
    receiver.answer = () => 500
    const hook = await addWebhook(world, receiver)
    const clock = useMovableClock(world)
    await makeEvents(world, 1)
    const status = async () =>
      (await deliveries(world, hook)).map((one) => [one.status, one.problem])
    await expect.poll(status).toEqual([['pending', 'status']])
    receiver.answer = () => 200
    clock.advance(-DAY)
    await expect.poll(status).toEqual([['delivered', null]])
  })

  test(`a webhook without types gets the same, whatever others ask for [${engine}]`, async () => {
    const world = await openPrivate(engine)
    const [all, scores] = [await Receiver.start(), await Receiver.start()]
    const path = `//admin/api/games/${world.game.id}/webhooks`
    await world.system.post(path, { url: all.url })
    await addWebhook(world, scores, 'score.changed')
    const player = await world.player()
    const addScore = () => player.post(player.at('add_score'), { score: 1 })
    await expect
      .poll(async () => {
        await addScore()
        return scores.received.length
      })
      .toBeGreaterThan(0)
    await makeEvents(world, 1)
    await expect.poll(() => all.types).toContain('message.posted')
    expect(all.types).not.toContain('score.changed')
  })

  test(`for a receiver that is down, a limited number of deliveries wait, and all arrive when it is back [${engine}]`, async () => {
    const world = await openPrivate(engine)
    const receiver = await Receiver.start()
    receiver.answer = () => 500
    const hook = await addWebhook(world, receiver, 'friendship.ended')
    const data = { user: { id: 1, username: 'someone', credits: 0, score: 0 } }
    const event = {
      game_id: world.game.id,
      actor_id: null,
      audience: 'user',
      audience_id: 1,
      data,
    } as const
    await inTransaction(world.context, async (tx) => {
      for (let n = 0; n < 1200; n++) await recordEvent(tx, 'friendship.ended', event)
    })
    const count = statement<{ webhook_id: number }, { count: number }>(
      `select count(*) as count from webhook_deliveries where webhook_id = :webhook_id`,
    )
    const waiting = async () =>
      (await world.context.db.first(count, { webhook_id: hook.id }))?.count
    await expect.poll(waiting).toBe(1000)
    await expect.poll(() => receiver.received.length).toBeGreaterThan(20)
    expect(await waiting()).toBe(1000)
    // Further ones are not even looked for, which would cost a transaction each time.
    expect(await findWork(world.context)).toMatchObject([{ is_behind: 0 }])
    receiver.answer = () => 200
    receiver.received.length = 0
    await expect.poll(() => receiver.ids.length).toBe(1200)
  })

  test(`processes that share a database share the work, and send each event once [${engine}]`, async () => {
    const world = await openPrivate(engine)
    const receiver = await Receiver.start()
    await addWebhook(world, receiver)
    const { DATABASE_URL } = world.context.config
    const config = readConfig({ PORT: '0', DATABASE_URL, WEBHOOK_PRIVATE: 'on' })
    const db = await openDatabase({ url: DATABASE_URL, pool_size: config.DATABASE_POOL })
    const second = await startServer(config, db, createLog(config, { write() {} }))
    onTestFinished(async () => void (await second.stop()))
    await makeEvents(world, 150)
    await expect.poll(() => receiver.ids.length).toBe(150)
    expect(receiver.received.length).toBe(150)
  })
}

test('waits between attempts double, up to two hours, and differ by a fifth', () => {
  expect([1, 2, 3, 10, 11, 12, 40].map((attempts) => waitAfter(attempts, 0.5) / 1000)).toEqual([
    5, 10, 20, 2560, 5120, 7200, 7200,
  ])
  expect([waitAfter(1, 0), waitAfter(1, 1)]).toEqual([4000, 6000])
})
