import { isClosable } from '../../access/route-names.ts'
import { type RefusalCode, refusals } from '../../errors.ts'
import { COMMON_REFUSALS } from './common-refusals.ts'
import type { Endpoint } from './endpoint.ts'
import { pascal } from './names.ts'
import type { SchemaBook } from './schemas.ts'

/** Names in `components`, by the names of the headers. */
const HEADERS = {
  'x-request-id': 'RequestId',
  'x-unknown-fields': 'UnknownFields',
  'Idempotency-Replayed': 'IdempotencyReplayed',
  'Retry-After': 'RetryAfter',
  RateLimit: 'RateLimit',
  'RateLimit-Policy': 'RateLimitPolicy',
} as const

const text = (description: string, example: string) => ({
  description,
  schema: { type: 'string' },
  example,
})

export const headerComponents = {
  RequestId: text(
    'Identifies the request in the log of the server',
    '0b7a4f0e-1c7e-4f0a-9f7b-2f2f1f0d9a51',
  ),
  UnknownFields: text(
    'Fields of the request that the route does not know, if there are any',
    'scroe',
  ),
  IdempotencyReplayed: {
    description: 'The request was done before: this is the answer that it got then',
    schema: { type: 'string', enum: ['true'] },
  },
  RetryAfter: {
    description: 'After how many seconds to try again',
    schema: { type: 'integer', minimum: 1 },
    example: 3,
  },
  RateLimit: text('With `too_many_requests`: the limit that was reached', '"player_reads";r=0;t=3'),
  RateLimitPolicy: text('With `too_many_requests`: what it allows', '"player_reads";q=600;w=60'),
}

type HeaderName = keyof typeof HEADERS

const headersNamed = (...names: HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${HEADERS[name]}` }]))

const OF_WAITING: Record<number, HeaderName[]> = {
  429: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  503: ['Retry-After'],
}

/** The same refusal as a problem of RFC 9457, for those who ask for it. */
export const Problem = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code', 'request_id'],
  properties: {
    type: { type: 'string', format: 'uri', examples: ['urn:playkeep:error:invalid_input'] },
    title: {
      type: 'string',
      description: 'The name of the status',
      examples: ['Unprocessable Entity'],
    },
    status: { type: 'integer', examples: [422] },
    detail: {
      type: 'string',
      description: 'The sentence that others get as plain text',
      examples: ['score must be a number.'],
    },
    code: {
      type: 'string',
      description: 'As in the header x-error-code',
      examples: ['invalid_input'],
    },
    request_id: { type: 'string', examples: ['0b7a4f0e-1c7e-4f0a-9f7b-2f2f1f0d9a51'] },
    fields: {
      type: 'array',
      description: 'With `invalid_input`: every field that is not valid, not only the first one',
      items: {
        type: 'object',
        required: ['field', 'problem'],
        properties: {
          field: { type: 'string', examples: ['score'] },
          problem: { type: 'string', examples: ['must be a number'] },
        },
      },
    },
  },
}

const refusalAnswer = (status: number, codes: RefusalCode[]) => ({
  description: codes.map((code) => `\`${code}\`: ${refusals[code][1]}`).join('\n\n'),
  headers: {
    'x-error-code': {
      description: 'The code of the error, which does not change',
      schema: { type: 'string', enum: codes },
    },
    ...headersNamed('x-request-id', ...(OF_WAITING[status] ?? [])),
  },
  content: {
    'text/plain': { schema: { type: 'string' }, example: refusals[codes[0] ?? 'internal'][1] },
    'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
  },
})

/** The refusals of an endpoint by status. Statuses come from the route's schema, or else from `errors.ts`. */
function refusalsByStatus({ method, url, schema, is_keyed }: Endpoint) {
  const { caller = 'player', refuses = [], statuses = {}, body } = schema
  const { is_write = method !== 'GET' } = schema
  const codes = new Set<RefusalCode>(refuses)
  if (caller === 'player') codes.add('not_signed_in').add('game_disabled').add('banned')
  if (isClosable(schema)) codes.add('route_closed')
  if (caller === 'system') codes.add('not_the_system').add('too_many_attempts')
  if (caller === 'staff') {
    codes
      .add('not_staff')
      .add('too_many_attempts')
      .add('role_too_low')
      .add('needs_all_games')
      .add('second_factor_required')
    codes.add('csrf_token_missing')
  }
  if (body || is_keyed) codes.add('invalid_input')
  if (is_keyed) codes.add('idempotency_key_reused')
  if (is_write && (caller === 'player' || caller === 'anyone') && url.startsWith('/api/'))
    codes.add('refused_by_game').add('game_code_slow').add('game_code_failed')
  for (const code of COMMON_REFUSALS) codes.add(code)
  return Map.groupBy(codes, (code) => statuses[code] ?? refusals[code][0])
}

/** Answers that several endpoints give are described once. */
export class AnswerBook {
  readonly #schemas: SchemaBook
  readonly #shared = new Map<string, object>()

  constructor(schemas: SchemaBook) {
    this.#schemas = schemas
  }

  get shared(): Record<string, object> {
    return Object.fromEntries([...this.#shared].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }

  #refuse(status: number, codes: RefusalCode[]): object {
    const is_common = codes.every((code) => COMMON_REFUSALS.includes(code))
    if (codes.length > 2 && !is_common) return refusalAnswer(status, codes)
    const name = is_common ? `Refused${status}` : `${codes.map(pascal).join('Or')}${status}`
    this.#shared.set(name, refusalAnswer(status, codes))
    return { $ref: `#/components/responses/${name}` }
  }

  #succeed([status, schema]: [string, object], is_keyed: boolean) {
    const { contentMediaType: media = 'application/json', ...shown } = Object.assign(
      { contentMediaType: undefined },
      schema,
    )
    return [
      status,
      {
        description: 'Success',
        headers: headersNamed(
          'x-request-id',
          'x-unknown-fields',
          ...(is_keyed ? (['Idempotency-Replayed'] as const) : []),
        ),
        content: { [media]: { schema: this.#schemas.present(shown) } },
      },
    ]
  }

  answersOf(endpoint: Endpoint): object {
    const { schema, is_keyed } = endpoint
    const successes = Object.entries(schema.response ?? {}).map((one) =>
      this.#succeed(one, is_keyed),
    )
    const refused = [...refusalsByStatus(endpoint)]
      .toSorted(([a], [b]) => a - b)
      .map(([status, codes]) => [status, this.#refuse(status, codes)])
    return Object.fromEntries([...successes, ...refused])
  }
}
