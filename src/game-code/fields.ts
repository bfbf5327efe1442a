/** What a field of an own route may be. Made by the functions below, so that everything has a largest size. */
export interface Field<T> {
  /** As JSON Schema. */
  readonly schema: Record<string, unknown>
  readonly is_optional: boolean
  /** Only for types: it has no value. */
  readonly value?: T
}

const make = <T>(schema: Record<string, unknown>): Field<T> => ({ schema, is_optional: false })

const LARGEST = Number.MAX_SAFE_INTEGER

/** Of at most so many characters. */
export const text = (max: number, { min = 0 }: { min?: number } = {}): Field<string> =>
  make({ type: 'string', minLength: min, maxLength: max })

export const integer = ({ min = -LARGEST, max = LARGEST } = {}): Field<number> =>
  make({ type: 'integer', minimum: min, maximum: max })

export const number = ({ min = -LARGEST, max = LARGEST } = {}): Field<number> =>
  make({ type: 'number', minimum: min, maximum: max })

export const boolean = (): Field<boolean> => make({ type: 'boolean' })

/** One of these texts. */
export const oneOf = <const T extends string>(...values: T[]): Field<T> => make({ enum: values })

/** A list of at most so many. */
export const list = <T>(of: Field<T>, max: number): Field<T[]> =>
  make({ type: 'array', items: of.schema, maxItems: max })

export const object = <T>(fields: FieldsOf<T>): Field<T> => make(schemaOf({ ...fields }))

/** It may be left out. */
export const optional = <T>(field: Field<T>): Field<T | undefined> => ({
  ...field,
  is_optional: true,
})

/** A field for each value. */
export type FieldsOf<T> = { readonly [N in keyof T]: Field<T[N]> }

/** As JSON Schema. */
export function schemaOf(
  fields: Readonly<Record<string, Field<unknown>>>,
): Record<string, unknown> {
  const entries = Object.entries(fields)
  const required = entries.filter(([, { is_optional }]) => !is_optional).map(([name]) => name)
  return {
    type: 'object',
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])),
  }
}
