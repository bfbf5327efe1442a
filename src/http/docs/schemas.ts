interface Schema {
  type?: string | string[]
  title?: string
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  items?: Schema
  maxBytes?: number
  minimum?: number
  otherwise?: unknown
  examples?: unknown[]
  needs_one_of?: string[][]
  documented_as?: Schema
}

/** Keywords of our own, which only our validator and serializer know. */
const OWN_KEYWORDS = new Set([
  'otherwise',
  'expected',
  'needed',
  'jsonText',
  'documented_as',
  'needs_one_of',
  'title',
])

const isNullable = ({ type }: Schema) => Array.isArray(type) && type.includes('null')

const mapValues = <V, W>(values: Record<string, V>, change: (value: V) => W): Record<string, W> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]))

/** The values that the fields of an object have in its example. Fields without one are left out. */
export function exampleOf({ properties = {} }: Schema): Record<string, unknown> {
  const shown = Object.entries(properties).flatMap(([name, field]) => {
    const example = field.examples?.[0] ?? (field.properties ? exampleOf(field) : undefined)
    return example === undefined ? [] : [[name, example]]
  })
  return Object.fromEntries(shown)
}

/** Our schemas as the document shows them: those with a title once, under `components`, and a reference everywhere else. */
export class SchemaBook {
  readonly #named = new Map<string, object>()

  /** Sorted, so that a new route does not move them. */
  get named(): Record<string, object> {
    return Object.fromEntries([...this.#named].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }

  present(schema: Schema): object {
    if (schema.documented_as) return this.present(schema.documented_as)
    if (schema.title === undefined) return this.#presentKeywords(schema)
    const $ref = this.#name(schema.title, { ...schema, type: 'object' })
    return isNullable(schema) ? { anyOf: [{ $ref }, { type: 'null' }] } : { $ref }
  }

  #name(title: string, schema: Schema): string {
    const presented = this.#presentKeywords(schema)
    const known = this.#named.get(title)
    if (known && JSON.stringify(known) !== JSON.stringify(presented))
      throw new Error(`two different schemas have the title ${title}`)
    this.#named.set(title, presented)
    return `#/components/schemas/${title}`
  }

  #presentKeywords(schema: Schema): object {
    const { properties, patternProperties, items, maxBytes, needs_one_of, minimum, ...rest } =
      schema
    const kept = Object.entries(rest).filter(([keyword]) => !OWN_KEYWORDS.has(keyword))
    const [of_all] = Object.values(patternProperties ?? {})
    const words = 'enum' in schema && schema.type === undefined ? { type: 'string' } : {}
    return {
      ...words,
      ...Object.fromEntries(kept),
      // What is replaced, such as an id of 0, is of no use to a caller.
      ...(minimum === undefined
        ? {}
        : { minimum: Math.max(minimum, schema.otherwise === minimum ? 1 : minimum) }),
      ...(maxBytes === undefined ? {} : { 'x-max-bytes': maxBytes }),
      // A character has at least one byte.
      ...(maxBytes !== undefined && [schema.type].flat().includes('string')
        ? { maxLength: maxBytes }
        : {}),
      ...(properties ? { properties: mapValues(properties, (field) => this.present(field)) } : {}),
      ...(of_all ? { additionalProperties: this.present(of_all) } : {}),
      ...(items ? { items: this.present(items) } : {}),
      ...(needs_one_of ? { anyOf: needs_one_of.map((required) => ({ required })) } : {}),
    }
  }
}
