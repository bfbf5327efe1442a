import { self } from '../../../access/callers.ts'
import type { Routes } from '../../../http/types.ts'
import { addCredits, setCredits } from './rules.ts'
import { addCreditsSchema, setCreditsSchema } from './schema.ts'

export const creditRoutes: Routes = (app) => {
  app.post('/users/:id/add_credits', { schema: addCreditsSchema }, (request) =>
    addCredits(request.context, self(request), request.body.credits),
  )
  app.post('/users/:id/set_credits', { schema: setCreditsSchema }, (request) =>
    setCredits(request.context, self(request), request.body.credits),
  )
}
