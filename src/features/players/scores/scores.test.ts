import { expect } from 'vitest'
import { onEachEngine } from '../../../../test/support/world.ts'

const MOST = 9_007_199_254_740_991
const FIELDS = [
  'authentication_token',
  'credits',
  'display_email',
  'email',
  'events_current_month',
  'events_total',
  'game_sessions_current_month',
  'game_sessions_total',
  'id',
  'last_login',
  'number_of_logins',
  'score',
  'username',
]

onEachEngine(
  'score is added to and set, and the answer is the whole user object',
  async (world) => {
    const player = await world.player()
    const added = await player.post(player.at('add_score'), { score: 30 })
    expect(added.status).toBe(200)
    expect(Object.keys(added.body).sort()).toEqual(FIELDS)
    expect(added.body).toMatchObject({
      id: player.id,
      score: 30,
      authentication_token: player.token,
    })
    expect((await player.post(player.at('add_score'), { score: -50 })).body.score).toBe(-20)
    expect(
      (await player.send('POST', player.at('add_score'), { form: { score: '5' } })).body.score,
    ).toBe(-15)
    expect((await player.post(player.at('set_score'), { score: 1200 })).body.score).toBe(1200)
    expect((await player.post(player.at('set_score'), { score: -MOST })).body.score).toBe(-MOST)
  },
)

onEachEngine('100 additions of 1 at once make 100', async (world) => {
  const player = await world.player()
  await Promise.all(
    Array.from({ length: 100 }, () => player.post(player.at('add_score'), { score: 1 })),
  )
  expect((await player.profile()).score).toBe(100)
})
