import { DatabaseSync } from 'node:sqlite'
import { sqlFor } from '../dialect.ts'
import { migrationsUpTo } from '../migrations/list.ts'

export interface Reference {
  column: string
  table: string
  to: string
  /** The column may be null. */
  is_optional: boolean
}

type ColumnType = 'text' | 'bigint' | 'integer' | 'double precision'

export interface Table {
  name: string
  /** Without generated ones. */
  columns: string[]
  types: Record<string, ColumnType>
  /** The columns that may be null. */
  optional: string[]
  key: string[]
  references: Reference[]
}

function describe(database: DatabaseSync, name: string): Table {
  const columns = database.prepare(`pragma table_xinfo(${name})`).all() as {
    name: string
    type: string
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
    types: Object.fromEntries(
      columns.map(({ name: column, type }) => [column, type.toLowerCase() as ColumnType]),
    ),
    optional: columns.map((column) => column.name).filter(isOptional),
    key: columns
      .filter(({ pk }) => pk > 0)
      .sort((one, other) => one.pk - other.pk)
      .map((column) => column.name),
    references: references
      .map(({ table, from, to }) => ({ column: from, table, to, is_optional: isOptional(from) }))
      .sort((one, other) => one.column.localeCompare(other.column)),
  }
}

/** Each table after those that it refers to. */
function referencedFirst(tables: Table[]): Table[] {
  const ordered: Table[] = []
  const remaining = new Set(tables)
  while (remaining.size > 0) {
    const ready = [...remaining].filter(({ references }) =>
      references.every(({ table }) => ordered.some(({ name }) => name === table)),
    )
    if (ready.length === 0) throw new Error('the references of tables form a circle')
    for (const table of ready) remaining.delete(table)
    ordered.push(...ready)
  }
  return ordered
}

/**
 * Neither backed up nor exported: the log of events, and what became of each at webhooks. Its positions mean nothing in another database, so after a restore it
 * begins anew, under another name, and clients with older cursors are told to load what they show again.
 */
export const OF_THE_LOG = new Set(['events', 'event_log', 'event_interests', 'webhook_deliveries'])

/** Neither backed up nor exported either: the server counts the ranks of long lists again. */
export const COUNTED_AGAIN = new Set([
  'rank_sets',
  'rank_ranges',
  'rank_changes',
  'rank_candidates',
])

/** Of `tablesAt`: those that backups contain. */
export const savedTables = (tables: Table[]) =>
  tables.filter(({ name }) => !OF_THE_LOG.has(name) && !COUNTED_AGAIN.has(name))

/**
 * The tables after the named migration: the migrations up to it run on an empty SQLite in memory, whose catalogue
 * describes the result. Both engines have the same tables.
 */
export function tablesAt(migration: string): Table[] {
  const database = new DatabaseSync(':memory:')
  for (const { sql } of migrationsUpTo(migration)) database.exec(sqlFor('sqlite', sql))
  const names = database
    .prepare(
      `select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name`,
    )
    .all() as { name: string }[]
  const tables = names.map(({ name }) => describe(database, name))
  database.close()
  return referencedFirst(tables)
}
