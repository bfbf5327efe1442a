import pg from 'pg'

export type Query = pg.QueryArrayConfig<unknown[]>

/** All that is asked of a connection in one turn of the event loop leaves at its end, in one go. */
function gather({ connection: { stream } }: pg.PoolClient): void {
  if (stream.writableCorked > 0) return
  stream.cork()
  setImmediate(() => stream.uncork())
}

export function send(client: pg.PoolClient, query: Query): Promise<pg.QueryArrayResult> {
  gather(client)
  return client.query(query)
}

const BEGIN = { name: 'begin', text: 'begin' }

/** A connection that does not know how transactions begin could not begin one together with its first statement. */
export function teachBegin(client: pg.PoolClient): void {
  const giveUp = () => client.connection.stream.destroy()
  for (const query of [BEGIN, { text: 'rollback' }]) client.query(query).catch(giveUp)
}

/**
 * Begins a transaction and runs its first statement in one round trip. They are one step for PostgreSQL: where the
 * beginning fails, the statement is not run.
 */
function sendFirst(client: pg.PoolClient, query: Query): Promise<pg.QueryArrayResult> {
  gather(client)
  return new Promise((resolve, reject) => {
    const first = new pg.Query(query, (error, result) => {
      // Two results: that of the beginning, and that of the statement.
      if (error) reject(error)
      else resolve([result].flat().at(-1) as unknown as pg.QueryArrayResult)
    })
    const { submit } = first
    first.submit = (connection) => {
      connection.bind({ statement: BEGIN.name }, true)
      connection.execute(null, true)
      return submit.call(first, connection)
    }
    client.query(first)
  })
}

/** A connection while it belongs to one transaction, which its first statement begins. */
export class OwnConnection {
  readonly #client: pg.PoolClient
  #is_begun = false
  #failure: unknown

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  async begin(words: string): Promise<void> {
    this.#is_begun = true
    await this.#client.query(words)
  }

  #send(query: Query): Promise<pg.QueryArrayResult> {
    if (this.#is_begun) return send(this.#client, query)
    this.#is_begun = true
    return sendFirst(this.#client, query)
  }

  /** The first failure is told by all: of what was sent behind it PostgreSQL says no more than that it was not done. */
  async query(query: Query): Promise<pg.QueryArrayResult> {
    try {
      return await this.#send(query)
    } catch (error) {
      throw (this.#failure ??= error)
    }
  }

  async commit(): Promise<void> {
    if (this.#is_begun) await this.#client.query('commit')
  }
}
