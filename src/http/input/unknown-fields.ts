import type { FastifyReply, FastifyRequest } from 'fastify'

/** The fields that a route reads; a field that is an object, or a list of objects, has fields of its own. */
export type KnownFields = Map<string, KnownFields | undefined>

type Fields = Record<string, unknown>

interface Schema {
  properties?: Record<string, Schema>
  items?: Schema
}

/** Existing clients send these with requests of every kind. */
export const SENT_EVERYWHERE = new Set([
  'authentication_token',
  'game_id',
  'game_token',
  'client_from_library',
])

const MAX_NAMES = 10
const MAX_CHARACTERS = 64
/** Entries of one list usually have the same fields. */
const MAX_ENTRIES = 100

export const knownFields = ({ properties = {} }: Schema): KnownFields =>
  new Map(
    Object.entries(properties).map(([name, field]) => {
      const nested = field.properties ? field : field.items
      return [name, nested?.properties && knownFields(nested)]
    }),
  )

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null

const isKnown = (name: string, known: KnownFields) => known.has(name) || SENT_EVERYWHERE.has(name)

/** Most requests have only known fields without fields of their own, and need no more than this. */
function hasOnlyKnown(value: Fields, known: KnownFields): boolean {
  // Not `Object.keys`, which would cost every request a list.
  for (const name in value) if (!isKnown(name, known) || known.get(name)) return false
  return true
}

function collectUnknown(value: Fields, known: KnownFields, found: Set<string>, prefix = ''): void {
  for (const name in value) {
    if (found.size >= MAX_NAMES) return
    const inner = value[name]
    const nested = known.get(name)
    if (nested) {
      const entries: unknown[] = Array.isArray(inner) ? inner.slice(0, MAX_ENTRIES) : [inner]
      for (const entry of entries)
        if (isObject(entry)) collectUnknown(entry, nested, found, `${name}.`)
    } else if (!known.has(name) && (prefix || !SENT_EVERYWHERE.has(name))) found.add(prefix + name)
  }
}

/** Only characters that a header may have; a percent sign and two digits are never cut apart. */
const toToken = (name: string) =>
  encodeURIComponent(name.slice(0, MAX_CHARACTERS).toWellFormed())
    .slice(0, MAX_CHARACTERS)
    .replace(/%.?$/, '')

/** Unknown fields are ignored, because old clients send some; the header shows a developer the one that is misspelled. */
export function reportUnknownFields({ body, route }: FastifyRequest, reply: FastifyReply): void {
  const known = route?.fields
  if (!known || !isObject(body) || hasOnlyKnown(body, known)) return
  const found = new Set<string>()
  collectUnknown(body, known, found)
  if (found.size > 0) reply.header('x-unknown-fields', [...found].map(toToken).join(','))
}
