import { pascal } from './names.ts'
import { exampleOf, type SchemaBook } from './schemas.ts'
import type { SectionName } from './sections.ts'

/** What is sent to a game's own server: a type of event, what it means, and the shape of its data. */
export interface Webhook {
  name: string
  meaning: string
  /** Only webhooks that name the type get it. */
  is_frequent?: true
  data: object
}

export const WEBHOOK_SECTION: SectionName = 'Webhooks'

const header = (name: string, description: string, example: string | number) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: typeof example === 'number' ? 'integer' : 'string' },
  example,
})

const CURSOR = '1f2e3d4c-7-123'

export const webhookParameters = {
  WebhookId: header(
    'webhook-id',
    'The `id` of the event. It is the same in every attempt, so that you recognize an event that arrives twice',
    CURSOR,
  ),
  WebhookTimestamp: header(
    'webhook-timestamp',
    'When this attempt was made, in seconds since 1970. Refuse a request that is too old',
    1_767_225_600,
  ),
  WebhookSignature: header(
    'webhook-signature',
    '`v1,` and the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` in Base64, as Standard Webhooks describes it. The key is the secret of the webhook after `whsec_`, decoded from Base64. For a day after the secret was rotated there are two signatures, separated by a space',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
}

const parameters = Object.keys(webhookParameters).map((name) => ({
  $ref: `#/components/parameters/${name}`,
}))

const bodyOf = ({ name, data }: Webhook) => ({
  title: `${pascal(name)}Event`,
  type: 'object',
  required: ['id', 'type', 'at', 'actor_id', 'data', 'audience', 'audience_id', 'game_id'],
  properties: {
    id: { type: 'string', description: 'The cursor just after this event', examples: [CURSOR] },
    type: { type: 'string', const: name, description: 'The type of the event', examples: [name] },
    at: {
      type: 'string',
      format: 'date-time',
      description: 'When it happened: ISO 8601, UTC, three decimals',
      examples: ['2026-01-01T00:00:00.000Z'],
    },
    actor_id: {
      type: ['integer', 'null'],
      description: 'The user who did it; null if no user did',
      examples: [7],
    },
    data: { title: `${pascal(name)}EventData`, ...data },
    audience: {
      type: 'string',
      description: 'For whom it is, as in `user`, `friends`, `group`, `chat` or `game`',
      examples: ['user'],
    },
    audience_id: {
      type: 'integer',
      description: 'The id of that user, group, chat or game',
      examples: [8],
    },
    game_id: { type: 'integer', description: 'The game in which it happened', examples: [1] },
  },
})

const WHAT_TO_DO =
  'Answer with any 2xx status within 10 seconds. Otherwise it is sent again, for up to 24 hours. An event can arrive twice, and not always in order.'

export function describeWebhook(webhook: Webhook, schemas: SchemaBook) {
  const { name, meaning, is_frequent } = webhook
  const body = bodyOf(webhook)
  const content = { schema: schemas.present(body), example: exampleOf(body) }
  return {
    post: {
      operationId: name,
      tags: [WEBHOOK_SECTION],
      summary: meaning,
      description: is_frequent
        ? `Sent only to webhooks that name this type. ${WHAT_TO_DO}`
        : WHAT_TO_DO,
      // The signature takes the place of credentials.
      security: [],
      parameters,
      requestBody: { required: true, content: { 'application/json': content } },
      responses: {
        '2XX': { description: 'Received: it is not sent again' },
        default: { description: 'Not received: it is sent again later' },
      },
    },
  }
}
