import { signedIn } from '../../../access/callers.ts'
import type { Routes } from '../../../http/types.ts'
import { changePresence, showOwnPresence } from './rules.ts'
import { changePresenceSchema, showPresenceSchema } from './schema.ts'

export const presenceRoutes: Routes = (app) => {
  app.get('/presence', { schema: showPresenceSchema }, (request) =>
    showOwnPresence(request.context, signedIn(request)),
  )
  app.put('/presence', { schema: changePresenceSchema }, (request) =>
    changePresence(request.context, signedIn(request), request.body),
  )
}
