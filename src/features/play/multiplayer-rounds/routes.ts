import { signedIn } from '../../../access/callers.ts'
import type { Routes } from '../../../http/types.ts'
import { showMultiplayerRound, takeEntryOut } from './rules.ts'
import { showMultiplayerRoundSchema, takeEntryOutSchema } from './schema.ts'

export const multiplayerRoundRoutes: Routes = (app) => {
  app.get('/multiplayer_game_rounds/:id', { schema: showMultiplayerRoundSchema }, (request) =>
    showMultiplayerRound(request.context, signedIn(request), {
      ...request.body,
      ...request.params,
    }),
  )
  app.delete(
    '/multiplayer_game_rounds/:id/game_rounds/:round_id',
    { schema: takeEntryOutSchema },
    (request) => takeEntryOut(request.context, signedIn(request), request.params),
  )
}
