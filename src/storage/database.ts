import type { Engine } from './dialect.ts'
import type { RowsOf, Statement, Step, Writes } from './statement.ts'

export interface Reader {
  first<P extends object, R>(statement: Statement<P, R>, parameters: P): Promise<R | undefined>
  all<P extends object, R>(statement: Statement<P, R>, parameters: P): Promise<R[]>
}

/** Calls that do not wait for each other are sent to PostgreSQL together. Where their order matters, use `inOrder`. */
export interface Writer extends Reader {
  /** Returns how many rows it changed. */
  run<P extends object>(statement: Statement<P, unknown>, parameters: P): Promise<number>
  /**
   * For a statement whose result nobody needs: it runs before the next one, or before the commit, in the same round trip. If
   * it fails, that next statement or the commit fails.
   */
  defer<P extends object>(statement: Statement<P, unknown>, parameters: P): void
  /**
   * Runs `step(statement, parameters)` after `step(…)`, in one round trip, and resolves to one list of rows per step.
   * When one fails, that failure is the one reported, and those behind it have no effect.
   */
  inOrder<S extends readonly Step<unknown>[]>(...steps: S): Promise<RowsOf<S>>
  /**
   * Like `inOrder`, for the last steps of a transaction: on PostgreSQL it is committed with them, in the same round trip, and
   * takes no more calls. So what the work throws afterwards undoes nothing: only if the steps have changed nothing may it
   * refuse the request.
   */
  commitWith<S extends readonly Step<unknown>[]>(...steps: S): Promise<RowsOf<S>>
}

/** Totals since the start, for /metrics. Only `waiting` and `listening` are current values. */
export interface DatabaseFigures {
  statements: number
  busy_seconds: number
  transactions: number
  commits: number
  waiting: number
  /** SQLite only: transactions that its file could not take. */
  write_failures?: number
  /** PostgreSQL only: whether the connection for signals is there. Undefined: nobody listens. */
  listening?: 0 | 1 | undefined
}

/** A transaction that has written something, or is about to. */
export interface OpenTransaction {
  number: string
  /** Null: it is a prepared one, which belongs to no connection. */
  pid: number | null
  database: string
  application_name: string
  /** Null: this user may not see it. */
  age_seconds: number | null
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
   * The same database for those who ask for very little: where transactions wait for a connection, they go before most
   * others. Only PostgreSQL has it.
   */
  readonly high_priority?: Database
  /** The same database for requests that let others go first. */
  readonly low_priority?: Database
  /** The usual one; only the one of low priority has it. For a request that holds what others need, so that they wait for less. */
  readonly usual_priority?: Database
  /**
   * A cache that is emptied when one of these writes is committed, by this process or by another. On PostgreSQL it keeps
   * nothing, because a process learns too late of what another one commits.
   */
  cache<V>(invalidated_by: Writes): Cache<V>
  /**
   * Resolves once the work is on disk. When the work throws, or one of its statements fails, nothing of it is kept. The
   * work may run more than once, so it does nothing but call `tx`, and waits for nothing else. When it has settled, or has
   * not moved on for `transaction_limit_ms`, the transaction has ended and `tx` takes no more calls. A relaxed
   * transaction is atomic too, but resolves before it is on disk: a crash of the machine may undo it. An urgent one does not queue
   * behind requests: a job that holds a lease would lose it while many wait for connections.
   */
  transaction<T>(
    work: (tx: Writer) => Promise<T>,
    options?: { relaxed?: boolean; urgent?: boolean },
  ): Promise<T>
  /** A transaction of SQL texts that are not prepared statements, for migrations. */
  rawTransaction(work: (run: (sql: string) => Promise<unknown[]>) => Promise<void>): Promise<void>
  /** One SQL text outside of a transaction, without a time limit. Only PostgreSQL has commands that need this. */
  rawStatement?: (sql: string) => Promise<unknown[]>
  /** Resolves when everything that reads have found so far is on disk: they may see a commit a moment before it is. */
  durable(): Promise<void>
  /** Tells other processes on the same database, soon, that something has changed. */
  signal(): void
  /**
   * Calls back when another process has sent a signal. It may call for nothing, and may miss some: `onConnection` is told
   * when none can come, and when they can again. Returns a function that ends it.
   */
  listen(
    onSignal: () => void,
    onConnection?: (state: 'lost' | 'connected', cause?: unknown) => void,
  ): () => void
  /** The one for which readers of the log of events wait. Undefined: there is none. Only PostgreSQL has such. */
  oldestTransaction?: () => Promise<OpenTransaction | undefined>
  /** Rejects when the database does not answer. */
  ping(): Promise<void>
  figures(): DatabaseFigures
  close(): Promise<void>
}

/** The database is away, full, locked or too slow. Nothing is wrong with the request: it can be tried again later. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super(
      `The database is not available: ${cause instanceof Error ? cause.message : String(cause)}`,
    )
    this.name = 'DatabaseUnavailable'
    this.cause = cause
  }
}

/** There is no database file, and this is no command that creates one. */
export class DatabaseMissing extends Error {
  constructor(path: string) {
    super(
      `There is no database at ${path}. Check DATABASE_URL. Only \`playkeep migrate\`, \`serve\`, \`restore\` and \`import\` create a new one.`,
    )
    this.name = 'DatabaseMissing'
  }
}

/** The database could not write, because its disk is full. */
export class DiskFull extends DatabaseUnavailable {}

/** Something is wrong with the database that an operator must see. */
export class DatabaseFault extends DatabaseUnavailable {}

/** A long read took more than its time, or too many others are waiting. */
export class ReadTooSlow extends Error {
  constructor(reason: string) {
    super(`A long read was given up: ${reason}`)
    this.name = 'ReadTooSlow'
  }
}

/**
 * A row with the same unique value exists. `constraint` names what was violated: on PostgreSQL it is the name of the
 * constraint, on SQLite the message, which lists the columns.
 */
export class UniqueViolation extends Error {
  readonly constraint: string

  constructor(constraint: string) {
    super('unique violation')
    this.name = 'UniqueViolation'
    this.constraint = constraint
  }
}

/**
 * A column that takes no null was to become null. With that, a statement undoes its transaction if a condition does not hold:
 * `case when credits >= :price then credits - :price end`. PostgreSQL writes the row into its log, so it has nothing personal.
 */
export class NullViolation extends Error {
  readonly column: string

  constructor(column: string) {
    super(`null violation: ${column}`)
    this.name = 'NullViolation'
    this.column = column
  }
}

/** Where work waits that others should not have to wait for. */
export interface Lane {
  add(work: () => void): void
  /** Whether others are being served. */
  readonly expects_others?: boolean
}

/** Lets requests go before a process. */
export type LowerPriority = (pid: number | undefined) => void

export interface DatabaseOptions {
  url: string
  pool_size: number
  /** A SQLite file that does not exist is refused instead of created. */
  must_exist?: boolean
  /** Transactions that hang, or wait longer for their turn, fail after this time. */
  transaction_limit_ms?: number
  /** Does work of low priority a little later, so that others go first. */
  back_lane?: Lane
  /** For a process that reads for long. Only SQLite has one. */
  lowerPriority?: LowerPriority
  /** Long reads fail after this time. Infinity: they are read like all others, for a command that has nobody else to serve. */
  long_read_limit_ms?: number
}
