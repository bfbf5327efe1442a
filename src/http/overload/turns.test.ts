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

test('players with large answers take turns, one request of each and two of all at once', () => {
  const turns = new Turns()
  const [a, b, c, modest] = Array.from({ length: 4 }, () => new Usage([])) as [
    Usage,
    Usage,
    Usage,
    Usage,
  ]
  // Before it is known that their answers are large.
  expect([turns.begin(a), turns.begin(a)]).toEqual([true, true])
  for (const usage of [a, b, c]) usage.had_large_answer = true
  expect([turns.begin(a), turns.begin(b), turns.begin(c), turns.begin(modest)]).toEqual([
    false,
    true,
    true,
    true,
  ])
  const begun: string[] = []
  for (const [name, usage] of Object.entries({ a, b, c }))
    for (const n of [1, 2]) turns.wait(usage, 0, () => begun.push(`${name}${n}`))

  turns.end(a)
  expect(begun).toEqual([])
  turns.end(a)
  expect(begun).toEqual([])
  turns.end(b)
  expect(begun).toEqual(['a1'])
  turns.end(c)
  expect(begun).toEqual(['a1', 'b1'])
  turns.end(a)
  turns.end(b)
  turns.end(c)
  turns.end(a)
  turns.end(b)
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2'])
  turns.end(c)
  expect([a.active, b.active, c.active, a.waiting + b.waiting + c.waiting]).toEqual([0, 0, 0, 0])
})
