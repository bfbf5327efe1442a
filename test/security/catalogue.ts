import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { type Engine, sqlFor, type SqlText } from '../../src/storage/dialect.ts'

type Row = Record<string, unknown>

export interface Table {
  name: string
  columns: string[]
  /** The columns of the primary key. */
  key: string[]
  rows: Row[]
}

/** What the database itself says about its tables. */
export interface Catalogue {
  tables(): Promise<Table[]>
  /** The names of the tables with a foreign key to `users`. */
  referringToUsers(): Promise<string[]>
  /** The columns, as `table.column`, from which the rows of a query come. */
  origins(sql: SqlText): Promise<string[]>
  run(sql: string): Promise<void>
  close(): Promise<void>
}

type Query = (sql: string) => Promise<Row[]>

/** `columns` are rows with `table_name`, `column_name` and `is_key`. */
async function readTables(query: Query, columns: Row[]): Promise<Table[]> {
  const names = (rows: Row[]) => rows.map((row) => String(row['column_name']))
  const tables: Table[] = []
  for (const [name, own] of Map.groupBy(columns, (column) => String(column['table_name']))) {
    const key = names(own.filter((column) => Boolean(column['is_key'])))
    tables.push({ name, columns: names(own), key, rows: await query(`select * from ${name}`) })
  }
  return tables
}

function openSqlite(url: string): Catalogue {
  const database = new DatabaseSync(url.replace('sqlite:', ''))
  const query: Query = async (sql) => database.prepare(sql).all()
  return {
    tables: async () =>
      readTables(
        query,
        await query(`
          select tables.name as table_name, columns.name as column_name, columns.pk > 0 as is_key
            from sqlite_master as tables join pragma_table_xinfo(tables.name) as columns
           where tables.type = 'table' and tables.name not like 'sqlite_%'`),
      ),
    async referringToUsers() {
      const rows = await query(`
        select tables.name as name
          from sqlite_master as tables join pragma_foreign_key_list(tables.name) as keys
         where keys."table" = 'users'`)
      return rows.map(({ name }) => String(name))
    },
    origins: async (sql) =>
      database
        .prepare(sqlFor('sqlite', sql))
        .columns()
        .map(({ table, column }) => `${table}.${column}`),
    run: async (sql) => database.exec(sql),
    close: async () => database.close(),
  }
}

async function openPostgres(url: string): Promise<Catalogue> {
  const client = new pg.Client(url)
  await client.connect()
  const query: Query = async (sql) => (await client.query(sql)).rows
  return {
    tables: async () =>
      readTables(
        query,
        await query(`
          select relname as table_name, attname as column_name, indexrelid is not null as is_key
            from pg_class join pg_attribute on attrelid = pg_class.oid
            left join pg_index on indrelid = pg_class.oid and indisprimary and attnum = any(indkey)
           where relnamespace = 'public'::regnamespace and relkind = 'r'
             and attnum > 0 and not attisdropped`),
      ),
    async referringToUsers() {
      const rows = await query(`
        select relname as name from pg_constraint join pg_class on pg_class.oid = conrelid
         where contype = 'f' and confrelid = 'users'::regclass`)
      return rows.map(({ name }) => String(name))
    },
    async origins(sql) {
      const { fields } = await client.query(sqlFor('postgres', sql).replaceAll(/:\w+/g, '0'))
      const places = fields.map(({ tableID, columnID }) => `(${tableID}, ${columnID})`)
      const rows = await query(`
        select relname || '.' || attname as name
          from pg_class join pg_attribute on attrelid = pg_class.oid
         where (attrelid, attnum) in (${places.join(', ')})`)
      return rows.map(({ name }) => String(name))
    },
    run: async (sql) => void (await client.query(sql)),
    close: () => client.end(),
  }
}

export const openCatalogue = async (engine: Engine, url: string): Promise<Catalogue> =>
  engine === 'sqlite' ? openSqlite(url) : openPostgres(url)
