import { signedIn } from '../../http/callers.ts'
import type { Routes } from '../../http/types.ts'
import { showUser } from './rules.ts'
import { showUserSchema } from './schema.ts'

export const profileRoutes: Routes = (app) => {
  app.get('/users/:id', { schema: showUserSchema }, (request) =>
    showUser(request.context, signedIn(request), request.params.id),
  )
}
