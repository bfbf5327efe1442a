import type { Routes } from '../../../http/types.ts'
import { changeType, removeType, showTypes } from './rules.ts'
import {
  changeMatchmakingSchema,
  listMatchmakingSchema,
  removeMatchmakingSchema,
} from './schema.ts'

export const matchmakingAdminRoutes: Routes = (app) => {
  app.get('/games/:id/matchmaking', { schema: listMatchmakingSchema }, (request) =>
    showTypes(request.context, request.params.id),
  )
  app.put('/games/:id/matchmaking/:game_type', { schema: changeMatchmakingSchema }, (request) => {
    const { id, game_type } = request.params
    return changeType(request.context, id, { ...request.body, game_type })
  })
  app.delete('/games/:id/matchmaking/:game_type', { schema: removeMatchmakingSchema }, (request) =>
    removeType(request.context, request.params.id, request.params.game_type),
  )
}
