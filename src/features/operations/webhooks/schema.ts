import { T } from '../../../http/typed-schema.ts'
import { IdParams, Message, Nullable, Text, Timestamp } from '../../../http/shapes.ts'
import { limits } from '../../../limits.ts'

const Webhook = {
  id: T.Integer(),
  game_id: T.Integer(),
  url: T.String(),
  types: T.Array(T.String(), { description: 'Of events. Empty: all that are always recorded' }),
  created_at: Timestamp,
  paused_at: Nullable(T.String({ description: 'Null: it is not paused' })),
  pause_reason: Nullable(
    T.String({
      description:
        '`operator`; `failing`: it has failed for three days; or `restored`: the database was restored from a backup',
    }),
  ),
  failing_since: Nullable(T.String({ description: 'Null: the last delivery was accepted' })),
  previous_secret_until: Nullable(
    T.String({ description: 'Until then, deliveries are signed with the previous secret, too' }),
  ),
}

const WithSecret = T.Object({
  ...Webhook,
  secret: T.String({ description: 'Begins with `whsec_`' }),
})

const Url = Text(limits.webhook_url_characters.value, {
  description: 'With https, and of a public address',
})

const Types = T.Array(Text(limits.event_type_characters.value), {
  maxItems: limits.webhook_types.value,
  description:
    'Only these types of events: see docs/events.md. Empty: all that are always recorded, and none of those that are recorded only while someone asks for them',
})

export const showWebhooksSchema = {
  operation: 'admin.webhooks.list',
  summary: "A game's webhooks, without their secrets",
  caller: 'system',
  params: IdParams,
  response: { 200: T.Object({ webhooks: T.Array(T.Object(Webhook)) }) },
  refuses: ['game_not_found'],
} as const

export const showWebhookSchema = {
  operation: 'admin.webhooks.get',
  summary: 'A webhook, without its secret',
  caller: 'system',
  params: IdParams,
  response: { 200: T.Object(Webhook) },
  refuses: ['webhook_not_found'],
} as const

export const createWebhookSchema = {
  operation: 'admin.webhooks.create',
  summary: 'Create a webhook: a URL to which the events of a game are sent',
  description:
    'Requests are signed with the secret, in the way of Standard Webhooks. It is shown only in this answer.',
  caller: 'system',
  params: IdParams,
  body: T.Object({ url: Url, types: T.Optional(Types) }),
  response: { 201: WithSecret },
  refuses: ['game_not_found', 'webhook_url_refused', 'too_many_webhooks'],
} as const

export const changeWebhookSchema = {
  operation: 'admin.webhooks.change',
  summary: 'Change the URL or the types of a webhook',
  caller: 'system',
  params: IdParams,
  body: T.Object({ url: T.Optional(Url), types: T.Optional(Types) }),
  response: { 200: T.Object(Webhook) },
  refuses: ['webhook_not_found', 'webhook_url_refused'],
} as const

export const pauseWebhookSchema = {
  operation: 'admin.webhooks.pause',
  summary: 'Pause a webhook',
  description: 'Events wait in the log, for `EVENTS_DAYS` at most.',
  caller: 'system',
  params: IdParams,
  response: { 200: T.Object(Webhook) },
  refuses: ['webhook_not_found'],
} as const

export const resumeWebhookSchema = {
  ...pauseWebhookSchema,
  operation: 'admin.webhooks.resume',
  summary: 'Resume a webhook that was paused',
  description: 'It goes on where it was.',
} as const

export const rotateSecretSchema = {
  operation: 'admin.webhooks.rotateSecret',
  summary: 'Give a webhook a new secret',
  description:
    'It is shown only in this answer. For a day, requests have two signatures: by the new secret and by the previous one.',
  caller: 'system',
  params: IdParams,
  response: { 200: WithSecret },
  refuses: ['webhook_not_found'],
} as const

export const removeWebhookSchema = {
  operation: 'admin.webhooks.delete',
  summary: 'Delete a webhook and its deliveries',
  caller: 'system',
  params: IdParams,
  response: { 200: Message },
  refuses: ['webhook_not_found'],
} as const
