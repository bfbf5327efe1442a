import type { Routes } from '../../../http/types.ts'
import { retry, showCodeErrors, showGameCode, showTasksOf } from './rules.ts'
import { listErrorsSchema, listTasksSchema, retryTaskSchema, showGameCodeSchema } from './schema.ts'

export const gameCodeAdminRoutes: Routes = (app) => {
  app.get('/game_code', { schema: showGameCodeSchema }, (request) => showGameCode(request.context))
  app.get('/game_code/tasks', { schema: listTasksSchema }, (request) =>
    showTasksOf(request.context, request.body),
  )
  app.post('/game_code/tasks/:id/retry', { schema: retryTaskSchema }, (request) =>
    retry(request.context, request.params.id),
  )
  app.get('/game_code/errors', { schema: listErrorsSchema }, (request) =>
    showCodeErrors(request.context, request.body.code),
  )
}
