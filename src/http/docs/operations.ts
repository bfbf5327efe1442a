import { permissionName, routeName } from '../../access/route-names.ts'
import { limits } from '../../limits.ts'
import type { AnswerBook } from './answers.ts'
import type { Endpoint } from './endpoint.ts'
import { camel, pascal } from './names.ts'
import { exampleOf, type SchemaBook } from './schemas.ts'

interface ObjectSchema {
  title?: string
  properties?: Record<string, { examples?: unknown[]; description?: string }>
  required?: string[]
}

const asSchema = (value: unknown): ObjectSchema => (typeof value === 'object' && value ? value : {})

const SECURITY = {
  player: [{ token: [] }, { service_key_name: [], service_key_token: [], current_user_id: [] }],
  staff: [{ api_token: [] }, { service_key_name: [], service_key_token: [] }],
  system: [{ service_key_name: [], service_key_token: [] }],
  anyone: [],
}

export const parameterComponents = {
  // Without an example, which those who try out a request would send again and again.
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Any text, new for each new request. A request that is repeated with the same key is done once, and gets the first answer again.',
    schema: { type: 'string', minLength: 1, maxLength: limits.idempotency_key_characters.value },
  },
}

const nameOf = ({ method, url }: Endpoint) => routeName(method, url)
const shownUrl = (url: string) => url.replaceAll(/:(\w+)/g, '{$1}')

/** The endpoint that an older address stands for. Undefined: it is the only one of its operation, or the one to use. */
function canonicalOf(endpoint: Endpoint, all: Endpoint[]): Endpoint | undefined {
  const { operation } = endpoint.schema
  const same = all.filter(({ schema }) => schema.operation === operation)
  if (operation === undefined || same.length === 1) return undefined
  const canonical = same.find((one) => permissionName(nameOf(one)) === nameOf(one)) ?? same[0]
  return canonical === endpoint ? undefined : canonical
}

function operationId(endpoint: Endpoint, is_alias: boolean): string {
  const { method, url, schema } = endpoint
  const by_address = camel(`${method.toLowerCase()}_${url.replace(/^\/(api\/v3|admin\/api)/, '')}`)
  if (schema.operation === undefined) return by_address
  return is_alias ? `${schema.operation}.${by_address}` : schema.operation
}

/** Writes the operations of the document. */
export class OperationBook {
  readonly #endpoints: Endpoint[]
  readonly #schemas: SchemaBook
  readonly #answers: AnswerBook

  constructor(endpoints: Endpoint[], schemas: SchemaBook, answers: AnswerBook) {
    this.#endpoints = endpoints
    this.#schemas = schemas
    this.#answers = answers
  }

  #parameters(place: 'path' | 'query', { properties = {}, required = [] }: ObjectSchema) {
    return Object.entries(properties).map(([name, field]) => {
      const { examples, description, ...schema } = field
      return {
        name,
        in: place,
        required: place === 'path' || required.includes(name),
        description,
        schema: this.#schemas.present(schema),
        example: examples?.[0],
      }
    })
  }

  #body(id: string, input: ObjectSchema) {
    const schema = this.#schemas.present({ title: `${pascal(id)}Input`, ...input })
    const content = { schema, example: exampleOf(input) }
    return {
      required: (input.required ?? []).length > 0,
      content: { 'application/json': content, 'application/x-www-form-urlencoded': content },
    }
  }

  operationOf(endpoint: Endpoint): object {
    const { feature, method, schema, is_keyed } = endpoint
    const canonical = canonicalOf(endpoint, this.#endpoints)
    const id = operationId(endpoint, canonical !== undefined)
    const in_query = method === 'GET' || method === 'DELETE'
    const input = asSchema(schema.body)
    const instead = canonical && {
      deprecated: true,
      description: `Use \`${canonical.schema.operation}\` instead: \`${canonical.method} ${shownUrl(canonical.url)}\`. This address stays for clients that have it.`,
    }
    return {
      operationId: id,
      tags: [feature],
      summary: schema.summary,
      description: schema.description,
      ...instead,
      security: SECURITY[schema.caller ?? 'player'],
      parameters: [
        ...this.#parameters('path', asSchema(schema.params)),
        ...(in_query ? this.#parameters('query', input) : []),
        ...(is_keyed ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
      ],
      ...(schema.body && !in_query ? { requestBody: this.#body(id, input) } : {}),
      responses: this.#answers.answersOf(endpoint),
    }
  }
}
