import { expect } from 'vitest'
import { onEachEngine, unique, type World } from '../../test/support/world.ts'
import { memoryStorage, Playkeep, type Refused } from '../src/index.ts'
import { openUnreliable } from './unreliable.ts'

async function offline(world: World) {
  const line = await openUnreliable(world.server.url)
  const storage = memoryStorage()
  const open = () => new Playkeep({ url: line.url, ...world.credentials, storage, max_attempts: 1 })
  const game = open()
  const username = unique('player')
  await game.signUp({ username, email: `${username}@example.com`, password: 'seven green lamps' })
  line.goAway()
  return { line, game, open }
}

onEachEngine('writes without a network are sent later, in order and once', async (world) => {
  const { line, game, open } = await offline(world)
  await game.later.scores.set(10)
  await game.later.scores.add(5)
  for (const score of [1, 2, 3]) await game.later.rounds.create({ game_type: 'race', score })
  await game.outbox.send()
  expect(await game.outbox.size()).toBe(5)

  // The page was closed and opened again.
  const later = open()
  await later.resume()
  line.comeBack()
  line.cutAnswers(2)
  await expect.poll(async () => (await later.outbox.send(), later.outbox.size())).toBe(0)

  expect((await later.account.get()).score).toBe(15)
  const scores: (number | undefined)[] = []
  for await (const round of later.rounds.of(later.player ?? 0)) scores.push(round.score)
  expect(scores).toEqual([3, 2, 1])
  line.close()
})

onEachEngine('what is refused later is told, and holds up nothing', async (world) => {
  const { line, game } = await offline(world)
  const refused: Refused[] = []
  game.outbox.onRefused((one) => refused.push(one))
  const sizes: number[] = []
  game.outbox.onSize((size) => sizes.push(size))
  await game.later.store.buy(987_654_321)
  await game.later.scores.add(5)
  line.comeBack()

  await expect.poll(async () => (await game.outbox.send(), game.outbox.size())).toBe(0)

  expect(refused).toMatchObject([
    { operation: 'store.purchase', error: { code: 'item_not_found' } },
  ])
  expect((await game.account.get()).score).toBe(5)
  expect(sizes).toEqual([1, 2, 1, 0])
  line.close()
})

onEachEngine('what cannot be sent later, or would be refused, is not stored', async (world) => {
  const { line, game } = await offline(world)

  await expect(game.later.rounds.get(1)).rejects.toMatchObject({ code: 'not_for_later' })
  await expect(game.later.scores.add(0.5)).rejects.toMatchObject({
    code: 'invalid_input',
    message: 'score must be a whole number.',
  })

  expect(await game.outbox.size()).toBe(0)
  line.close()
})

onEachEngine('what one player left is not sent as another one who signs in', async (world) => {
  const { line, game } = await offline(world)
  await game.later.friends.request((await world.player()).username)
  const first = game.player?.id
  line.comeBack()
  const username = unique('other')

  const sending = game.outbox.send()
  await game.signUp({ username, email: `${username}@example.com`, password: 'eight blue lamps' })
  await sending
  await game.outbox.send()

  expect(game.player?.id).not.toBe(first)
  const requests: object[] = []
  for await (const request of game.friends.outgoing()) requests.push(request)
  expect(requests).toEqual([])
  game.close()
  line.close()
})

onEachEngine('players of one device have lists of their own', async (world) => {
  const { line, game, open } = await offline(world)
  await game.later.scores.add(5)
  line.comeBack()
  const other = open()
  const username = unique('other')
  await other.signUp({ username, email: `${username}@example.com`, password: 'eight blue lamps' })

  await other.outbox.send()

  expect((await other.account.get()).score).toBe(0)
  await expect.poll(async () => (await game.outbox.send(), game.outbox.size())).toBe(0)
  expect((await game.account.get()).score).toBe(5)
  line.close()
})
