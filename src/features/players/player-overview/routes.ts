import { signedIn } from '../../../http/authentication.ts'
import type { Renew } from '../../../idempotency/idempotency.ts'
import type { Routes } from '../../../http/types.ts'
import { readAs } from '../../../http/input/validation.ts'
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
