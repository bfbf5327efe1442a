import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestGame, type TestPlayer, testGame } from 'playkeep/game/testing'

let game: TestGame
let players: TestPlayer[]

const add = (player: TestPlayer, leaderboard_name: string, score: number) =>
  player.post(player.at('add_leaderboard_entry'), { leaderboard_name, score })

const credits = () => Promise.all(players.map(async (player) => (await player.profile()).credits))

/** The prizes of the twelve players, of whom each is better than the next. */
const PAID = [500, 300, 200, 100, 100, 50, 50, 50, 50, 50, 0, 0]

before(async () => {
  game = await testGame(import.meta.dirname, { now: new Date('2026-11-18T10:00:00Z') })
  players = []
  for (let number = 1; number <= PAID.length; number++) {
    const player = await game.player()
    players.push(player)
    await add(player, 'weekly', 1000 - number)
  }
  await game.runTasks()
})
after(() => game.close())

test('before Monday nobody gets a prize', async () => {
  game.clock.set(new Date('2026-11-22T23:59:59Z'))
  await game.runTasks()
  assert.deepEqual(
    await credits(),
    PAID.map(() => 0),
  )
})

test('on Monday the first ten get theirs, and everybody is told', async () => {
  game.clock.set(new Date('2026-11-23T00:00:00Z'))
  await game.runTasks()
  assert.deepEqual(await credits(), PAID)
  const { body } = (await players.at(-1)?.get('/notifications')) ?? {}
  assert.equal(body.notifications[0].data.text, 'The best of last week: player1, player2, player3.')
})

test('a job that runs again pays nothing twice', async () => {
  game.clock.advance({ days: 1 })
  await game.runTasks()
  assert.deepEqual(await credits(), PAID)
})

test('the new week begins with an empty leaderboard, and the winners stay', async () => {
  const [ana] = players
  assert.ok(ana)
  const { body } = await ana.get('/game/weekly')
  assert.equal(body.leaderboard_name, 'weekly 2026-11-23')
  assert.equal(body.winners.length, 10)
  const refused = await add(ana, 'weekly 2026-11-16', 1_000_000)
  assert.equal(refused.game_refusal, 'not_this_week')
})
