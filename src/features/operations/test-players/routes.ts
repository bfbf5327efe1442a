import type { Routes } from '../../../http/types.ts'
import { showTestPlayers, signInTestPlayer } from './rules.ts'
import { showTestPlayersSchema, signInTestPlayerSchema } from './schema.ts'

export const testPlayerAdminRoutes: Routes = (app) => {
  app.get('/games/:id/test_players', { schema: showTestPlayersSchema }, (request) =>
    showTestPlayers(request.context, request.params.id),
  )
  app.post(
    '/games/:id/test_players',
    { schema: signInTestPlayerSchema, config: { needs_no_stored_answer: true } },
    (request) => signInTestPlayer(request.context, request.params.id, request.body.number),
  )
}
