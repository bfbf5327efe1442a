import type { Type } from 'typebox'

type Names =
  | 'Array'
  | 'Boolean'
  | 'Enum'
  | 'Integer'
  | 'Number'
  | 'Object'
  | 'Optional'
  | 'Partial'
  | 'Record'
  | 'String'
  | 'Unsafe'

const optional = new WeakSet<object>()

/** Builds a plain JSON Schema object. TypeBox's types exist only at compile time. */
const make = (...parts: (object | undefined)[]) => Object.assign(Object.create({}), ...parts)

function makeOptional(schema: object) {
  const copy = make(schema)
  optional.add(copy)
  return copy
}

function makeObject(properties: Record<string, object>, options?: object) {
  const required = Object.keys(properties).filter((name) => !optional.has(properties[name] ?? {}))
  return make({ type: 'object' }, required.length > 0 ? { required } : {}, { properties }, options)
}

function makePartial({ properties = {} }: { properties?: Record<string, object> }) {
  const all = Object.entries(properties).map(([name, schema]) => [name, makeOptional(schema)])
  return makeObject(Object.fromEntries(all))
}

/**
 * The few builders of TypeBox that our schemas use, with its types. Its own code is 700 files, which would take a
 * quarter of the time of a start and of the memory of an idle server.
 */
export const T: Pick<typeof Type, Names> = {
  Array: (items: object, options?: object) => make({ type: 'array', items }, options),
  Boolean: (options?: object) => make({ type: 'boolean' }, options),
  Enum: (values: object, options?: object) => make({ enum: values }, options),
  Integer: (options?: object) => make({ type: 'integer' }, options),
  Number: (options?: object) => make({ type: 'number' }, options),
  Object: makeObject,
  Optional: makeOptional,
  Partial: makePartial,
  Record: (_key: object, values: object, options?: object) =>
    make({ type: 'object', patternProperties: { '^.*$': values } }, options),
  String: (options?: object) => make({ type: 'string' }, options),
  Unsafe: (schema: object) => make(schema),
}
