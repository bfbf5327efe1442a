import { T } from '../../../http/typed-schema.ts'
import { IdOf, Message, Nullable, Text, Timestamp } from '../../../http/shapes.ts'
import { limits } from '../../../limits.ts'

const webhook = {
  id: T.Integer(),
  game_id: T.Integer(),
  url: T.String({
    description: 'Without its path for staff below `admin`',
    examples: ['https://example.com/hooks'],
  }),
  types: T.Array(T.String(), { description: 'Of events. Empty: all that are always recorded' }),
  created_at: Timestamp,
  paused_at: Nullable(T.String({ ...Timestamp, description: 'Null: it is not paused' })),
  pause_reason: T.Unsafe<'operator' | 'failing' | 'restored' | null>({
    type: ['string', 'null'],
    enum: ['operator', 'failing', 'restored', null],
    description:
      '`operator`; `failing`: it has failed for three days; `restored`: the database was restored from a backup; or null: it is not paused',
  }),
  failing_since: Nullable(
    T.String({ ...Timestamp, description: 'Null: the last delivery was accepted' }),
  ),
  previous_secret_until: Nullable(
    T.String({
      ...Timestamp,
      description:
        'Until then, deliveries are signed with the previous secret, too. Null: there is none',
    }),
  ),
}

const Webhook = T.Object(webhook, { title: 'Webhook' })

const WithSecret = T.Object(
  { ...webhook, secret: T.String({ description: 'Begins with `whsec_`' }) },
  { title: 'WebhookWithSecret' },
)

const Url = Text(limits.webhook_url_characters.value, {
  description: 'With https, and of a public address',
  examples: ['https://example.com/hooks'],
})

const Types = T.Array(Text(limits.event_type_characters.value), {
  maxItems: limits.webhook_types.value,
  description:
    'Only these types of events: see docs/events.md. Empty: all that are always recorded, and none of those that are recorded only while someone asks for them',
  examples: [['message.posted', 'friend_request.received']],
})

export const showWebhooksSchema = {
  operation: 'admin.webhooks.list',
  summary: "A game's webhooks, without their secrets",
  description: 'The oldest first, also those that are paused.',
  caller: 'staff',
  params: IdOf('the game'),
  response: { 200: T.Object({ webhooks: T.Array(Webhook) }, { title: 'WebhookList' }) },
  refuses: ['game_not_found'],
} as const

export const showWebhookSchema = {
  operation: 'admin.webhooks.get',
  summary: 'A webhook, without its secret',
  description: 'It shows whether the webhook works, fails or is paused.',
  caller: 'staff',
  params: IdOf('the webhook'),
  response: { 200: Webhook },
  refuses: ['webhook_not_found'],
} as const

export const createWebhookSchema = {
  operation: 'admin.webhooks.create',
  summary: 'Create a webhook: a URL to which the events of a game are sent',
  description:
    'Its first event is the next one that happens. Requests are signed with the secret, in the way of Standard Webhooks. It is shown only in this answer.',
  caller: 'staff',
  params: IdOf('the game'),
  body: T.Object({
    url: Url,
    types: T.Optional(T.Unsafe<string[]>({ ...Types, default: [] })),
  }),
  response: { 201: WithSecret },
  refuses: ['game_not_found', 'webhook_url_refused', 'too_many_webhooks'],
} as const

export const changeWebhookSchema = {
  operation: 'admin.webhooks.change',
  summary: 'Change the URL or the types of a webhook',
  description:
    'Fields that are not sent stay the same. What waits to be sent goes to the new URL, too.',
  caller: 'staff',
  params: IdOf('the webhook'),
  body: T.Object({ url: T.Optional(Url), types: T.Optional(Types) }),
  response: { 200: Webhook },
  refuses: ['webhook_not_found', 'webhook_url_refused'],
} as const

export const pauseWebhookSchema = {
  operation: 'admin.webhooks.pause',
  summary: 'Pause a webhook',
  description: 'Events wait in the log, for `EVENTS_DAYS` at most.',
  caller: 'staff',
  params: IdOf('the webhook'),
  response: { 200: Webhook },
  refuses: ['webhook_not_found'],
} as const

export const resumeWebhookSchema = {
  ...pauseWebhookSchema,
  operation: 'admin.webhooks.resume',
  summary: 'Resume a webhook that was paused',
  description: 'It goes on where it was, as far as the log of events goes back.',
} as const

export const rotateSecretSchema = {
  operation: 'admin.webhooks.rotateSecret',
  summary: 'Give a webhook a new secret',
  description:
    'It is shown only in this answer. For a day, requests have two signatures: by the new secret and by the previous one.',
  caller: 'staff',
  params: IdOf('the webhook'),
  response: { 200: WithSecret },
  refuses: ['webhook_not_found'],
} as const

export const removeWebhookSchema = {
  operation: 'admin.webhooks.delete',
  summary: 'Delete a webhook and its deliveries',
  description: 'What waits to be sent is not sent any more.',
  caller: 'staff',
  params: IdOf('the webhook'),
  response: { 200: Message },
  refuses: ['webhook_not_found'],
} as const
