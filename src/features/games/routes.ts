import type { Routes } from '../../http/types.ts'
import { describeGame } from './rules.ts'
import { verifySchema } from './schema.ts'

export const gameRoutes: Routes = (app) => {
  app.get('/games/verify', { schema: verifySchema }, (request) =>
    describeGame(request.context, request.body),
  )
  app.get('/games/fetch_game_variables', { schema: verifySchema }, (request) =>
    describeGame(request.context, request.body),
  )
}
