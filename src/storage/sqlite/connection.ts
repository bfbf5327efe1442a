import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  type DatabaseFigures,
  DatabaseUnavailable,
  UniqueViolation,
  type Writer,
} from '../database.ts'
import { toDialect } from '../dialect.ts'
import { changesOf, type QueryCache } from '../cache.ts'
import { type RowMaker, rowMaker } from '../rows.ts'
import type { RowsOf, Statement, Step } from '../statement.ts'

/** SQLite's primary result codes for trouble that is not the statement's fault. */
const UNAVAILABLE = new Set([5, 6, 8, 10, 11, 13, 14, 26])

/** Extended result codes of a violated unique index or primary key. */
const UNIQUE = new Set([2067, 1555])

/** What a row refers to was deleted a moment ago: the next try will see that. */
const FOREIGN_KEY = 787

/** Pages of the log that are folded back into the database in one go: fewer goes write a page that changes often once. */
const FOLDED_AT_ONCE = 4000

/** Bytes that are left of the log when a backup, which it cannot be folded under, has let it grow. */
export const LOG_AFTERWARDS = 16 * 2 ** 20

/** Pages that a connection keeps in memory, as SQLite wants it: so many KiB, negative. */
const CACHE = -32_000

interface Prepared {
  query: StatementSync
  /** Undefined: the statement only reads. */
  changes: string[] | undefined
  toValues: (parameters: object) => SQLInputValue[]
  toRow: RowMaker
}

/** Puts the parameters into the order of their places. */
function valueMaker(names: string[]): Prepared['toValues'] {
  const values = names.map((name) => `parameters.${name} ?? null`)
  // oxlint-disable-next-line typescript/no-implied-eval -- made of names in our own statements
  return new Function('parameters', `return [${values.join(', ')}]`) as Prepared['toValues']
}

export function translate(error: unknown): unknown {
  if (!(error instanceof Error) || !('errcode' in error)) return error
  if (UNIQUE.has(Number(error.errcode))) return new UniqueViolation(error.message)
  if (error.errcode === FOREIGN_KEY) return new DatabaseUnavailable(error)
  return UNAVAILABLE.has(Number(error.errcode) & 0xff) ? new DatabaseUnavailable(error) : error
}

/** One connection with its prepared statements. Every call is done when it returns; the promises are for the interface. */
export class Connection implements Writer {
  readonly raw: DatabaseSync
  readonly caches: QueryCache<unknown>[] = []
  /** The first failure of a statement since this was last cleared. */
  failure: unknown
  readonly #prepared: Prepared[] = []
  readonly #figures: DatabaseFigures

  constructor(path: string, figures: DatabaseFigures) {
    this.#figures = figures
    this.raw = new DatabaseSync(path, { timeout: 5000, enableForeignKeyConstraints: true })
    this.raw.exec('pragma journal_mode = wal; pragma synchronous = full')
    this.raw.exec(`pragma temp_store = memory; pragma cache_size = ${CACHE}`)
    this.raw.exec(`pragma wal_autocheckpoint = ${FOLDED_AT_ONCE}`)
    this.raw.exec(`pragma journal_size_limit = ${LOG_AFTERWARDS}`)
  }

  #prepare(statement: Statement<object, unknown>): Prepared {
    const found = this.#prepared[statement.index]
    if (found) return found
    const { text, names } = toDialect('sqlite', statement.sql)
    const query = this.raw.prepare(text)
    const changes = changesOf(statement.writes)
    query.setReturnArrays(true)
    return (this.#prepared[statement.index] = {
      query,
      changes: changes.length > 0 ? changes : undefined,
      toValues: valueMaker(names),
      toRow: rowMaker(query.columns().map(({ name }) => name)),
    })
  }

  #execute<T>(
    statement: Statement<object, unknown>,
    parameters: object,
    step: (prepared: Prepared, values: SQLInputValue[]) => T,
  ): T {
    const started = performance.now()
    try {
      const prepared = this.#prepare(statement)
      if (prepared.changes) for (const cache of this.caches) cache.markStale(prepared.changes)
      return step(prepared, prepared.toValues(parameters))
    } catch (error) {
      const failure = translate(error)
      this.failure ??= failure
      throw failure
    } finally {
      this.#figures.statements++
      this.#figures.busy_seconds += (performance.now() - started) / 1000
    }
  }

  async first<P extends object, R>(statement: Statement<P, R>, parameters: P) {
    return this.#execute(statement, parameters, ({ query, toRow }, values) => {
      const found = query.get(...values)
      return found && toRow(found)
    }) as R | undefined
  }

  #rows(statement: Statement<object, unknown>, parameters: object): unknown[] {
    return this.#execute(statement, parameters, ({ query, toRow }, values) =>
      query.all(...values).map(toRow),
    )
  }

  async all<P extends object, R>(statement: Statement<P, R>, parameters: P) {
    return this.#rows(statement, parameters) as R[]
  }

  async run<P extends object>(statement: Statement<P, unknown>, parameters: P) {
    return this.#execute(statement, parameters, ({ query }, values) =>
      Number(query.run(...values).changes),
    )
  }

  async inOrder<S extends readonly Step<unknown>[]>(...steps: S) {
    return steps.map(({ statement, parameters }) => this.#rows(statement, parameters)) as RowsOf<S>
  }
}

interface Waiting {
  read: () => void
  reject: (error: unknown) => void
}

/**
 * Reads wait for the end of the turn of the event loop; then all of them are done one right after the other, in one look
 * at the database. Done between the parts of HTTP, each would find the processor's caches full of other things, and
 * take ten times as long. Nobody misses what was committed before he asked.
 */
export class ReadingConnection extends Connection {
  #waiting: Waiting[] = []

  #wait<T>(read: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => this.readAll())
      this.#waiting.push({ read: () => resolve(read()), reject })
    })
  }

  /** All that wait. */
  readAll(): void {
    const waiting = this.#waiting
    this.#waiting = []
    if (waiting.length === 0) return
    try {
      this.raw.exec('begin')
      for (const { read } of waiting) read()
      this.raw.exec('commit')
    } catch (error) {
      if (this.raw.isTransaction) this.raw.exec('rollback')
      for (const { reject } of waiting) reject(translate(error))
    }
  }

  override first<P extends object, R>(statement: Statement<P, R>, parameters: P) {
    return this.#wait(() => super.first(statement, parameters))
  }

  override all<P extends object, R>(statement: Statement<P, R>, parameters: P) {
    return this.#wait(() => super.all(statement, parameters))
  }
}
