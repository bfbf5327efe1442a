import type { Engine } from '../dialect.ts'
import type { Table } from './tables.ts'

export type Row = Record<string, string | number | null>

/** So many rows are in memory at a time. */
export const ROWS_AT_ONCE = 500

/** One unchanging look at the whole database, while others go on writing. */
export interface Snapshot {
  tableNames(): Promise<string[]>
  /** In parts, so that any number of rows fits into memory. */
  rows(sql: string): AsyncIterable<Row[]>
  /** The highest id that the table has ever given, also to a row that is gone. */
  lastId(table: Table): Promise<number>
}

/** A transaction that fills tables. */
export interface Filling {
  tableNames(): Promise<string[]>
  run: (sql: string) => Promise<unknown[]>
  /** Nobody else reads or writes these tables until the transaction ends. */
  lock(names: string[]): Promise<void>
  insert(table: Table, rows: Row[]): Promise<void>
  /** The table's next id will be higher than this one. */
  reserveIds(table: Table, last_id: number): Promise<void>
}

/** What copying whole tables asks of an engine; it works on connections of its own, beside a running server. */
export interface Copier {
  readonly engine: Engine
  read<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T>
  /** All or nothing. */
  write<T>(work: (filling: Filling) => Promise<T>): Promise<T>
}

/** A file or a database is not what the command needs; the sentence says what to do. */
export class CopyProblem extends Error {}

/** A row would not go in. */
export class RowRefused extends CopyProblem {
  /** Because one with the same id, name or token is there. */
  readonly is_taken: boolean

  constructor(table: string, is_taken: boolean, cause: unknown) {
    super(`A row of ${table} does not fit: ${cause instanceof Error ? cause.message : ''}`)
    this.is_taken = is_taken
  }
}

/** Opens the engine that the URL names. */
export async function openCopier(url: string): Promise<Copier> {
  if (url.startsWith('sqlite:')) {
    const { sqliteCopier } = await import('./sqlite-copier.ts')
    return sqliteCopier(url.slice('sqlite:'.length))
  }
  const { postgresCopier } = await import('./postgres-copier.ts')
  return postgresCopier(url)
}
