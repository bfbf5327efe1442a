import { expect } from 'vitest'
import type { Player, World } from './world.ts'

/** The entry at an index; throws if there is none. */
export function entryAt<T>(list: readonly T[], index: number): T {
  const found = list[index]
  if (found === undefined) throw new Error(`the list has no entry ${index}`)
  return found
}

export async function createRound(player: Player, fields: object = {}) {
  const round = { game_user_id: player.id, game_type: 'race', ...fields }
  const reply = await player.post('/game_rounds', round)
  expect([reply.status, reply.text]).toEqual([201, expect.any(String)])
  return reply.body
}

/** A multiplayer round with rules, without an entry. Returns its id. */
export async function createLobby(master: Player, rules: object = {}): Promise<number> {
  const reply = await master.post('/multiplayer_game_rounds', { game_type: 'race', ...rules })
  expect([reply.status, reply.text]).toEqual([201, expect.any(String)])
  return reply.body.id
}

export const joinRound = (player: Player, id: number, fields: object = {}) =>
  player.post(`/multiplayer_game_rounds/${id}/join`, fields)

/** A multiplayer round with one new player per score, created in this order; the first player is its master. */
export async function createMultiplayerRound(world: World, scores: (number | undefined)[]) {
  const players = await world.players(scores.length)
  const { id: first_id, multiplayer_game_round_id } = await createRound(entryAt(players, 0), {
    multiplayer: true,
    score: scores[0],
  })
  const rounds = [{ player: entryAt(players, 0), id: Number(first_id) }]
  for (const [index, player] of players.entries()) {
    if (index === 0) continue
    const { id } = await createRound(player, { multiplayer_game_round_id, score: scores[index] })
    rounds.push({ player, id })
  }
  return { id: Number(multiplayer_game_round_id), players, rounds }
}

export interface RankingEntry {
  id: number
  place?: number
  score?: number
  user: { id: number }
}

/** Place, score and user id of each entry. */
export const placesAndScores = (rankings: RankingEntry[]) =>
  rankings.map(({ place, score, user }) => [place, score, user.id])
