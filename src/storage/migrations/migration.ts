import type { Dialect, SqlText } from '../dialect.ts'

export type Run = (sql: string) => Promise<unknown[]>

/** One step of the database's history. */
export interface Migration {
  name: string
  sql: SqlText
  /** Fills what `sql` has created, where SQL alone cannot. It runs in the same transaction. */
  fill?: (run: Run, sql: Dialect) => Promise<void>
}
