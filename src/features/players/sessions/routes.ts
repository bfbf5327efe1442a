import { signedIn } from '../../../http/authentication.ts'
import type { Routes } from '../../../http/types.ts'
import { endSession, listOwnSessions, signOut } from './rules.ts'
import { endSessionSchema, listSessionsSchema, signOutSchema } from './schema.ts'

export const sessionRoutes: Routes = (app) => {
  app.get('/sessions', { schema: listSessionsSchema }, (request) =>
    listOwnSessions(request.context, signedIn(request)),
  )
  app.delete('/sessions', { schema: signOutSchema }, async (request) => {
    await signOut(request.context, signedIn(request), request.body.all ?? false)
    return { message: 'signed out' }
  })
  app.delete('/sessions/:id', { schema: endSessionSchema }, async (request) => {
    await endSession(request.context, signedIn(request), request.params.id)
    return { message: 'session ended' }
  })
}
