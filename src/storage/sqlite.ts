import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  type Database,
  type DatabaseFigures,
  DatabaseUnavailable,
  UniqueViolation,
  type Writer,
} from './database.ts'
import { spell } from './differences.ts'
import { deedOf, ForgetfulMemory } from './memory.ts'
import type { Statement } from './statement.ts'

/** So many transactions at most share one commit; the rest wait for the next. */
const MOST_PER_COMMIT = 500

/** SQLite's primary result codes for trouble that is not the statement's fault. */
const UNAVAILABLE = new Set([5, 6, 8, 10, 11, 13, 14, 26])

/** Extended result codes of a violated unique index or primary key. */
const UNIQUE = new Set([2067, 1555])

/** What a row refers to was deleted a moment ago: the next try will see that. */
const FOREIGN_KEY = 787

/** Bytes that are left of the log when a backup, which it cannot be folded under, has let it grow. */
export const LOG_AFTERWARDS = 16 * 2 ** 20

/** Pages that a connection keeps in memory, as SQLite wants it: so many KiB, negative. */
const CACHE = -32_000

interface Prepared {
  query: StatementSync
  deed: string | undefined
  toValues: (parameters: object) => SQLInputValue[]
  toRow: (values: unknown) => unknown
}

/**
 * The driver gives rows as arrays, because its own objects cost twice the time. A function written for the columns of
 * one statement turns them into objects that are all built alike, which are the cheapest to make and to read.
 */
function rowMaker(columns: string[]): Prepared['toRow'] {
  const fields = columns.map((name, at) => `${JSON.stringify(name)}: values[${at}]`)
  // oxlint-disable-next-line typescript/no-implied-eval -- made of names in our own statements
  return new Function('values', `return { ${fields.join(', ')} }`) as Prepared['toRow']
}

/** Puts the parameters into the order of their places. */
function valueMaker(names: string[]): Prepared['toValues'] {
  const values = names.map((name) => `parameters.${name} ?? null`)
  // oxlint-disable-next-line typescript/no-implied-eval -- made of names in our own statements
  return new Function('parameters', `return [${values.join(', ')}]`) as Prepared['toValues']
}

function translate(error: unknown): unknown {
  if (!(error instanceof Error) || !('errcode' in error)) return error
  if (UNIQUE.has(Number(error.errcode))) return new UniqueViolation(error.message)
  if (error.errcode === FOREIGN_KEY) return new DatabaseUnavailable(error)
  return UNAVAILABLE.has(Number(error.errcode) & 0xff) ? new DatabaseUnavailable(error) : error
}

/** One connection with its prepared statements. Every call works at once; the promises are the seam's form. */
class Connection implements Writer {
  readonly raw: DatabaseSync
  readonly memories: ForgetfulMemory<unknown>[] = []
  readonly #prepared: Prepared[] = []
  readonly #figures: DatabaseFigures

  constructor(path: string, figures: DatabaseFigures) {
    this.#figures = figures
    this.raw = new DatabaseSync(path, { timeout: 5000, enableForeignKeyConstraints: true })
    this.raw.exec('pragma journal_mode = wal; pragma synchronous = full')
    this.raw.exec(`pragma temp_store = memory; pragma cache_size = ${CACHE}`)
    this.raw.exec(`pragma journal_size_limit = ${LOG_AFTERWARDS}`)
  }

  #prepare(statement: Statement<object, unknown>): Prepared {
    const found = this.#prepared[statement.index]
    if (found) return found
    const { text, names } = spell('sqlite', statement.sql)
    const query = this.raw.prepare(text)
    query.setReturnArrays(true)
    return (this.#prepared[statement.index] = {
      query,
      deed: deedOf(text),
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
      if (prepared.deed) for (const memory of this.memories) memory.note(prepared.deed)
      return step(prepared, prepared.toValues(parameters))
    } catch (error) {
      throw translate(error)
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

  async all<P extends object, R>(statement: Statement<P, R>, parameters: P) {
    return this.#execute(statement, parameters, ({ query, toRow }, values) =>
      query.all(...values).map(toRow),
    ) as R[]
  }

  async run<P extends object>(statement: Statement<P, unknown>, parameters: P) {
    return this.#execute(statement, parameters, ({ query }, values) =>
      Number(query.run(...values).changes),
    )
  }
}

/**
 * Reads of the same turn of the event loop share one look at the database, because taking the look costs as much as
 * a small read. It ends with the turn, and before every commit: nobody misses what was committed before he asked, and
 * no look stands in the way of the log's being folded back into the database.
 */
class ReadingConnection extends Connection {
  #looking = false

  #look(): void {
    if (this.#looking) return
    this.raw.exec('begin')
    this.#looking = true
    setImmediate(() => this.lookAway())
  }

  lookAway(): void {
    if (!this.#looking) return
    this.#looking = false
    if (this.raw.isOpen && this.raw.isTransaction) this.raw.exec('commit')
  }

  override first<P extends object, R>(statement: Statement<P, R>, parameters: P) {
    this.#look()
    return super.first(statement, parameters)
  }

  override all<P extends object, R>(statement: Statement<P, R>, parameters: P) {
    this.#look()
    return super.all(statement, parameters)
  }
}

/** Notices, once in a turn of the event loop, that another process has committed something. */
function watchOthers(writer: Connection, reader: ReadingConnection): () => void {
  // Counts the commits of others, not those of the connection that asks.
  const version = writer.raw.prepare('pragma data_version')
  let known: unknown
  let is_known = false
  return () => {
    if (is_known) return
    is_known = true
    setImmediate(() => (is_known = false))
    const now = version.get()?.['data_version']
    if (now === known) return
    known = now
    reader.lookAway()
    for (const memory of writer.memories) memory.forget()
  }
}

interface Job {
  /** Does the work; what it returns tells the one who waits, once the work is on disk. */
  work: (tx: Writer) => Promise<() => void>
  reject: (error: unknown) => void
}

/**
 * Group commit: transactions queue and run one after the other, each in its own savepoint, inside one outer
 * transaction; one commit makes them all durable, and only then are their promises settled.
 */
class Committer {
  readonly #writer: Connection
  readonly #reader: ReadingConnection
  readonly #figures: DatabaseFigures
  readonly #queue: Job[] = []
  #running: Promise<void> | undefined

  constructor(writer: Connection, reader: ReadingConnection, figures: DatabaseFigures) {
    this.#writer = writer
    this.#reader = reader
    this.#figures = figures
  }

  enqueue(job: Job): void {
    this.#queue.push(job)
    this.#figures.waiting = this.#queue.length
    this.#running ??= this.#drain()
  }

  async idle(): Promise<void> {
    while (this.#running) await this.#running
  }

  async #drain(): Promise<void> {
    while (this.#queue.length > 0) {
      // The requests that arrived together are all read before the first of them is worked on.
      await new Promise(setImmediate)
      await this.#commitTogether()
    }
    this.#running = undefined
  }

  async #commitTogether(): Promise<void> {
    const settle: (() => void)[] = []
    const begun: Job[] = []
    try {
      this.#writer.raw.exec('begin immediate')
      for (let job; begun.length < MOST_PER_COMMIT && (job = this.#queue.shift());) {
        begun.push(job)
        settle.push(await this.#runInSavepoint(job))
      }
      const started = performance.now()
      this.#reader.lookAway()
      this.#writer.raw.exec('commit')
      for (const memory of this.#writer.memories) memory.settle()
      this.#figures.busy_seconds += (performance.now() - started) / 1000
      this.#figures.commits++
      this.#figures.transactions += begun.length
      for (const done of settle) done()
    } catch (error) {
      if (this.#writer.raw.isTransaction) this.#writer.raw.exec('rollback')
      if (begun.length === 0) begun.push(...this.#queue.splice(0))
      for (const job of begun) job.reject(translate(error))
    } finally {
      this.#figures.waiting = this.#queue.length
    }
  }

  async #runInSavepoint({ work, reject }: Job): Promise<() => void> {
    this.#writer.raw.exec('savepoint work')
    try {
      const resolve = await work(this.#writer)
      this.#writer.raw.exec('release work')
      return resolve
    } catch (error) {
      // A full disk makes SQLite roll back by itself: then all that share the commit have failed.
      if (!this.#writer.raw.isTransaction) throw error
      this.#writer.raw.exec('rollback to work; release work')
      return () => reject(error)
    }
  }
}

function openConnections(path: string, figures: DatabaseFigures) {
  try {
    if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true })
    return { writer: new Connection(path, figures), reader: new ReadingConnection(path, figures) }
  } catch (error) {
    throw new DatabaseUnavailable(error)
  }
}

export function openSqlite(path: string): Database {
  const figures = { statements: 0, busy_seconds: 0, transactions: 0, commits: 0, waiting: 0 }
  const { writer, reader } = openConnections(path, figures)
  const committer = new Committer(writer, reader, figures)
  const lookRound = watchOthers(writer, reader)

  return {
    engine: 'sqlite',
    memory<V>(until: readonly string[]) {
      const memory = new ForgetfulMemory<V>(until, lookRound)
      writer.memories.push(memory)
      return memory
    },
    first: (statement, parameters) => reader.first(statement, parameters),
    all: (statement, parameters) => reader.all(statement, parameters),
    transaction: (work) =>
      new Promise((resolve, reject) => {
        committer.enqueue({
          work: async (tx) => {
            const value = await work(tx)
            return () => resolve(value)
          },
          reject,
        })
      }),
    async define(work) {
      await committer.idle()
      try {
        writer.raw.exec('begin immediate')
        await work(async (sql) =>
          /^\s*select/i.test(sql) ? writer.raw.prepare(sql).all() : (writer.raw.exec(sql), []),
        )
        reader.lookAway()
        writer.raw.exec('commit')
        for (const memory of writer.memories) memory.forget()
      } catch (error) {
        if (writer.raw.isTransaction) writer.raw.exec('rollback')
        throw translate(error)
      }
    },
    figures: () => figures,
    async close() {
      await committer.idle()
      reader.lookAway()
      reader.raw.close()
      writer.raw.exec('pragma wal_checkpoint(truncate)')
      writer.raw.close()
    },
  }
}
