import { signedIn } from '../../../access/callers.ts'
import type { Routes } from '../../../http/types.ts'
import { endSession, listOwnSessions, signOut } from './rules.ts'
import { endSessionSchema, listSessionsSchema, signOutSchema } from './schema.ts'

export const sessionRoutes: Routes = (app) => {
  app.get('/sessions', { schema: listSessionsSchema }, (request) =>
    listOwnSessions(request.context, signedIn(request), request.body),
  )
  app.delete('/sessions', { schema: signOutSchema }, (request) =>
    signOut(request.context, signedIn(request), request.body.all ?? false),
  )
  app.delete('/sessions/:id', { schema: endSessionSchema }, (request) =>
    endSession(request.context, signedIn(request), request.params.id),
  )
}
