import { DatabaseUnavailable, type Reader, ReadTooSlow } from '../database.ts'
import { LongReadQueue } from '../long-read-queue.ts'
import type { Statement } from '../statement.ts'
import { codeOf } from './errors.ts'

const CANCELLED = '57014'

type Reads = Pick<Reader, 'all'>

/** One after the other on a connection of their own, so that other reads do not wait for them. */
export class LongReads {
  readonly #reader: Reads
  readonly #queue = new LongReadQueue()

  constructor(reader: Reads) {
    this.#reader = reader
  }

  all<P extends object, R>(asker: unknown, statement: Statement<P, R>, parameters: P) {
    return this.#queue.run(asker, async () => {
      try {
        return await this.#reader.all(statement, parameters)
      } catch (error) {
        const is_late = error instanceof DatabaseUnavailable && codeOf(error.cause) === CANCELLED
        throw is_late ? new ReadTooSlow('it took too long') : error
      }
    })
  }

  close(): void {
    this.#queue.rejectWaiting(new DatabaseUnavailable(new Error('the database was closed')))
  }
}
