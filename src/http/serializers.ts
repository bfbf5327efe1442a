import compile from 'fast-json-stringify'

type Serialize = (value: unknown) => string

/** Compiled with the first answer of its kind: most servers never send most kinds, and all of them would delay the start. */
export function compileSerializer({ schema }: { schema: object }): Serialize {
  let serialize: Serialize | undefined
  return (value) => (serialize ??= compile(schema))(value)
}
