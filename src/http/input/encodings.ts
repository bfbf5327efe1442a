import { parse as parseForm } from 'node:querystring'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../../errors.ts'
import { limits } from '../../limits.ts'
import { backLane, TimedLane } from '../overload/back-lane.ts'

type Fields = Record<string, unknown>

/** A larger text can take milliseconds to parse. */
const SMALL_TEXT_CHARACTERS = 4096
/** One of them in each turn of the event loop. */
const MAX_PARSE_MS = 0

const END_OF_FIELD = /&|$/g
const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c]
const [BEGIN_LIST, BEGIN_OBJECT, END_LIST, END_OBJECT] = [0x5b, 0x7b, 0x5d, 0x7d]
/** Around a field, which may itself be nested: the body, a wrapper, a list and its entry. */
const LEVELS_AROUND = 4

const tooManyFields = (most: number, what = 'fields') =>
  new Refusal('malformed_body', {
    sentence: `The request has too many ${what}: send at most ${most}.`,
  })

/** Objects that some clients wrap around their fields; fields beside the wrapper count too. */
const WRAPPERS = ['game_round', 'group', 'group_connection', 'friendship', 'message']

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function hasFields(fields: Fields): boolean {
  for (const _ in fields) return true
  return false
}

/** Before anything is parsed, because fields take far longer to parse than text of the same length. */
function refuseManyFields(text: string, one_per_field: RegExp): void {
  const most = limits.fields.value
  if (text.length < most) return
  let count = 0
  for (const _ of text.matchAll(one_per_field)) if (++count > most) throw tooManyFields(most)
}

/** Where a text in JSON ends that begins at `begin`: at the next quote with an even number of backslashes before it. */
function endOfText(json: string, begin: number): number {
  for (let end = json.indexOf('"', begin + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let at = end
    while (json.charCodeAt(at - 1) === BACKSLASH) at--
    if ((end - at) % 2 === 0) return end
  }
  return json.length
}

const tooDeep = () =>
  new Refusal('malformed_body', {
    sentence: `The request must not be nested deeper than ${limits.json_depth.value} levels.`,
  })

/** Fields, list entries and levels outside of texts are counted, without parsing: that would take a fifth of a second. */
function findTooMuch(json: string): Refusal | undefined {
  const { json_fields, json_entries } = limits
  if (json.length <= SMALL_TEXT_CHARACTERS) return undefined
  let fields = 0
  let entries = 0
  let depth = 0
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) at = endOfText(json, at)
    else if (code === COLON) fields++
    else if (code === COMMA) entries++
    else if (code === END_LIST || code === END_OBJECT) depth--
    else if (code === BEGIN_LIST || code === BEGIN_OBJECT) {
      if (++depth > limits.json_depth.value + LEVELS_AROUND) return tooDeep()
    }
  }
  if (fields > json_fields.value) return tooManyFields(json_fields.value)
  return entries >= json_entries.value
    ? tooManyFields(json_entries.value, 'fields and list entries')
    : undefined
}

/** `name[]=a&name[]=b` is a list of that name, even with one entry. */
function unbracket(fields: Fields): Fields {
  const plain: Fields = {}
  for (const [name, value] of Object.entries(fields)) {
    const is_list = name.endsWith('[]')
    const plain_name = is_list ? name.slice(0, -2) : name
    if (plain_name === '__proto__') continue
    plain[plain_name] = is_list && !Array.isArray(value) ? [value] : value
  }
  return plain
}

function unwrap(body: Fields): Fields {
  const wrapper = WRAPPERS.find((name) => isObject(body[name]))
  if (!wrapper) return body
  const { [wrapper]: inside, ...beside } = body
  return isObject(inside) ? { ...inside, ...beside } : body
}

/** Query, body and wrapper as one set of parameters; the body overrides the query. */
export function mergeInput(request: FastifyRequest): Fields {
  const { query, body } = request
  refuseManyFields(request.url, END_OF_FIELD)
  const from_query = isObject(query) && hasFields(query) ? unbracket(query) : undefined
  if (body === undefined || body === null) return from_query ?? {}
  if (!isObject(body)) {
    throw new Refusal('malformed_body', { sentence: 'The request body must be a JSON object.' })
  }
  return from_query ? { ...from_query, ...unwrap(body) } : unwrap(body)
}

function collect(entries: Iterable<[string, unknown]>): Fields {
  const fields: Fields = {}
  for (const [name, value] of entries) {
    if (name === '__proto__') continue
    const before = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (before === undefined) fields[name] = value
    else if (Array.isArray(before)) before.push(value)
    else fields[name] = [before, value]
  }
  return unbracket(fields)
}

async function parseMultipart(bytes: Buffer, content_type: string): Promise<Fields> {
  // Every part has this header. Each byte is one character.
  refuseManyFields(bytes.toString('latin1'), /content-disposition/gi)
  try {
    const form = await new Response(new Uint8Array(bytes), {
      headers: { 'content-type': content_type },
    }).formData()
    return collect([...form].filter(([, value]) => typeof value === 'string'))
  } catch {
    throw new Refusal('malformed_body')
  }
}

type Done = (error: Error | null, body?: unknown) => void

/** Every encoding that clients use, on every method; an empty body is the same as none. */
export function acceptEveryEncoding(app: FastifyInstance): void {
  for (const method of ['GET', 'DELETE']) {
    app.addHttpMethod(method, { hasBody: true, overrideExisting: true })
  }
  app.removeAllContentTypeParsers()

  const parseJsonBody = app.getDefaultJsonParser('remove', 'ignore')
  const large_texts = new TimedLane(MAX_PARSE_MS)
  const parseJson = (request: FastifyRequest, text: string, done: Done) => {
    if (!/\S/.test(text)) return done(null, undefined)
    const refusal = findTooMuch(text)
    if (refusal) return done(refusal)
    void parseJsonBody(request, text, (error, body) =>
      error ? done(new Refusal('malformed_body')) : done(null, body),
    )
  }
  const json = (request: FastifyRequest, text: string, done: Done) => {
    if (text.length <= SMALL_TEXT_CHARACTERS) return parseJson(request, text, done)
    const lane = request.raw.caller?.goes_first === false ? backLane : large_texts
    lane.add(() => parseJson(request, text, done))
  }
  app.addContentTypeParser('application/json', { parseAs: 'string' }, json)
  app.addContentTypeParser('*', { parseAs: 'string' }, json)
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    // The time that `URLSearchParams` takes grows with the square of the number of fields.
    (_request, text: string, done) => {
      refuseManyFields(text, END_OF_FIELD)
      done(null, collect(Object.entries(parseForm(text, '&', '=', { maxKeys: 0 }))))
    },
  )
  app.addContentTypeParser(
    /^multipart\/form-data/,
    { parseAs: 'buffer' },
    (request: FastifyRequest, bytes: Buffer) =>
      parseMultipart(bytes, request.headers['content-type'] ?? ''),
  )
}
