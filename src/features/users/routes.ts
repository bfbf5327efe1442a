import { self } from '../../http/callers.ts'
import type { Routes } from '../../http/types.ts'
import { addCredits, addScore, setCredits, setScore } from './rules.ts'
import { addCreditsSchema, addScoreSchema, setCreditsSchema, setScoreSchema } from './schema.ts'

export const userRoutes: Routes = (app) => {
  app.post('/users/:id/add_score', { schema: addScoreSchema }, (request) =>
    addScore(request.context, self(request), request.body.score),
  )
  app.post('/users/:id/set_score', { schema: setScoreSchema }, (request) =>
    setScore(request.context, self(request), request.body.score),
  )
  app.post('/users/:id/add_credits', { schema: addCreditsSchema }, (request) =>
    addCredits(request.context, self(request), request.body.credits),
  )
  app.post('/users/:id/set_credits', { schema: setCreditsSchema }, (request) =>
    setCredits(request.context, self(request), request.body.credits),
  )
}
