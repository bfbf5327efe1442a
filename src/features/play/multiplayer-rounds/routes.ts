import { signedIn } from '../../../access/callers.ts'
import type { Routes } from '../../../http/types.ts'
import { takeEntryOut } from './rules.ts'
import { takeEntryOutSchema } from './schema.ts'

export const multiplayerRoundRoutes: Routes = (app) => {
  app.delete(
    '/multiplayer_game_rounds/:id/game_rounds/:round_id',
    { schema: takeEntryOutSchema },
    (request) => takeEntryOut(request.context, signedIn(request), request.params),
  )
}
