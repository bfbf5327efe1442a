import { AsyncLocalStorage } from 'node:async_hooks'
import { DatabaseUnavailable, type Writer } from './database.ts'
import type { RowsOf, Statement, Step } from './statement.ts'

/** The work of a transaction fails when it has not moved on for this long, so that it cannot block others for good. */
const TRANSACTION_LIMIT_MS = 15_000

/** The transaction whose work is running, in everything that the work calls and awaits. */
const current = new AsyncLocalStorage<TransactionWriter>()

/** A transaction inside another one would wait for it: on SQLite for its turn, on PostgreSQL perhaps for its locks. */
export function refuseNesting(): void {
  if (current.getStore()?.is_open)
    throw new Error('A transaction was started inside another one: use that one instead.')
}

export interface Activity {
  /** Infinity while the engine is working on a statement. */
  readonly idle_since: number
}

/** Gives up transactions that have not moved on for too long. One timer looks after all of them. */
export class TransactionTimeouts {
  readonly limit_ms: number
  readonly open = new Set<TransactionWriter>()
  readonly #timer: NodeJS.Timeout

  constructor(limit_ms = TRANSACTION_LIMIT_MS) {
    this.limit_ms = limit_ms
    this.#timer = setInterval(() => this.#check(), limit_ms / 10)
    this.#timer.unref()
  }

  #check(): void {
    const limit = performance.now() - this.limit_ms
    for (const tx of this.open) {
      if (tx.activity.idle_since > limit) continue
      tx.giveUp(new DatabaseUnavailable(new Error('a transaction took too long')))
    }
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}

const ended = () => new Error('The transaction has ended: nothing more can be done in it.')

/** What the work of one transaction writes to. It takes calls until the work has settled, and none afterwards. */
export class TransactionWriter implements Writer {
  readonly #writer: Writer
  readonly #timeouts: TransactionTimeouts
  #reject: (error: unknown) => void = () => {}
  readonly activity: Activity
  is_open = true

  constructor(writer: Writer, timeouts: TransactionTimeouts, activity: Activity) {
    this.#writer = writer
    this.#timeouts = timeouts
    this.activity = activity
  }

  /** Resolves to the result of the work; rejects when it throws or is given up. */
  perform<T>(work: (tx: Writer) => Promise<T>): Promise<T> {
    this.#timeouts.open.add(this)
    return new Promise((resolve, reject) => {
      this.#reject = reject
      const onResult = (value: T) => {
        this.#end()
        resolve(value)
      }
      current.run(this, work, this).then(onResult, (error: unknown) => this.giveUp(error))
    })
  }

  giveUp(error: unknown): void {
    this.#end()
    this.#reject(error)
  }

  #end(): void {
    this.is_open = false
    this.#timeouts.open.delete(this)
  }

  #refuse(): Promise<never> {
    return Promise.reject(ended())
  }

  first<P extends object, R>(statement: Statement<P, R>, parameters: P) {
    return this.is_open ? this.#writer.first(statement, parameters) : this.#refuse()
  }

  all<P extends object, R>(statement: Statement<P, R>, parameters: P) {
    return this.is_open ? this.#writer.all(statement, parameters) : this.#refuse()
  }

  run<P extends object>(statement: Statement<P, unknown>, parameters: P) {
    return this.is_open ? this.#writer.run(statement, parameters) : this.#refuse()
  }

  defer<P extends object>(statement: Statement<P, unknown>, parameters: P): void {
    if (!this.is_open) throw ended()
    this.#writer.defer(statement, parameters)
  }

  inOrder<S extends readonly Step<unknown>[]>(...steps: S): Promise<RowsOf<S>> {
    return this.is_open ? this.#writer.inOrder(...steps) : this.#refuse()
  }

  commitWith<S extends readonly Step<unknown>[]>(...steps: S): Promise<RowsOf<S>> {
    if (!this.is_open) return this.#refuse()
    this.is_open = false
    return this.#writer.commitWith(...steps)
  }
}
