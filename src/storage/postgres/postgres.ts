import type pg from 'pg'
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
  openPool,
  POOL_LIMIT,
  SHARED_READ_LIMITS,
  STATEMENT_LIMIT_MS,
} from './connections.ts'
import { codeOf, isConflict, LOCKED, MISSING_REFERENCE, toDatabaseError } from './errors.ts'
import { Hosts, saysElsewhere, type Session, urlOf } from './hosts.ts'
import { LockedTransactions } from './locked-transactions.ts'
import { LongReads } from './long-reads.ts'
import { Ping } from './ping.ts'
import { ReadPool } from './read-pool.ts'
import { createToRow, type ToRow } from '../rows.ts'
import { prepareBegin, type Query, TransactionConnection } from './pipeline.ts'
import { findOldestTransaction } from './open-transactions.ts'
import { createSignal, Listeners } from './signals.ts'
import { SilenceWatch } from './silence-watch.ts'
import { Turns } from './turns.ts'
import type { RowsOf, Statement, Step } from '../statement.ts'
import { refuseNesting, TransactionTimeouts, TransactionWriter } from '../transaction.ts'

const MAX_ATTEMPTS = 10
/** Connections that all reads share. The others are for transactions, each of which needs one of its own. */
const MAX_SHARED = 4
/** With fewer connections than this, long reads are on those of all other reads. */
const MIN_FOR_LONG_READS = 3

interface Queryable {
  query(query: Query): Promise<pg.QueryArrayResult>
}

interface Prepared {
  name: string
  text: string
  names: string[]
  /** Known from the first result. */
  toRow?: ToRow
}

const prepared: Prepared[] = []

function prepare(statement: Statement<object, unknown>): Prepared {
  return (prepared[statement.index] ??= {
    name: `s${statement.index}`,
    ...toDialect('postgres', statement.sql),
  })
}

/** Runs our statements on a transaction's connection or on the read pool. */
class StatementRunner implements Writer {
  readonly #connection: Queryable
  readonly #figures: DatabaseFigures
  readonly #session: Session

  constructor(connection: Queryable, figures: DatabaseFigures, session: Session) {
    this.#connection = connection
    this.#figures = figures
    this.#session = session
  }

  async #execute(statement: Statement<object, unknown>, parameters: object) {
    const { name: own_name, text, names } = prepare(statement)
    const name = this.#session.keeps_statements ? own_name : undefined
    const named = parameters as Record<string, unknown>
    const started = performance.now()
    try {
      const values = names.map((key) => named[key])
      return await withDatabaseErrors(
        this.#connection.query({ name, text, values, rowMode: 'array' }),
      )
    } finally {
      this.#figures.statements++
      this.#figures.busy_seconds += (performance.now() - started) / 1000
    }
  }

  async first<P extends object, R>(statement: Statement<P, R>, parameters: P) {
    const [row] = await this.all(statement, parameters)
    return row
  }

  async all<P extends object, R>(statement: Statement<P, R>, parameters: P) {
    const { rows, fields } = await this.#execute(statement, parameters)
    if (rows.length === 0) return []
    const toRow = (prepare(statement).toRow ??= createToRow(fields.map(({ name }) => name)))
    return rows.map(toRow) as R[]
  }

  async run<P extends object>(statement: Statement<P, unknown>, parameters: P) {
    return (await this.#execute(statement, parameters)).rowCount ?? 0
  }

  /** Sent one right behind the other; PostgreSQL runs them in that order. */
  async inOrder<S extends readonly Step<unknown>[]>(...steps: S) {
    return (await Promise.all(
      steps.map(({ statement, parameters }) => this.all(statement, parameters)),
    )) as RowsOf<S>
  }
}

async function withDatabaseErrors<T>(result: Promise<T>): Promise<T> {
  try {
    return await result
  } catch (error) {
    throw toDatabaseError(error)
  }
}

/** After these the connection can be used again. */
const LEAVES_INTACT = new Set([MISSING_REFERENCE, LOCKED])

/** Undefined: it begins with its first statement. */
function beginningOf(relaxed: boolean, lock_ms: number | undefined): string | undefined {
  const settings = [
    ...(relaxed ? ['set local synchronous_commit = off'] : []),
    ...(lock_ms === undefined ? [] : [`set local lock_timeout = ${lock_ms}`]),
  ]
  return settings.length > 0 ? ['begin', ...settings].join('; ') : undefined
}

interface ConnectionSource {
  acquire(): Promise<pg.PoolClient>
  /** As many as there are connections. */
  turns: Turns
  watch: SilenceWatch
  hosts: Hosts
}

type ConnectionWork<T> = (client: pg.PoolClient, cut: CutListener) => Promise<T>

async function onOneConnection<T>(
  source: ConnectionSource,
  work: ConnectionWork<T>,
  is_urgent = false,
): Promise<T> {
  const { turns, watch } = source
  if (watch.silence) throw new DatabaseUnavailable(watch.silence)
  await withDatabaseErrors(turns.take(is_urgent, POOL_LIMIT))
  try {
    return await onFreeConnection(source, work)
  } finally {
    turns.end()
  }
}

/** Runs the work on a connection of its own. One that was lost is closed, not put back into the pool. */
async function onFreeConnection<T>(source: ConnectionSource, work: ConnectionWork<T>): Promise<T> {
  const client = await withDatabaseErrors(source.acquire())
  const cut: CutListener = {}
  let broken = false
  // The server has cut the connection between two statements; without a listener this would end the process.
  const onCut = (error: Error) => {
    broken = true
    cut.onCut?.(new DatabaseUnavailable(error))
  }
  client.on('error', onCut)
  try {
    return await work(client, cut)
  } catch (error) {
    broken ||= error instanceof DatabaseUnavailable && !LEAVES_INTACT.has(codeOf(error.cause))
    if (error instanceof DatabaseUnavailable && saysElsewhere(error.cause))
      source.hosts.leave(error.cause, urlOf(client))
    if (!broken) await client.query('rollback').catch(() => (broken = true))
    throw error
  } finally {
    client.off('error', onCut)
    client.release(broken)
  }
}

interface CutListener {
  onCut?: (error: DatabaseUnavailable) => void
}

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
  const reads = new ReadPool(
    openPool(hosts, shared, watch, { idle_ms, ...read_limits }),
    hosts,
    watch,
  )
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
  const pool = openPool(hosts, pool_size - shared - long, watch, { idle_ms })
  const locked = new LockedTransactions(Math.max(1, Math.floor(pool.options.max / 3)))
  if (hosts.session.keeps_statements) pool.on('connect', prepareBegin)
  const turns = new Turns(pool.options.max)
  const source = { acquire: () => acquire(pool, hosts, watch), turns, watch, hosts }
  const reader = new StatementRunner(reads, figures, hosts.session)
  const long_reads = new LongReads(new StatementRunner(own_reads ?? reads, figures, hosts.session))
  const listeners = new Listeners(hosts)
  const close = async () => {
    timeouts.stop()
    long_reads.close()
    await Promise.all([reads.close(), own_reads?.close(), pool.end(), pings.close()])
    watch.stop()
  }
  try {
    await reads.query({ text: 'select 1', rowMode: 'array' })
    pings.ask().catch(() => {})
  } catch (error) {
    await close()
    throw new DatabaseUnavailable(error)
  }

  return {
    engine: 'postgres',
    cache: () => ({ generation: 0, get: () => undefined, set: () => {} }),
    ...divertLongReads(reader, long_reads, long_read_limit_ms),
    async transaction(work, { relaxed = false, urgent = false } = {}) {
      refuseNesting()
      const runOnce = (patience_ms: number | undefined) =>
        onOneConnection(
          source,
          async (client, cut) => {
            const connection = new TransactionConnection(client, hosts.session)
            const tx = new TransactionWriter(
              new StatementRunner(connection, figures, hosts.session),
              timeouts,
              connection,
            )
            cut.onCut = (error) => tx.giveUp(error)
            const beginning = beginningOf(relaxed, patience_ms)
            if (beginning) await withDatabaseErrors(connection.begin(beginning))
            const result = await tx.perform(work)
            await withDatabaseErrors(connection.commit())
            return result
          },
          urgent,
        )
      const value = await locked.run((patience_ms) => retryConflicts(() => runOnce(patience_ms)))
      figures.transactions++
      figures.commits++
      return value
    },
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
    signal: createSignal((text) => reads.query({ text, rowMode: 'array' })),
    listen: listeners.listen,
    oldestTransaction: () =>
      withDatabaseErrors(findOldestTransaction((query) => reads.query(query))),
    durable: () => Promise.resolve(),
    ping: () => withDatabaseErrors(pings.ask()),
    figures: () => ({
      ...figures,
      waiting: turns.waiting + locked.waiting + reads.waiting,
      listening: listeners.connected,
    }),
    close,
  }
}
