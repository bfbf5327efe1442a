import { expect, test } from 'vitest'
import { beginTurn, canWait, endTurn, waitForTurn } from './turns.ts'
import { Usage } from './usage.ts'

test('a few requests of a player begin at once, the next when one of them ends, and too many are refused', () => {
  const [one, other] = [new Usage([]), new Usage([])]
  const begun: number[] = []
  const eight = Array.from({ length: 8 }, () => beginTurn(one))
  expect([...eight, beginTurn(one), beginTurn(other)]).toEqual([
    ...eight.map(() => true),
    false,
    true,
  ])

  for (let n = 0; n < 60; n++) {
    expect(canWait(one)).toBe(true)
    waitForTurn(one, 0, () => begun.push(n))
  }
  expect(canWait(one)).toBe(false)
  expect(begun).toEqual([])
  endTurn(one)
  endTurn(one)
  expect(begun).toEqual([0, 1])
  for (let n = 0; n < 58 + 8; n++) endTurn(one)
  expect(begun).toHaveLength(60)
  expect(beginTurn(one)).toBe(true)
})
