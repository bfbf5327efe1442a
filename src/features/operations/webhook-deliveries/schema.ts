import { T } from '../../../http/typed-schema.ts'
import { Id, IdParams, Message, Nullable, Time, Timestamp } from '../../../http/shapes.ts'

const status = ['pending', 'delivered', 'undelivered'] as const

export const showDeliveriesSchema = {
  operation: 'admin.webhooks.deliveries',
  summary: 'The deliveries of a webhook, the newest first',
  description:
    'At most 100. Delivered ones are kept for a day, undelivered ones for a week, and none longer than its event.',
  caller: 'system',
  params: IdParams,
  body: T.Object({
    status: T.Optional(T.Enum(status)),
    before: T.Optional(
      T.Integer({ ...Id, description: 'The `id` of the last delivery of the page before' }),
    ),
  }),
  response: {
    200: T.Object({
      deliveries: T.Array(
        T.Object({
          id: T.Integer(),
          event_id: T.String({ description: 'As in the header `webhook-id`' }),
          type: T.String(),
          status: T.String({
            description: '`pending`, `delivered`, or after 24 hours without success `undelivered`',
          }),
          attempts: T.Integer(),
          created_at: Timestamp,
          next_attempt_at: Nullable(T.String()),
          ended_at: Nullable(T.String()),
          response_status: Nullable(
            T.Integer({ description: 'Of the last attempt; null if there was no answer' }),
          ),
          problem: Nullable(
            T.String({
              description:
                'Of the last attempt: `status` (not 2xx), `redirect`, `timeout`, `connection`, or `refused_url` if the URL leads to an address that is not public',
            }),
          ),
        }),
      ),
    }),
  },
  refuses: ['webhook_not_found'],
} as const

export const sendTestEventSchema = {
  operation: 'admin.webhooks.test',
  summary: 'Send a test event to a webhook',
  description: 'Its type is `webhook.test`. The answer has the id of its delivery.',
  caller: 'system',
  params: IdParams,
  response: { 201: T.Object({ id: T.Integer() }) },
  refuses: ['webhook_not_found'],
} as const

export const redeliverSchema = {
  operation: 'admin.webhooks.redeliver',
  summary: 'Send an event once more, whether it was delivered or not',
  caller: 'system',
  params: IdParams,
  response: { 200: Message },
  refuses: ['delivery_not_found'],
} as const

export const redeliverSinceSchema = {
  operation: 'admin.webhooks.redeliverSince',
  summary:
    'Send all events since a time once more to a webhook, whether they were delivered or not',
  description:
    'As far as the log goes back (`EVENTS_DAYS`). Their ids are the same as before. Test events are not sent again.',
  caller: 'system',
  params: IdParams,
  body: T.Object({ since: Time }),
  response: { 200: Message },
  refuses: ['webhook_not_found'],
} as const
