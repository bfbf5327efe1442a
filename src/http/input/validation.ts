import type { Static, TSchema } from 'typebox'
import { type InvalidField, Refusal } from '../../errors.ts'
import { limits } from '../../limits.ts'
import { parseJson, toBoolean, toNumber, toText } from './conversions.ts'
import { isTime } from '../../services/times.ts'
import { SENT_EVERYWHERE } from './unknown-fields.ts'

/** The keywords of JSON Schema that are implemented here, and our own. */
interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean
  patternProperties?: Record<string, Schema>
  items?: Schema
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
  /** What a refusal adds when a required field is missing. */
  needed?: string
  /** Replaces a value that does not fit. */
  otherwise?: unknown
}

/** For each type, the keywords that its validator checks. */
const KEYWORDS: Record<string, readonly string[]> = {
  integer: ['minimum', 'maximum', 'expected'],
  number: ['minimum', 'maximum', 'expected'],
  boolean: [],
  string: ['minLength', 'maxLength', 'maxBytes', 'pattern', 'format', 'jsonText', 'expected'],
  array: ['items', 'maxItems'],
  object: [
    'properties',
    'required',
    'additionalProperties',
    'patternProperties',
    'maxBytes',
    'expected',
  ],
}

/** Keywords that are allowed with every type, including those that only document. */
const ALWAYS_KNOWN = [
  'type',
  'enum',
  'otherwise',
  'needed',
  'title',
  'description',
  'default',
  'examples',
  'documented_as',
  'needs_one_of',
]

/** A keyword that no validator implements would look like a limit but have no effect. */
function refuseUnknownKeywords(schema: Schema, type: string): void {
  const known = schema.enum ? ALWAYS_KNOWN : [...ALWAYS_KNOWN, ...(KEYWORDS[type] ?? [])]
  const unknown = Object.keys(schema).find((keyword) => !known.includes(keyword))
  if (unknown !== undefined)
    throw new Error(`no validator implements the keyword "${unknown}" of a schema of type ${type}`)
  if (schema.format !== undefined && schema.format !== 'date-time')
    throw new Error(`no validator implements the format "${schema.format}"`)
}

/** Input without a maximum could take any time to normalize, match, sort or store. */
function refuseUnbounded(schema: Schema, type: string): void {
  const { maxLength, maxBytes, maxItems, properties } = schema
  const is_bounded: Record<string, boolean> = {
    string: maxLength !== undefined || maxBytes !== undefined,
    array: maxItems !== undefined,
    object: maxBytes !== undefined || properties !== undefined,
  }
  if (!schema.enum && is_bounded[type] === false)
    throw new Error(`a schema of type ${type} has no maximum`)
}

/** Of those that are refused. */
const MAX_UNKNOWN_NAMED = 5
const MAX_NAME_CHARACTERS = 64

/** Gives the value in the type of its schema, or throws a refusal that names the field. */
type Parse = (value: unknown, field: string) => unknown

const refuseFields = (fields: InvalidField[]) => {
  const [{ field, problem } = { field: 'The request', problem: 'is not valid' }] = fields
  return new Refusal('invalid_input', { sentence: `${field} ${problem}.`, fields })
}

const invalid = (field: string, problem: string) => refuseFields([{ field, problem }])

/** So that all fields are checked before the request is refused. */
function noteProblem(error: unknown, problems: InvalidField[]): void {
  if (!(error instanceof Refusal)) throw error
  problems.push(...error.fields)
}

function checkText(text: string, field: string): string {
  if (text.includes('\0')) throw invalid(field, 'must not contain a NUL character')
  if (!text.isWellFormed()) throw invalid(field, 'must be valid Unicode')
  return text
}

const tooDeep = (field: string) =>
  invalid(field, `must not be nested deeper than ${limits.json_depth.value} levels`)

function checkJson(value: unknown, field: string, depth = 0): void {
  if (typeof value === 'string') checkText(value, field)
  if (typeof value !== 'object' || value === null) return
  if (depth >= limits.json_depth.value) throw tooDeep(field)
  for (const [key, inner] of Object.entries(value)) {
    checkText(key, field)
    checkJson(inner, field, depth + 1)
  }
}

function checkSize(text: string, field: string, { maxBytes }: Schema): void {
  if (maxBytes !== undefined && Buffer.byteLength(text) > maxBytes) {
    throw invalid(field, `must be at most ${maxBytes} bytes long`)
  }
}

/** A text of control characters alone would be six times as long in the answers that show it; common texts are at most twice. */
const MOST_IN_JSON = 2
const MOST_PER_BYTE = 6

function checkSizeInJson(text: string, field: string, { maxBytes = Infinity }: Schema): void {
  const most = maxBytes * MOST_IN_JSON
  if (text.length * MOST_PER_BYTE <= most) return
  if (Buffer.byteLength(JSON.stringify(text)) - '""'.length > most) {
    throw invalid(
      field,
      `must be at most ${most} bytes long in JSON, where a control character counts six`,
    )
  }
}

/** Before anything looks into the value, which takes longer. */
function checkSizeOfJson(value: unknown, field: string, schema: Schema): string {
  let text: string
  try {
    text = typeof value === 'string' ? value : JSON.stringify(value)
  } catch {
    // Some thousand levels are too many for the stack.
    throw tooDeep(field)
  }
  checkSize(text, field, schema)
  return text
}

/** Text stays as it is, even if it is not JSON; if it is, the limit of nesting applies. */
function asJsonText(value: unknown, field: string, schema: Schema): string {
  const text = checkSizeOfJson(value, field, schema)
  checkJson(typeof value === 'string' ? parseJson(value) : value, field)
  return text
}

function compileNumber({ type, minimum = -Infinity, maximum = Infinity, expected }: Schema): Parse {
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

function compileBoolean(): Parse {
  return (value, field) => {
    const flag = toBoolean(value)
    if (typeof flag !== 'boolean') throw invalid(field, 'must be true or false')
    return flag
  }
}

/** In Unicode code points. */
const lengthOf = (text: string) => Array.from(text).length

function checkLength(text: string, field: string, { minLength = 0, maxLength, expected }: Schema) {
  if (text.length < minLength * 2 && lengthOf(text) < minLength) {
    const problem =
      minLength === 1 ? 'must not be empty' : `must be at least ${minLength} characters long`
    throw invalid(field, expected ?? problem)
  }
  if (maxLength === undefined || text.length <= maxLength) return
  // A code point has one or two units, so counting is needed only for what is not far too long.
  if (text.length > maxLength * 2 || lengthOf(text) > maxLength) {
    throw invalid(field, expected ?? `must be at most ${maxLength} characters long`)
  }
}

function compileString(schema: Schema): Parse {
  const { jsonText, pattern, format, expected = 'is not valid' } = schema
  const fits = pattern === undefined ? undefined : new RegExp(pattern, 'u')
  return (value, field) => {
    const text = jsonText ? asJsonText(value, field, schema) : toText(value)
    if (typeof text !== 'string') throw invalid(field, schema.expected ?? 'must be text')
    checkSize(text, field, schema)
    checkLength(text, field, schema)
    checkText(text, field)
    checkSizeInJson(text, field, schema)
    if (fits && !fits.test(text)) throw invalid(field, expected)
    if (format === 'date-time' && !isTime(text)) throw invalid(field, expected)
    return text
  }
}

function compileArray({ items = {}, maxItems = 0 }: Schema, options: Options): Parse {
  const parseItem = compile(items, { is_strict: options.is_strict ?? false })
  return (value, field) => {
    const list = typeof value === 'string' ? parseJson(value) : value
    const entries: unknown[] = Array.isArray(list) ? list : [list]
    if (entries.length > maxItems) throw invalid(field, `must have at most ${maxItems} entries`)
    return entries.map((item, index) => parseItem(item, `${field}[${index}]`))
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isNullable = ({ type }: Schema) => Array.isArray(type) && type.includes('null')

/** Any JSON object; one schema may apply to all its values. */
function compileFreeObject(schema: Schema): Parse {
  const [values] = Object.values(schema.patternProperties ?? {})
  const parseValue = values && compile(values)
  return (value, field) => {
    if (typeof value === 'string') checkSize(value, field, schema)
    const json = typeof value === 'string' ? parseJson(value) : value
    checkSizeOfJson(json, field, schema)
    checkJson(json, field)
    if (!isObject(json)) throw invalid(field, schema.expected ?? 'must be an object')
    if (parseValue) {
      for (const [name, inner] of Object.entries(json)) parseValue(inner, `${field}.${name}`)
    }
    return json
  }
}

const unknownFields = (found: object, known: ReadonlySet<string>, field: string): InvalidField[] =>
  Object.keys(found)
    .filter((name) => !known.has(name) && (field !== '' || !SENT_EVERYWHERE.has(name)))
    .slice(0, MAX_UNKNOWN_NAMED)
    .map((name) => ({
      field: JSON.stringify(name.slice(0, MAX_NAME_CHARACTERS).toWellFormed()),
      problem: `is not a field of ${field || 'this request'}: ${known.size > 0 ? `its fields are ${[...known].join(', ')}` : 'it has none'}`,
    }))

/** Fields that the schema does not list are dropped, or refused where `additionalProperties` is false. */
function compileObject(schema: Schema, options: Options = {}): Parse {
  if (!schema.properties) return compileFreeObject(schema)
  const { required = [] } = schema
  const is_strict = options.is_strict || schema.additionalProperties === false
  const refuses_null = options.refuses_null || is_strict
  const known = new Set(Object.keys(schema.properties))
  const fields = Object.entries(schema.properties).map(([name, inner]) => ({
    name,
    parse: compile(inner, { is_strict }),
    is_nullable: isNullable(inner),
    is_required: required.includes(name),
    missing: inner.needed === undefined ? 'is required' : `is required: ${inner.needed}`,
  }))
  return (value, field) => {
    const found = typeof value === 'string' ? parseJson(value) : value
    if (!isObject(found)) throw invalid(field || 'The request', 'must be an object')
    const result: Record<string, unknown> = {}
    const problems: InvalidField[] = is_strict ? unknownFields(found, known, field) : []
    for (const { name, parse, is_nullable, is_required, missing } of fields) {
      const sent = Object.hasOwn(found, name) ? found[name] : undefined
      const path = field ? `${field}.${name}` : name
      if (sent === undefined || (sent === null && !is_nullable)) {
        if (sent === null && refuses_null)
          problems.push({ field: path, problem: 'must not be null: send a value or leave it out' })
        else if (is_required) problems.push({ field: path, problem: missing })
        continue
      }
      try {
        result[name] = parse(sent, path)
      } catch (error) {
        noteProblem(error, problems)
      }
    }
    if (problems.length > 0) throw refuseFields(problems)
    return result
  }
}

const compilers: Record<string, (schema: Schema, options: Options) => Parse> = {
  integer: compileNumber,
  number: compileNumber,
  boolean: compileBoolean,
  string: compileString,
  array: compileArray,
  object: compileObject,
}

function compileChoice(choices: unknown[]): Parse {
  return (value, field) => {
    if (!choices.includes(value)) throw invalid(field, `must be one of ${choices.join(', ')}`)
    return value
  }
}

interface Options {
  /**
   * Whether null is refused where there could be a value. Otherwise it counts as not sent, which in a filter would mean
   * "all".
   */
  refuses_null?: boolean
  /** Whether unknown fields and nulls are refused. */
  is_strict?: boolean
}

function compile(schema: Schema, options: Options = {}): Parse {
  const type = [schema.type ?? 'any'].flat().find((name) => name !== 'null') ?? 'any'
  refuseUnknownKeywords(schema, type)
  refuseUnbounded(schema, type)
  if (schema.enum) return compileChoice(schema.enum)
  const parse = compilers[type]?.(schema, options)
  if (!parse) throw new Error(`no validator implements the type ${type}`)
  if (isNullable(schema)) return (value, field) => (value === null ? null : parse(value, field))
  if (schema.otherwise === undefined) return parse
  return (value, field) => {
    try {
      return parse(value, field)
    } catch {
      return schema.otherwise
    }
  }
}

/** One function per schema: gives the parsed value, or throws a refusal that names the first wrong field. */
export function compileValidator(
  schema: TSchema,
  options: Options = {},
): (value: unknown) => unknown {
  const parse = compile(schema, options)
  return (value) => parse(value ?? {}, '')
}

/** For input that has lost its type. */
export function readAs<S extends TSchema>(schema: S, value: unknown): Static<S>
export function readAs(schema: TSchema, value: unknown): unknown {
  return compileValidator(schema)(value)
}
