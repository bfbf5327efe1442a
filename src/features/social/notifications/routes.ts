import { signedIn } from '../../../access/callers.ts'
import type { Routes } from '../../../http/types.ts'
import { markAllAsRead, markAsRead, showInbox } from './rules.ts'
import { markAllAsReadSchema, markAsReadSchema, showInboxSchema } from './schema.ts'

export const notificationRoutes: Routes = (app) => {
  app.get('/notifications', { schema: showInboxSchema }, (request) =>
    showInbox(request.context, signedIn(request), request.body),
  )
  app.put('/notifications/read', { schema: markAllAsReadSchema }, (request) =>
    markAllAsRead(request.context, signedIn(request)),
  )
  app.put('/notifications/:id/read', { schema: markAsReadSchema }, (request) =>
    markAsRead(request.context, signedIn(request), request.params.id),
  )
}
