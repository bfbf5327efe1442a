import {
  type Database,
  type DatabaseFigures,
  type DatabaseOptions,
  DatabaseUnavailable,
  type Writer,
} from '../database.ts'
import { toDialect } from '../dialect.ts'
import { divertLongReads, LONG_READ_LIMIT_MS } from '../long-read-queue.ts'
import {
  acquire,
  GROUP_LIMITS,
  openPool,
  SHARED_READ_LIMITS,
  STATEMENT_LIMIT_MS,
} from './connections.ts'
import { isConflict, toDatabaseError } from './errors.ts'
import { Hosts } from './hosts.ts'
import { GroupCommit } from './group-commit.ts'
import { LockedTransactions } from './locked-transactions.ts'
import { LongReads } from './long-reads.ts'
import { LowPriority } from './low-priority.ts'
import { Ping } from './ping.ts'
import { ReadPool } from './read-pool.ts'
import type { Answer, Call, Prepared } from './batch.ts'
import { TransactionConnection } from './transaction-connection.ts'
import { findOldestTransaction } from './open-transactions.ts'
import { onOneConnection, OwnConnection } from './own-connection.ts'
import { createSignal, Listeners } from './signals.ts'
import { SilenceWatch } from './silence-watch.ts'
import { ConnectionRoom } from './connection-room.ts'
import { type Priority, Turns } from './turns.ts'
import type { RowsOf, Statement, Step } from '../statement.ts'
import { refuseNesting, TransactionTimeouts, TransactionWriter } from '../transaction.ts'

const MAX_ATTEMPTS = 10
/** Connections that all reads share. The others are for transactions, each of which needs one of its own. */
const MAX_SHARED = 4
/** With fewer connections than this, long reads are on those of all other reads. */
const MIN_FOR_LONG_READS = 3
/** With fewer, each transaction has a connection of its own. */
const MIN_FOR_GROUPS = 6
/** With fewer, reads of low priority are on the connections of all other reads. */
const MIN_FOR_LOW_PRIORITY = 9

interface Sender {
  /** One answer for each call. */
  send(calls: Call[]): Promise<Answer[]>
  /** In a transaction: with the next calls, or with the commit. */
  defer?(call: Call): void
  /** The last calls of a transaction. */
  sendAndCommit?(calls: Call[]): Promise<Answer[]>
}

interface NamedStatement extends Prepared {
  /** Of its parameters, in their order. */
  names: string[]
}

const prepared: NamedStatement[] = []

function prepare(statement: Statement<object, unknown>): NamedStatement {
  return (prepared[statement.index] ??= {
    name: `s${statement.index}`,
    ...toDialect('postgres', statement.sql),
  })
}

const toText = (value: string | number | null) => (typeof value === 'number' ? `${value}` : value)

function toCall({ statement, parameters }: Step<unknown>): Call {
  const known = prepare(statement)
  const named = parameters as Record<string, string | number | null>
  const values = known.names.map((name) => toText(named[name] ?? null))
  return {
    prepared: known,
    values,
    subject: Number(named['user_id'] ?? named['game_user_id'] ?? 0),
  }
}

const rowsOf = ({ rows }: Answer) => rows

/** Runs our statements on a transaction's connection or on the read pool. */
class StatementRunner implements Writer {
  readonly #sender: Sender
  readonly #figures: DatabaseFigures

  constructor(sender: Sender, figures: DatabaseFigures) {
    this.#sender = sender
    this.#figures = figures
  }

  async #run(calls: Call[], commits: boolean): Promise<Answer[]> {
    const sender = this.#sender
    const started = performance.now()
    try {
      return await (commits && sender.sendAndCommit
        ? sender.sendAndCommit(calls)
        : sender.send(calls))
    } catch (error) {
      throw toDatabaseError(error)
    } finally {
      this.#figures.statements += calls.length
      this.#figures.busy_seconds += (performance.now() - started) / 1000
    }
  }

  async first<P extends object, R>(statement: Statement<P, R>, parameters: P) {
    const [answer] = await this.#run([toCall({ statement, parameters })], false)
    return answer?.rows[0] as R | undefined
  }

  async all<P extends object, R>(statement: Statement<P, R>, parameters: P) {
    const [answer] = await this.#run([toCall({ statement, parameters })], false)
    return answer?.rows as R[]
  }

  async run<P extends object>(statement: Statement<P, unknown>, parameters: P) {
    const [answer] = await this.#run([toCall({ statement, parameters })], false)
    return answer?.count ?? 0
  }

  defer<P extends object>(statement: Statement<P, unknown>, parameters: P): void {
    this.#figures.statements++
    this.#sender.defer?.(toCall({ statement, parameters }))
  }

  async inOrder<S extends readonly Step<unknown>[]>(...steps: S) {
    return (await this.#run(steps.map(toCall), false)).map(rowsOf) as RowsOf<S>
  }

  async commitWith<S extends readonly Step<unknown>[]>(...steps: S) {
    return (await this.#run(steps.map(toCall), true)).map(rowsOf) as RowsOf<S>
  }
}

async function withDatabaseErrors<T>(result: Promise<T>): Promise<T> {
  try {
    return await result
  } catch (error) {
    throw toDatabaseError(error)
  }
}

/** Of one transaction. */
const settingsOf = (relaxed: boolean, lock_ms: number | undefined) => [
  ...(relaxed ? ['set local synchronous_commit = off'] : []),
  ...(lock_ms === undefined ? [] : [`set local lock_timeout = ${lock_ms}`]),
]

async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!isConflict(error)) throw error
      if (attempt === MAX_ATTEMPTS) throw new DatabaseUnavailable(error)
      await new Promise((resume) => setTimeout(resume, Math.random() * 10 * attempt))
    }
  }
}

export async function openPostgres({
  url,
  pool_size,
  transaction_limit_ms,
  long_read_limit_ms = LONG_READ_LIMIT_MS,
  back_lane = { add: (work) => void setImmediate(work) },
}: DatabaseOptions): Promise<Database> {
  const figures = { statements: 0, busy_seconds: 0, transactions: 0, commits: 0, waiting: 0 }
  const timeouts = new TransactionTimeouts(transaction_limit_ms)
  const idle_ms = timeouts.limit_ms
  const hosts = new Hosts(url)
  const pings = new Ping(hosts)
  const watch = new SilenceWatch(pings, hosts)
  const long = pool_size < MIN_FOR_LONG_READS ? 0 : 1
  const shared = Math.min(MAX_SHARED, Math.floor((pool_size - long) / 2))
  // Without a connection of their own, long reads are among them.
  const { lock_ms } = SHARED_READ_LIMITS
  const read_limits = long && long_read_limit_ms < Infinity ? SHARED_READ_LIMITS : { lock_ms }
  const openReads = (count: number) =>
    new ReadPool(openPool(hosts, count, watch, { idle_ms, ...read_limits }), hosts, watch)
  const reads = openReads(shared)
  const low = pool_size < MIN_FOR_LOW_PRIORITY ? 0 : 1
  const low_reads = low ? openReads(low) : undefined
  const own_reads = long
    ? new ReadPool(
        openPool(hosts, long, watch, {
          idle_ms,
          lock_ms,
          statement_ms: Math.min(long_read_limit_ms, STATEMENT_LIMIT_MS),
        }),
        hosts,
        watch,
      )
    : undefined
  const grouped = hosts.session.keeps_settings && pool_size >= MIN_FOR_GROUPS ? 1 : 0
  const group = grouped
    ? new GroupCommit(openPool(hosts, grouped, watch, { idle_ms, ...GROUP_LIMITS }), hosts, watch)
    : undefined
  const pool = openPool(hosts, pool_size - shared - long - grouped - low, watch, { idle_ms })
  const locked = new LockedTransactions(Math.ceil(pool.options.max / 3))
  const room = new ConnectionRoom(pool)
  const turns = new Turns(() => room.max)
  const source = {
    acquire: () => acquire(pool, hosts, watch),
    room,
    turns,
    spare: [],
    watch,
    hosts,
  }
  const reader = new StatementRunner(reads, figures)
  const long_reads = new LongReads(new StatementRunner(own_reads ?? reads, figures))
  const low_priority = new LowPriority(back_lane, watch, pool.options.max)
  const listeners = new Listeners(hosts)
  const close = async () => {
    timeouts.stop()
    long_reads.close()
    await Promise.all([
      reads.close(),
      low_reads?.close(),
      own_reads?.close(),
      group?.close(),
      pool.end(),
      pings.close(),
    ])
    watch.stop()
  }
  try {
    await reads.send([{ prepared: { text: 'select 1' } }])
    pings.ask().catch(() => {})
  } catch (error) {
    await close()
    throw new DatabaseUnavailable(error)
  }

  const transactions = (priority: Priority | 'low'): Pick<Database, 'transaction'> => ({
    async transaction(work, { relaxed = false, urgent = false } = {}) {
      refuseNesting()
      const is_low = priority === 'low'
      const runOnce = async (patience_ms: number | undefined) => {
        const own = new OwnConnection(source, urgent ? 'urgent' : is_low ? 'usual' : priority)
        // Others would wait for those of low priority that are committed with theirs.
        const connections = { own, group: is_low ? undefined : group, session: hosts.session }
        const connection = new TransactionConnection(connections, settingsOf(relaxed, patience_ms))
        const runner = new StatementRunner(connection, figures)
        const tx = new TransactionWriter(runner, timeouts, connection)
        own.onCut = (error) => tx.giveUp(error)
        try {
          const result = await tx.perform(work)
          await withDatabaseErrors(connection.commit())
          await own.end()
          return result
        } catch (error) {
          await own.end(error)
          throw error
        }
      }
      // Those that wait patiently for a lock are few already.
      const attempt = (patience_ms: number | undefined) =>
        is_low && patience_ms === undefined
          ? low_priority.attempt(() => runOnce(patience_ms))
          : runOnce(patience_ms)
      const value = await locked.run((patience_ms) => retryConflicts(() => attempt(patience_ms)))
      figures.transactions++
      figures.commits++
      return value
    },
  })

  const db: Database = {
    engine: 'postgres',
    cache: () => ({ generation: 0, get: () => undefined, set: () => {} }),
    ...divertLongReads(reader, long_reads, long_read_limit_ms),
    ...transactions('usual'),
    async rawTransaction(work) {
      refuseNesting()
      await onOneConnection(source, async (client) => {
        await withDatabaseErrors(
          client.query('begin; set local statement_timeout = 0; set local lock_timeout = 0'),
        )
        // A migration takes as long as it takes.
        await watch.withoutLimit(client, () =>
          work(async (sql) => (await withDatabaseErrors(client.query(sql))).rows as unknown[]),
        )
        await withDatabaseErrors(client.query('commit'))
      })
    },
    async rawStatement(sql) {
      // On a connection of its own, so that no other statement runs without limits.
      const own = openPool(hosts, 1, watch, { idle_ms, statement_ms: 0 })
      try {
        const client = await withDatabaseErrors(acquire(own, hosts, watch))
        await withDatabaseErrors(client.query('set lock_timeout = 0'))
        const running = watch.withoutLimit(client, () => client.query(sql))
        return (await withDatabaseErrors(running).finally(() => client.release())).rows as unknown[]
      } finally {
        await own.end()
      }
    },
    signal: createSignal((text) => reads.send([{ prepared: { text } }])),
    listen: listeners.listen,
    oldestTransaction: () =>
      withDatabaseErrors(findOldestTransaction((calls) => reads.send(calls))),
    durable: () => Promise.resolve(),
    ping: () => withDatabaseErrors(pings.ask()),
    figures: () => ({
      ...figures,
      waiting:
        turns.waiting +
        locked.waiting +
        low_priority.waiting +
        reads.waiting +
        (low_reads?.waiting ?? 0) +
        (group?.waiting ?? 0),
      listening: listeners.connected,
    }),
    close,
  }
  const low_reader = low_priority.readsOf(
    low_reads ? new StatementRunner(low_reads, figures) : reader,
  )
  return {
    ...db,
    high_priority: { ...db, ...transactions('high') },
    low_priority: {
      ...db,
      ...divertLongReads(low_reader, long_reads, long_read_limit_ms),
      ...transactions('low'),
      usual_priority: db,
    },
  }
}
