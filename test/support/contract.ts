import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

interface Answer {
  $ref?: string
  headers?: Record<string, { schema?: { enum?: string[] } }>
  content?: Record<string, { schema: object }>
}

type Operation = { responses: Record<string, Answer> }

interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object>; responses: Record<string, Answer> }
}

interface Checked {
  method: string
  url: string
  status: number
  headers: Headers
  text: string
}

/** Fields that a schema does not list are refused, too. Answers have no schemas that are made of several others. */
function close(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(close)
  if (typeof schema !== 'object' || schema === null) return schema
  const closed = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, close(value)]),
  )
  const is_open = 'additionalProperties' in schema || !('properties' in schema)
  return is_open ? closed : { ...closed, additionalProperties: false }
}

function readContract() {
  const document: Document = JSON.parse(readFileSync('docs/openapi.json', 'utf8'))
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(Object(close({ ...document, $id: 'contract' })))
  const routes = Object.entries(document.paths).map(([path, methods]) => ({
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    path,
    methods,
    variables: path.split('{').length,
  }))
  routes.sort((a, b) => a.variables - b.variables)
  return { document, ajv, routes }
}

let contract: ReturnType<typeof readContract> | undefined
const validators = new Map<string, ValidateFunction>()

function validatorOf(pointer: string): ValidateFunction {
  const known = validators.get(pointer)
  if (known) return known
  const { ajv } = (contract ??= readContract())
  const compiled = ajv.compile({ $ref: `contract#${pointer}` })
  validators.set(pointer, compiled)
  return compiled
}

type Route = ReturnType<typeof readContract>['routes'][number]

const found = new Map<string, Route | undefined>()

/** Paths that differ only in their ids have the same. */
function routeOf(url: string): Route | undefined {
  const path = new URL(url).pathname.replaceAll(/\/\d+/g, '/0')
  if (found.has(path)) return found.get(path)
  const { routes } = (contract ??= readContract())
  const route = routes.find(({ pattern }) => pattern.test(path))
  found.set(path, route)
  return route
}

const escaped = (part: string) =>
  encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))

/** Throws if the document does not list such an answer: its status, the code of its error, or its fields. */
export function checkAnswer({ method, url, status, headers, text }: Checked): void {
  const { document } = (contract ??= readContract())
  const route = routeOf(url)
  const operation = route?.methods[method.toLowerCase()]
  const code = headers.get('x-error-code')
  // There is no endpoint to compare with.
  if (!route || !operation || code === 'unknown_route' || code === 'bad_address') return
  const name = `${method} ${route.path}`
  const listed = operation.responses[status]
  if (!listed) throw new Error(`${name}: the contract has no status ${status} (${code}): ${text}`)
  const answer = listed.$ref
    ? document.components.responses[listed.$ref.split('/').at(-1) ?? '']
    : listed
  const codes = answer?.headers?.['x-error-code']?.schema?.enum
  if (code !== null && !codes?.includes(code))
    throw new Error(`${name}: the contract has no ${status} ${code}: ${text}`)
  if (code !== null || !answer?.content?.['application/json'] || text === '') return
  const pointer = `/paths/${escaped(route.path)}/${method.toLowerCase()}/responses/${status}/content/${escaped('application/json')}/schema`
  const validate = validatorOf(pointer)
  if (!validate(JSON.parse(text)))
    throw new Error(
      `${name}: ${JSON.stringify(validate.errors?.slice(0, 3))} in ${text.slice(0, 500)}`,
    )
}
