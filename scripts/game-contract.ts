// Writes the types of game code from the API: the operations that it can come before and after, and the events that it handles.
import type { Endpoint } from '../src/http/docs/endpoint.ts'
import {
  type ApiDocument,
  eventData,
  listFields,
  NOTE,
  typesOfOperations,
  typesOfShapes,
} from './client-contract.ts'

/** Writes of players and of the game's own server. What staff and the test suite do is not for the game's code to decide. */
const isWrite = ({ url, method, schema }: Endpoint) =>
  url.startsWith('/api/v3/') &&
  !url.startsWith('/api/v3/test_suite/') &&
  (schema.is_write ?? method !== 'GET')

export const namesOfWrites = (endpoints: Endpoint[]) =>
  new Set(endpoints.filter(isWrite).map(({ schema }) => schema.operation ?? ''))

export function gameContract(
  document: ApiDocument,
  endpoints: Endpoint[],
  event_names: string[],
): string {
  const names = namesOfWrites(endpoints)
  const operations = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ operationId }) => names.has(operationId))
  const fields = typesOfOperations(operations)
  const events = eventData(document, event_names)
  const list = (values: Iterable<string>) => [...values].map((value) => `  '${value}',`).join('\n')
  return [
    NOTE,
    ...typesOfShapes(document, [...fields, ...events]),
    `export interface Operations ${listFields(fields)}`,
    `export interface EventDataByType ${listFields(events)}`,
    `export const operation_names: readonly string[] = [\n${list(names)}\n]`,
    '',
  ].join('\n\n')
}
