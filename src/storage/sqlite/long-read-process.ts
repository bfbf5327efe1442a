import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

/** A process that only reads: a long statement of SQLite cannot be interrupted, but a process can be killed. */

export interface LongReadRequest {
  text: string
  values: SQLInputValue[]
}

export interface LongReadAnswer {
  columns: string[]
  rows: unknown[][]
}

export interface LongReadFailure {
  message: string
  errcode: unknown
}

const LOCK_WAIT_MS = 5000

const database = new DatabaseSync(process.argv[2] ?? '', { readOnly: true, timeout: LOCK_WAIT_MS })
const prepared = new Map<string, StatementSync>()

function prepare(text: string): StatementSync {
  const query = prepared.get(text) ?? database.prepare(text)
  query.setReturnArrays(true)
  prepared.set(text, query)
  return query
}

function read({ text, values }: LongReadRequest): LongReadAnswer | LongReadFailure {
  try {
    const query = prepare(text)
    const rows = query.all(...values) as unknown as unknown[][]
    return { columns: query.columns().map(({ name }) => name), rows }
  } catch (error) {
    const { message, errcode } = error as { message: string; errcode?: unknown }
    return { message, errcode }
  }
}

// Its server decides when it ends; a signal to the whole group of processes is for the server.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
process.on('disconnect', () => process.exit())
process.on('message', (request: LongReadRequest) => process.send?.(read(request)))
process.send?.('ready')
