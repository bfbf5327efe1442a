import type { Routes } from '../../../http/types.ts'
import {
  findGameOfDelivery,
  findGameOfWebhook,
  redeliver,
  redeliverSince,
  sendTestEvent,
  showDeliveries,
} from './rules.ts'
import {
  redeliverSchema,
  redeliverSinceSchema,
  sendTestEventSchema,
  showDeliveriesSchema,
} from './schema.ts'

const gameOf = { find: findGameOfWebhook, unknown: 'webhook_not_found' } as const
const gameOfDelivery = { find: findGameOfDelivery, unknown: 'delivery_not_found' } as const

export const webhookDeliveryAdminRoutes: Routes = (app) => {
  app.get(
    '/webhooks/:id/deliveries',
    { schema: showDeliveriesSchema, config: { gameOf } },
    (request) => showDeliveries(request.context, request.params.id, request.body),
  )
  app.post('/webhooks/:id/test', { schema: sendTestEventSchema, config: { gameOf } }, (request) =>
    sendTestEvent(request.context, request.params.id),
  )
  app.post(
    '/webhooks/:id/redeliver',
    { schema: redeliverSinceSchema, config: { gameOf } },
    (request) => redeliverSince(request.context, request.params.id, request.body.since),
  )
  app.post(
    '/webhook_deliveries/:id/redeliver',
    { schema: redeliverSchema, config: { gameOf: gameOfDelivery } },
    (request) => redeliver(request.context, request.params.id),
  )
}
