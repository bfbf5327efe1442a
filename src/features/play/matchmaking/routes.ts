import { signedIn } from '../../../access/callers.ts'
import type { Routes } from '../../../http/types.ts'
import {
  acceptTicket,
  cancelTicket,
  createTicket,
  listTickets,
  pollTicket,
  reportReady,
} from './rules.ts'
import {
  acceptTicketSchema,
  cancelTicketSchema,
  createTicketSchema,
  listTicketsSchema,
  pollTicketSchema,
  reportReadySchema,
} from './schema.ts'

export const matchmakingRoutes: Routes = (app) => {
  app.get('/matchmaking/tickets', { schema: listTicketsSchema }, (request) =>
    listTickets(request.context, signedIn(request)),
  )
  app.post('/matchmaking/tickets', { schema: createTicketSchema }, (request) =>
    createTicket(request.context, signedIn(request), request.body),
  )
  app.get('/matchmaking/tickets/:id', { schema: pollTicketSchema }, (request) =>
    pollTicket(request.context, signedIn(request), request.params.id),
  )
  app.delete('/matchmaking/tickets/:id', { schema: cancelTicketSchema }, (request) =>
    cancelTicket(request.context, signedIn(request), request.params.id),
  )
  app.post('/matchmaking/tickets/:id/accept', { schema: acceptTicketSchema }, (request) =>
    acceptTicket(request.context, signedIn(request), request.params.id),
  )
  app.post('/matchmaking/tickets/:id/ready', { schema: reportReadySchema }, (request) =>
    reportReady(request.context, signedIn(request), request.params.id),
  )
}
