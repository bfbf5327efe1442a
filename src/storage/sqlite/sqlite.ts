import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Database, type DatabaseFigures, DatabaseUnavailable } from '../database.ts'
import { Committer } from './group-commit.ts'
import { ForgetfulMemory } from '../cache.ts'
import { Connection, ReadingConnection, translate } from './connection.ts'

/** Notices, once in a turn of the event loop, that another process has committed something. */
function watchOthers(writer: Connection): () => void {
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
    for (const memory of writer.memories) memory.forget()
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
  const committer = new Committer(writer, figures)
  const lookRound = watchOthers(writer)

  return {
    engine: 'sqlite',
    memory<V>(until: readonly string[]) {
      const memory = new ForgetfulMemory<V>(until, lookRound)
      writer.memories.push(memory)
      return memory
    },
    first: (statement, parameters) => reader.first(statement, parameters),
    all: (statement, parameters) => reader.all(statement, parameters),
    transaction: (work, { may_be_lost = false } = {}) =>
      new Promise((resolve, reject) => {
        committer.enqueue({
          may_be_lost,
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
      reader.readAll()
      reader.raw.close()
      writer.raw.exec('pragma wal_checkpoint(truncate)')
      writer.raw.close()
    },
  }
}
