import type { SqlText } from './dialect.ts'

type Value = string | number | null
type Parameters = Record<string, Value>

export type NoParameters = Record<string, never>

/** SQL for both engines, with the types of its parameters and of its rows. */
export interface Statement<P extends object, R> {
  readonly index: number
  readonly sql: SqlText
  readonly is?: { parameters: P; row: R }
}

let count = 0

/** Parameters are written `:name`. Where the engines differ, the text is a function: `(sql) => `select … ${sql.lockRow}``. */
export function statement<P extends Parameters = NoParameters, R = never>(
  sql: SqlText,
): Statement<P, R> {
  return { index: count++, sql }
}
