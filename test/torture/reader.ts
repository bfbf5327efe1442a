import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { Connection } from './connection.ts'

type Row = Record<string, unknown>

/** Reads from a server and its database for the checker; it changes nothing. */
export interface Reader {
  /** The JSON of the answer; `path` is relative to `/api/v3`. */
  get<T>(path: string, token: string): Promise<T>
  rows(sql: string): Promise<Row[]>
  close(): Promise<void>
}

async function openRows(database_url: string) {
  if (database_url.startsWith('sqlite:')) {
    const db = new DatabaseSync(database_url.slice('sqlite:'.length), { readOnly: true })
    return {
      rows: async (sql: string): Promise<Row[]> => db.prepare(sql).all(),
      close: async () => db.close(),
    }
  }
  const client = new pg.Client(database_url)
  await client.connect()
  return {
    rows: async (sql: string) => (await client.query<Row>(sql)).rows,
    close: () => client.end(),
  }
}

export async function openReader(where: { url: string; database_url: string }): Promise<Reader> {
  const database = await openRows(where.database_url)
  const connection = new Connection()
  return {
    async get(path, token) {
      const headers = { 'authentication-token': token }
      const url = `${where.url}/api/v3${path}`
      const { status, text } = await connection.send({ method: 'GET', url, headers })
      if (status !== 200) throw new Error(`GET ${path}: ${status} ${text}`)
      return JSON.parse(text)
    },
    rows: database.rows,
    async close() {
      connection.close()
      await database.close()
    },
  }
}
