import { signedIn } from '../../../access/callers.ts'
import type { RebuildAnswer } from '../../../http/idempotency.ts'
import type { Routes } from '../../../http/types.ts'
import { finishRound, showFinishedRound } from './rules.ts'
import { finishRoundSchema } from './schema.ts'

const rebuildAnswer: RebuildAnswer = (request, id) =>
  showFinishedRound(request.context, signedIn(request), id)

export const roundFinishRoutes: Routes = (app) => {
  app.post(
    '/multiplayer_game_rounds/:id/finish',
    { schema: finishRoundSchema, config: { rebuildAnswer } },
    (request) => finishRound(request.context, signedIn(request), request.params.id),
  )
}
