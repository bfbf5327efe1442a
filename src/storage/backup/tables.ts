import { DatabaseSync } from 'node:sqlite'
import { sqlFor } from '../dialect.ts'
import { migrationsUpTo } from '../migrations/list.ts'

interface Reference {
  column: string
  table: string
  to: string
  /** A row without it is a row all the same. */
  is_optional: boolean
}

export interface Table {
  name: string
  /** Without those that the database works out by itself. */
  columns: string[]
  key: string[]
  references: Reference[]
}

function describe(database: DatabaseSync, name: string): Table {
  const columns = database.prepare(`pragma table_xinfo(${name})`).all() as {
    name: string
    notnull: number
    pk: number
    hidden: number
  }[]
  const references = database.prepare(`pragma foreign_key_list(${name})`).all() as {
    table: string
    from: string
    to: string
  }[]
  const isOptional = (column: string) =>
    columns.some((one) => one.name === column && one.notnull === 0 && one.pk === 0)
  return {
    name,
    columns: columns.filter(({ hidden }) => hidden === 0).map((column) => column.name),
    key: columns
      .filter(({ pk }) => pk > 0)
      .sort((one, other) => one.pk - other.pk)
      .map((column) => column.name),
    references: references
      .map(({ table, from, to }) => ({ column: from, table, to, is_optional: isOptional(from) }))
      .sort((one, other) => one.column.localeCompare(other.column)),
  }
}

/** Each table after all that its rows refer to. */
function inOrder(tables: Table[]): Table[] {
  const placed: Table[] = []
  const waiting = new Set(tables)
  while (waiting.size > 0) {
    const ready = [...waiting].filter(({ references }) =>
      references.every(({ table }) => placed.some(({ name }) => name === table)),
    )
    if (ready.length === 0) throw new Error('tables refer to each other in a circle')
    for (const table of ready) waiting.delete(table)
    placed.push(...ready)
  }
  return placed
}

/**
 * What the migrations up to a level make: run on an empty database in memory, which then tells its own catalogue.
 * Both engines have the same tables, so this holds for either.
 */
export function tablesAt(level: string): Table[] {
  const database = new DatabaseSync(':memory:')
  for (const { sql } of migrationsUpTo(level)) database.exec(sqlFor('sqlite', sql))
  const names = database
    .prepare(
      `select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name`,
    )
    .all() as { name: string }[]
  const tables = names.map(({ name }) => describe(database, name))
  database.close()
  return inOrder(tables)
}
