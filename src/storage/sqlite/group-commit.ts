import { type DatabaseFigures, DatabaseUnavailable, type Writer } from '../database.ts'
import { refuseNesting, type TransactionTimeouts, TransactionWriter } from '../transaction.ts'
import { type Connection, translate } from './connection.ts'

/** The rest waits for the next commit. */
const MAX_PER_COMMIT = 500

interface QueuedTransaction {
  work: (tx: Writer) => Promise<unknown>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
  /** Not waited for until it is on disk. */
  relaxed: boolean
  queued_at: number
}

/**
 * Group commit: transactions queue and run one after the other, each in its own savepoint, inside one outer
 * transaction; one commit makes them all durable, and only then are their promises settled.
 */
export class GroupCommitQueue {
  readonly #writer: Connection
  readonly #figures: DatabaseFigures
  readonly #timeouts: TransactionTimeouts
  readonly #queue: QueuedTransaction[] = []
  #running: Promise<void> | undefined
  #waits_for_disk = true

  constructor(writer: Connection, figures: DatabaseFigures, timeouts: TransactionTimeouts) {
    this.#writer = writer
    this.#figures = figures
    this.#timeouts = timeouts
  }

  add<T>(work: (tx: Writer) => Promise<T>, relaxed: boolean): Promise<T> {
    return new Promise<unknown>((resolve, reject) => {
      refuseNesting()
      this.#queue.push({ work, resolve, reject, relaxed, queued_at: performance.now() })
      this.#figures.waiting = this.#queue.length
      this.#running ??= this.#drain()
    }) as Promise<T>
  }

  /** Runs something else on the writing connection, when no transaction is under way; those that come meanwhile wait. */
  async runAlone(work: () => Promise<void>): Promise<void> {
    while (this.#running) await this.#running
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
    const settle: (() => void)[] = []
    const begun: QueuedTransaction[] = []
    try {
      this.#waitForDisk(!this.#queue.every(({ relaxed }) => relaxed))
      this.#writer.raw.exec('begin immediate')
      for (let next; begun.length < MAX_PER_COMMIT && (next = this.#takeNext());) {
        begun.push(next)
        settle.push(await this.#runInSavepoint(next))
      }
      const started = performance.now()
      this.#writer.raw.exec('commit')
      for (const cache of this.#writer.caches) cache.invalidateIfStale()
      this.#figures.busy_seconds += (performance.now() - started) / 1000
      this.#figures.commits++
      this.#figures.transactions += begun.length
      for (const done of settle) done()
    } catch (error) {
      if (this.#writer.raw.isTransaction) this.#writer.raw.exec('rollback')
      if (begun.length === 0) begun.push(...this.#queue.splice(0))
      for (const { reject } of begun) reject(translate(error))
    } finally {
      this.#figures.waiting = this.#queue.length
    }
  }

  /** A group of relaxed transactions does not wait for the disk, and is on it with the next group that does. */
  #waitForDisk(wanted: boolean): void {
    if (wanted === this.#waits_for_disk) return
    this.#writer.raw.exec(`pragma synchronous = ${wanted ? 'full' : 'normal'}`)
    this.#waits_for_disk = wanted
  }

  /** Undefined: the queue is empty, or its first must wait for the disk and this group does not. */
  #takeNext(): QueuedTransaction | undefined {
    while (this.#waits_for_disk || this.#queue[0]?.relaxed) {
      const next = this.#queue.shift()
      if (!next || performance.now() - next.queued_at <= this.#timeouts.limit_ms) return next
      next.reject(new DatabaseUnavailable(new Error('a transaction waited too long for its turn')))
    }
    return undefined
  }

  async #runInSavepoint({ work, resolve, reject }: QueuedTransaction): Promise<() => void> {
    this.#writer.raw.exec('savepoint work')
    this.#writer.failure = undefined
    try {
      const activity = { idle_since: performance.now() }
      const tx = new TransactionWriter(this.#writer, this.#timeouts, activity)
      const value = await tx.perform(work)
      if (this.#writer.failure) throw this.#writer.failure
      this.#writer.raw.exec('release work')
      return () => resolve(value)
    } catch (error) {
      // A full disk makes SQLite roll back by itself: then all that share the commit have failed.
      if (!this.#writer.raw.isTransaction) throw error
      this.#writer.raw.exec('rollback to work; release work')
      return () => reject(error)
    }
  }
}
