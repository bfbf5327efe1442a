import type { Routes } from '../../../http/types.ts'
import { redeliver, redeliverSince, sendTestEvent, showDeliveries } from './rules.ts'
import {
  redeliverSchema,
  redeliverSinceSchema,
  sendTestEventSchema,
  showDeliveriesSchema,
} from './schema.ts'

export const webhookDeliveryAdminRoutes: Routes = (app) => {
  app.get('/webhooks/:id/deliveries', { schema: showDeliveriesSchema }, (request) =>
    showDeliveries(request.context, request.params.id, request.body),
  )
  app.post('/webhooks/:id/test', { schema: sendTestEventSchema }, (request) =>
    sendTestEvent(request.context, request.params.id),
  )
  app.post('/webhooks/:id/redeliver', { schema: redeliverSinceSchema }, (request) =>
    redeliverSince(request.context, request.params.id, request.body.since),
  )
  app.post('/webhook_deliveries/:id/redeliver', { schema: redeliverSchema }, (request) =>
    redeliver(request.context, request.params.id),
  )
}
