import { signedIn } from '../../../access/callers.ts'
import type { Routes } from '../../../http/types.ts'
import { listOpenRounds, showRound } from './rules.ts'
import { listOpenRoundsSchema, showRoundSchema } from './schema.ts'

export const roundViewRoutes: Routes = (app) => {
  app.get('/multiplayer_game_rounds', { schema: listOpenRoundsSchema }, (request) =>
    listOpenRounds(request.context, signedIn(request), request.body),
  )
  app.get('/multiplayer_game_rounds/:id', { schema: showRoundSchema }, (request) =>
    showRound(request.context, signedIn(request), { ...request.body, ...request.params }),
  )
}
