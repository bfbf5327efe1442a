import type { SqlText } from './dialect.ts'

export type { Dialect } from './dialect.ts'

type Value = string | number | null
type Parameters = Record<string, Value>

export type NoParameters = Record<string, never>

type Tables = string | readonly string[]

/** What a statement does to which tables. Rows that a foreign key deletes with them do not count. */
export interface Writes {
  readonly inserts?: Tables
  readonly updates?: Tables
  readonly deletes?: Tables
}

/** SQL for both engines, with the types of its parameters and of its rows. */
export interface Statement<P extends object, R> {
  readonly index: number
  readonly sql: SqlText
  readonly writes: Writes
  /** Of a long read: the parameter that says who asks for it. */
  readonly asker_parameter: string | undefined
  /** Never set: it carries the types. */
  readonly types?: { parameters: P; row: R }
}

let count = 0

/**
 * Parameters are written `:name`. Where the engines differ, the text is a function of the dialect. A statement that writes
 * says what it writes; one that updates the row it finds, instead of inserting another, says both.
 *
 * After `limit` and `like` the text has an expression, such as `:limit + 0` or `(:pattern || '')`: SQLite plans a statement
 * again for every new value of a bare parameter there. In `insert … select … on conflict`, the select ends with
 * `where true`, so that SQLite does not read `on` as the condition of a join.
 */
export function statement<P extends Parameters = NoParameters, R = never>(
  sql: SqlText,
  writes: Writes = {},
): Statement<P, R> {
  return { index: count++, sql, writes, asker_parameter: undefined }
}

/**
 * A read whose work grows with what is stored. Outside of a transaction it runs apart from all other reads, with a time
 * limit, and may fail with `ReadTooSlow`. Askers take turns, and
 * `asker_parameter` is the name of the parameter that identifies the asker, such as `user_id`. Where the parameters have
 * none, all who ask for this statement count as one asker.
 */
export function longRead<P extends Parameters, R>(
  sql: SqlText,
  asker_parameter: keyof P & string,
): Statement<P, R> {
  return { index: count++, sql, writes: {}, asker_parameter }
}

/** Small enough that nobody notices one batch, even where rows are long. */
const DELETED_AT_ONCE = 500

/**
 * Deletes some of the rows that are old, oldest first; call it until it deletes none. `age` is a column with an index.
 * Rows that have become younger meanwhile are kept, so the condition is there twice; the plus sign keeps the second one
 * from being answered by the index, which has all old rows.
 */
export const deleteSome = <P extends Parameters>(
  table: string,
  { key, age, is_old }: { key: string; age: string; is_old: string },
) =>
  statement<P>(
    `delete from ${table} where (${key}) in (
       select ${key} from ${table} where ${age} ${is_old} order by ${age} limit ${DELETED_AT_ONCE})
      and +${age} ${is_old}`,
    { deletes: table },
  )

/** The parameter of `rowsFromJson` for a list of ids. */
export const idRows = (ids: Iterable<number>) => JSON.stringify(Array.from(ids, (id) => ({ id })))

/** Flags are stored as 0 or 1; null leaves a flag as it is. */
export const flagOrNull = (value: boolean | undefined) =>
  value === undefined ? null : Number(value)

/** A statement with its parameters, for `inOrder`. */
export interface Step<R> {
  readonly statement: Statement<object, R>
  readonly parameters: object
}

export function step<P extends object, R>(of: Statement<P, R>, parameters: P): Step<R> {
  return { statement: of, parameters }
}

/** One list of rows per step. */
export type RowsOf<S extends readonly Step<unknown>[]> = {
  -readonly [N in keyof S]: S[N] extends Step<infer R> ? R[] : never
}
