import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  DatabaseFault,
  type DatabaseFigures,
  DatabaseUnavailable,
  DiskFull,
  type Lane,
  type Reader,
  NullViolation,
  UniqueViolation,
  type Writer,
} from '../database.ts'
import { toDialect } from '../dialect.ts'
import { changesOf, type QueryCache } from '../cache.ts'
import { createToRow, type ToRow } from '../rows.ts'
import type { RowsOf, Statement, Step } from '../statement.ts'

/** SQLite's primary result codes for problems of the machine or the file: busy, locked, read-only, I/O error, cannot open, locking failed. */
const UNAVAILABLE = new Set([5, 6, 8, 10, 14, 15])

/** SQLite's primary result codes for a damaged file: corrupt, and not a database. */
export const DAMAGED = new Set([11, 26])

/** SQLite's result codes for a full disk: of the database or its log, and the extended one of the log's index. */
const FULL = new Set([13, 4874])

/** Extended result codes of a violated unique index or primary key. */
const UNIQUE = new Set([2067, 1555])

const NOT_NULL = 1299

/** The row that a new row refers to was deleted a moment ago. A second attempt will see that. */
const FOREIGN_KEY = 787

/** The log is cut to this size after a backup, during which it grows because no checkpoint is possible. */
export const MAX_LOG_BYTES = 32 * 2 ** 20

const CACHE_KIB = 32_000

const BUSY = 5
const MAX_LOCK_WAIT_MS = 5000
const MAX_LOCK_DELAY_MS = 25

const isBusy = (error: unknown) =>
  error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === BUSY

const pause = new Int32Array(new SharedArrayBuffer(4))

/**
 * Of several processes that open a new file at once, SQLite refuses all but the first, without waiting. Blocks the event
 * loop until it has succeeded, as the start does.
 */
function useLog(database: DatabaseSync, timeout_ms: number): void {
  const deadline = performance.now() + timeout_ms
  for (;;) {
    try {
      return database.exec('pragma journal_mode = wal')
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error
    }
    Atomics.wait(pause, 0, 0, MAX_LOCK_DELAY_MS)
  }
}

interface Prepared {
  query: StatementSync
  /** Undefined: the statement only reads. */
  changes: string[] | undefined
  toValues: (parameters: object) => SQLInputValue[]
  toRow: ToRow
}

/** Puts the parameters into the order of their positions. */
function createToValues(names: string[]): Prepared['toValues'] {
  const values = names.map((name) => `parameters.${name} ?? null`)
  // oxlint-disable-next-line typescript/no-implied-eval -- made of names in our own statements
  return new Function('parameters', `return [${values.join(', ')}]`) as Prepared['toValues']
}

export function toDatabaseError(error: unknown): unknown {
  if (!(error instanceof Error) || !('errcode' in error)) return error
  if (UNIQUE.has(Number(error.errcode))) return new UniqueViolation(error.message)
  if (error.errcode === NOT_NULL) return new NullViolation(error.message.split('.').at(-1) ?? '')
  if (FULL.has(Number(error.errcode))) return new DiskFull(error)
  if (DAMAGED.has(Number(error.errcode) & 0xff)) return new DatabaseFault(error)
  if (error.errcode === FOREIGN_KEY) return new DatabaseUnavailable(error)
  return UNAVAILABLE.has(Number(error.errcode) & 0xff) ? new DatabaseUnavailable(error) : error
}

/** One connection with its prepared statements. Every call is done when it returns; the promises are for the interface. */
export class Connection implements Writer {
  readonly raw: DatabaseSync
  readonly caches: QueryCache<unknown>[] = []
  /** The first failure of a statement since this was last cleared. */
  failure: unknown
  /** Called with every failure of a statement, as SQLite reports it. */
  onFailure: ((error: unknown) => void) | undefined
  readonly #prepared: Prepared[] = []
  readonly #figures: DatabaseFigures

  /** SQLite itself waits `timeout_ms` for locks, and blocks the event loop meanwhile. */
  constructor(path: string, figures: DatabaseFigures, timeout_ms: number) {
    this.#figures = figures
    this.raw = new DatabaseSync(path, { timeout: timeout_ms, enableForeignKeyConstraints: true })
    useLog(this.raw, timeout_ms)
    this.raw.exec('pragma synchronous = full')
    this.raw.exec(`pragma temp_store = memory; pragma cache_size = ${-CACHE_KIB}`)
    this.raw.exec(`pragma journal_size_limit = ${MAX_LOG_BYTES}`)
  }

  /**
   * Begins a transaction that writes. While another process holds the write lock it tries again, without blocking the
   * event loop as SQLite's own waiting would.
   */
  async beginWrite(): Promise<void> {
    const deadline = performance.now() + MAX_LOCK_WAIT_MS
    for (let delay_ms = 1; ; delay_ms = Math.min(delay_ms * 2, MAX_LOCK_DELAY_MS)) {
      try {
        return this.raw.exec('begin immediate')
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline) throw error
      }
      await sleep(delay_ms)
    }
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
      toValues: createToValues(names),
      toRow: createToRow(query.columns().map(({ name }) => name)),
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
      this.onFailure?.(error)
      const failure = toDatabaseError(error)
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

  defer<P extends object>(statement: Statement<P, unknown>, parameters: P): void {
    this.#execute(statement, parameters, ({ query }, values) => query.run(...values))
  }

  async inOrder<S extends readonly Step<unknown>[]>(...steps: S) {
    return steps.map(({ statement, parameters }) => this.#rows(statement, parameters)) as RowsOf<S>
  }

  /** The queue commits, together with others. */
  commitWith<S extends readonly Step<unknown>[]>(...steps: S) {
    return this.inOrder(...steps)
  }
}

/** Reads of one turn go on in the next one after this time, so that others are served in between. */
const MAX_TURN_MS = 4

interface PendingRead {
  read: () => void
  reject: (error: unknown) => void
}

/**
 * Reads wait until the end of the turn of the event loop, and are then run one right after the other in one read
 * transaction. Between pieces of HTTP work each would find the processor's caches full of other data, and take ten times
 * as long. What is read next because of what they found follows in the same turn: on a busy server, each turn is a wait.
 * Every read sees what was committed before it was requested.
 */
export class ReadingConnection extends Connection {
  #pending: PendingRead[] = []
  #is_scheduled = false
  #until = 0
  back_lane: Lane = { add: (work) => void setImmediate(work) }
  /** The same for those who wait behind others: one read at a time, with the work that follows from it. */
  readonly low_priority: Reader = {
    first: (statement, parameters) => this.#readLater(() => super.first(statement, parameters)),
    all: (statement, parameters) => this.#readLater(() => super.all(statement, parameters)),
  }

  #readLater<T>(read: () => Promise<T>): Promise<T> {
    return new Promise((resolve) => this.back_lane.add(() => resolve(read())))
  }

  #enqueue<T>(read: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#pending.push({ read: () => resolve(read()), reject })
      if (this.#is_scheduled) return
      this.#is_scheduled = true
      setImmediate(this.#beginTurn)
    })
  }

  readonly #beginTurn = () => {
    this.#until = performance.now() + MAX_TURN_MS
    this.#goOn()
  }

  /** The tick comes after all promises that the reads have settled. Without the microtask it would come before them. */
  readonly #goOn = () => {
    if (this.#pending.length === 0) this.#is_scheduled = false
    else if (performance.now() >= this.#until) setImmediate(this.#beginTurn)
    else {
      queueMicrotask(() => process.nextTick(this.#goOn))
      this.readPending(this.#until)
    }
  }

  readPending(until: number): void {
    if (this.#pending.length === 0) return
    let done = 0
    try {
      this.raw.exec('begin')
      do this.#pending[done++]?.read()
      while (done < this.#pending.length && performance.now() <= until)
      // Some errors of the disk make SQLite roll back by itself.
      if (this.raw.isTransaction) this.raw.exec('commit')
      this.#pending.splice(0, done)
    } catch (error) {
      // It may have been closed meanwhile.
      if (this.raw.isOpen && this.raw.isTransaction) this.raw.exec('rollback')
      for (const { reject } of this.#pending.splice(0)) reject(toDatabaseError(error))
    }
  }

  override first<P extends object, R>(statement: Statement<P, R>, parameters: P) {
    return this.#enqueue(() => super.first(statement, parameters))
  }

  override all<P extends object, R>(statement: Statement<P, R>, parameters: P) {
    return this.#enqueue(() => super.all(statement, parameters))
  }
}
