import type { Routes } from '../../../http/types.ts'
import {
  approveHeldScore,
  type OfHeldScore,
  rejectHeldScore,
  rejectPlayer,
  showHeldScores,
} from './rules.ts'
import {
  approveHeldScoreSchema,
  rejectHeldScoreSchema,
  rejectPlayerSchema,
  showHeldScoresSchema,
} from './schema.ts'

const heldScoreIn = (params: { id: number; held_score_id: number }): OfHeldScore => ({
  game_id: params.id,
  id: params.held_score_id,
})

export const heldScoreAdminRoutes: Routes = (app) => {
  app.get('/games/:id/held_scores', { schema: showHeldScoresSchema }, (request) =>
    showHeldScores(request.context, request.params.id, request.body),
  )
  app.post(
    '/games/:id/held_scores/:held_score_id/approve',
    { schema: approveHeldScoreSchema },
    (request) => approveHeldScore(request.context, heldScoreIn(request.params)),
  )
  app.post(
    '/games/:id/held_scores/:held_score_id/reject',
    { schema: rejectHeldScoreSchema },
    (request) => rejectHeldScore(request.context, heldScoreIn(request.params)),
  )
  app.post('/games/:id/held_scores/reject_player', { schema: rejectPlayerSchema }, (request) =>
    rejectPlayer(request.context, request.params.id, request.body),
  )
}
