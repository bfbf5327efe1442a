import { T } from '../../../http/typed-schema.ts'
import { Id, IdOf, Message, Nullable, OneOf, Time, Timestamp } from '../../../http/shapes.ts'

const status = ['pending', 'delivered', 'undelivered'] as const
const problems = ['status', 'redirect', 'timeout', 'connection', 'refused_url'] as const

const Delivery = T.Object(
  {
    id: T.Integer(),
    event_id: T.String({ description: 'As in the header `webhook-id`' }),
    type: T.String({ description: 'Of the event' }),
    status: T.Unsafe<(typeof status)[number]>({
      ...OneOf(...status),
      description: '`undelivered`: 24 hours have passed without success',
    }),
    attempts: T.Integer(),
    created_at: Timestamp,
    next_attempt_at: Nullable(
      T.String({ ...Timestamp, description: 'Null: it is not sent again' }),
    ),
    ended_at: Nullable(T.String({ ...Timestamp, description: 'Null: it is still pending' })),
    response_status: Nullable(
      T.Integer({ description: 'Of the last attempt; null if there was no answer' }),
    ),
    problem: T.Unsafe<(typeof problems)[number] | null>({
      type: ['string', 'null'],
      enum: [...problems, null],
      description:
        'Of the last attempt: `status` (not 2xx), `redirect`, `timeout`, `connection`, or `refused_url` if the URL leads to an address that is not public; null if there was none',
    }),
  },
  { title: 'WebhookDelivery' },
)

export const showDeliveriesSchema = {
  operation: 'admin.webhooks.deliveries',
  summary: 'The deliveries of a webhook, the newest first',
  description:
    'At most 100. Delivered ones are kept for a day, undelivered ones for a week, and none longer than its event.',
  caller: 'staff',
  params: IdOf('the webhook'),
  body: T.Object({
    status: T.Optional(
      T.Enum(status, { description: 'Only those with this status', examples: ['undelivered'] }),
    ),
    before: T.Optional(
      T.Integer({
        ...Id,
        description: 'The `id` of the last delivery of the page before',
        examples: [1000],
      }),
    ),
  }),
  response: {
    200: T.Object({ deliveries: T.Array(Delivery) }, { title: 'WebhookDeliveryList' }),
  },
  refuses: ['webhook_not_found'],
} as const

export const sendTestEventSchema = {
  operation: 'admin.webhooks.test',
  summary: 'Send a test event to a webhook',
  description:
    'Its type is `webhook.test`, which no other webhook gets. The answer has the id of its delivery. A webhook that is paused gets it when it is resumed.',
  caller: 'staff',
  params: IdOf('the webhook'),
  response: { 201: T.Object({ id: T.Integer() }, { title: 'TestDelivery' }) },
  refuses: ['webhook_not_found'],
} as const

export const redeliverSchema = {
  operation: 'admin.webhooks.redeliver',
  summary: 'Send an event once more, whether it was delivered or not',
  description: 'Its id is the same as before. If that fails, it is tried again for up to 24 hours.',
  caller: 'staff',
  params: IdOf('the delivery'),
  response: { 200: Message },
  refuses: ['delivery_not_found'],
} as const

export const redeliverSinceSchema = {
  operation: 'admin.webhooks.redeliverSince',
  summary:
    'Send all events since a time once more to a webhook, whether they were delivered or not',
  description:
    'As far as the log goes back (`EVENTS_DAYS`). Their ids are the same as before. Test events are not sent again.',
  caller: 'staff',
  params: IdOf('the webhook'),
  body: T.Object({
    since: T.String({ ...Time, description: 'Events that happened then or later' }),
  }),
  response: { 200: Message },
  refuses: ['webhook_not_found'],
} as const
