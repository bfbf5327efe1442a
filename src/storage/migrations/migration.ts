import type { Dialect, SqlText } from '../dialect.ts'

export type Run = (sql: string) => Promise<unknown[]>

/** One step of the database's history. */
export interface Migration {
  name: string
  sql: SqlText
  /** Fills what `sql` has created, where SQL alone cannot. It runs in the same transaction. */
  fill?: (run: Run, sql: Dialect) => Promise<void>
  /** On PostgreSQL these are built instead of running `sql`, which creates them too. */
  indexes?: ConcurrentIndex[]
}

export interface ConcurrentIndex {
  name: string
  /** The table and its columns: `users (game_id, score)`. */
  on: string
}

/**
 * A migration that only adds indexes. PostgreSQL builds them while others write to the table, outside of a transaction;
 * if that is interrupted, the next try builds them again.
 */
export const addIndexes = (name: string, indexes: ConcurrentIndex[]): Migration => ({
  name,
  sql: indexes.map((index) => `create index ${index.name} on ${index.on};`).join('\n'),
  indexes,
})
