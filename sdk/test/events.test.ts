import { expect } from 'vitest'
import { onEachEngine, type World } from '../../test/support/world.ts'
import { memoryStorage, Playkeep, type TransportName } from '../src/index.ts'
import { openUnreliable } from './unreliable.ts'

const TRANSPORTS: TransportName[] = ['socket', 'stream', 'poll']

async function listener(world: World, transports: TransportName[]) {
  const line = await openUnreliable(world.server.url)
  const settings = { url: line.url, ...world.credentials, storage: memoryStorage() }
  const game = new Playkeep({ ...settings, transports })
  await game.playAsGuest()
  const close = () => {
    game.events.close()
    line.close()
  }
  return { line, game, close }
}

for (const transport of TRANSPORTS) {
  onEachEngine(
    `events come in order and once, also after lost connections, by ${transport}`,
    async (world) => {
      const { line, game, close } = await listener(world, [transport])
      const ben = await world.player()
      const heard: string[] = []
      game.events.on('message.posted', ({ data }) => heard.push(data.text))
      await game.events.opened()
      expect(game.events.transport).toBe(transport)
      const { body } = await ben.post('/chats', { usernames: [game.player?.username], text: '0' })

      for (let count = 1; count <= 20; count++) {
        if (count % 7 === 0) line.breakAll()
        if (count === 10) line.goAway()
        if (count === 15) line.comeBack()
        await ben.post('/messages', { chat_id: body.id, text: String(count) })
      }

      await expect.poll(() => heard.length).toBeGreaterThanOrEqual(21)
      expect(heard).toEqual(Array.from({ length: 21 }, (_, index) => String(index)))
      close()
    },
  )
}

onEachEngine('frequent types are told, and handlers can come and go', async (world) => {
  const { game, close } = await listener(world, ['socket'])
  const scores: number[] = []
  const credits: number[] = []
  const stop = game.events.on('score.changed', ({ data }) => scores.push(data.user.score))
  await game.events.opened()
  await expect.poll(async () => (await game.scores.add(1), scores.length)).toBeGreaterThan(0)

  stop()
  game.events.on('credits.changed', ({ data }) => credits.push(data.user.credits))
  const before = scores.length
  await expect.poll(async () => (await game.credits.add(1), credits.length)).toBeGreaterThan(0)
  await game.scores.add(1)

  expect(scores).toHaveLength(before)
  close()
})

onEachEngine('where sockets do not get through, the stream takes over', async (world) => {
  const { game, close } = await listener(world, ['socket', 'stream', 'poll'])
  const { WebSocket: original } = globalThis
  Reflect.set(
    globalThis,
    'WebSocket',
    class {
      addEventListener(name: string, handler: (event: object) => void) {
        if (name === 'close') setTimeout(() => handler({ code: 1006, reason: '' }))
      }
      close() {}
    },
  )
  try {
    const heard: string[] = []
    game.events.on('message.posted', ({ data }) => heard.push(data.text))
    await game.events.opened()

    expect(game.events.transport).toBe('stream')
    const ben = await world.player()
    await ben.post('/chats', { usernames: [game.player?.username], text: 'hello' })
    await expect.poll(() => heard).toEqual(['hello'])
  } finally {
    Reflect.set(globalThis, 'WebSocket', original)
    close()
  }
})

for (const transport of TRANSPORTS) {
  onEachEngine(`an ended session ends the events, by ${transport}`, async (world) => {
    const { game, close } = await listener(world, [transport])
    const codes: string[] = []
    game.events.onError(({ code }) => codes.push(code))
    game.events.on('message.posted', () => {})
    await game.events.opened()
    const session_ids: number[] = []
    for await (const { id } of game.account.sessions()) session_ids.push(id)

    await game.account.endSession(session_ids[0] ?? 0)

    await expect.poll(() => game.events.state).toBe('closed')
    await expect.poll(() => game.player).toBeUndefined()
    expect(codes).toEqual(['not_signed_in'])
    close()
  })
}
