import type { Engine } from './dialect.ts'
import type { Statement, Writes } from './statement.ts'

export interface Reader {
  first<P extends object, R>(statement: Statement<P, R>, parameters: P): Promise<R | undefined>
  all<P extends object, R>(statement: Statement<P, R>, parameters: P): Promise<R[]>
}

/** What is asked of it at once is done in that order, and sent to PostgreSQL in one go. */
export interface Writer extends Reader {
  /** Returns how many rows it changed. */
  run<P extends object>(statement: Statement<P, unknown>, parameters: P): Promise<number>
}

/** Cumulative figures for the metrics page. */
export interface DatabaseFigures {
  statements: number
  busy_seconds: number
  transactions: number
  commits: number
  waiting: number
}

export interface Cache<V> {
  /** Grows whenever the cache is invalidated. */
  readonly generation: number
  get(key: string): V | undefined
  /** Read `generation` before the value: one that was read in an earlier generation is not kept. */
  set(key: string, value: V, generation: number): void
}

export interface Database extends Reader {
  readonly engine: Engine
  /**
   * A cache that is emptied when one of these writes is committed, by this process or by another. On PostgreSQL it keeps
   * nothing, because a process learns too late of what another one commits.
   */
  cache<V>(invalidated_by: Writes): Cache<V>
  /**
   * Resolves once the work is on disk; a throw undoes it whole. The work may run more than once, so it does
   * nothing but talk to `tx`, and waits for nothing else. What `may_be_lost` is whole too, but not waited for: should the
   * machine fail in the next moment, it never happened.
   */
  transaction<T>(work: (tx: Writer) => Promise<T>, options?: { may_be_lost?: boolean }): Promise<T>
  /** Runs SQL that is not a prepared statement: table definitions. Resolves to what `check` gave, in one transaction. */
  define(work: (run: (sql: string) => Promise<unknown[]>) => Promise<void>): Promise<void>
  figures(): DatabaseFigures
  close(): Promise<void>
}

/** The database is away, full or locked: nothing wrong with the request, try again later. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super(
      `The database is not available: ${cause instanceof Error ? cause.message : String(cause)}`,
    )
    this.name = 'DatabaseUnavailable'
    this.cause = cause
  }
}

/** Two rows would be the same where they must differ. `columns` is the engine's text that names them. */
export class UniqueViolation extends Error {
  readonly columns: string

  constructor(columns: string) {
    super('unique violation')
    this.name = 'UniqueViolation'
    this.columns = columns
  }
}

export interface DatabaseOptions {
  url: string
  pool_size: number
}
