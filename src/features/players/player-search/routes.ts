import { staffOf } from '../../../access/staff.ts'
import type { Routes } from '../../../http/types.ts'
import { searchPlayers } from './rules.ts'
import { searchPlayersSchema } from './schema.ts'

export const playerSearchAdminRoutes: Routes = (app) => {
  app.get('/games/:id/players', { schema: searchPlayersSchema }, (request) =>
    searchPlayers(request.context, staffOf(request), request.params.id, request.body),
  )
}
