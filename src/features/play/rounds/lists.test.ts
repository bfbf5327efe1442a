import { expect } from 'vitest'
import { createRound } from '../../../../test/support/rounds.ts'
import { onEachEngine, type Player } from '../../../../test/support/world.ts'

const PATH = '/game_rounds'

const listIds = async (viewer: Player, query: string): Promise<number[]> => {
  const { status, text, body } = await viewer.get(`${PATH}?${query}`)
  expect([status, text]).toEqual([200, expect.any(String)])
  return body.game_rounds.map(({ id }: { id: number }) => id)
}

onEachEngine('rounds are listed newest first, by page or before a given round', async (world) => {
  const [player, viewer] = [await world.player(), await world.player()]
  await createRound(viewer)
  const ids: number[] = []
  for (let score = 0; score < 5; score++) ids.unshift((await createRound(player, { score })).id)
  const of = `user_id=${player.id}`

  expect(await listIds(viewer, of)).toEqual(ids)
  expect(await listIds(viewer, `${of}&per_page=2`)).toEqual(ids.slice(0, 2))
  expect(await listIds(viewer, `${of}&per_page=2&page=3`)).toEqual(ids.slice(4))
  expect(await listIds(viewer, `${of}&page=2`)).toEqual([])
  expect(await listIds(viewer, `${of}&page=9007199254740991&per_page=1000`)).toEqual([])
  expect(await listIds(viewer, `${of}&before_id=${ids[1]}&per_page=2`)).toEqual(ids.slice(2, 4))
  expect(await listIds(viewer, `user_id=${(await world.player()).id}`)).toEqual([])

  const missing = await viewer.get(PATH)
  expect([missing.status, missing.text]).toEqual([422, 'user_id is required.'])
  const unknown = await viewer.get(`${PATH}?user_id=999999999`)
  expect([unknown.status, unknown.headers.get('x-error-code')]).toEqual([422, 'user_not_found'])
  const wrong = [
    'page=0',
    'page=x',
    'per_page=-1',
    'per_page=1.5',
    'before_id=x',
    'from=x',
    'to=5',
    'opponent_id=x',
    'user_id=x',
  ]
  for (const query of wrong) {
    expect([query, (await viewer.get(`${PATH}?${of}&${query}`)).status]).toEqual([query, 422])
  }
})

onEachEngine('a page has at most 100 rounds', async (world) => {
  const player = await world.player()
  await Promise.all(Array.from({ length: 101 }, () => createRound(player)))
  expect(await listIds(player, `user_id=${player.id}&per_page=500`)).toHaveLength(100)
  expect(await listIds(player, `user_id=${player.id}&page=2`)).toHaveLength(1)
})

onEachEngine('rounds are filtered by type, time and opponent', async (world) => {
  const [player, rival, third] = [await world.player(), await world.player(), await world.player()]
  const at = (second: number) => `2024-07-23T15:20:0${second}.500Z`
  const race = await createRound(player, { start_time: at(1) })
  const duel = await createRound(player, {
    game_type: 'duel',
    start_time: at(2),
    multiplayer: true,
  })
  const rematch = await createRound(player, {
    game_type: 'duel',
    start_time: at(3),
    multiplayer: true,
  })
  const lone = await createRound(player, { start_time: at(4), multiplayer: true })
  for (const { multiplayer_game_round_id } of [duel, rematch])
    await createRound(rival, { multiplayer_game_round_id })
  await createRound(third, { multiplayer_game_round_id: rematch.multiplayer_game_round_id })
  const of = `user_id=${player.id}`

  expect(await listIds(rival, `${of}&game_type=duel`)).toEqual([rematch.id, duel.id])
  expect(await listIds(rival, `${of}&game_type=chess`)).toEqual([])
  expect(await listIds(rival, `${of}&from=${at(2)}&to=${at(3)}`)).toEqual([rematch.id, duel.id])
  expect(await listIds(rival, `${of}&to=${at(1)}`)).toEqual([race.id])
  expect(
    await listIds(rival, `${of}&from=${encodeURIComponent('2024-07-23T17:20:04+02:00')}`),
  ).toEqual([lone.id])
  expect(await listIds(third, `${of}&opponent_id=${rival.id}`)).toEqual([rematch.id, duel.id])
  expect(await listIds(third, `${of}&opponent_id=${third.id}&from=${at(1)}`)).toEqual([rematch.id])
  expect(await listIds(third, `${of}&opponent_id=${rival.id}&before_id=${rematch.id}`)).toEqual([
    duel.id,
  ])
  expect(await listIds(third, `${of}&opponent_id=999999999`)).toEqual([])
})
