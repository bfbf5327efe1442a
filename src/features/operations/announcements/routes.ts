import { signedIn } from '../../../access/callers.ts'
import type { Routes } from '../../../http/types.ts'
import {
  announce,
  announceAsServer,
  cancelAnnouncement,
  findGameOfAnnouncement,
  showWaiting,
} from './rules.ts'
import {
  announceAsServerSchema,
  announceSchema,
  cancelAnnouncementSchema,
  showWaitingSchema,
} from './schema.ts'

export const announcementRoutes: Routes = (app) => {
  app.post('/announcements', { schema: announceAsServerSchema }, (request) =>
    announceAsServer(request.context, signedIn(request), request.body),
  )
}

const gameOf = { find: findGameOfAnnouncement, unknown: 'announcement_not_found' } as const

export const announcementAdminRoutes: Routes = (app) => {
  app.get('/games/:id/announcements', { schema: showWaitingSchema }, (request) =>
    showWaiting(request.context, request.params.id, request.body),
  )
  app.post('/games/:id/announcements', { schema: announceSchema }, (request) =>
    announce(request.context, request.params.id, request.body),
  )
  app.delete(
    '/announcements/:id',
    { schema: cancelAnnouncementSchema, config: { gameOf } },
    (request) => cancelAnnouncement(request.context, request.params.id),
  )
}
