import { AnswerBook, headerComponents, Problem } from './answers.ts'
import type { Endpoint } from './endpoint.ts'
import { OperationBook, parameterComponents } from './operations.ts'
import { SchemaBook } from './schemas.ts'

const header = (name: string, description: string) => ({
  type: 'apiKey',
  in: 'header',
  name,
  description,
})

/** What is sent to a game's own server: a type of event, what it means, and the shape of its data. */
export interface Webhook {
  name: string
  meaning: string
  data: object
}

const webhook = ({ name, meaning, data }: Webhook, schemas: SchemaBook) => ({
  post: {
    operationId: name,
    tags: ['webhooks'],
    summary: meaning,
    requestBody: {
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['id', 'type', 'at', 'actor_id', 'data'],
            properties: {
              id: { type: 'string', description: 'The cursor just after this event' },
              type: { const: name },
              at: { type: 'string', format: 'date-time' },
              actor_id: {
                type: ['integer', 'null'],
                description: 'The user who did it; null if no user did',
              },
              data: schemas.present(data),
            },
          },
        },
      },
    },
    responses: { '2XX': { description: 'Received: it is not sent again' } },
  },
})

/** The OpenAPI 3.1 document, from the same schemas that check every request and filter every answer. */
export function describeApi({
  endpoints,
  webhooks,
  version,
}: {
  endpoints: Endpoint[]
  webhooks: Webhook[]
  version: string
}) {
  const schemas = new SchemaBook()
  const answers = new AnswerBook(schemas)
  const operations = new OperationBook(endpoints, schemas, answers)
  const by_url = Map.groupBy(endpoints, ({ url }) => url.replaceAll(/:(\w+)/g, '{$1}'))
  const tags = new Set(endpoints.map(({ feature }) => feature))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Playkeep',
      version,
      license: { name: 'MIT', identifier: 'MIT' },
      description:
        'A self-hosted game backend. Every route accepts JSON, form fields or query parameters. The body of an error is one plain sentence, and the header `x-error-code` is a code that does not change. A field that a route does not know is ignored, and the header `x-unknown-fields` of the answer lists it. A write with an `Idempotency-Key` can be repeated: it is done once.',
    },
    servers: [{ url: '/', description: 'This server' }],
    tags: [...tags, 'webhooks'].map((name) => ({ name })),
    paths: Object.fromEntries(
      [...by_url].map(([url, list]) => [
        url,
        Object.fromEntries(
          list.map((endpoint) => [endpoint.method.toLowerCase(), operations.operationOf(endpoint)]),
        ),
      ]),
    ),
    webhooks: Object.fromEntries(webhooks.map((one) => [one.name, webhook(one, schemas)])),
    components: {
      schemas: { ...schemas.named, Problem },
      headers: headerComponents,
      parameters: parameterComponents,
      responses: answers.shared,
      securitySchemes: {
        token: header(
          'authentication-token',
          'The `authentication_token` from the answer to a sign-up or sign-in',
        ),
        service_key_name: header('service-key-name', 'The name of a service key'),
        service_key_token: header('service-key-token', 'The token of that service key'),
        current_user_id: header('current-user-id', 'The user for whom the service key acts'),
      },
    },
  }
}
