import type pg from 'pg'
import { codeOf, isUnprepared, LOCKED } from './errors.ts'
import { type Answer, type Call, sendBatch } from './batch.ts'
import type { Session } from './hosts.ts'
import { KeptConnection } from './kept-connection.ts'
import type { SilenceWatch } from './silence-watch.ts'

interface Sources {
  acquire: () => Promise<pg.PoolClient>
  watch: SilenceWatch
  session: Session
  /** A statement takes long, or what it reads is locked. */
  onSlow: (sql: string) => void
  /** Sends a read that waited behind a slow one on another connection. */
  resend: (calls: Call[], tries: number) => Promise<Answer[]>
}

/** More than there are connections: at first, all of them may have a slow read. */
const MAX_TRIES = 6

/**
 * A connection that many reads share: those of one turn of the event loop are sent together at its end, without waiting
 * for earlier answers, and PostgreSQL answers in that order. A read costs a third of one on a connection of its own.
 */
export class SharedConnection {
  readonly #sources: Sources
  readonly #is_for_slow: boolean
  readonly #left = new WeakSet<pg.PoolClient>()
  readonly #connection: KeptConnection
  unanswered = 0
  /** The read whose answer is awaited takes long, or the last one did. */
  is_stuck = false

  constructor(sources: Sources, is_for_slow: boolean) {
    this.#sources = sources
    this.#is_for_slow = is_for_slow
    const { watch, onSlow } = sources
    this.#connection = new KeptConnection(sources)
    this.#connection.onNew = (client) =>
      watch.whenSlow(client, (sql) => {
        this.is_stuck = true
        onSlow(sql)
      })
    this.#connection.onDropped = () => (this.is_stuck = false)
  }

  async send(calls: Call[], tries: number): Promise<Answer[]> {
    this.unanswered++
    let client: pg.PoolClient | undefined
    try {
      const found = this.#connection.get()
      client = found instanceof Promise ? await found : found
      const answers = await sendBatch(client, calls, this.#sources.session)
      if (this.is_stuck) this.#continue(client)
      return answers
    } catch (error) {
      if (!client) throw error
      if (codeOf(error) === LOCKED) this.#onLocked(client, calls)
      else if ((isUnprepared(error) || this.#left.has(client)) && tries < MAX_TRIES)
        return await this.#sources.resend(calls, tries + 1)
      throw error
    } finally {
      this.unanswered--
    }
  }

  #onLocked(client: pg.PoolClient, calls: Call[]): void {
    for (const { prepared } of calls) this.#sources.onSlow(prepared.text)
    if (this.#is_for_slow) this.is_stuck = true
    else this.#leave(client)
  }

  /** After a slow read, those that wait behind it must not wait for another one. */
  #continue(client: pg.PoolClient): void {
    this.is_stuck = false
    if (!this.#is_for_slow) this.#leave(client)
  }

  /** What waits on it fails, and is sent again elsewhere. */
  #leave(client: pg.PoolClient): void {
    this.is_stuck = false
    if (this.unanswered === 1 || !this.#connection.isCurrent(client)) return
    this.#left.add(client)
    client.connection.stream.destroy()
    this.#connection.drop(client)
  }

  close(): Promise<void> {
    return this.#connection.close()
  }
}
