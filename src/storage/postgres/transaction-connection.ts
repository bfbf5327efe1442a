import type { Activity } from '../transaction.ts'
import { type Answer, type Call, sendBatch } from './batch.ts'
import type { GroupCommit } from './group-commit.ts'
import type { Session } from './hosts.ts'
import type { OwnConnection } from './own-connection.ts'

const command = (text: string, name?: string): Call => ({
  prepared: { text, toRow: null, ...(name === undefined ? {} : { name }) },
})

const BEGIN = command('begin', 'begin')
const COMMIT = command('commit', 'commit')

interface Connections {
  own: OwnConnection
  /** For whole transactions. Undefined: each has its own connection. */
  group: GroupCommit | undefined
  session: Session
}

/** What a transaction is sent on. It begins together with its first statement. */
export class TransactionConnection implements Activity {
  readonly #connections: Connections
  /** What goes out with the next calls: the beginning, and what was deferred. */
  #pending: Call[]
  /** It has no settings, and nothing was sent. */
  #may_be_grouped: boolean
  #is_committed = false
  #failure: unknown
  #unanswered = 0
  idle_since = performance.now()

  constructor(connections: Connections, settings: string[]) {
    this.#connections = connections
    this.#pending = [BEGIN, ...settings.map((text) => command(text))]
    this.#may_be_grouped = settings.length === 0
  }

  /** All report the first failure: of statements behind it PostgreSQL says only that they were not run. */
  async #track<T>(answers: Promise<T>): Promise<T> {
    this.#unanswered++
    this.idle_since = Infinity
    try {
      return await answers
    } catch (error) {
      throw (this.#failure ??= error)
    } finally {
      if (--this.#unanswered === 0) this.idle_since = performance.now()
    }
  }

  async #sendOnOwn(calls: Call[]): Promise<Answer[]> {
    const { own, session } = this.#connections
    this.#may_be_grouped = false
    const found = own.get()
    const client = found instanceof Promise ? await found : found
    own.use()
    return sendBatch(client, calls, session)
  }

  #takePending(): Call[] {
    const pending = this.#pending
    this.#pending = []
    return pending
  }

  defer(call: Call): void {
    this.#pending.push(call)
  }

  /** One answer for each call. */
  async send(calls: Call[]): Promise<Answer[]> {
    const pending = this.#takePending()
    const sent = pending.length === 0 ? calls : [...pending, ...calls]
    const answers = await this.#track(this.#sendOnOwn(sent))
    return pending.length === 0 ? answers : answers.slice(pending.length)
  }

  /** With nothing before them, they are a transaction without a beginning and a commit. */
  async sendAndCommit(calls: Call[]): Promise<Answer[]> {
    if (this.#failure) throw this.#failure
    this.#is_committed = true
    const pending = this.#takePending()
    const { group } = this.#connections
    if (group && this.#may_be_grouped) {
      const deferred = pending.slice(1)
      const answers = await this.#track(group.send([...deferred, ...calls]))
      if (answers) return answers.slice(deferred.length)
    }
    const answers = await this.#track(this.#sendOnOwn([...pending, ...calls, COMMIT]))
    if (this.#failure) throw this.#failure
    return answers.slice(pending.length)
  }

  /** PostgreSQL would answer the commit of a failed transaction with a rollback, and no error. */
  async commit(): Promise<void> {
    if (this.#failure) throw this.#failure
    const is_empty = this.#may_be_grouped && this.#pending.length === 1
    if (!this.#is_committed && !is_empty) await this.sendAndCommit([])
  }
}
