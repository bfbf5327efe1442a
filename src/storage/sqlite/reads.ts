import type { Lane, Reader } from '../database.ts'
import type { Statement } from '../statement.ts'
import { type Connection, toDatabaseError } from './connection.ts'

/** Reads of one turn go on in the next one after this time, so that answers are sent in between and do not all wait in memory. */
const MAX_TURN_MS = 4

type Read<T> = (connection: Connection) => Promise<T>

interface PendingRead {
  run: (connection: Connection) => void
  reject: (error: unknown) => void
}

interface ReadParts {
  writer: Connection
  /** For reads while the writer is in a transaction. */
  reader: Connection
  back_lane: Lane
}

/**
 * Reads wait until the end of the turn of the event loop, and are then run one right after the other in one read
 * transaction. Between pieces of HTTP work each would find the processor's caches full of other data, and take much longer
 * (decision 14). Every read sees what was committed before it was requested.
 */
export class Reads implements Reader {
  readonly #writer: Connection
  readonly #reader: Connection
  readonly #back_lane: Lane
  #pending: PendingRead[] = []

  constructor({ writer, reader, back_lane }: ReadParts) {
    this.#writer = writer
    this.#reader = reader
    this.#back_lane = back_lane
  }

  /** The writer, whose cache survives its own commits, unless it is in a transaction: nobody else may see its changes. */
  get connection(): Connection {
    return this.#writer.raw.isTransaction ? this.#reader : this.#writer
  }

  /** For players who ask for much: one read at a time, with the work that follows from it. */
  readonly low_priority: Reader = {
    first: (statement, parameters) => this.#readLater((one) => one.first(statement, parameters)),
    all: (statement, parameters) => this.#readLater((one) => one.all(statement, parameters)),
  }

  #readLater<T>(read: Read<T>): Promise<T> {
    return new Promise((resolve) => this.#back_lane.add(() => resolve(read(this.connection))))
  }

  #enqueue<T>(read: Read<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const run = (connection: Connection) => resolve(read(connection))
      if (this.#pending.push({ run, reject }) === 1) setImmediate(() => this.runPending())
    })
  }

  runPending(max_ms = MAX_TURN_MS): void {
    if (this.#pending.length === 0) return
    const until = performance.now() + max_ms
    const connection = this.connection
    let done = 0
    try {
      connection.raw.exec('begin')
      do this.#pending[done++]?.run(connection)
      while (done < this.#pending.length && performance.now() <= until)
      connection.raw.exec('commit')
      this.#pending.splice(0, done)
    } catch (error) {
      // It may have been closed meanwhile.
      if (connection.raw.isOpen && connection.raw.isTransaction) connection.raw.exec('rollback')
      for (const { reject } of this.#pending.splice(0)) reject(toDatabaseError(error))
      return
    }
    if (this.#pending.length > 0) setImmediate(() => this.runPending())
  }

  first<P extends object, R>(statement: Statement<P, R>, parameters: P) {
    return this.#enqueue((connection) => connection.first(statement, parameters))
  }

  all<P extends object, R>(statement: Statement<P, R>, parameters: P) {
    return this.#enqueue((connection) => connection.all(statement, parameters))
  }
}
