import {
  type ApiDocument,
  type ApiOperation,
  type JsonSchema,
  resolve,
} from '../../api/document.ts'

export interface Field {
  name: string
  place: 'path' | 'query' | 'body'
  description: string
  is_required: boolean
  schema: JsonSchema
  /** What the form begins with. */
  first: string
}

export interface Route {
  id: string
  method: string
  path: string
  summary: string
  description: string
  section: string
  is_write: boolean
  fields: Field[]
}

const toText = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const isForPlayers = ({ security, deprecated }: ApiOperation, path: string) =>
  !deprecated &&
  path.startsWith('/api/v3/') &&
  !path.startsWith('/api/v3/test_suite') &&
  (security.length === 0 || security.some((one) => 'token' in one))

function bodyFields(document: ApiDocument, { requestBody }: ApiOperation): Field[] {
  const content = requestBody?.content['application/json']
  if (!content) return []
  const { properties = {}, required = [] } = resolve(document, content.schema)
  const example: Record<string, unknown> = Object(content.example)
  return Object.entries(properties).map(([name, field]) => {
    const schema = resolve(document, field)
    const is_required = required.includes(name)
    return {
      name,
      place: 'body',
      description: schema.description ?? '',
      is_required,
      schema,
      first: is_required ? toText(example[name] ?? schema.examples?.[0]) : '',
    }
  })
}

function parameterFields(document: ApiDocument, { parameters }: ApiOperation): Field[] {
  return parameters.flatMap((parameter) => {
    const { name, in: place, required = false, description = '', example } = parameter
    if (parameter.$ref || place === 'header') return []
    const schema = resolve(document, parameter.schema)
    const first = required ? toText(example) : ''
    return [{ name, place, description, is_required: required, schema, first }]
  })
}

/** All operations that a player can call, in the order of the reference. */
export function listRoutes(document: ApiDocument): Route[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => isForPlayers(operation, path))
      .map(([method, operation]) => ({
        id: operation.operationId,
        method: method.toUpperCase(),
        path,
        summary: operation.summary,
        description: operation.description ?? '',
        section: operation.tags[0] ?? '',
        is_write: method !== 'get',
        fields: [...parameterFields(document, operation), ...bodyFields(document, operation)],
      })),
  )
}

export interface Known {
  game_id: number
  user_id: number | undefined
}

/** What is known of the game and the player is filled in; the rest is as in the reference. */
export function firstValues({ fields, path }: Route, { game_id, user_id }: Known) {
  const of_own = path.startsWith('/api/v3/users/{id}')
  return Object.fromEntries(
    fields.map(({ name, first, is_required, place }) => {
      const is_own_id = (name === 'id' && of_own) || name === 'user_id' || name === 'game_user_id'
      if (is_own_id && user_id !== undefined && (is_required || place === 'path'))
        return [name, String(user_id)]
      if (name === 'game_id' && is_required) return [name, String(game_id)]
      return [name, first]
    }),
  )
}

/** Lists and objects are written as JSON. Throws a SyntaxError if they are not. */
function toValue({ schema }: Field, text: string): unknown {
  const types = new Set([schema.type].flat())
  if (types.has('integer') || types.has('number')) {
    const number = Number(text)
    return Number.isNaN(number) ? text : number
  }
  if (types.has('boolean')) return text === 'true'
  if (types.has('array') || types.has('object')) return JSON.parse(text)
  return text
}

export interface Sent {
  method: string
  url: string
  headers: Record<string, string>
  body: string | undefined
}

/** The request that the form describes. Empty fields are not sent. */
export function buildRequest(route: Route, values: Record<string, string>, token: string): Sent {
  const filled = route.fields.filter(({ name }) => (values[name] ?? '') !== '')
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  )
  const query = new URLSearchParams(
    filled
      .filter(({ place }) => place === 'query')
      .map(({ name }): [string, string] => [name, values[name] ?? '']),
  ).toString()
  const body = filled.filter(({ place }) => place === 'body')
  const json = Object.fromEntries(
    body.map((field) => [field.name, toValue(field, values[field.name] ?? '')]),
  )
  return {
    method: route.method,
    url: `${path}${query && `?${query}`}`,
    headers: {
      ...(token ? { 'authentication-token': token } : {}),
      ...(body.length > 0 ? { 'content-type': 'application/json' } : {}),
    },
    body: body.length > 0 ? JSON.stringify(json) : undefined,
  }
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** The same request for a terminal. */
export const toCurl = ({ method, url, headers, body }: Sent, origin: string) =>
  [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(`${origin}${url}`)}`,
    ...Object.entries(headers).map(([name, value]) => `  -H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`  -d ${quoted(body)}`]),
  ].join(' \\\n')
