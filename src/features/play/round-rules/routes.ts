import { signedIn } from '../../../access/callers.ts'
import type { RebuildAnswer } from '../../../http/idempotency.ts'
import type { Routes } from '../../../http/types.ts'
import { createLobby, showLobby } from './rules.ts'
import { createLobbySchema } from './schema.ts'

const rebuildAnswer: RebuildAnswer = (request, id) =>
  showLobby(request.context, signedIn(request), id)

export const roundRuleRoutes: Routes = (app) => {
  app.post(
    '/multiplayer_game_rounds',
    { schema: createLobbySchema, config: { rebuildAnswer } },
    (request) => createLobby(request.context, signedIn(request), request.body),
  )
}
