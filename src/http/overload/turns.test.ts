import { expect, test } from 'vitest'
import { canWait, Turns } from './turns.ts'
import { Usage } from './usage.ts'

test('a few requests of a player begin at once, the next when one of them ends, and too many are refused', () => {
  const turns = new Turns()
  const [one, other] = [new Usage([]), new Usage([])]
  const begun: number[] = []
  const eight = Array.from({ length: 8 }, () => turns.begin(one))
  expect([...eight, turns.begin(one), turns.begin(other)]).toEqual([
    ...eight.map(() => true),
    false,
    true,
  ])

  for (let n = 0; n < 60; n++) {
    expect(canWait(one)).toBe(true)
    turns.wait(one, 0, () => begun.push(n))
  }
  expect(canWait(one)).toBe(false)
  expect(begun).toEqual([])
  turns.end(one)
  turns.end(one)
  expect(begun).toEqual([0, 1])
  for (let n = 0; n < 58 + 8; n++) turns.end(one)
  expect(begun).toHaveLength(60)
  expect(turns.begin(one)).toBe(true)
})

test('players with large answers take turns, one request of each and four of all at once', () => {
  const turns = new Turns()
  const usages = Array.from({ length: 6 }, () => new Usage([]))
  const [first = new Usage([])] = usages
  // Before it is known that their answers are large.
  expect([turns.begin(first), turns.begin(first)]).toEqual([true, true])
  for (const usage of usages) usage.takes_turns = true
  const modest = new Usage([])
  expect(usages.map((usage) => turns.begin(usage))).toEqual([false, true, true, true, true, false])
  expect(turns.begin(modest)).toBe(true)

  const begun: string[] = []
  for (const [player, usage] of usages.entries())
    for (const request of [1, 2]) turns.wait(usage, 0, () => begun.push(`${player}.${request}`))
  const end = (...players: number[]) => {
    for (const player of players) turns.end(usages[player] ?? modest)
    return begun.splice(0)
  }
  expect(begun).toEqual([])
  expect(end(0)).toEqual([])
  expect(end(0)).toEqual([])
  expect(end(1)).toEqual(['5.1'])
  expect(end(2)).toEqual(['0.1'])
  expect(end(3, 4)).toEqual(['1.1', '2.1'])
  expect(end(5, 0, 1, 2)).toEqual(['3.1', '4.1', '5.2', '0.2'])
  expect(end(3, 4, 5, 0)).toEqual(['1.2', '2.2', '3.2', '4.2'])
  expect(end(1, 2, 3, 4)).toEqual([])
  expect(usages.map(({ active, waiting }) => active + waiting)).toEqual([0, 0, 0, 0, 0, 0])
})
