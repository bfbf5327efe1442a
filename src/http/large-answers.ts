import type { FastifyReply, RouteHandlerMethod } from 'fastify'
import type { Lane } from '../storage/database.ts'
import { backLane, TimedLane } from './overload/back-lane.ts'

/** To make and send more than this at once takes milliseconds. */
export const LARGE_BYTES = 131_072
/** How long one slice may take. */
const MAX_SLICE_MS = 0.5
/** Longer, because each slice waits for another turn of the event loop. */
const MAX_FRONT_SLICE_MS = 1
/** Shorter texts are put together first. */
const MIN_PART_CHARACTERS = 16_384

/** The parts of a JSON schema that matter here. */
interface Schema {
  [other: string]: unknown
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: unknown
  items?: Schema
}

type Fields = Record<string, unknown>

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** Not a list, nor anything that the framework sends in its own way, such as bytes. */
const isFields = (value: unknown): value is Fields =>
  isObject(value) && [Object.prototype, null].includes(Object.getPrototypeOf(value))

/** Where the answers are made to those who go before others: of all of them together, a little in each turn of the event loop. */
const frontLane = new TimedLane(MAX_FRONT_SLICE_MS)

/** Takes text, and lets others go on after each slice. */
class SlicedText {
  readonly #lane: Lane
  readonly #max_ms: number
  readonly #parts: Buffer[] = []
  #text = ''
  #until: number

  constructor(goes_first: boolean) {
    this.#lane = goes_first ? frontLane : backLane
    this.#max_ms = goes_first ? MAX_FRONT_SLICE_MS : MAX_SLICE_MS
    this.#until = performance.now() + this.#max_ms
  }

  #endPart(): void {
    this.#parts.push(Buffer.from(this.#text))
    this.#text = ''
  }

  add(text: string): void {
    this.#text += text
    if (this.#text.length >= MIN_PART_CHARACTERS) this.#endPart()
  }

  async pause(): Promise<void> {
    if (performance.now() < this.#until) return
    await new Promise<void>((resolve) => this.#lane.add(resolve))
    this.#until = performance.now() + this.#max_ms
  }

  end(): Buffer {
    this.#endPart()
    return Buffer.concat(this.#parts)
  }
}

/** Writes an object field by field and a list entry by entry, as the framework would write the whole of it at once. */
async function writeInSlices(
  answer: unknown,
  schema: Schema,
  reply: FastifyReply,
): Promise<Buffer> {
  const json = new SlicedText(reply.request.raw.caller?.goes_first !== false)
  const add = (value: unknown, of_value: Schema) =>
    json.add(
      isObject(value) ? reply.compileSerializationSchema(of_value)(value) : JSON.stringify(value),
    )
  const addList = async (list: unknown[], items: Schema) => {
    json.add('[')
    for (const [index, entry] of list.entries()) {
      if (index > 0) json.add(',')
      add(entry, items)
      await json.pause()
    }
    json.add(']')
  }
  const addFields = async (fields: Fields, { properties = {}, required = [] }: Schema) => {
    let before = '{'
    // The framework writes them in this order.
    for (const name of new Set([...required, ...Object.keys(properties)])) {
      const value = fields[name]
      const field = properties[name]
      if (value === undefined || !field) continue
      json.add(`${before}${JSON.stringify(name)}:`)
      before = ','
      if (Array.isArray(value) && field.items) await addList(value, field.items)
      else add(value, field)
      await json.pause()
    }
    json.add(before === '{' ? '{}' : '}')
  }
  if (Array.isArray(answer) && schema.items) await addList(answer, schema.items)
  else if (isFields(answer)) await addFields(answer, schema)
  return json.end()
}

const canBeSliced = (answer: unknown, schema: Schema) =>
  Array.isArray(answer)
    ? schema.items !== undefined
    : isFields(answer) && schema.properties !== undefined && !schema.additionalProperties

const BYTES_PER_VALUE = 8

/** Of those that nobody expected: more of them are made at once, because what they are made from would fill the memory. */
const MAX_UNEXPECTED = 4
let unexpected = 0

/** About. Stops as soon as it is known, so that it takes less than a millisecond. */
function isLarge(answer: unknown): boolean {
  let left = LARGE_BYTES
  const look = (value: unknown): void => {
    left -= typeof value === 'string' ? value.length : BYTES_PER_VALUE
    if (!isObject(value)) return
    for (const name in value) {
      if (left < 0) return
      look(value[name])
    }
  }
  look(answer)
  return left < 0
}

/**
 * Large answers are made in slices, between which others are served: all answers to players who had large ones before, and those that
 * turn out to be large where they may be.
 */
export function sliceLargeAnswers(
  handler: RouteHandlerMethod,
  schemas: unknown,
  { status, may_be_large }: { status: number; may_be_large: boolean },
): RouteHandlerMethod {
  const schema = isFields(schemas) ? schemas[status] : undefined
  if (!isObject(schema)) return handler
  return function answerOrSlice(request, reply) {
    const answer: unknown = handler.call(this, request, reply)
    // Without an answer, the handler itself sends one, as a stream: whatever was returned later would end it.
    const is_expected = request.usage?.expects_large_answers === true
    const is_possible = is_expected || (may_be_large && request.raw.caller !== undefined)
    if (answer === undefined || !is_possible) return answer
    return Promise.resolve(answer).then((made) => {
      if (!is_expected && (unexpected >= MAX_UNEXPECTED || !isLarge(made))) return made
      if (reply.statusCode !== status || !canBeSliced(made, schema)) return made
      reply.type('application/json; charset=utf-8')
      if (is_expected) return writeInSlices(made, schema, reply)
      unexpected++
      return writeInSlices(made, schema, reply).finally(() => unexpected--)
    })
  }
}
