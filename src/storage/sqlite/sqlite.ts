import {
  type Database,
  type DatabaseFigures,
  type DatabaseOptions,
  DatabaseFault,
  DatabaseUnavailable,
  type Lane,
} from '../database.ts'
import { refuseNesting, TransactionTimeouts } from '../transaction.ts'
import { divertLongReads, LONG_READ_LIMIT_MS } from '../long-read-queue.ts'
import { Checkpointer } from './checkpointer.ts'
import { FileWatch } from './file-watch.ts'
import { GroupCommitQueue } from './group-commit.ts'
import { LogSync } from './log-sync.ts'
import { LongReads } from './long-reads.ts'
import { QueryCache } from '../cache.ts'
import { Connection, ReadingConnection, toDatabaseError } from './connection.ts'
import { createPrivately } from './private-files.ts'
import type { Writes } from '../statement.ts'

/** Returns what changes with commits of other connections. Undefined: the database fails, which whoever uses it is told. */
function commitCounter({ raw }: Connection): () => unknown {
  const version = raw.prepare('pragma data_version')
  return () => {
    try {
      return version.get()?.['data_version']
    } catch {
      return undefined
    }
  }
}

/** Invalidates the caches where another process has committed something. Looks once in a turn of the event loop. */
function watchOtherProcesses(writer: Connection): () => void {
  const read = commitCounter(writer)
  let known: unknown
  let is_known = false
  return () => {
    if (is_known) return
    is_known = true
    setImmediate(() => (is_known = false))
    const now = read()
    if (now !== undefined && now === known) return
    known = now
    for (const cache of writer.caches) cache.invalidate()
  }
}

/** How often it is checked whether another process has committed something. */
const POLL_MS = 25

function pollForCommits(writer: Connection, onSignal: () => void): () => void {
  const read = commitCounter(writer)
  let known = read()
  const timer = setInterval(() => {
    const now = read()
    if (now === known) return
    known = now
    onSignal()
  }, POLL_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** Several processes that open a new file at once wait for each other. */
const START_TIMEOUT_MS = 5000

function openConnections(path: string, figures: DatabaseFigures, back_lane: Lane) {
  try {
    if (path !== ':memory:') createPrivately(path)
    const writer = new Connection(path, figures, START_TIMEOUT_MS)
    const reader = new ReadingConnection(path, figures, START_TIMEOUT_MS)
    reader.back_lane = back_lane
    // From now on `beginWrite` waits for the write lock, and nothing else needs one.
    writer.raw.exec('pragma busy_timeout = 0')
    return { writer, reader }
  } catch (error) {
    const failure = toDatabaseError(error)
    throw failure instanceof DatabaseUnavailable ? failure : new DatabaseUnavailable(error)
  }
}

export function openSqlite(
  path: string,
  {
    transaction_limit_ms,
    long_read_limit_ms = LONG_READ_LIMIT_MS,
    back_lane = { add: (work) => void setImmediate(work) },
    lowerPriority = () => {},
  }: Pick<
    DatabaseOptions,
    'transaction_limit_ms' | 'long_read_limit_ms' | 'back_lane' | 'lowerPriority'
  >,
): Database {
  const figures = {
    statements: 0,
    busy_seconds: 0,
    transactions: 0,
    commits: 0,
    waiting: 0,
    write_failures: 0,
  }
  const { writer, reader } = openConnections(path, figures, back_lane)
  const timeouts = new TransactionTimeouts(transaction_limit_ms)
  const checkpointer = new Checkpointer(path, writer.raw)
  const file = new FileWatch(path)
  reader.onFailure = writer.onFailure = (error) => file.noteFailure(error)
  const log_sync = new LogSync(path)
  const parts = { connection: writer, checkpointer, file, log_sync, back_lane }
  const queue = new GroupCommitQueue(parts, figures, timeouts)
  const long_reads = new LongReads(path, long_read_limit_ms, lowerPriority)
  const checkOtherProcesses = watchOtherProcesses(writer)

  const transactions = (is_low_priority: boolean): Pick<Database, 'transaction'> => ({
    transaction: (work, { relaxed = false } = {}) => queue.add(work, { relaxed, is_low_priority }),
  })
  const db: Database = {
    engine: 'sqlite',
    cache<V>(invalidated_by: Writes) {
      const cache = new QueryCache<V>(invalidated_by, checkOtherProcesses)
      writer.caches.push(cache)
      return cache
    },
    ...divertLongReads(reader, long_reads, long_read_limit_ms),
    ...transactions(false),
    async rawTransaction(work) {
      refuseNesting()
      await queue.runAlone(async () => {
        try {
          await writer.beginWrite()
          await work(async (sql) =>
            /^\s*select/i.test(sql) ? writer.raw.prepare(sql).all() : (writer.raw.exec(sql), []),
          )
          writer.raw.exec('commit')
          file.checkFiles()
          for (const cache of writer.caches) cache.invalidate()
        } catch (error) {
          if (writer.raw.isTransaction) writer.raw.exec('rollback')
          throw toDatabaseError(error)
        }
      })
    },
    async ping() {
      try {
        // Unlike `select 1`, this reads the file.
        reader.raw.exec('select 1 from sqlite_schema limit 1')
      } catch (error) {
        file.noteFailure(error)
        throw toDatabaseError(error)
      }
      file.check()
      log_sync.check()
    },
    signal() {},
    listen: (onSignal) => pollForCommits(writer, onSignal),
    durable: () => log_sync.idle(),
    figures: () => figures,
    async close() {
      await queue.idle()
      await Promise.all([checkpointer.close(), log_sync.close()])
      timeouts.stop()
      reader.readPending(Infinity)
      long_reads.close()
      // Closing would move the log into the file, and with it the damage.
      if (file.is_damaged) throw new DatabaseFault('it is left open, because it is damaged')
      reader.raw.close()
      try {
        writer.raw.exec('pragma wal_checkpoint(truncate)')
      } catch {
        // As on a full disk: nothing is lost, since it stays in the log, where the next start finds it.
      }
      writer.raw.close()
    },
  }
  const low_priority_reads = divertLongReads(reader.low_priority, long_reads, long_read_limit_ms)
  const low_priority = { ...low_priority_reads, ...transactions(true), usual_priority: db }
  return { ...db, low_priority: { ...db, ...low_priority } }
}
