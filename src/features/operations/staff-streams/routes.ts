import { staffOf } from '../../../access/staff.ts'
import { streamEvents } from '../../../http/event-stream.ts'
import type { Routes } from '../../../http/types.ts'
import { createStaffPresenter, followGame } from './rules.ts'
import { streamGameEventsSchema } from './schema.ts'

export const staffStreamAdminRoutes: Routes = (app) => {
  app.get('/games/:id/events', { schema: streamGameEventsSchema }, async (request, reply) => {
    const { context, headers, body, params } = request
    const staff = staffOf(request)
    const last = headers['last-event-id']
    const after = typeof last === 'string' && last !== '' ? { after: last } : {}
    const wanted = { ...body, ...after, game_id: params.id }
    const present = await createStaffPresenter(context, staff)
    return streamEvents(reply, {
      present,
      follow: (listener) => followGame(context, staff, wanted, listener),
    })
  })
}
