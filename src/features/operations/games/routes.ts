import type { ReissueSecrets } from '../../../http/idempotency.ts'
import { refuseUnknownRoutes } from '../../../access/route-names.ts'
import type { Routes } from '../../../http/types.ts'
import {
  changeGame,
  createGame,
  reissueGameToken,
  rotateGameToken,
  showGame,
  showGames,
  showGameSettings,
  showServerTime,
} from './rules.ts'
import {
  changeGameSchema,
  createGameSchema,
  rotateTokenSchema,
  showGameSettingsSchema,
  showGamesSchema,
  showServerTimeSchema,
  verifySchema,
} from './schema.ts'

export const gameRoutes: Routes = (app) => {
  app.get('/games/verify', { schema: verifySchema }, (request) =>
    showGame(request.context, request.body),
  )
  app.get('/games/fetch_game_variables', { schema: verifySchema }, (request) =>
    showGame(request.context, request.body),
  )
  app.get('/util/get_server_time', { schema: showServerTimeSchema }, (request) =>
    showServerTime(request.context),
  )
}

const reissueToken: ReissueSecrets = (context, _input, { answer_id }) =>
  reissueGameToken(context, answer_id)

export const gameAdminRoutes: Routes = (app) => {
  app.get('/games', { schema: showGamesSchema, config: { gameOf: 'by rule' } }, (request) =>
    showGames(request.context),
  )
  app.post(
    '/games',
    { schema: createGameSchema, config: { reissueSecrets: reissueToken } },
    (request) => createGame(request.context, request.body),
  )
  app.get('/games/:id', { schema: showGameSettingsSchema }, (request) =>
    showGameSettings(request.context, request.params.id),
  )
  app.put('/games/:id', { schema: changeGameSchema }, (request) => {
    refuseUnknownRoutes(app.route_names, Object.keys(request.body.permissions?.routes ?? {}))
    return changeGame(request.context, request.params.id, request.body)
  })
  app.post(
    '/games/:id/rotate_token',
    { schema: rotateTokenSchema, config: { reissueSecrets: reissueToken } },
    (request) => rotateGameToken(request.context, request.params.id),
  )
}
