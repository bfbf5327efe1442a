import { signedIn } from '../../http/callers.ts'
import type { Renew } from '../../http/idempotency.ts'
import type { Routes } from '../../http/types.ts'
import { readAs } from '../../http/validation.ts'
import { arrive, arriveAgain, visit } from './rules.ts'
import { arriveSchema, visitSchema } from './schema.ts'

const renew: Renew = (context, input, { address }) =>
  arriveAgain(context, readAs(arriveSchema.body, input), address)

export const arrivalRoutes: Routes = (app) => {
  app.post('/sessions', { schema: arriveSchema, config: { renew } }, (request) =>
    arrive(request.context, request.body, request.ip),
  )
  app.get('/users/:id', { schema: visitSchema }, (request) =>
    visit(request.context, signedIn(request), { id: request.params.id, ...request.body }),
  )
}
