// Writes the contract of the dashboard from the API: the types of the admin operations, and where each is sent.
import type { Endpoint } from '../src/http/docs/endpoint.ts'
import {
  type ApiDocument,
  listFields,
  NOTE,
  typesOfOperations,
  typesOfShapes,
} from './client-contract.ts'

/** Where an operation is sent, and whether a repeated request is answered from the first. */
function addressOf(url: string, method: string, endpoints: Endpoint[]): string {
  const endpoint = endpoints.find(
    (one) => one.url === url.replaceAll(/\{(\w+)\}/g, ':$1') && one.method === method,
  )
  if (!endpoint) throw new Error(`no endpoint for ${method} ${url}`)
  return JSON.stringify({ method, path: url, keyed: endpoint.is_keyed && method !== 'GET' })
}

export function dashboardContract(document: ApiDocument, endpoints: Endpoint[]): string {
  const operations = Object.entries(document.paths).flatMap(([url, methods]) =>
    Object.entries(methods)
      .filter(([, { operationId }]) => operationId.startsWith('admin.'))
      .map(([method, operation]) => ({ url, method: method.toUpperCase(), operation })),
  )
  const types = typesOfOperations(operations.map(({ operation }) => operation))
  const addresses = operations.map(
    ({ url, method, operation }) =>
      `  '${operation.operationId}': ${addressOf(url, method, endpoints)},`,
  )
  return [
    NOTE,
    ...typesOfShapes(document, types),
    `export interface Operations ${listFields(types)}`,
    'interface Address {\n  method: string\n  path: string\n  keyed: boolean\n}',
    `export const addresses: Record<keyof Operations, Address> = {\n${addresses.join('\n')}\n}`,
    '',
  ].join('\n\n')
}
