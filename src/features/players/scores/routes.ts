import { self } from '../../../access/callers.ts'
import type { Routes } from '../../../http/types.ts'
import { addScore, setScore } from './rules.ts'
import { addScoreSchema, setScoreSchema } from './schema.ts'

export const scoreRoutes: Routes = (app) => {
  app.post('/users/:id/add_score', { schema: addScoreSchema }, (request) =>
    addScore(request.context, self(request), request.body.score),
  )
  app.post('/users/:id/set_score', { schema: setScoreSchema }, (request) =>
    setScore(request.context, self(request), request.body.score),
  )
}
