import { existsSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { DatabaseUnavailable } from '../database.ts'
import { createPrivately } from '../sqlite/private-files.ts'
import {
  BATCH_ROWS,
  type BackupEngine,
  BackupError,
  type RestoreTransaction,
  type Row,
  RowRejected,
} from './engine.ts'

const TABLES = `select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`

/** SQLite's result code for a violated constraint, and the extended codes of a unique one. */
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
  let batch: Row[] = []
  for (const row of connection.prepare(sql).iterate()) {
    batch.push(row as Row)
    if (batch.length < BATCH_ROWS) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/**
 * Moves what the server wrote during a long snapshot from the log into the database, so that its next commit has less to
 * move. When this user may only read, the server does it alone.
 */
function checkpoint(path: string): void {
  try {
    const connection = open(path, false)
    connection.exec('pragma wal_checkpoint(passive)')
    connection.close()
  } catch {}
}

/** Undefined: the table has given no id yet. */
function lastId(connection: DatabaseSync, table: string): number | undefined {
  const found = connection.prepare('select seq from sqlite_sequence where name = ?').get(table)
  return (found as { seq: number } | undefined)?.seq
}

function restoreTransaction(connection: DatabaseSync): RestoreTransaction {
  return {
    tableNames: async () => namesIn(connection),
    run: async (sql) =>
      /^\s*select/i.test(sql) ? connection.prepare(sql).all() : (connection.exec(sql), []),
    // The transaction has the only write lock already.
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
          ? new RowRejected(name, UNIQUE.has(code), error)
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

export function sqliteBackupEngine(path: string): BackupEngine {
  return {
    name: 'sqlite',
    async read(work) {
      if (!existsSync(path))
        throw new BackupError(`There is no database at ${path}: check DATABASE_URL.`)
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
        checkpoint(path)
      }
    },
    async write(work) {
      const is_new = !existsSync(path)
      createPrivately(path)
      const connection = open(path, false)
      let is_done = false
      try {
        // This mode stays with the file, which could be another program's if it is not new.
        if (is_new) connection.exec('pragma journal_mode = wal')
        connection.exec('pragma synchronous = full; begin immediate')
        const value = await work(restoreTransaction(connection))
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
