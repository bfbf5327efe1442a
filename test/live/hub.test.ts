import { expect, onTestFinished, test } from 'vitest'
import { inTransaction, type LiveEvent, type Subscriber } from '../../src/context.ts'
import { recordEvents, START } from '../../src/features/operations/events/rules.ts'
import { Credentials } from '../../src/live/credentials.ts'
import { Follower } from '../../src/live/follower.ts'
import { openSocket } from '../support/event-socket.ts'
import { ENGINES, openWorld, type World } from '../support/world.ts'

async function openPrivate(engine: (typeof ENGINES)[number]): Promise<World> {
  const { world, close } = await openWorld(engine)
  onTestFinished(close)
  return world
}

/** Follows like the server of the game, and collects what it is handed at once. */
function listen({ game }: World, session_id: number | null = null) {
  const parts: LiveEvent[][] = []
  const ends: string[] = []
  const subscriber: Subscriber = {
    reader: { game_id: game.id, user_id: null },
    session_id,
    service_key_id: null,
    types: undefined,
    onEvents: (events) => void parts.push(events),
    wantsMore: () => true,
    onEnd: (reason) => void ends.push(reason),
  }
  return { subscriber, parts, ends }
}

const record = ({ context, game }: World, texts: string[]) =>
  inTransaction(context, (tx) =>
    recordEvents(
      tx,
      'announcement.posted',
      texts.map((text) => ({
        game_id: game.id,
        actor_id: null,
        audience: 'players',
        audience_id: game.id,
        data: { id: 1, text, group_id: null },
      })),
    ),
  )

const count = (log: string[], text: string) => log.filter((line) => line.includes(text)).length

for (const engine of ENGINES) {
  test(`whoever asks for events while the server stops is sent away at once [${engine}]`, async () => {
    const world = await openPrivate(engine)
    const { live } = world.context
    const player = await world.player()
    const following = live.follow(listen(world).subscriber)
    live.stop()
    await expect(following).rejects.toMatchObject({ code: 'stopping' })
    const { status, headers } = await player.get('/events?wait=50')
    expect([status, headers.get('x-error-code'), headers.get('retry-after')]).toEqual([
      503,
      'stopping',
      '1',
    ])
    const { closed } = openSocket(world.server.url, { token: player.token })
    expect(await closed).toEqual([4503, 'stopping'])
  })

  test(`whoever is ended by the stop knows how far they came [${engine}]`, async () => {
    const world = await openPrivate(engine)
    const { live } = world.context
    const { subscriber, parts } = listen(world)
    const subscription = await live.follow(subscriber)
    await subscription.catchUp()
    await record(world, ['hello'])
    await expect.poll(() => parts.length).toBe(1)
    live.stop()
    expect(subscription.position).toEqual(parts[0]?.[0]?.position)
  })

  test(`whoever missed long events is handed a few at a time [${engine}]`, async () => {
    const world = await openPrivate(engine)
    const texts = Array.from({ length: 60 }, (_, number) => `${number} ${'x'.repeat(8000)}`)
    await record(world, texts)
    // Asks only when the log can be read.
    await (await world.player()).get('/events')
    const { subscriber, parts } = listen(world)
    const subscription = await world.context.live.follow(subscriber, START)
    await subscription.catchUp()
    const shown = parts.flat().filter(({ type }) => type === 'announcement.posted')
    expect(shown.map(({ data }) => JSON.parse(data).text)).toEqual(texts)
    for (const part of parts)
      expect(part.reduce((bytes, { data }) => bytes + data.length, 0)).toBeLessThan(65_537)
  })

  test(`clients that poll one after the other share one connection for signals [${engine}]`, async () => {
    const world = await openPrivate(engine)
    const { db } = world.context
    let listened = 0
    world.context.db = { ...db, listen: (...given) => (listened++, db.listen(...given)) }
    const player = await world.player()
    for (let n = 0; n < 5; n++) expect((await player.get('/events')).status).toBe(200)
    expect(listened).toBe(1)
  })

  test(`the log says when the events can be read again [${engine}]`, async () => {
    const world = await openPrivate(engine)
    const { context, log } = world
    const { subscriber, parts } = listen(world)
    await (await context.live.follow(subscriber)).catchUp()
    const { db } = context
    context.db = { ...db, all: () => Promise.reject(new Error('away')) }
    context.live.wake()
    await expect.poll(() => count(log, 'the log of events could not be read')).toBe(1)
    expect(count(log, 'the log of events is read again')).toBe(0)
    context.db = db
    await record(world, ['hello'])
    await expect.poll(() => parts.length).toBe(1)
    await expect.poll(() => count(log, 'the log of events is read again')).toBe(1)
  })

  test(`clients that come and go keep no other from being checked [${engine}]`, async () => {
    const world = await openPrivate(engine)
    const { context } = world
    const all = new Set<Follower>()
    const hub = { reached: START, catchUp: async () => {}, remove() {} }
    const add = (number: number, session_id: number | null) =>
      Array.from({ length: number }, () => {
        const { subscriber, ends } = listen(world, session_id)
        const follower = new Follower(hub, subscriber, START)
        all.add(follower)
        return { follower, ends, subscriber }
      })
    const credentials = new Credentials(context, all)
    const no_session = 999_999_999
    const [first] = add(1, null)
    add(1498, null)
    const [last] = add(1, no_session)
    for (let n = 0; n < 2; n++) {
      const short = add(1000, null)
      await credentials.check()
      for (const { follower } of short) all.delete(follower)
    }
    expect(last?.ends).toEqual(['not_signed_in'])
    if (first) first.subscriber.session_id = no_session
    for (let n = 0; n < 3; n++) {
      const short = add(1000, null)
      await credentials.check()
      for (const { follower } of short) all.delete(follower)
    }
    expect(first?.ends).toEqual(['not_signed_in'])
  })

  test(`sessions are not checked again while the last check hangs [${engine}]`, async () => {
    const world = await openPrivate(engine)
    let checks = 0
    const answered = Promise.withResolvers<never[]>()
    const db = { ...world.context.db, all: () => (checks++, answered.promise) }
    const hub = { reached: START, catchUp: async () => {}, remove() {} }
    const all = new Set([new Follower(hub, listen(world, 1).subscriber, START)])
    const credentials = new Credentials({ ...world.context, db }, all)
    const first = credentials.check()
    await credentials.check()
    expect(checks).toBe(1)
    answered.resolve([])
    await first
    await credentials.check()
    expect(checks).toBe(2)
  })
}
