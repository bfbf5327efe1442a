type Value = string | number | null
type Parameters = Record<string, Value>

export type NoParameters = Record<string, never>

/** SQL that both engines understand, with the types of its parameters and of its rows. */
export interface Statement<P extends object, R> {
  readonly index: number
  readonly sql: string
  readonly is?: { parameters: P; row: R }
}

let count = 0

/**
 * Parameters are written `:name`. A list of objects is one parameter: `json_rows(:list, id bigint, name text)`
 * stands in a `from` clause, is named `list` there, and takes the objects as JSON text. A select that ends with
 * `{for update}` locks its rows.
 */
export function statement<P extends Parameters = NoParameters, R = never>(
  sql: string,
): Statement<P, R> {
  return { index: count++, sql }
}
