// Writes the contract of the client in `sdk/` from the API: its types, and the table of operations that it calls.

interface Schema {
  $ref?: string
  type?: string | string[]
  description?: string
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  required?: string[]
  items?: Schema
  enum?: unknown[]
  anyOf?: Schema[]
  minLength?: number
}

interface Parameter {
  $ref?: string
  name?: string
  required?: boolean
  description?: string
  schema?: Schema
}

export interface Operation {
  operationId: string
  deprecated?: boolean
  summary?: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}

interface Webhook {
  post: { summary?: string; requestBody: { content: Record<string, { schema: Schema }> } }
}

export interface ApiDocument {
  webhooks: Record<string, Webhook>
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

/** Not for players, or not one request with one answer. */
const isLeftOut = ({ operationId: id, deprecated }: Operation) =>
  deprecated === true || /^(admin|testSuite|announcements)\.|^events\.stream$/.test(id)

const nameOfRef = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1)

const indent = (text: string) => text.replaceAll('\n', '\n  ')

const comment = (text: string | undefined) => (text ? `/** ${text} */\n` : '')

const listOf = (type: string) => (/^[\w.]+$/.test(type) ? `${type}[]` : `Array<${type}>`)

function typeOfOne(type: string | undefined, schema: Schema): string {
  if (type === 'integer') return 'number'
  if (type === 'array') return listOf(typeOf(schema.items ?? {}))
  if (type === 'object') return objectType(schema)
  return type ?? 'unknown'
}

function typeOf(schema: Schema): string {
  if (schema.$ref) return nameOfRef(schema.$ref)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf && !schema.properties) return schema.anyOf.map(typeOf).join(' | ')
  return [schema.type]
    .flat()
    .map((type) => typeOfOne(type, schema))
    .join(' | ')
}

function objectType({ properties, required = [], additionalProperties }: Schema): string {
  if (!properties) {
    const values =
      typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'
    return `Record<string, ${values}>`
  }
  const fields = Object.entries(properties).map(
    ([name, field]) =>
      `${comment(field.description)}${name}${required.includes(name) ? '' : '?'}: ${typeOf(field)}`,
  )
  return `{\n  ${indent(fields.join('\n'))}\n}`
}

/** Where one of several fields is needed, a type of its own for each. */
function needed(fields: string, schema: Schema): string {
  const choices = (schema.anyOf ?? []).map(({ required = [] }) => required)
  return choices
    .map((names) => `With<${fields}, ${names.map((name) => `'${name}'`).join(' | ')}>`)
    .join(' | ')
}

function declare(name: string, schema: Schema): string {
  const { properties, anyOf, description } = schema
  if (!properties) return `export type ${name} = ${typeOf(schema)}`
  if (anyOf)
    return `interface ${name}Fields ${objectType(schema)}\nexport type ${name} = ${needed(`${name}Fields`, schema)}`
  return `${comment(description)}export interface ${name} ${objectType(schema)}`
}

/** All fields of a request, wherever they are sent. */
function inputOf({ parameters = [], requestBody }: Operation): string {
  const named = parameters.filter(({ name }) => name !== undefined)
  const properties = Object.fromEntries(
    named.map(({ name = '', schema, description }) => [
      name,
      { ...schema, ...(description ? { description } : {}) },
    ]),
  )
  const required = named.filter((one) => one.required).map(({ name = '' }) => name)
  const parts = named.length > 0 ? [objectType({ properties, required })] : []
  const [body] = Object.values(requestBody?.content ?? {})
  if (body) parts.push(typeOf(body.schema))
  return parts.join(' & ') || 'NoFields'
}

/** The names of all fields of a request, wherever they are sent. */
export function fieldsOfInput({ components }: ApiDocument, operation: Operation) {
  const { parameters = [], requestBody } = operation
  const in_address = parameters.flatMap(({ name, required = false }) =>
    name === undefined ? [] : [{ name, is_required: required }],
  )
  const [body] = Object.values(requestBody?.content ?? {})
  const ref = body?.schema.$ref
  const schema = ref === undefined ? body?.schema : components.schemas[nameOfRef(ref)]
  const in_body = Object.keys(schema?.properties ?? {}).map((name) => ({
    name,
    is_required: schema?.required?.includes(name) ?? false,
  }))
  return [...in_address, ...in_body]
}

function answerOf({ responses }: Operation): string {
  const [, answer] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  const [content] = Object.values(answer?.content ?? {})
  return content ? typeOf(content.schema) : 'unknown'
}

export const operationsOf = ({ paths }: ApiDocument) =>
  Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .filter((operation) => !isLeftOut(operation))

/** The input and answer of each operation, as fields of an interface. */
export const typesOfOperations = (operations: Operation[]) =>
  operations.map(
    (operation) =>
      `${comment(operation.summary)}'${operation.operationId}': { input: ${indent(inputOf(operation))}; answer: ${answerOf(operation)} }`,
  )

/** The named shapes that these texts use, directly or through others. */
function usedShapes(texts: string[], shapes: Map<string, string>): Set<string> {
  const used = new Set<string>()
  const visit = (text: string) => {
    for (const [name = ''] of text.matchAll(/\b[A-Z]\w+/g)) {
      const shape = shapes.get(name)
      if (shape === undefined || used.has(name)) continue
      used.add(name)
      visit(shape)
    }
  }
  texts.forEach(visit)
  return used
}

/** The data of each type of event, as webhooks get it. */
export function eventData({ webhooks, components }: ApiDocument, names: string[]): string[] {
  return names.flatMap((name) => {
    const post = webhooks[name]?.post
    if (!post) return []
    const [content] = Object.values(post.requestBody.content)
    const body = components.schemas[nameOfRef(content?.schema.$ref ?? '')]
    return [
      `${comment(post.summary)}'${name}': ${indent(typeOf(body?.properties?.['data'] ?? {}))}`,
    ]
  })
}

export const NOTE =
  '// Written by `npm run generate`. Change the schemas of the routes, not this file.\n'

/** What the types of operations are made of: every named shape that these texts use. */
export function typesOfShapes({ components }: ApiDocument, texts: string[]): string[] {
  const shapes = new Map(
    Object.entries(components.schemas).map(([name, schema]) => [name, declare(name, schema)]),
  )
  return [
    'type With<T, K extends keyof T> = T & { [P in K]-?: NonNullable<T[P]> }',
    'type NoFields = Record<string, never>',
    ...[...usedShapes(texts, shapes)].toSorted().map((name) => shapes.get(name) ?? ''),
  ]
}

/** As the body of an interface. */
export const listFields = (fields: string[]) => `{\n  ${indent(fields.join('\n'))}\n}`

/** The types: every shape, the input and answer of every operation, the data of every event, every code. */
export function contractTypes(document: ApiDocument, codes: string[], events: string[]): string {
  const operations = typesOfOperations(operationsOf(document))
  const data = eventData(document, events)
  return [
    NOTE,
    ...typesOfShapes(document, [...operations, ...data]),
    `export interface Operations ${listFields(operations)}`,
    `export interface EventDataByType ${listFields(data)}`,
    `export type RefusalCode = ${codes.map((code) => `'${code}'`).join(' | ')}`,
    '',
  ].join('\n\n')
}

const PUBLISHED_NOTE = `// What games may read and send. \`npm run generate\` adds new names. It never removes one: where the contract has lost a field,
// the type check fails here. To take a field away on purpose, remove its name here, and say so in the change log.
`

const fieldsOf = ({ properties = {} }: Schema) => Object.keys(properties)

/** The names in the file as it is, by shape. */
function readPublished(text: string): Map<string, string[]> {
  const shapes = text.matchAll(/Has<contract\.(\w+), ([^>]+)>/g)
  return new Map(
    [...shapes].map(([, name = '', fields = '']) => [
      name,
      [...fields.matchAll(/'([^']+)'/g)].map(([, field = '']) => field),
    ]),
  )
}

/** A type check that fails when a shape, a field, an operation or a type of event is missing. */
export function publishedNames(document: ApiDocument, types: string, before: string): string {
  const published = readPublished(before)
  const add = (name: string, fields: string[]) =>
    published.set(name, [...new Set([...(published.get(name) ?? []), ...fields])].toSorted())
  for (const [name, schema] of Object.entries(document.components.schemas))
    if (types.includes(`export interface ${name} `) || types.includes(`export type ${name} =`))
      add(name, fieldsOf(schema))
  add(
    'Operations',
    operationsOf(document).map(({ operationId }) => operationId),
  )
  add(
    'EventDataByType',
    [...types.matchAll(/^ {2}'(\w+\.\w+)': \w+EventData$/gm)].map(([, name = '']) => name),
  )
  const rows = [...published]
    .filter(([, fields]) => fields.length > 0)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([name, fields]) =>
        `  Has<contract.${name}, ${fields.map((field) => `'${field}'`).join(' | ')}>,`,
    )
  return [
    PUBLISHED_NOTE,
    "import type * as contract from '../src/contract/types.ts'",
    '',
    'type Has<T, K extends keyof T> = K',
    '',
    'export type Published = [',
    ...rows,
    ']',
    '',
  ].join('\n')
}
