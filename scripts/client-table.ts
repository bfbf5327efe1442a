// Writes the tables of operations that the client in `sdk/` calls.
import type { Endpoint } from '../src/http/docs/endpoint.ts'
import { type ApiDocument, NOTE, operationsOf } from './client-contract.ts'

/** In a part of the client that a game imports on its own, because the client must stay small. */
const IN_COMPETITION =
  /^(ratings|matchmaking)\.|^multiplayerRounds\.(?!get$|removeEntry$)|^leaderboards\.(seasons|entriesFromRank)$/
const EVENT_OF_COMPETITION =
  /^(multiplayer_round|rating|match|leaderboard)\.|^score\.(held|approved|rejected)$/

/** What the client checks of a field before it sends it, in the words of the server. Patterns are too long for a small client. */
const CHECKED = [
  'type',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'maxBytes',
  'maxItems',
  'enum',
  'expected',
  'needed',
] as const

interface RouteSchema {
  properties?: Record<string, RouteSchema>
  required?: string[]
  items?: RouteSchema
  type?: string | string[]
  otherwise?: unknown
  [keyword: string]: unknown
}

const asRouteSchema = (value: unknown): RouteSchema =>
  typeof value === 'object' && value !== null ? { ...value } : {}

function checkOf(schema: RouteSchema, is_required: boolean): object {
  const kept = CHECKED.filter(
    (keyword) => schema[keyword] !== undefined && schema.otherwise === undefined,
  )
  const { items } = schema
  return {
    ...Object.fromEntries(kept.map((keyword) => [keyword, schema[keyword]])),
    ...(is_required ? { required: true } : {}),
    ...(items ? { items: checkOf(items, false) } : {}),
    ...(schema.properties ? { fields: checksOf(schema) } : {}),
  }
}

const checksOf = ({ properties = {}, required = [] }: RouteSchema) =>
  Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [
      name,
      checkOf(field, required.includes(name)),
    ]),
  )

/** A lost answer can be asked for again: nothing is done twice. A mail would be. */
const isRepeatable = ({ method, schema, is_keyed }: Endpoint) =>
  is_keyed ||
  schema.operation === 'accounts.guest' ||
  (method === 'GET' && schema.operation !== 'passwords.forgot')

/** Where each operation is sent, and what is checked before. */
function rowsOf(
  document: ApiDocument,
  endpoints: Endpoint[],
  isWanted: (id: string) => boolean,
): string {
  const ids = new Set(
    operationsOf(document)
      .map(({ operationId }) => operationId)
      .filter(isWanted),
  )
  const rows = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId }]) => {
      if (!ids.has(operationId)) return []
      const url = path.replaceAll(/\{(\w+)\}/g, ':$1')
      const endpoint = endpoints.find(
        (one) => one.url === url && one.method.toLowerCase() === method,
      )
      if (!endpoint) throw new Error(`no endpoint for ${operationId}`)
      const status = endpoint.schema.statuses?.['invalid_input']
      const row = {
        method: method.toUpperCase(),
        path: path.replace('/api/v3', ''),
        ...(endpoint.is_keyed ? { keyed: true } : {}),
        ...(isRepeatable(endpoint) ? { repeatable: true } : {}),
        ...(status === undefined ? {} : { invalid_status: status }),
        fields: checksOf(asRouteSchema(endpoint.schema.body)),
      }
      return [`  '${operationId}': ${JSON.stringify(row)},`]
    }),
  )
  return `export const operations: OperationTable = {\n${rows.join('\n')}\n}\n`
}

const IMPORT = `import type { OperationTable } from '../connection.ts'\n`
const listEvents = (names: string[]) =>
  `export const event_types: string[] = ${JSON.stringify(names)}\n`

/** The table of what is in every client. */
export const contractTable = (document: ApiDocument, endpoints: Endpoint[], events: string[]) =>
  [
    `${NOTE}${IMPORT}`,
    listEvents(events.filter((name) => !EVENT_OF_COMPETITION.test(name))),
    rowsOf(document, endpoints, (id) => !IN_COMPETITION.test(id)),
  ].join('\n')

/** The table of what a game adds with `@playkeep/client/competition`. */
export const competitionTable = (document: ApiDocument, endpoints: Endpoint[], events: string[]) =>
  [
    `${NOTE}${IMPORT}`,
    listEvents(events.filter((name) => EVENT_OF_COMPETITION.test(name))),
    rowsOf(document, endpoints, (id) => IN_COMPETITION.test(id)),
  ].join('\n')
