import { expect } from 'vitest'
import { inTransaction } from '../../src/context.ts'
import { createMatchedRounds } from '../../src/features/play/round-rules/rules.ts'
import { entryAt, createRound } from './rounds.ts'
import type { Player, Reply, World } from './world.ts'

/** Undefined: the player sends no score. */
export interface Result {
  player: Player
  score?: number
  team?: number
}

export const rateGameType = (world: World, game_type: string, settings: object = {}) =>
  world.system.put(`//admin/api/games/${world.game.id}/rated_game_types/${game_type}`, settings)

/** A private round with these results, which is not finished yet. Returns its id. */
export async function playRound(
  { context, game }: World,
  game_type: string,
  results: Result[],
): Promise<number> {
  const players = results.map(({ player, team = null }) => ({ user_id: player.id, team }))
  const [id = 0] = await inTransaction(context, (tx) =>
    createMatchedRounds(tx, [{ game_id: game.id, game_type, players }]),
  )
  for (const { player, score } of results)
    if (score !== undefined)
      await createRound(player, { game_type, multiplayer_game_round_id: id, score })
  return id
}

/** As the server of the game, for a player of the round. */
export const finish = ({ system }: World, id: number, { player }: Result): Promise<Reply> =>
  system.post(`/multiplayer_game_rounds/${id}/finish`, {}, { 'current-user-id': String(player.id) })

export async function playAndFinish(world: World, game_type: string, results: Result[]) {
  const id = await playRound(world, game_type, results)
  const reply = await finish(world, id, entryAt(results, 0))
  expect([reply.status, reply.text]).toEqual([200, expect.any(String)])
  return id
}
