import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

test('a few requests of a player begin at once, the next when one of them ends, and too many are refused', () => {
  const turns = new Turns()
  const begun: number[] = []
  const eight = Array.from({ length: 8 }, () => turns.begin(1))
  expect([...eight, turns.begin(1), turns.begin(2)]).toEqual([
    ...eight.map(() => true),
    false,
    true,
  ])

  const waiting = Array.from({ length: 61 }, (_, n) => turns.wait(1, 0, () => begun.push(n)))
  expect(waiting.filter(Boolean)).toHaveLength(60)
  expect(begun).toEqual([])
  turns.end(1)
  turns.end(1)
  expect(begun).toEqual([0, 1])
  for (let n = 0; n < 58 + 8; n++) turns.end(1)
  expect(begun).toHaveLength(60)
  expect(turns.begin(1)).toBe(true)
})
