import type { Routes } from '../../http/types.ts'
import { describeGame, tellTime } from './rules.ts'
import { tellTimeSchema, verifySchema } from './schema.ts'

export const gameRoutes: Routes = (app) => {
  app.get('/games/verify', { schema: verifySchema }, (request) =>
    describeGame(request.context, request.body),
  )
  app.get('/games/fetch_game_variables', { schema: verifySchema }, (request) =>
    describeGame(request.context, request.body),
  )
  app.get('/util/get_server_time', { schema: tellTimeSchema }, (request) =>
    tellTime(request.context),
  )
}
