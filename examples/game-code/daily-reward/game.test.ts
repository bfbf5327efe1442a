import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestGame, type TestPlayer, testGame } from 'playkeep/game/testing'

let game: TestGame
before(async () => {
  game = await testGame(import.meta.dirname, { now: new Date('2026-11-17T23:00:00Z') })
})
after(() => game.close())

const take = (player: TestPlayer) => player.post('/game/daily_reward')

test('there is one reward for each day, in UTC', async () => {
  const ana = await game.player()
  assert.deepEqual((await take(ana)).body, { streak: 1, reward: 10, credits: 10 })
  const again = await take(ana)
  assert.deepEqual([again.status, again.game_refusal], [422, 'reward_taken'])

  game.clock.advance({ hours: 1 })
  assert.deepEqual((await take(ana)).body, { streak: 2, reward: 20, credits: 30 })
})

test('the reward grows for a week, and begins again after a day without it', async () => {
  const ben = await game.player()
  const rewards: number[] = []
  for (let day = 1; day <= 9; day++) {
    rewards.push((await take(ben)).body.reward)
    game.clock.advance({ days: 1 })
  }
  assert.deepEqual(rewards, [10, 20, 30, 40, 50, 60, 70, 70, 70])

  game.clock.advance({ days: 1 })
  assert.equal((await take(ben)).body.streak, 1)
})

test('players see what the next reward is', async () => {
  game.clock.set(new Date('2026-12-01T12:00:00Z'))
  const eve = await game.player()
  const show = async () => (await eve.get('/game/daily_reward')).body
  const today = {
    streak: 0,
    is_taken: false,
    next_credits: 10,
    next_at: '2026-12-01T00:00:00.000Z',
  }
  assert.deepEqual(await show(), today)
  await take(eve)
  const taken = { streak: 1, is_taken: true, next_credits: 20, next_at: '2026-12-02T00:00:00.000Z' }
  assert.deepEqual(await show(), taken)
})

test('a request that is sent again gets the same answer, and gives nothing twice', async () => {
  const dan = await game.player()
  const key = { 'idempotency-key': 'reward-of-dan' }
  const first = await dan.send('POST', '/game/daily_reward', {}, key)
  const again = await dan.send('POST', '/game/daily_reward', {}, key)
  assert.equal(first.status, 200)
  assert.deepEqual(again, first)
  assert.equal((await dan.profile()).credits, 10)
})
