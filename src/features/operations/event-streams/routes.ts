import { signedIn } from '../../../access/callers.ts'
import type { Routes } from '../../../http/types.ts'
import { closeSignal, streamEvents } from '../../../http/event-stream.ts'
import { createPresenter, followEvents, waitForEvents } from './rules.ts'
import { streamEventsSchema, waitForEventsSchema } from './schema.ts'

export const eventRoutes: Routes = (app) => {
  app.get('/events', { schema: waitForEventsSchema }, (request, reply) =>
    waitForEvents(request.context, signedIn(request), request.body, closeSignal(reply)),
  )
  app.get('/events/stream', { schema: streamEventsSchema }, async (request, reply) => {
    const { context, headers, body } = request
    const player = signedIn(request)
    const last = headers['last-event-id']
    const wanted = typeof last === 'string' && last !== '' ? { ...body, after: last } : body
    const present = await createPresenter(context, player)
    return streamEvents(reply, {
      present,
      follow: (listener) => followEvents(context, player, wanted, listener),
    })
  })
}
