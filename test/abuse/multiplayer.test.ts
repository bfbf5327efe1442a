import { expect } from 'vitest'
import { onEachEngine, type Player, type Reply } from '../support/world.ts'

const refusal = ({ status, headers }: Reply) => [status, headers.get('x-error-code')]

const add = (by: Player, user: Player, multiplayer_game_round_id: number, more: object = {}) =>
  by.post('/game_rounds', {
    game_user_id: user.id,
    game_type: 'race',
    multiplayer_game_round_id,
    ...more,
  })

/** Returns the id of a new multiplayer round, whose master is the player. */
async function host(player: Player): Promise<number> {
  const round = { game_user_id: player.id, game_type: 'race', multiplayer: true, score: 1 }
  return (await player.post('/game_rounds', round)).body.multiplayer_game_round_id
}

async function playersIn(viewer: Player, id: number): Promise<number[]> {
  const { body } = await viewer.get(`/multiplayer_game_rounds/${id}`)
  return body.rankings.map(({ user }: { user: { id: number } }) => user.id)
}

const takeOut = (by: Player, id: number, round_id: number) =>
  by.delete(`/multiplayer_game_rounds/${id}/game_rounds/${round_id}`)

onEachEngine(
  "the master takes strangers' entries out of the multiplayer round, and they keep their rounds",
  async (world) => {
    const [master, stranger] = [await world.player(), await world.player()]
    const id = await host(master)
    const cheated = await add(stranger, stranger, id, { score: 1_000_000, metadata: { a: 1 } })
    expect(await playersIn(master, id)).toEqual([stranger.id, master.id])

    const removed = await takeOut(master, id, cheated.body.id)
    expect([removed.status, removed.body]).toEqual([
      200,
      { message: 'game round has been taken out of the multiplayer round' },
    ])

    expect(await playersIn(master, id)).toEqual([master.id])
    const kept = await stranger.get(`/game_rounds/${cheated.body.id}`)
    expect(kept.body).toMatchObject({ score: 1_000_000, metadata: { a: 1 } })
    expect(kept.body).not.toHaveProperty('multiplayer_game_round_id')
    expect(kept.body).not.toHaveProperty('rankings')
    // It is no longer connected, so the master has no right to it.
    expect((await master.put(`/game_rounds/${cheated.body.id}`, { score: 0 })).status).toBe(401)
  },
)

onEachEngine(
  'players leave a multiplayer round that its master added them to: they take their entry out, or delete it',
  async (world) => {
    const [master, player] = [await world.player(), await world.player()]
    const id = await host(master)
    const [first, second] = [await add(master, player, id), await add(master, player, id)]
    expect((await takeOut(player, id, first.body.id)).status).toBe(200)
    expect((await player.delete(`/game_rounds/${second.body.id}`)).status).toBe(200)
    expect(await playersIn(player, id)).toEqual([master.id])
  },
)

onEachEngine(
  'nobody else takes an entry out, and only out of its own multiplayer round',
  async (world) => {
    const [master, player, other] = [
      await world.player(),
      await world.player(),
      await world.player(),
    ]
    const foreign = await (await world.otherGame()).player()
    const [id, other_id] = [await host(master), await host(other)]
    const { body: round } = await add(player, player, id)
    expect(refusal(await takeOut(other, id, round.id))).toEqual([401, 'not_your_round'])
    expect(refusal(await takeOut(foreign, id, round.id))).toEqual([401, 'other_game'])
    expect(refusal(await takeOut(other, other_id, round.id))).toEqual([404, 'round_not_found'])
    expect(refusal(await takeOut(master, id, 987_654_321))).toEqual([404, 'round_not_found'])
    expect(refusal(await takeOut(master, 987_654_321, round.id))).toEqual([
      404,
      'multiplayer_round_not_found',
    ])
    // Deleting stays with the owner.
    expect(refusal(await master.delete(`/game_rounds/${round.id}`))).toEqual([
      401,
      'not_your_round',
    ])
    expect(await playersIn(master, id)).toEqual([master.id, player.id])
  },
)

onEachEngine(
  'a master cannot add a player who blocked them, and the answer is that for an unknown user',
  async (world) => {
    const [master, player] = [await world.player(), await world.player()]
    const id = await host(master)
    await player.post('/blocks', { user_id: master.id })
    const unknown = await master.post('/game_rounds', {
      game_user_id: 987_654_321,
      game_type: 'race',
      multiplayer_game_round_id: id,
    })
    const refused = await add(master, player, id)
    expect([refused.status, refused.text]).toEqual([422, unknown.text])
    expect(await playersIn(master, id)).toEqual([master.id])
    expect((await master.get(`/game_rounds?user_id=${player.id}`)).body.game_rounds).toEqual([])

    await player.delete(`/blocks/${master.id}`)
    await master.post('/blocks', { user_id: player.id })
    expect(refusal(await add(master, player, id))).toEqual([422, 'user_blocked'])
  },
)

onEachEngine(
  'a player whom the master blocked cannot join, and the answer is that for an unknown round',
  async (world) => {
    const [master, player] = [await world.player(), await world.player()]
    const id = await host(master)
    const { body } = await add(player, player, id)
    await master.post('/blocks', { user_id: player.id })
    await takeOut(master, id, body.id)
    const unknown = await add(player, player, 987_654_321)
    const refused = await add(player, player, id)
    expect([refused.status, refused.text]).toEqual([422, unknown.text])
    expect(await playersIn(master, id)).toEqual([master.id])
  },
)

onEachEngine(
  'of a hundred entries that a master adds during a block, none is added after it',
  async (world) => {
    const [master, player] = [await world.player(), await world.player()]
    const id = await host(master)
    const during = Array.from({ length: 100 }, async (_, index) => {
      if (index === 50) return player.post('/blocks', { user_id: master.id })
      return add(master, player, id)
    })
    const replies = await Promise.all(during)
    const added = replies.filter(({ status }) => status === 201).map(({ body }) => body.id)
    expect(added.length + replies.filter(({ status }) => status === 422).length).toBe(99)
    expect((await add(master, player, id)).status).toBe(422)
    const entries = (await playersIn(master, id)).filter((user_id) => user_id === player.id)
    expect(entries).toHaveLength(added.length)
  },
)
