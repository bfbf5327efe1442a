import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestGame, type TestPlayer, testGame } from 'playkeep/game/testing'

let game: TestGame
before(async () => {
  game = await testGame(import.meta.dirname)
})
after(() => game.close())

const HONEST = [10_050, 12_310, 9_002, 13_500]
const sum = (times: number[]) => times.reduce((all, ms) => all + ms, 0)

interface Lap {
  checkpoints?: number[]
  score?: number
  seconds?: number
}

/** Starts a lap, lets the time pass, and sends what the game has measured. */
async function drive(player: TestPlayer, driven: Lap = {}) {
  const { checkpoints = HONEST } = driven
  const { score = sum(checkpoints), seconds = score / 1000 } = driven
  const lap = await player.post('/game_rounds', { game_user_id: player.id, game_type: 'lap' })
  game.clock.advance({ seconds: seconds + 1 })
  return player.put(`/game_rounds/${lap.body.id}`, { score, metadata: { checkpoints } })
}

const lapsOf = async (player: TestPlayer) =>
  (await player.get(player.at('leaderboard_entries'))).body.leaderboard_entries

test('an honest lap gets to the leaderboard', async () => {
  const ana = await game.player()
  const finished = await drive(ana)
  assert.equal(finished.status, 200)
  assert.equal(finished.body.score, 44_862)
  assert.deepEqual(
    (await lapsOf(ana)).map(({ score }: { score: number }) => score),
    [44_862],
  )
})

const CHEATS: Record<string, Lap> = {
  impossible_lap: { checkpoints: [10_050, 1_000, 9_002, 13_500] },
  wrong_score: { score: 42_000 },
  wrong_clock: { seconds: 90 },
  no_checkpoints: { checkpoints: [42_000] },
}

for (const [code, lap] of Object.entries(CHEATS))
  test(`a cheat is refused: ${code}`, async () => {
    const eve = await game.player()
    const refused = await drive(eve, lap)
    assert.equal(refused.status, 422)
    assert.equal(refused.code, 'refused_by_game')
    assert.equal(refused.game_refusal, code)
    assert.deepEqual(await lapsOf(eve), [])
  })

test('nobody skips the race', async () => {
  const eve = await game.player()
  const round = { game_user_id: eve.id, game_type: 'lap', score: 1 }
  const entry = { leaderboard_name: 'laps', score: 1 }
  assert.equal((await eve.post('/game_rounds', round)).game_refusal, 'lap_not_driven')
  const added = await eve.post(eve.at('add_leaderboard_entry'), entry)
  assert.equal(added.game_refusal, 'lap_not_driven')
})
