import type { InvalidField } from './errors.ts'

/** What is known of a field that is sent. The words for what is wrong are those of the server. */
export interface FieldCheck {
  type?: string | string[]
  required?: boolean
  needed?: string
  expected?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxBytes?: number
  enum?: unknown[]
  maxItems?: number
  items?: FieldCheck
  fields?: Record<string, FieldCheck>
}

const isOf = ({ type }: FieldCheck, name: string) => [type].flat().includes(name)

const bytesOf = (text: string) => new TextEncoder().encode(text).length

function numberProblem(value: number, { type, minimum, maximum, expected }: FieldCheck) {
  const is_whole = [type].flat().includes('integer')
  if (is_whole ? !Number.isInteger(value) : !Number.isFinite(value))
    return expected ?? (is_whole ? 'must be a whole number' : 'must be a number')
  if (minimum !== undefined && value < minimum) return expected ?? `must be at least ${minimum}`
  if (maximum !== undefined && value > maximum) return expected ?? `must be at most ${maximum}`
  return undefined
}

function textProblem(text: string, check: FieldCheck) {
  const { minLength = 0, maxLength = Infinity, maxBytes = Infinity, expected } = check
  if (bytesOf(text) > maxBytes) return `must be at most ${maxBytes} bytes long`
  const length = Array.from(text).length
  if (length < minLength)
    return (
      expected ??
      (minLength === 1 ? 'must not be empty' : `must be at least ${minLength} characters long`)
    )
  if (length > maxLength) return expected ?? `must be at most ${maxLength} characters long`
  return text.includes('\0') ? 'must not contain a NUL character' : undefined
}

function objectProblem(value: object, { maxBytes = Infinity }: FieldCheck) {
  return bytesOf(JSON.stringify(value)) > maxBytes
    ? `must be at most ${maxBytes} bytes long`
    : undefined
}

/** Only what the server certainly refuses: it also accepts numbers as text, for example. */
function problemOf(value: unknown, check: FieldCheck): string | undefined {
  if (check.enum)
    return check.enum.includes(value) ? undefined : `must be one of ${check.enum.join(', ')}`
  if (typeof value === 'number' && (isOf(check, 'integer') || isOf(check, 'number')))
    return numberProblem(value, check)
  if (typeof value === 'string' && isOf(check, 'string')) return textProblem(value, check)
  if (Array.isArray(value) && isOf(check, 'array') && value.length > (check.maxItems ?? Infinity))
    return `must have at most ${check.maxItems} entries`
  if (typeof value === 'object' && value && isOf(check, 'object'))
    return objectProblem(value, check)
  return undefined
}

function problemsIn(value: unknown, check: FieldCheck, field: string): InvalidField[] {
  const problem = problemOf(value, check)
  if (problem) return [{ field, problem }]
  const { items, fields } = check
  if (Array.isArray(value) && items)
    return value.flatMap((item, index) => problemsIn(item, items, `${field}[${index}]`))
  return fields && typeof value === 'object' && value
    ? findProblems({ ...value }, fields, `${field}.`)
    : []
}

/** Every field that the server would refuse, in its words and in its order. */
export function findProblems(
  input: Record<string, unknown>,
  checks: Record<string, FieldCheck>,
  path = '',
): InvalidField[] {
  return Object.entries(checks).flatMap(([name, check]) => {
    const value = input[name]
    const field = path + name
    // Null may mean "none", and the server knows where.
    if (value === null) return []
    if (value !== undefined) return problemsIn(value, check, field)
    if (!check.required) return []
    return [{ field, problem: check.needed ? `is required: ${check.needed}` : 'is required' }]
  })
}
