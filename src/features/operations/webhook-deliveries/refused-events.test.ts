import { expect, test } from 'vitest'
import { useMovableClock } from '../../../../test/support/clock.ts'
import { type Received, Receiver } from '../../../../test/support/receiver.ts'
import {
  addWebhook,
  deliveries,
  type Hook,
  openPrivate,
  show,
} from '../../../../test/support/webhooks.ts'
import { ENGINES, type World } from '../../../../test/support/world.ts'

/** The attempts of those that wait; undefined while one is being sent. Only where the clock stands still. */
async function attemptsOf(world: World, hook: Hook): Promise<number[] | undefined> {
  const pending = await deliveries(world, hook, 'status=pending')
  const claimed_until = new Date(world.context.now() + 20_000).toISOString()
  if (pending.some((one) => one.attempts === 0 || one.next_attempt_at === claimed_until))
    return undefined
  return pending.map(({ attempts }) => attempts)
}

for (const engine of ENGINES) {
  test(`an event that is always refused is sent again after its own waits, whatever else is accepted [${engine}]`, async () => {
    const world = await openPrivate(engine)
    const receiver = await Receiver.start()
    const isRefused = ({ body }: Received) => body.data.text === 'refused'
    receiver.answer = (received) => (isRefused(received) ? 400 : 204)
    const hook = await addWebhook(world, receiver)
    const clock = useMovableClock(world)
    const [ana, ben] = [await world.player(), await world.player()]
    const chat = await ana.post('/chats', { usernames: [ben.username], text: 'first' })
    const post = (text: string) => ana.post('/messages', { chat_id: chat.body.id, text })
    const refusals = () => receiver.received.filter(isRefused).length
    const accepted = async () => (await deliveries(world, hook, 'status=delivered')).length
    await expect.poll(accepted).toBe(1)
    await post('refused')
    const attempts = () => attemptsOf(world, hook)
    await expect.poll(attempts).toEqual([1])
    for (let n = 0; n < 10; n++) {
      await post(String(n))
      await expect.poll(accepted).toBe(n + 2)
    }
    expect(refusals()).toBe(1)
    // Long after the last success, at which the webhook would begin to fail if this were not the same event again.
    for (let n = 2; n <= 5; n++) {
      clock.advance(6 * 2 ** (n - 2))
      await expect.poll(attempts).toEqual([n])
    }
    await post('last')
    await expect.poll(accepted).toBe(12)
    expect(world.log.filter((line) => /has begun to fail|works again/.test(line))).toEqual([])
    expect(refusals()).toBe(5)
  })

  test(`a receiver that is back gets at once what waited for it, but not what it refused before [${engine}]`, async () => {
    const world = await openPrivate(engine)
    const receiver = await Receiver.start()
    receiver.answer = () => 400
    const hook = await addWebhook(world, receiver)
    const clock = useMovableClock(world)
    const [ana, ben] = [await world.player(), await world.player()]
    const chat = await ana.post('/chats', { usernames: [ben.username], text: 'refused' })
    const post = (text: string) => ana.post('/messages', { chat_id: chat.body.id, text })
    const attempts = () => attemptsOf(world, hook)
    const isRefused = ({ body }: Received) => body.data.text === 'refused'
    await expect.poll(attempts).toEqual([1])
    receiver.answer = (received) => (isRefused(received) ? 400 : 204)
    await post('accepted')
    await expect.poll(async () => (await show(world, hook)).failing_since).toBe(null)
    // The next attempt is many minutes away.
    for (let n = 2; n < 10; n++) {
      clock.advance(6 * 2 ** (n - 2))
      await expect.poll(attempts).toEqual([n])
    }
    receiver.answer = () => 503
    await post('waits')
    await expect.poll(async () => (await show(world, hook)).failing_since).not.toBe(null)
    await post('waits, too')
    await expect.poll(attempts).toEqual([1, 1, 9])
    for (let n = 2; n < 5; n++) {
      clock.advance(6 * 2 ** (n - 2))
      await expect.poll(attempts).toEqual([n, n, 9])
    }
    receiver.received.length = 0
    receiver.answer = (received) => (isRefused(received) ? 400 : 204)
    await post('new')
    await expect.poll(attempts).toEqual([9])
    expect(receiver.received.filter(isRefused)).toEqual([])
  })
}
