import { expect } from 'vitest'
import { NOT_SAFE_INTEGERS } from '../../../../test/support/integers.ts'
import { USER_FIELDS } from '../../../../test/support/user-fields.ts'
import { onEachEngine } from '../../../../test/support/world.ts'

onEachEngine('adding to and setting a score answers the full user object', async (world) => {
  const player = await world.player()
  const added = await player.post(player.at('add_score'), { score: 30 })
  expect(added.status).toBe(200)
  expect(Object.keys(added.body).sort()).toEqual(USER_FIELDS)
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
  const lowest = await player.post(player.at('set_score'), { score: Number.MIN_SAFE_INTEGER })
  expect(lowest.body.score).toBe(Number.MIN_SAFE_INTEGER)
})

onEachEngine(
  'a score that is missing, not a whole number or out of range is 400 and changes nothing',
  async (world) => {
    const player = await world.player()
    await player.post(player.at('set_score'), { score: 7 })
    for (const score of NOT_SAFE_INTEGERS) {
      for (const route of ['add_score', 'set_score']) {
        const reply = await player.post(player.at(route), { score })
        expect([route, score, reply.status]).toEqual([route, score, 400])
        expect(reply.text).toContain('score')
      }
    }
    const too_high = await player.post(player.at('add_score'), { score: Number.MAX_SAFE_INTEGER })
    expect([too_high.status, too_high.headers.get('x-error-code')]).toEqual([400, 'out_of_range'])
    expect((await player.profile()).score).toBe(7)
  },
)

onEachEngine("another user's score cannot be changed: 401", async (world) => {
  const [player, other] = [await world.player(), await world.player()]
  const stranger = await (await world.otherGame()).player()
  for (const id of [other.id, stranger.id, 'abc', 0]) {
    for (const route of ['add_score', 'set_score']) {
      const reply = await player.post(`/users/${id}/${route}`, { score: 1 })
      expect([id, route, reply.status]).toEqual([id, route, 401])
    }
  }
  expect((await world.visitor.post(player.at('add_score'), { score: 1 })).status).toBe(401)
  expect((await other.profile()).score).toBe(0)
})

onEachEngine('100 concurrent additions of 1 make 100', async (world) => {
  const player = await world.player()
  await Promise.all(
    Array.from({ length: 100 }, () => player.post(player.at('add_score'), { score: 1 })),
  )
  expect((await player.profile()).score).toBe(100)
})
