import { expect, test } from 'vitest'
import { ModestPlayers } from './modest-players.ts'
import { type Caller, newCaller, Usage } from './usage.ts'

const modest = new ModestPlayers(0)
const newPlayer = () => new Usage([-Infinity])

function ask(player: Usage, now: number): Caller {
  const caller = newCaller(player, 'token', player)
  caller.goes_first = modest.goesFirst(caller, player, now)
  return caller
}

test('ten requests at once go first, and the first three of them ask for little', () => {
  const player = newPlayer()
  const asked = Array.from({ length: 11 }, () => ask(player, 0))
  expect(asked.map(({ goes_first }) => goes_first)).toEqual([...Array(10).fill(true), false])
  expect(asked.map(({ asks_little }) => asks_little)).toEqual(asked.map((_, at) => at < 3))
  expect(ask(player, 500).goes_first).toBe(true)
  expect(ask(player, 5500).asks_little).toBe(true)
})

test('of a player with large answers two requests at once go first, and a third one later if an answer was small', () => {
  const player = newPlayer()
  player.expectLargeAnswers(8)
  const asked = [ask(player, 0), ask(player, 0), ask(player, 0)]
  expect(asked.map(({ goes_first }) => goes_first)).toEqual([true, true, false])
  const [first] = asked
  if (first) modest.giveBack(first, 0)
  expect(first?.large_parts).toBe(0)
  expect(ask(player, 0).goes_first).toBe(false)
  expect(ask(player, 500).goes_first).toBe(true)
  expect(ask(player, 500).goes_first).toBe(false)
})
