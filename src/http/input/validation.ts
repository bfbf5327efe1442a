import type { Static, TSchema } from 'typebox'
import { Refusal } from '../../errors.ts'
import { limits } from '../../limits.ts'

/** The parts of a JSON Schema that our schemas use, and our own: an unknown part would check nothing. */
interface Shape {
  type?: string | string[]
  properties?: Record<string, Shape>
  required?: string[]
  patternProperties?: Record<string, Shape>
  items?: Shape
  maxItems?: number
  enum?: unknown[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  format?: string
  maxBytes?: number
  jsonText?: boolean
  /** What a refusal says, where another sentence is clearer. */
  expected?: string
  /** What is taken in place of a value that does not fit. */
  otherwise?: unknown
}

/** Gives the clean value, or throws a refusal that names the field. */
type Clean = (value: unknown, field: string) => unknown

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
const FIRST_MOMENT = Date.UTC(-1, 12)
const LAST_MOMENT = Date.UTC(9999, 12) - 1
const SHORTEST_MONTH = 28

/** JavaScript takes 30 February for 1 March. */
function isInCalendar(text: string): boolean {
  const day = Number(text.slice(8, 10))
  if (day <= SHORTEST_MONTH) return true
  // The calendar repeats itself, and `Date.UTC` takes years below 100 for others.
  const year = Number(text.slice(0, 4)) + 400
  return day <= new Date(Date.UTC(year, Number(text.slice(5, 7)), 0)).getUTCDate()
}

/** Within the years that are written with four digits, in UTC too. */
function isTime(text: string): boolean {
  if (!TIME.test(text)) return false
  const moment = Date.parse(text)
  return moment >= FIRST_MOMENT && moment <= LAST_MOMENT && isInCalendar(text)
}

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

/** Each character fits in one way only: otherwise a million digits would be tried in a million ways. */
const NUMBER = /^\s*[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?\s*$/i

/** Text becomes a number only where that is beyond doubt. */
const toNumber = (value: unknown) =>
  typeof value === 'string' && NUMBER.test(value) ? Number(value) : value

function cleanNumber({ type, minimum = -Infinity, maximum = Infinity, expected }: Shape): Clean {
  const is_whole = type === 'integer' || (Array.isArray(type) && type.includes('integer'))
  const kind = is_whole ? 'must be a whole number' : 'must be a number'
  return (value, field) => {
    const number = toNumber(value)
    const fits = is_whole ? Number.isInteger(number) : Number.isFinite(number)
    if (typeof number !== 'number' || !fits) throw invalid(field, expected ?? kind)
    if (number < minimum) throw invalid(field, expected ?? `must be at least ${minimum}`)
    if (number > maximum) throw invalid(field, expected ?? `must be at most ${maximum}`)
    return number
  }
}

function cleanBoolean(): Clean {
  return (value, field) => {
    if (value === true || value === 1) return true
    if (value === false || value === 0) return false
    if (typeof value === 'string' && /^(true|1)$/i.test(value)) return true
    if (typeof value === 'string' && /^(false|0)$/i.test(value)) return false
    throw invalid(field, 'must be true or false')
  }
}

/** In Unicode code points. */
const lengthOf = (text: string) => Array.from(text).length

function checkLength(text: string, field: string, { minLength = 0, maxLength, expected }: Shape) {
  if (text.length < minLength * 2 && lengthOf(text) < minLength) {
    const least =
      minLength === 1 ? 'must not be empty' : `must be at least ${minLength} characters long`
    throw invalid(field, expected ?? least)
  }
  if (maxLength !== undefined && text.length > maxLength && lengthOf(text) > maxLength) {
    throw invalid(field, expected ?? `must be at most ${maxLength} characters long`)
  }
}

function cleanString(shape: Shape): Clean {
  const { jsonText, pattern, format, expected = 'is not valid' } = shape
  const fits = pattern === undefined ? undefined : new RegExp(pattern, 'u')
  return (value, field) => {
    const text = jsonText ? asJsonText(value, field) : asText(value)
    if (typeof text !== 'string') throw invalid(field, shape.expected ?? 'must be text')
    checkSize(text, field, shape)
    checkText(text, field)
    checkLength(text, field, shape)
    if (fits && !fits.test(text)) throw invalid(field, expected)
    if (format === 'date-time' && !isTime(text)) throw invalid(field, expected)
    return text
  }
}

function cleanArray({ items = {}, maxItems = Infinity }: Shape): Clean {
  const cleanItem = cleaner(items)
  return (value, field) => {
    const list = typeof value === 'string' ? parsed(value) : value
    const entries: unknown[] = Array.isArray(list) ? list : [list]
    if (entries.length > maxItems) throw invalid(field, `must have at most ${maxItems} entries`)
    return entries.map((item, index) => cleanItem(item, `${field}[${index}]`))
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isNullable = ({ type }: Shape) => Array.isArray(type) && type.includes('null')

/** Any JSON object; what its values have to be is told for all of them alike, if at all. */
function cleanFreeObject(shape: Shape): Clean {
  const [values] = Object.values(shape.patternProperties ?? {})
  const cleanValue = values && cleaner(values)
  return (value, field) => {
    const json = checkJson(typeof value === 'string' ? parsed(value) : value, field, 0)
    if (!isObject(json)) throw invalid(field, shape.expected ?? 'must be an object')
    checkSize(JSON.stringify(json), field, shape)
    if (cleanValue) {
      for (const [name, inner] of Object.entries(json)) cleanValue(inner, `${field}.${name}`)
    }
    return json
  }
}

/** Fields that the shape does not list are dropped. */
function cleanObject(shape: Shape): Clean {
  if (!shape.properties) return cleanFreeObject(shape)
  const { required = [] } = shape
  const fields = Object.entries(shape.properties).map(([name, inner]) => ({
    name,
    clean: cleaner(inner),
    is_nullable: isNullable(inner),
    is_required: required.includes(name),
  }))
  return (value, field) => {
    const found = typeof value === 'string' ? parsed(value) : value
    if (!isObject(found)) throw invalid(field || 'The request', 'must be an object')
    const fresh: Record<string, unknown> = {}
    for (const { name, clean, is_nullable, is_required } of fields) {
      const sent = Object.hasOwn(found, name) ? found[name] : undefined
      const path = field ? `${field}.${name}` : name
      if (sent === undefined || (sent === null && !is_nullable)) {
        if (is_required) throw invalid(path, 'is required')
      } else fresh[name] = clean(sent, path)
    }
    return fresh
  }
}

const cleaners: Record<string, (shape: Shape) => Clean> = {
  integer: cleanNumber,
  number: cleanNumber,
  boolean: cleanBoolean,
  string: cleanString,
  array: cleanArray,
  object: cleanObject,
}

function cleanChoice(choices: unknown[]): Clean {
  return (value, field) => {
    if (!choices.includes(value)) throw invalid(field, `must be one of ${choices.join(', ')}`)
    return value
  }
}

function cleaner(shape: Shape): Clean {
  if (shape.enum) return cleanChoice(shape.enum)
  const type = Array.isArray(shape.type) ? shape.type.find((name) => name !== 'null') : shape.type
  const clean = cleaners[type ?? '']?.(shape) ?? ((value, field) => checkJson(value, field, 0))
  if (isNullable(shape)) return (value, field) => (value === null ? null : clean(value, field))
  if (shape.otherwise === undefined) return clean
  return (value, field) => {
    try {
      return clean(value, field)
    } catch {
      return shape.otherwise
    }
  }
}

/** One function per shape: gives the clean value, or throws a refusal that names the first field at fault. */
export function compileShape(schema: TSchema): (value: unknown) => unknown {
  const clean = cleaner(schema)
  return (value) => clean(value ?? {}, '')
}

/** For input that was checked before and has lost its type. */
export function readAs<S extends TSchema>(schema: S, value: unknown): Static<S>
export function readAs(schema: TSchema, value: unknown): unknown {
  return compileShape(schema)(value)
}
