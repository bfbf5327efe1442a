import type { DatabaseFigures, Writer } from '../database.ts'
import { type Connection, translate } from './connection.ts'

/** So many transactions at most share one commit; the rest wait for the next. */
const MOST_PER_COMMIT = 500

interface Job {
  /** Does the work; what it returns tells the one who waits, once the work is on disk. */
  work: (tx: Writer) => Promise<() => void>
  reject: (error: unknown) => void
  may_be_lost: boolean
}

/**
 * Group commit: transactions queue and run one after the other, each in its own savepoint, inside one outer
 * transaction; one commit makes them all durable, and only then are their promises settled.
 */
export class Committer {
  readonly #writer: Connection
  readonly #figures: DatabaseFigures
  readonly #queue: Job[] = []
  #running: Promise<void> | undefined
  #waits_for_disk = true

  constructor(writer: Connection, figures: DatabaseFigures) {
    this.#writer = writer
    this.#figures = figures
  }

  enqueue(job: Job): void {
    this.#queue.push(job)
    this.#figures.waiting = this.#queue.length
    this.#running ??= this.#drain()
  }

  async idle(): Promise<void> {
    while (this.#running) await this.#running
  }

  async #drain(): Promise<void> {
    while (this.#queue.length > 0) {
      // The requests that arrived together are all read before the first of them is worked on.
      await new Promise(setImmediate)
      await this.#commitTogether()
    }
    this.#running = undefined
  }

  async #commitTogether(): Promise<void> {
    const settle: (() => void)[] = []
    const begun: Job[] = []
    try {
      this.#waitForDisk(!this.#queue.every(({ may_be_lost }) => may_be_lost))
      this.#writer.raw.exec('begin immediate')
      for (let job; begun.length < MOST_PER_COMMIT && (job = this.#takeNext());) {
        begun.push(job)
        settle.push(await this.#runInSavepoint(job))
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
      for (const job of begun) job.reject(translate(error))
    } finally {
      this.#figures.waiting = this.#queue.length
    }
  }

  /** What may be lost makes nobody wait for the disk, and is on it with the next commit that does. */
  #waitForDisk(wanted: boolean): void {
    if (wanted === this.#waits_for_disk) return
    this.#writer.raw.exec(`pragma synchronous = ${wanted ? 'full' : 'normal'}`)
    this.#waits_for_disk = wanted
  }

  /** A transaction that has to last does not join a commit that is not waited for. */
  #takeNext(): Job | undefined {
    return this.#waits_for_disk || this.#queue[0]?.may_be_lost ? this.#queue.shift() : undefined
  }

  async #runInSavepoint({ work, reject }: Job): Promise<() => void> {
    this.#writer.raw.exec('savepoint work')
    try {
      const resolve = await work(this.#writer)
      this.#writer.raw.exec('release work')
      return resolve
    } catch (error) {
      // A full disk makes SQLite roll back by itself: then all that share the commit have failed.
      if (!this.#writer.raw.isTransaction) throw error
      this.#writer.raw.exec('rollback to work; release work')
      return () => reject(error)
    }
  }
}
