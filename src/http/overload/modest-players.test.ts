import { expect, test } from 'vitest'
import { ModestPlayers } from './modest-players.ts'
import { type Caller, newCaller, Usage } from './usage.ts'

const modest = new ModestPlayers(0, 0)
const newPlayer = () => new Usage([-Infinity, -Infinity, -Infinity])

function ask(player: Usage, now: number, body_bytes = 0): Caller {
  const headers = { 'content-length': String(body_bytes) }
  const caller = newCaller({ headers }, new Usage([-Infinity]), 'token', player)
  caller.goes_first = modest.goesFirst(caller, player, now)
  return caller
}

test('ten requests at once go first, and the transactions of the first three before most others', () => {
  const player = newPlayer()
  const asked = Array.from({ length: 11 }, () => ask(player, 0))
  expect(asked.map(({ goes_first }) => goes_first)).toEqual([...Array(10).fill(true), false])
  expect(asked.map(({ has_transaction_priority }) => has_transaction_priority)).toEqual(
    asked.map((_, at) => at < 3),
  )
  expect(ask(player, 1900).goes_first).toBe(false)
  expect(ask(player, 3000).goes_first).toBe(true)
})

const firstOf = (player: Usage, now: number, count: number) =>
  Array.from({ length: count }, () => ask(player, now)).filter(({ goes_first }) => goes_first)
    .length

test('whoever has asked for too much comes back later, and with three requests at once', () => {
  const player = newPlayer()
  firstOf(player, 0, 11)
  expect(firstOf(player, player.penalized_until, 5)).toBe(3)
})

test('a while after a penalty, ten at once go first again, also later', () => {
  const player = newPlayer()
  firstOf(player, 0, 11)
  for (let now = 10_000; now < 100_000; now += 10_000) expect(firstOf(player, now, 10)).toBe(10)
})

test('of large bodies at once, one goes first', () => {
  const player = newPlayer()
  const asked = Array.from({ length: 5 }, () => ask(player, 0, 1_000_000))
  expect(asked.map(({ goes_first }) => goes_first)).toEqual([true, false, false, false, false])
})

test('whoever never stops asking for much goes first less and less often', () => {
  const player = newPlayer()
  const wentFirst = (from: number, to: number) => {
    let count = 0
    for (let now = from; now < to; now += 10) if (ask(player, now).goes_first) count++
    return count
  }
  expect(wentFirst(0, 60_000)).toBeLessThan(130)
  expect(wentFirst(60_000, 600_000)).toBeLessThan(210)
  // The clock is set back.
  expect(wentFirst(-10_000_000, -9_999_900)).toBe(10)
})

test('a player who asks for much now and then goes first again after three seconds', () => {
  const player = newPlayer()
  for (let now = 0; now < 100_000; now += 10_000) {
    const asked = Array.from({ length: 15 }, () => ask(player, now))
    expect(asked.filter(({ goes_first }) => goes_first)).toHaveLength(10)
    expect(ask(player, now + 3000).goes_first).toBe(true)
  }
})

test('of a player with large answers two requests at once go first, and a third one if an answer was small', () => {
  const player = newPlayer()
  player.expectLargeAnswers(8)
  const asked = [ask(player, 0), ask(player, 0), ask(player, 0)]
  expect(asked.map(({ goes_first }) => goes_first)).toEqual([true, true, false])
  const [first] = asked
  if (first) modest.giveBack(first, 0)
  expect(first?.large_parts).toBe(0)
  expect(ask(player, 0).goes_first).toBe(true)
  expect(ask(player, 0).goes_first).toBe(false)
  expect(ask(player, 2000).goes_first).toBe(true)
})

test('a player to whom others have sent so much that answers are large is not penalized for that', () => {
  const player = newPlayer()
  player.expectLargeAnswers(8)
  for (let count = 0; count < 8; count++) ask(player, 0)
  expect(player.penalty_ms).toBe(0)
})
