import { expect, test } from 'vitest'
import { KeptByGame } from './kept-by-game.ts'

const asIs = (text: string) => text
const read = (text: string) => () => Promise.resolve(text)

test('what was read of a game is kept for a few seconds', async () => {
  const kept = new KeptByGame<string>()
  expect(await kept.get(1, 0, read('first'), asIs)).toBe('first')
  expect(await kept.get(1, 4999, read('second'), asIs)).toBe('first')
  expect(await kept.get(2, 4999, read('of another game'), asIs)).toBe('of another game')
  expect(await kept.get(1, 5000, read('third'), asIs)).toBe('third')
  kept.forget(1)
  expect(await kept.get(1, 5001, read('fourth'), asIs)).toBe('fourth')
})

test('nobody waits for the read of somebody else, and a value is made once', async () => {
  const kept = new KeptByGame<{ text: string }>()
  const make = (text: string, last?: { text: string }) => (last?.text === text ? last : { text })
  const slow = Promise.withResolvers<string>()
  const first = kept.get(1, 0, () => slow.promise, make)
  const second = await kept.get(1, 0, read('words'), make)
  slow.resolve('words')
  expect(await first).toBe(second)
})

test('what was read before a change is not kept', async () => {
  const kept = new KeptByGame<string>()
  const slow = Promise.withResolvers<string>()
  const before = kept.get(1, 0, () => slow.promise, asIs)
  kept.forget(1)
  slow.resolve('old')
  expect(await before).toBe('old')
  expect(await kept.get(1, 0, read('new'), asIs)).toBe('new')
})
