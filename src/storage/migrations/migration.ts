import type { SqlText } from '../dialect.ts'

/** One step of the database's history. */
export interface Migration {
  name: string
  sql: SqlText
}
