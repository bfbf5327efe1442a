import type { World } from '../support/world.ts'
import { bySystem, type MakeSample } from './sample-requests.ts'

const rule = { kind: 'leaderboard', name: 'strict', maximum: 10, outcome: 'review' }

const setRule = ({ system, game }: World) =>
  system.put(`//admin/api/games/${game.id}/score_rules`, rule)

/** A player of whom a score waits. */
async function holdScore(world: World) {
  await setRule(world)
  const player = await world.player()
  await player.post(player.at('add_leaderboard_entry'), { leaderboard_name: 'strict', score: 11 })
  const { body } = await world.system.get(`//admin/api/games/${world.game.id}/held_scores`)
  return { user_id: player.id, held_score_id: Number(body.held_scores[0].id) }
}

const onHeldScore = bySystem(async (world) => {
  const { held_score_id } = await holdScore(world)
  return { params: { id: world.game.id, held_score_id } }
})

export const fairScoreSamples: Record<string, MakeSample> = {
  'PUT /admin/api/games/:id/score_rules': bySystem(async ({ game }) => ({
    params: { id: game.id },
    fields: rule,
  })),
  'DELETE /admin/api/games/:id/score_rules': bySystem(async (world) => {
    await setRule(world)
    return { params: { id: world.game.id }, fields: { kind: rule.kind, name: rule.name } }
  }),
  'POST /admin/api/games/:id/held_scores/:held_score_id/approve': onHeldScore,
  'POST /admin/api/games/:id/held_scores/:held_score_id/reject': onHeldScore,
  'POST /admin/api/games/:id/held_scores/reject_player': bySystem(async (world) => {
    const { user_id } = await holdScore(world)
    const fields = { user_id, clear_leaderboards: true, ban: true, reason: 'Cheating' }
    return { params: { id: world.game.id }, fields }
  }),
}
