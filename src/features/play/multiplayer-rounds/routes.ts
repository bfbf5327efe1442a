import { signedIn } from '../../../access/callers.ts'
import type { Routes } from '../../../http/types.ts'
import { showMultiplayerRound } from './rules.ts'
import { showMultiplayerRoundSchema } from './schema.ts'

export const multiplayerRoundRoutes: Routes = (app) => {
  app.get('/multiplayer_game_rounds/:id', { schema: showMultiplayerRoundSchema }, (request) =>
    showMultiplayerRound(request.context, signedIn(request), {
      ...request.body,
      ...request.params,
    }),
  )
}
