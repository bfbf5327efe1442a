import { Compile } from 'typebox/compile'
import type { Static, TSchema } from 'typebox'
import { Format } from 'typebox/format'
import { Value } from 'typebox/value'
import { Refusal } from '../errors.ts'
import { limits } from '../limits.ts'

/** The parts of a JSON Schema that decide how text becomes a value. */
interface Shape {
  type?: string | string[]
  properties?: Record<string, Shape>
  items?: Shape
  enum?: unknown[]
  maxBytes?: number
  jsonText?: boolean
  expected?: string
  otherwise?: unknown
}

type Coerce = (value: unknown, field: string) => unknown

const invalid = (field: string, wrong: string) =>
  new Refusal('invalid_input', { sentence: `${field} ${wrong}.` })

function checkText(text: string, field: string): string {
  if (text.includes('\0')) throw invalid(field, 'must not contain a NUL character')
  if (!text.isWellFormed()) throw invalid(field, 'must be valid Unicode')
  return text
}

function checkJson(value: unknown, field: string, depth: number): unknown {
  if (typeof value === 'string') checkText(value, field)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= limits.json_depth.value) {
    throw invalid(field, `must not be nested deeper than ${limits.json_depth.value} levels`)
  }
  for (const [key, inner] of Object.entries(value)) {
    checkText(key, field)
    checkJson(inner, field, depth + 1)
  }
  return value
}

function checkSize(text: string, field: string, { maxBytes }: Shape): void {
  if (maxBytes !== undefined && Buffer.byteLength(text) > maxBytes) {
    throw invalid(field, `must be at most ${maxBytes} bytes long`)
  }
}

const TIME = /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/

/** JavaScript takes 30 February for 1 March, and writes years beyond four digits in another form. */
function isTime(text: string): boolean {
  if (!TIME.test(text) || Number.isNaN(Date.parse(text))) return false
  const day = text.slice(0, 10)
  const is_in_calendar = new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
  return is_in_calendar && /^\d{4}-/.test(new Date(text).toISOString())
}
Format.Set('date-time', isTime)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const asText = (value: unknown) =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : value

/** Text stays as it is, also where it is no JSON; where it is, it is nested no deeper than an object may be. */
function asJsonText(value: unknown, field: string): string {
  const is_text = typeof value === 'string'
  checkJson(is_text ? parsed(value) : value, field, 0)
  return is_text ? value : JSON.stringify(value)
}

const coercions: Record<string, (shape: Shape) => Coerce> = {
  integer: () => toNumber,
  number: () => toNumber,
  boolean: () => (value) => {
    if (value === 1 || (typeof value === 'string' && /^(true|1)$/i.test(value))) return true
    if (value === 0 || (typeof value === 'string' && /^(false|0)$/i.test(value))) return false
    return value
  },
  string: (shape) => (value, field) => {
    const text = shape.jsonText ? asJsonText(value, field) : asText(value)
    if (typeof text !== 'string') return text
    checkSize(text, field, shape)
    return checkText(text, field)
  },
  array: (shape) => {
    const coerceItem = coercion(shape.items ?? {})
    return (value, field) => {
      const list = typeof value === 'string' ? parsed(value) : value
      if (list === null || list === undefined) return list
      const items = Array.isArray(list) ? list : [list]
      return items.map((item, index) => coerceItem(item, `${field}[${index}]`))
    }
  },
  object: (shape) => {
    if (!shape.properties)
      return (value, field) => {
        const json = checkJson(typeof value === 'string' ? parsed(value) : value, field, 0)
        checkSize(JSON.stringify(json), field, shape)
        return json
      }
    const fields = Object.entries(shape.properties).map(
      ([name, inner]) => [name, coercion(inner), isNullable(inner)] as const,
    )
    return (value, field) => {
      const found = typeof value === 'string' ? parsed(value) : value
      if (!isObject(found)) return found
      const clean: Record<string, unknown> = {}
      for (const [name, coerce, nullable] of fields) {
        const sent = Object.hasOwn(found, name) ? found[name] : undefined
        if (sent === undefined || (sent === null && !nullable)) continue
        clean[name] = coerce(sent, field ? `${field}.${name}` : name)
      }
      return clean
    }
  },
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isNullable = (shape: Shape) => Array.isArray(shape.type) && shape.type.includes('null')

/** Each character fits in one way only: otherwise a million digits would be tried in a million ways. */
const NUMBER = /^\s*[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?\s*$/i

const toNumber: Coerce = (value) =>
  typeof value === 'string' && NUMBER.test(value) ? Number(value) : value

/** Text becomes what the shape wants where that is beyond doubt; fields the shape does not list are dropped. */
function coercion(shape: Shape): Coerce {
  const type = Array.isArray(shape.type) ? shape.type.find((name) => name !== 'null') : shape.type
  const coerce = coercions[type ?? '']?.(shape) ?? ((value, field) => checkJson(value, field, 0))
  return isNullable(shape)
    ? (value, field) => (value === null ? null : coerce(value, field))
    : coerce
}

const kinds: Record<string, string> = {
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  string: 'text',
  array: 'a list',
  object: 'an object',
}

function complaint(keyword: string, params: object): string {
  const given = new Map<string, unknown>(Object.entries(params))
  const limit = String(given.get('limit'))
  switch (keyword) {
    case 'type':
      return `must be ${kinds[String(given.get('type'))] ?? 'of another type'}`
    case 'minimum':
      return `must be at least ${limit}`
    case 'maximum':
      return `must be at most ${limit}`
    case 'minLength':
      return limit === '1' ? 'must not be empty' : `must be at least ${limit} characters long`
    case 'maxLength':
      return `must be at most ${limit} characters long`
    case 'maxItems':
      return `must have at most ${limit} entries`
    case 'minItems':
      return `must have at least ${limit} entries`
    case 'enum':
      return `must be one of ${[given.get('allowedValues')].flat().join(', ')}`
    default:
      return 'is not valid'
  }
}

function shapeAt(shape: Shape, path: string[]): Shape | undefined {
  const [step, ...rest] = path
  if (step === undefined) return shape
  const inner = shape.properties?.[step] ?? shape.items
  return inner && shapeAt(inner, rest)
}

/** One function per shape: gives the clean value, or throws a refusal that names the first field at fault. */
export function compileShape(schema: TSchema): (value: unknown) => unknown {
  const shape: Shape = schema
  const validator = Compile(schema)
  const coerce = coercion(shape)
  const fallbacks = Object.entries(shape.properties ?? {}).filter(
    ([, { otherwise }]) => otherwise !== undefined,
  )
  const fallback = Object.fromEntries(fallbacks.map(([name, { otherwise }]) => [name, otherwise]))

  return (value) => {
    const clean = coerce(value ?? {}, '')
    if (validator.Check(clean)) return clean
    const [error] = validator.Errors(clean)
    const path = error?.instancePath.split('/').slice(1) ?? []
    if (error?.keyword === 'required') {
      const [missing] = Object.values(error.params).flat()
      throw invalid([...path, String(missing)].join('.'), 'is required')
    }
    if (path[0] !== undefined && path[0] in fallback) return Object.assign({}, clean, fallback)
    const expected = shapeAt(shape, path)?.expected
    throw invalid(
      path.join('.') || 'The request',
      expected ?? complaint(error?.keyword ?? '', error?.params ?? {}),
    )
  }
}

/** For input that was checked before and has lost its type. */
export const readAs = <S extends TSchema>(schema: S, value: unknown): Static<S> =>
  Value.Parse(schema, value)
