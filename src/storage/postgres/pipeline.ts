import pg from 'pg'
import type { Activity } from '../transaction.ts'
import type { Session } from './hosts.ts'

export type Query = pg.QueryArrayConfig<unknown[]>

/** Queries of one turn of the event loop leave at its end, together. */
function corkUntilEndOfTurn({ connection: { stream } }: pg.PoolClient): void {
  if (stream.writableCorked > 0) return
  stream.cork()
  setImmediate(() => stream.uncork())
}

export function send(client: pg.PoolClient, query: Query): Promise<pg.QueryArrayResult> {
  corkUntilEndOfTurn(client)
  return client.query(query)
}

const BEGIN = { name: 'begin', text: 'begin' }

/** Lets a new connection begin transactions together with their first statement. One that cannot is closed. */
export function prepareBegin(client: pg.PoolClient): void {
  const close = () => client.connection.stream.destroy()
  for (const query of [BEGIN, { text: 'rollback' }]) client.query(query).catch(close)
}

/**
 * Begins a transaction and runs its first statement in one round trip. They are one step for PostgreSQL: when the
 * beginning fails, the statement is not run.
 */
function sendFirst(
  client: pg.PoolClient,
  query: Query,
  { keeps_statements }: Session,
): Promise<pg.QueryArrayResult> {
  corkUntilEndOfTurn(client)
  return new Promise((resolve, reject) => {
    const first = new pg.Query(query, (error, result) => {
      // Two results: that of the beginning, and that of the statement.
      if (error) reject(error)
      else resolve([result].flat().at(-1) as unknown as pg.QueryArrayResult)
    })
    const { submit } = first
    first.submit = (connection) => {
      if (keeps_statements) connection.bind({ statement: BEGIN.name }, true)
      else {
        connection.parse({ name: '', text: BEGIN.text, types: [] }, true)
        connection.bind({}, true)
      }
      connection.execute(null, true)
      return submit.call(first, connection)
    }
    client.query(first)
  })
}

/** A connection while it belongs to one transaction, which its first statement begins. */
export class TransactionConnection implements Activity {
  readonly #client: pg.PoolClient
  readonly #session: Session
  #is_begun = false
  #failure: unknown
  #unanswered = 0
  idle_since = performance.now()

  constructor(client: pg.PoolClient, session: Session) {
    this.#client = client
    this.#session = session
  }

  async begin(sql: string): Promise<void> {
    this.#is_begun = true
    await this.#client.query(sql)
  }

  #send(query: Query): Promise<pg.QueryArrayResult> {
    if (this.#is_begun) return send(this.#client, query)
    this.#is_begun = true
    return sendFirst(this.#client, query, this.#session)
  }

  /** All report the first failure: of statements behind it PostgreSQL says only that they were not run. */
  async query(query: Query): Promise<pg.QueryArrayResult> {
    this.#unanswered++
    this.idle_since = Infinity
    try {
      return await this.#send(query)
    } catch (error) {
      throw (this.#failure ??= error)
    } finally {
      if (--this.#unanswered === 0) this.idle_since = performance.now()
    }
  }

  /** PostgreSQL would answer the commit of a failed transaction with a rollback, and no error. */
  async commit(): Promise<void> {
    if (this.#failure) throw this.#failure
    if (this.#is_begun) await this.#client.query('commit')
  }
}
