import { expect } from 'vitest'
import type { Player, World } from './world.ts'

/** The entry of a list that must be there. */
export function at<T>(list: readonly T[], index: number): T {
  const found = list[index]
  if (found === undefined) throw new Error(`the list ends before ${index}`)
  return found
}

export async function play(player: Player, fields: object = {}) {
  const round = { game_user_id: player.id, game_type: 'race', ...fields }
  const reply = await player.post('/game_rounds', round)
  expect([reply.status, reply.text]).toEqual([201, expect.any(String)])
  return reply.body
}

/** Players of one multiplayer round with these scores, one after the other; the first is its master. */
export async function match(world: World, scores: (number | undefined)[]) {
  const players = await world.players(scores.length)
  const { id: first_id, multiplayer_game_round_id } = await play(at(players, 0), {
    multiplayer: true,
    score: scores[0],
  })
  const rounds = [{ player: at(players, 0), id: Number(first_id) }]
  for (const [index, player] of players.entries()) {
    if (index === 0) continue
    const { id } = await play(player, { multiplayer_game_round_id, score: scores[index] })
    rounds.push({ player, id })
  }
  return { id: Number(multiplayer_game_round_id), players, rounds }
}

export interface Entry {
  id: number
  place?: number
  score?: number
  user: { id: number }
}

/** Place, score and user of each. */
export const brief = (rankings: Entry[]) =>
  rankings.map(({ place, score, user }) => [place, score, user.id])
