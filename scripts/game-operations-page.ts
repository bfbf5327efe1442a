// Writes docs/game-operations.md from the API: every operation that game code can come before and after.
import type { Endpoint } from '../src/http/docs/endpoint.ts'
import { type ApiDocument, fieldsOfInput } from './client-contract.ts'
import { namesOfWrites } from './game-contract.ts'
import { tableLines } from './markdown.ts'

const BASE = '/api/v3'

const describeInput = (fields: { name: string; is_required: boolean }[]) =>
  fields.map(({ name, is_required }) => `\`${name}${is_required ? '' : '?'}\``).join(', ')

export function gameOperationsPage(note: string, document: ApiDocument, endpoints: Endpoint[]) {
  const names = namesOfWrites(endpoints)
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { operationId }]) => names.has(operationId))
      .map(([method, operation]) => ({
        operation,
        name: operation.operationId,
        route: `${method.toUpperCase()} ${path.replace(BASE, '')}`,
      })),
  )
  const rows = operations
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ operation, name, route }) => [
      `\`${name}\``,
      operation.summary ?? '',
      `\`${route}\``,
      describeInput(fieldsOfInput(document, operation)),
    ])
  return [
    `# Operations

${note}

What [game code](game-code.md) can come \`before\` and \`after\`: everything that players, and the game's own server, can change.
Some operations have several routes, of which the table has one; the code runs for all of them. Routes are below
\`${BASE}\`. \`input\` has the fields that were sent, wherever they were: in the address, in the query or in the body. A field with
\`?\` may be missing. What it contains, and what \`answer\` contains, is in the types of \`playkeep/game\`, which an editor shows, and
in the API reference.
`,
    ...tableLines(['Operation', 'What it does', 'Route', 'Fields of `input`'], rows),
    '',
  ].join('\n')
}
