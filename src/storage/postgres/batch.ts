import pg from 'pg'
import { createToRow, type ToRow } from '../rows.ts'
import { types } from './connection-options.ts'

/** A statement as PostgreSQL gets it. */
export interface Prepared {
  /** Undefined: it is not kept by the connection, but sent anew each time. */
  name?: string
  text: string
  /** Known from the first answer, so that PostgreSQL describes its columns only once. Null: it has no rows. */
  toRow?: ToRow | null
}

/** A statement with its parameters. */
export interface Call {
  prepared: Prepared
  /** As texts. */
  values?: (string | null)[]
  /** The user whose rows it changes, as far as its parameters say. */
  subject?: number
}

export interface Answer {
  rows: unknown[]
  /** How many rows it has changed, or found. */
  count: number
}

/** What the driver knows of the statements of a connection. */
interface KnownStatements {
  /** Those that PostgreSQL has, and those that were sent to it, by name. */
  parsedStatements: Record<string, string | undefined>
  submittedNamedStatements: Record<string, string | undefined>
}

type Connection = pg.Connection & KnownStatements

interface Field {
  name: string
  dataTypeID: number
}

/** PostgreSQL sends texts. Those of numbers become numbers. */
function createToTypedRow(fields: Field[]): ToRow {
  const parsers = fields.map(({ dataTypeID }) => types.getTypeParser(dataTypeID, 'text'))
  const toRow = createToRow(fields.map(({ name }) => name))
  return (texts) => {
    const values = texts as unknown[]
    for (let at = 0; at < values.length; at++)
      if (values[at] !== null) values[at] = parsers[at]?.(values[at])
    return toRow(values)
  }
}

const failed_calls = new WeakMap<object, number>()

/** At which place of a batch the statement was that has failed. */
export const failedCallOf = (error: unknown) =>
  (typeof error === 'object' && error && failed_calls.get(error)) || 0

/** The number at the end of, for example, `INSERT 0 1`. */
const countOf = (tag: string) => Number(tag.slice(tag.lastIndexOf(' ') + 1)) || 0

/**
 * Several statements that are sent together, with one answer for all of them. Outside of a transaction they are one: if one
 * fails, none has an effect. The driver calls this a query, and its own takes twice the time.
 */
class Batch {
  readonly #calls: Call[]
  readonly #keeps_statements: boolean
  readonly #resolve: (answers: Answer[]) => void
  readonly #reject: (error: Error) => void
  readonly #answers: Answer[] = []
  #rows: unknown[] = []
  /** The names of those that this batch lets PostgreSQL prepare. */
  readonly #prepares = new Set<string>()
  /** Of the statement that is answered next, for the driver: a name only if it is to be prepared. */
  name: string | undefined
  text: string | undefined

  constructor(
    calls: Call[],
    keeps_statements: boolean,
    resolve: (answers: Answer[]) => void,
    reject: (error: Error) => void,
  ) {
    this.#calls = calls
    this.#keeps_statements = keeps_statements
    this.#resolve = resolve
    this.#reject = reject
    this.text = calls[0]?.prepared.text
  }

  get #next(): Prepared | undefined {
    return this.#calls[this.#answers.length]?.prepared
  }

  #expectNext(): void {
    const next = this.#next
    this.name = next?.name && this.#prepares.has(next.name) ? next.name : undefined
    this.text = next?.text
  }

  submit(connection: Connection): null {
    try {
      this.#write(connection)
    } catch (error) {
      // A part of it was sent, and would be answered together with the next batch.
      connection.stream.destroy()
      throw error
    }
    this.#expectNext()
    return null
  }

  #write(connection: Connection): void {
    const { parsedStatements: parsed, submittedNamedStatements: submitted } = connection
    for (const { prepared, values = [] } of this.#calls) {
      const { text } = prepared
      const name = (this.#keeps_statements && prepared.name) || ''
      if (!name || (!parsed[name] && !submitted[name])) {
        connection.parse({ name, text, types: [] }, true)
        if (name) {
          submitted[name] = text
          this.#prepares.add(name)
        }
      }
      connection.bind({ statement: name, values }, true)
      if (prepared.toRow === undefined) connection.describe({ type: 'P', name: '' }, true)
      connection.execute(null, true)
    }
    connection.sync()
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    const next = this.#next
    if (next) next.toRow = createToTypedRow(fields)
  }

  handleDataRow({ fields }: { fields: unknown[] }): void {
    this.#rows.push(this.#next?.toRow?.(fields))
  }

  handleCommandComplete({ text }: { text: string }): void {
    const next = this.#next
    if (next) next.toRow ??= null
    this.#answers.push({ rows: this.#rows, count: countOf(text) })
    this.#rows = []
    this.#expectNext()
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#answers)
  }

  /** PostgreSQL has skipped the statements behind the one that failed, so it does not know them. */
  handleError(error: Error, { submittedNamedStatements }: Connection): void {
    for (const { prepared } of this.#calls.slice(this.#answers.length))
      if (prepared.name && this.#prepares.has(prepared.name))
        delete submittedNamedStatements[prepared.name]
    failed_calls.set(error, this.#answers.length)
    this.#reject(error)
  }
}

// On a connection with several queries under way, the driver accepts only its own kind.
Object.setPrototypeOf(Batch.prototype, pg.Query.prototype)

/** What is sent in one turn of the event loop leaves at its end, together. */
function corkUntilEndOfTurn({ connection: { stream } }: pg.PoolClient): void {
  if (stream.writableCorked > 0) return
  stream.cork()
  setImmediate(() => stream.uncork())
}

/** One answer for each call. */
export function sendBatch(
  client: pg.PoolClient,
  calls: Call[],
  { keeps_statements }: { keeps_statements: boolean },
): Promise<Answer[]> {
  corkUntilEndOfTurn(client)
  return new Promise((resolve, reject) => {
    client.query(new Batch(calls, keeps_statements, resolve, reject) as unknown as pg.Submittable)
  })
}
