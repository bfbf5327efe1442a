import { type DatabaseFigures, DatabaseUnavailable, type Lane, type Writer } from '../database.ts'
import { refuseNesting, type TransactionTimeouts, TransactionWriter } from '../transaction.ts'
import { type Connection, toDatabaseError } from './connection.ts'
import type { Checkpointer } from './checkpointer.ts'
import type { FileWatch } from './file-watch.ts'
import type { LogSync } from './log-sync.ts'
import { TwoLanes } from '../two-lanes.ts'

/**
 * Transactions that share one commit begin within this time; further ones wait for the next, and reads come between. Those
 * of low priority have less, because others wait for the same commit.
 */
const MAX_GROUP_MS = 12
const MAX_LOW_PRIORITY_MS = 1

interface QueuedTransaction {
  work: (tx: Writer) => Promise<unknown>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
  /** Its promise settles before it is on disk. */
  relaxed: boolean
  is_low_priority: boolean
  queued_at: number
}

interface WriteParts {
  connection: Connection
  checkpointer: Checkpointer
  file: FileWatch
  log_sync: LogSync
  /** Where the promises of low priority are settled: what follows takes longer than the transaction. */
  back_lane: Lane
}

/**
 * Group commit: transactions queue and run one after the other, each in its own savepoint, inside one outer
 * transaction; one commit makes them all durable, and only then are their promises settled.
 */
export class GroupCommitQueue {
  readonly #connection: Connection
  readonly #checkpointer: Checkpointer
  readonly #file: FileWatch
  readonly #log_sync: LogSync
  readonly #back_lane: Lane
  readonly #figures: DatabaseFigures & { write_failures: number }
  readonly #timeouts: TransactionTimeouts
  readonly #queue = new TwoLanes<QueuedTransaction>()
  #running: Promise<void> | undefined
  #synchronous = 'full'

  constructor(
    { connection, checkpointer, file, log_sync, back_lane }: WriteParts,
    figures: DatabaseFigures & { write_failures: number },
    timeouts: TransactionTimeouts,
  ) {
    this.#connection = connection
    this.#checkpointer = checkpointer
    this.#file = file
    this.#log_sync = log_sync
    this.#back_lane = back_lane
    this.#figures = figures
    this.#timeouts = timeouts
  }

  add<T>(
    work: (tx: Writer) => Promise<T>,
    { relaxed, is_low_priority }: { relaxed: boolean; is_low_priority: boolean },
  ): Promise<T> {
    return new Promise<unknown>((resolve, reject) => {
      refuseNesting()
      const queued_at = performance.now()
      this.#queue.push(
        { work, resolve, reject, relaxed, is_low_priority, queued_at },
        is_low_priority,
      )
      this.#figures.waiting = this.#queue.length
      this.#running ??= this.#drain()
    }) as Promise<T>
  }

  /** Runs something else on the writing connection while no transaction is open; new transactions wait. */
  async runAlone(work: () => Promise<void>): Promise<void> {
    while (this.#running) await this.idle()
    this.#setSynchronous('full')
    const done = work()
    this.#running = done.catch(() => {}).then(() => this.#drain())
    await done
  }

  async idle(): Promise<void> {
    while (this.#running) await this.#running
  }

  async #drain(): Promise<void> {
    while (this.#queue.length > 0) {
      // All requests that arrived together are read before the first of them is worked on.
      await new Promise(setImmediate)
      await this.#commitTogether()
    }
    this.#running = undefined
  }

  async #commitTogether(): Promise<void> {
    const settlers: (() => void)[] = []
    const begun: QueuedTransaction[] = []
    try {
      const is_durable = !this.#queue.every(({ relaxed }) => relaxed)
      const syncs_later = this.#log_sync.begin()
      this.#setSynchronous(is_durable && !syncs_later ? 'full' : 'normal')
      this.#file.checkFiles()
      await this.#connection.beginWrite()
      const begun_at = performance.now()
      for (let next = this.#takeNext(is_durable); next; next = this.#takeNext(is_durable)) {
        begun.push(next)
        settlers.push(await this.#runInSavepoint(next))
        const max_ms = next.is_low_priority ? MAX_LOW_PRIORITY_MS : MAX_GROUP_MS
        if (performance.now() > begun_at + max_ms) break
      }
      const started = performance.now()
      this.#connection.raw.exec('commit')
      for (const cache of this.#connection.caches) cache.invalidateIfStale()
      this.#file.checkFiles()
      this.#figures.busy_seconds += (performance.now() - started) / 1000
      this.#figures.commits++
      this.#figures.transactions += begun.length
      if (is_durable && syncs_later) await this.#log_sync.sync()
      for (const [index, settle] of settlers.entries()) {
        if (begun[index]?.is_low_priority) this.#back_lane.add(settle)
        else settle()
      }
      this.#checkpointer.startIfDue()
    } catch (error) {
      // `begin` failed, so nobody can write: the whole queue is rejected.
      if (begun.length === 0) begun.push(...this.#queue.takeAll())
      this.#countFailures(error, begun.length)
      for (const { reject } of begun) reject(toDatabaseError(error))
      this.#rollBack()
    } finally {
      this.#figures.waiting = this.#queue.length
    }
  }

  #countFailures(error: unknown, count: number): void {
    if (this.#file.noteFailure(error)) this.#figures.write_failures += count
  }

  /** If it fails, so does the next `begin`, after which it is tried again. */
  #rollBack(): void {
    try {
      if (this.#connection.raw.isTransaction) this.#connection.raw.exec('rollback')
    } catch {
      // The transactions were already rejected with the error that matters.
    }
  }

  /** `full`: a commit waits until it is on disk. Otherwise it is there after the next one that waits, or after `sync`. */
  #setSynchronous(mode: 'full' | 'normal'): void {
    if (mode === this.#synchronous) return
    this.#connection.raw.exec(`pragma synchronous = ${mode}`)
    this.#synchronous = mode
  }

  /** Undefined: the queue is empty, or its first transaction must be durable and this group is not. */
  #takeNext(is_durable: boolean): QueuedTransaction | undefined {
    for (let next = this.#queue.peek(); next; next = this.#queue.peek()) {
      if (!is_durable && !next.relaxed) return undefined
      this.#queue.shift()
      if (performance.now() - next.queued_at <= this.#timeouts.limit_ms) return next
      next.reject(new DatabaseUnavailable(new Error('a transaction waited too long for its turn')))
    }
    return undefined
  }

  /** Returns the function that settles the transaction's promise, to be called after the commit. */
  async #runInSavepoint({ work, resolve, reject }: QueuedTransaction): Promise<() => void> {
    this.#connection.raw.exec('savepoint one_transaction')
    this.#connection.failure = undefined
    try {
      // SQLite's statements are synchronous: time passes only while the work waits for something else.
      const activity = { idle_since: performance.now() }
      const tx = new TransactionWriter(this.#connection, this.#timeouts, activity)
      const value = await tx.perform(work)
      // A statement failed, even if the work caught the error.
      if (this.#connection.failure) throw this.#connection.failure
      this.#connection.raw.exec('release one_transaction')
      return () => resolve(value)
    } catch (error) {
      // A full disk makes SQLite roll back by itself: then all that share the commit have failed.
      if (!this.#connection.raw.isTransaction) throw error
      this.#countFailures(error instanceof DatabaseUnavailable ? error.cause : error, 1)
      this.#connection.raw.exec('rollback to one_transaction; release one_transaction')
      return () => reject(toDatabaseError(error))
    }
  }
}
