import { expect } from 'vitest'
import { DAY_MS } from '../../../durations.ts'
import { createRound } from '../../../../test/support/rounds.ts'
import { onEachEngine } from '../../../../test/support/world.ts'

onEachEngine('a round never ends before it starts', async (world) => {
  const player = await world.player()
  const minutes = (time: number) => new Date(1_700_000_000_000 + time * 60_000).toISOString()
  const [early, middle, late] = [minutes(0), minutes(1), minutes(2)]
  const post = (times: object) =>
    player.post('/game_rounds', { game_user_id: player.id, game_type: 'race', ...times })

  const without_start = await post({ end_time: early })
  expect(without_start.body).toMatchObject({ start_time: early, end_time: early })
  const in_a_day = new Date(Date.now() + DAY_MS).toISOString()
  const ends_later = (await post({ end_time: in_a_day })).body
  expect(Date.parse(ends_later.start_time)).toBeLessThan(Date.parse(in_a_day))
  expect(ends_later.start_time).toBe(ends_later.created_at)
  const refused = await post({ start_time: middle, end_time: early })
  expect([refused.status, refused.text]).toEqual([422, 'end_time must not be before start_time.'])

  const path = `/game_rounds/${(await post({ start_time: middle })).body.id}`
  expect((await player.put(path, { end_time: early })).status).toBe(422)
  expect((await player.put(path, { end_time: middle })).status).toBe(200)
  expect((await player.put(path, { start_time: late })).status).toBe(422)
  expect((await player.put(path, { start_time: late, end_time: late })).status).toBe(200)
  expect((await player.put(path, { end_time: null, start_time: early })).status).toBe(200)
  expect((await player.get(path)).body).toMatchObject({ start_time: early, end_time: null })

  // The device's clock may be slow, and the start was never sent.
  const started_now = `/game_rounds/${(await post({})).body.id}`
  expect((await player.put(started_now, { end_time: early, score: 3 })).body).toMatchObject({
    start_time: early,
    end_time: early,
    score: 3,
  })
})

onEachEngine('of concurrent changes, none makes a round end before it starts', async (world) => {
  const player = await world.player()
  const rounds = await Promise.all(
    Array.from({ length: 25 }, () => createRound(player, { start_time: '2024-07-23T15:20:00Z' })),
  )
  const replies = await Promise.all(
    rounds.flatMap(({ id }) => [
      player.put(`/game_rounds/${id}`, { end_time: '2024-07-23T15:20:05Z' }),
      player.put(`/game_rounds/${id}`, { start_time: '2024-07-23T15:20:10Z' }),
    ]),
  )
  const statuses = replies.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(25)
  expect(statuses.filter((status) => status === 422)).toHaveLength(25)
})
