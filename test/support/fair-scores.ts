import { expect } from 'vitest'
import type { Player, Reply, World } from './world.ts'

export const codeOf = (reply: Reply) => [reply.status, reply.headers.get('x-error-code')]

export const NOT_ALLOWED = [422, 'score_not_allowed']

/** For the leaderboard `b`, unless it says otherwise. */
export async function setScoreRule({ system, game }: World, rule: object): Promise<void> {
  const whole = { kind: 'leaderboard', name: 'b', outcome: 'refuse', ...rule }
  const reply = await system.put(`//admin/api/games/${game.id}/score_rules`, whole)
  expect([reply.text, reply.status]).toEqual([reply.text, 200])
}

export const addScore = (player: Player, score: number, more: object = {}) =>
  player.post(player.at('add_leaderboard_entry'), { leaderboard_name: 'b', score, ...more })

export const addRound = (player: Player, score: number, more: object = {}) =>
  player.post('/game_rounds', { game_user_id: player.id, game_type: 'b', score, ...more })

export const heldOf = async ({ system, game }: World, query = '') =>
  (await system.get(`//admin/api/games/${game.id}/held_scores?${query}`)).body.held_scores

export const ownEntries = async (player: Player, query = '') =>
  (await player.get(player.at(`leaderboard_entries?${query}`))).body.leaderboard_entries

export const scoresOf = (entries: { score: number }[]) => entries.map(({ score }) => score)
