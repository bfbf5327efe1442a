import type { FastifySchema } from 'fastify'
import { isClosable } from '../../access/route-names.ts'
import { type RefusalCode, refusals } from '../../errors.ts'
import { COMMON_REFUSALS } from './common-refusals.ts'

/** A documented endpoint: one method of one route. */
export interface Endpoint {
  feature: string
  method: string
  url: string
  schema: FastifySchema
}

interface JsonSchema {
  properties?: Record<string, object>
  required?: string[]
}

const asSchema = (value: unknown): JsonSchema => (typeof value === 'object' && value ? value : {})

/** Names in `components`, by the names of the headers. */
const HEADERS = {
  'x-error-code': 'ErrorCode',
  'x-unknown-fields': 'UnknownFields',
  'Retry-After': 'RetryAfter',
  RateLimit: 'RateLimit',
  'RateLimit-Policy': 'RateLimitPolicy',
} as const

const text = (description: string) => ({ description, schema: { type: 'string' } })

const headerComponents = {
  ErrorCode: text('The code of the error, which does not change'),
  UnknownFields: text('Fields of the request that the route does not know, if there are any'),
  RetryAfter: {
    description: 'After how many seconds to try again',
    schema: { type: 'integer', minimum: 1 },
  },
  RateLimit: text(
    'With `too_many_requests`: the limit that was reached, as in `"player_reads";r=0;t=3`',
  ),
  RateLimitPolicy: text(
    'With `too_many_requests`: what it allows, as in `"player_reads";q=600;w=60`',
  ),
}

const headersNamed = (...names: (keyof typeof HEADERS)[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${HEADERS[name]}` }]))

function refusalHeaders(status: number) {
  if (status === 429)
    return headersNamed('x-error-code', 'Retry-After', 'RateLimit', 'RateLimit-Policy')
  return status === 503 ? headersNamed('x-error-code', 'Retry-After') : headersNamed('x-error-code')
}

const refusalAnswer = (status: number, codes: RefusalCode[]) => ({
  description: codes.map((code) => `\`${code}\`: ${refusals[code][1]}`).join('\n\n'),
  headers: refusalHeaders(status),
  content: { 'text/plain': { schema: { type: 'string' } } },
})

/** What all endpoints may answer is described once. */
const commonAnswers = new Map<number, { codes: RefusalCode[]; name: string; answer: object }>(
  [...Map.groupBy(COMMON_REFUSALS, (code) => refusals[code][0])].map(([status, codes]) => [
    status,
    { codes, name: `Refused${status}`, answer: refusalAnswer(status, codes) },
  ]),
)

/** The refusals of an endpoint by status. Statuses come from the route's schema, or else from `errors.ts`. */
function refusalAnswers(schema: FastifySchema) {
  const { caller = 'player', refuses = [], statuses = {}, body } = schema
  const codes = new Set<RefusalCode>(refuses)
  if (caller === 'player') codes.add('not_signed_in')
  if (isClosable(schema)) codes.add('route_closed')
  if (caller === 'system') codes.add('not_the_system')
  if (body) codes.add('invalid_input')
  for (const code of COMMON_REFUSALS) codes.add(code)
  const by_status = Map.groupBy(codes, (code) => statuses[code] ?? refusals[code][0])
  return [...by_status].map(([status, list]) => {
    const common = commonAnswers.get(status)
    return [
      status,
      common && list.every((code) => common.codes.includes(code))
        ? { $ref: `#/components/responses/${common.name}` }
        : refusalAnswer(status, list),
    ]
  })
}

const plainAnswers = ({ response }: FastifySchema) =>
  Object.entries(response ?? {}).map(([status, schema]) => [
    status,
    {
      description: 'Success',
      headers: headersNamed('x-unknown-fields'),
      content: { 'application/json': { schema } },
    },
  ])

const parameters = (place: 'path' | 'query', { properties = {}, required = [] }: JsonSchema) =>
  Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema,
  }))

const SECURITY = {
  player: [{ token: [] }, { service_key_name: [], service_key_token: [], current_user_id: [] }],
  system: [{ service_key_name: [], service_key_token: [] }],
  anyone: [],
}

function operation({ feature, method, url, schema }: Endpoint) {
  const in_query = method === 'GET' || method === 'DELETE'
  const input = asSchema(schema.body)
  return {
    operationId: `${method.toLowerCase()}${url.replaceAll(/[/:_]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    tags: [feature],
    summary: schema.summary,
    description: schema.description,
    security: SECURITY[schema.caller ?? 'player'],
    parameters: [
      ...parameters('path', asSchema(schema.params)),
      ...(in_query ? parameters('query', input) : []),
    ],
    ...(schema.body && !in_query
      ? { requestBody: { content: { 'application/json': { schema: input } } } }
      : {}),
    responses: Object.fromEntries([...plainAnswers(schema), ...refusalAnswers(schema)]),
  }
}

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

const webhook = ({ name, meaning, data }: Webhook) => ({
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
              data,
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
  const by_url = Map.groupBy(endpoints, ({ url }) => url.replaceAll(/:(\w+)/g, '{$1}'))
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Playkeep',
      version,
      license: { name: 'MIT', identifier: 'MIT' },
      description:
        'A self-hosted game backend. Every route accepts JSON, form fields or query parameters. The body of an error is one plain sentence, and the header `x-error-code` is a code that does not change. A field that a route does not know is ignored, and the header `x-unknown-fields` of the answer lists it. A write with an `Idempotency-Key` can be repeated: it is done once.',
    },
    paths: Object.fromEntries(
      [...by_url].map(([url, list]) => [
        url,
        Object.fromEntries(
          list.map((endpoint) => [endpoint.method.toLowerCase(), operation(endpoint)]),
        ),
      ]),
    ),
    webhooks: Object.fromEntries(webhooks.map((one) => [one.name, webhook(one)])),
    components: {
      headers: headerComponents,
      responses: Object.fromEntries(
        [...commonAnswers.values()].map(({ name, answer }) => [name, answer]),
      ),
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
  const hints = new Set(['otherwise', 'expected', 'needed', 'jsonText'])
  const documented = (value: unknown) =>
    typeof value === 'object' && value && 'documented_as' in value ? value.documented_as : value
  return JSON.stringify(
    document,
    (key, value: unknown) => (hints.has(key) ? undefined : documented(value)),
    2,
  )
}
