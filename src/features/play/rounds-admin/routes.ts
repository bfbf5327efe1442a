import type { Routes } from '../../../http/types.ts'
import {
  deleteRoundOfGame,
  listMultiplayerRoundsOfGame,
  listRoundsOfGame,
  showMultiplayerRoundOfGame,
  showRoundOfGame,
} from './rules.ts'
import {
  deleteRoundSchema,
  listMultiplayerRoundsSchema,
  listRoundsSchema,
  showMultiplayerRoundSchema,
  showRoundSchema,
} from './schema.ts'

export const roundAdminRoutes: Routes = (app) => {
  app.get('/games/:id/rounds', { schema: listRoundsSchema }, (request) =>
    listRoundsOfGame(request.context, request.params.id, request.body),
  )
  app.get('/games/:id/rounds/:round_id', { schema: showRoundSchema }, (request) =>
    showRoundOfGame(request.context, request.params),
  )
  app.delete('/games/:id/rounds/:round_id', { schema: deleteRoundSchema }, (request) =>
    deleteRoundOfGame(request.context, request.params),
  )
  app.get('/games/:id/multiplayer_rounds', { schema: listMultiplayerRoundsSchema }, (request) =>
    listMultiplayerRoundsOfGame(request.context, request.params.id, request.body),
  )
  app.get(
    '/games/:id/multiplayer_rounds/:round_id',
    { schema: showMultiplayerRoundSchema },
    (request) => showMultiplayerRoundOfGame(request.context, request.params, request.body),
  )
}
