import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DatabaseUnavailable } from '../database.ts'
import {
  type Copier,
  CopyProblem,
  type Filling,
  type Row,
  ROWS_AT_ONCE,
  RowRefused,
} from './copier.ts'

const TABLES = `select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`

/** The result code of a violated rule of a table, and those of its kinds that mean: there is one already. */
const CONSTRAINT = 19
const UNIQUE = new Set([2067, 1555])

const codeOf = (error: unknown) =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0

const namesIn = (connection: DatabaseSync) =>
  (connection.prepare(TABLES).all() as { name: string }[]).map(({ name }) => name)

function open(path: string, readOnly: boolean): DatabaseSync {
  try {
    const options = { readOnly, timeout: 30_000, enableForeignKeyConstraints: true }
    const connection = new DatabaseSync(path, options)
    connection.prepare(TABLES).all()
    return connection
  } catch (error) {
    throw new DatabaseUnavailable(error)
  }
}

async function* rowsOf(connection: DatabaseSync, sql: string): AsyncGenerator<Row[]> {
  let part: Row[] = []
  for (const row of connection.prepare(sql).iterate()) {
    part.push(row as Row)
    if (part.length < ROWS_AT_ONCE) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}

/**
 * What was written during a long look is folded into the database here, so that the server's next write has less to
 * fold. Where this user may only read, the server does it alone.
 */
function foldLog(path: string): void {
  try {
    const connection = open(path, false)
    connection.exec('pragma wal_checkpoint(passive)')
    connection.close()
  } catch {}
}

/** Undefined: the table has given none yet. */
function lastId(connection: DatabaseSync, table: string): number | undefined {
  const found = connection.prepare('select seq from sqlite_sequence where name = ?').get(table)
  return (found as { seq: number } | undefined)?.seq
}

function filling(connection: DatabaseSync): Filling {
  return {
    tableNames: async () => namesIn(connection),
    run: async (sql) =>
      /^\s*select/i.test(sql) ? connection.prepare(sql).all() : (connection.exec(sql), []),
    // There is one writer anyway.
    lock: async () => {},
    async insert({ name, columns }, rows) {
      const places = columns.map(() => '?').join(', ')
      const insert = connection.prepare(
        `insert into ${name} (${columns.join(', ')}) values (${places})`,
      )
      try {
        for (const row of rows) insert.run(...columns.map((column) => row[column] ?? null))
      } catch (error) {
        const code = codeOf(error)
        throw (code & 0xff) === CONSTRAINT
          ? new RowRefused(name, UNIQUE.has(code), error)
          : new DatabaseUnavailable(error)
      }
    },
    async reserveIds({ name }, last_id) {
      const known = lastId(connection, name)
      if (known !== undefined && last_id <= known) return
      const sql =
        known === undefined
          ? 'insert into sqlite_sequence (seq, name) values (?, ?)'
          : 'update sqlite_sequence set seq = ? where name = ?'
      connection.prepare(sql).run(last_id, name)
    },
  }
}

export function sqliteCopier(path: string): Copier {
  return {
    engine: 'sqlite',
    async read(work) {
      if (!existsSync(path))
        throw new CopyProblem(`There is no database at ${path}: check DATABASE_URL.`)
      const connection = open(path, true)
      try {
        connection.exec('begin')
        return await work({
          tableNames: async () => namesIn(connection),
          rows: (sql) => rowsOf(connection, sql),
          lastId: async ({ name }) => lastId(connection, name) ?? 0,
        })
      } finally {
        connection.close()
        foldLog(path)
      }
    },
    async write(work) {
      const is_new = !existsSync(path)
      mkdirSync(dirname(path), { recursive: true })
      const connection = open(path, false)
      let is_done = false
      try {
        // Not of a file that may be another program's: it would stay so.
        if (is_new) connection.exec('pragma journal_mode = wal')
        connection.exec('pragma synchronous = full; begin immediate')
        const value = await work(filling(connection))
        connection.exec('commit')
        is_done = true
        return value
      } finally {
        connection.close()
        if (is_new && !is_done) rmSync(path, { force: true })
      }
    },
  }
}
