import type { Engine } from '../dialect.ts'
import type { Table } from './tables.ts'

export type Row = Record<string, string | number | null>

/** The number of rows that are in memory at a time. */
export const BATCH_ROWS = 500

/** The whole database as it is at one moment, while others go on writing. */
export interface Snapshot {
  tableNames(): Promise<string[]>
  /** In batches, so that any number of rows fits into memory. */
  rows(sql: string): AsyncIterable<Row[]>
  /** The highest id that the table has ever given, even to a row that is gone. */
  lastId(table: Table): Promise<number>
}

/** An index or a foreign key. */
export interface SetAside {
  table: string
  putBack(): Promise<void>
}

/** A transaction that creates tables and fills them. */
export interface RestoreTransaction {
  tableNames(): Promise<string[]>
  run: (sql: string) => Promise<unknown[]>
  /** Nobody else reads or writes these tables until the transaction ends. */
  lock(names: string[]): Promise<void>
  insert(table: Table, rows: Row[]): Promise<void>
  /** Drops what makes it slow to fill tables that are new, and can be made at once when they are full. */
  setAside?(tables: Table[]): Promise<SetAside[]>
  /** The table's next id will be higher than this one. */
  reserveIds(table: Table, last_id: number): Promise<void>
}

/** What backup and restore need of an engine. Each call opens a connection of its own, beside a running server's. */
export interface BackupEngine {
  readonly name: Engine
  read<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T>
  /** All or nothing. */
  write<T>(work: (tx: RestoreTransaction) => Promise<T>): Promise<T>
}

/** A file or a database is not what the command needs. The message says what to do, and is shown as it is. */
export class BackupError extends Error {}

export class RowRejected extends BackupError {
  /** There is a row with the same id, name or token. */
  readonly is_duplicate: boolean

  constructor(table: string, is_duplicate: boolean, cause: unknown) {
    super(
      `A row of ${table} cannot be inserted: ${cause instanceof Error ? cause.message : String(cause)}`,
    )
    this.is_duplicate = is_duplicate
  }
}
