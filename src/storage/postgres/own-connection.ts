import type pg from 'pg'
import { DatabaseUnavailable } from '../database.ts'
import type { ConnectionRoom } from './connection-room.ts'
import { POOL_LIMIT } from './connections.ts'
import { codeOf, isOutOfConnections, LOCKED, MISSING_REFERENCE, toDatabaseError } from './errors.ts'
import { type Hosts, saysElsewhere, urlOf } from './hosts.ts'
import type { SilenceWatch } from './silence-watch.ts'
import type { Priority, Turns } from './turns.ts'

export interface ConnectionSource {
  acquire(): Promise<pg.PoolClient>
  room: ConnectionRoom
  /** As many as there are connections. */
  turns: Turns
  /** Connections of those who have just ended, for those who wait: cheaper than giving them back to the pool first. */
  spare: pg.PoolClient[]
  watch: SilenceWatch
  hosts: Hosts
}

/** After these the connection can be used again. */
const LEAVES_INTACT = new Set([MISSING_REFERENCE, LOCKED])

const givenUp = () => new DatabaseUnavailable(new Error('the transaction has ended'))

/** A connection that somebody has alone, from the first use to the end. One that was lost is closed, not put back into the pool. */
export class OwnConnection {
  readonly #source: ConnectionSource
  readonly #priority: Priority
  #acquiring: Promise<pg.PoolClient> | undefined
  #client: pg.PoolClient | undefined
  #is_broken = false
  /** Something was sent on it: from then on there is nothing to wait for. */
  #is_used = false
  #is_over = false
  onCut: (error: DatabaseUnavailable) => void = () => {}

  constructor(source: ConnectionSource, priority: Priority = 'usual') {
    this.#source = source
    this.#priority = priority
  }

  /** Those who ask before the first one has sent something wait behind it. */
  get(): pg.PoolClient | Promise<pg.PoolClient> {
    return (this.#is_used && this.#client) || (this.#acquiring ??= this.#acquire())
  }

  /** To be called when something is sent. Throws if its owner has ended meanwhile. */
  use(): void {
    if (this.#is_over) throw givenUp()
    this.#is_used = true
  }

  // The server has cut the connection between two statements; without a listener this would end the process.
  readonly #onError = (error: Error) => {
    this.#is_broken = true
    this.onCut(new DatabaseUnavailable(error))
  }

  async #acquire(): Promise<pg.PoolClient> {
    const { watch } = this.#source
    if (watch.silence) throw watch.silence
    const client = await this.#takeTurn()
    client.on('error', this.#onError)
    this.#client = client
    // Whoever wanted it has been given up meanwhile.
    if (this.#is_over) {
      this.#release(this.#client)
      throw givenUp()
    }
    return this.#client
  }

  /** If PostgreSQL refuses another connection, waits for one of those that there are. */
  async #takeTurn(): Promise<pg.PoolClient> {
    const { turns, spare, room } = this.#source
    for (const until = performance.now() + POOL_LIMIT.limit_ms; ;) {
      await turns.take(this.#priority, POOL_LIMIT)
      try {
        return spare.pop() ?? (await this.#source.acquire())
      } catch (error) {
        const may_wait =
          isOutOfConnections(error) && performance.now() < until && room.noteRefused()
        turns.end()
        if (!may_wait) throw error
      }
    }
  }

  #release(client: pg.PoolClient): void {
    const { turns, spare, watch } = this.#source
    client.off('error', this.#onError)
    if (turns.waiting > 0 && !this.#is_broken && !watch.isOld(client)) spare.push(client)
    else client.release(this.#is_broken)
    turns.end()
  }

  /** With an error, what was begun is undone. */
  async end(error?: unknown): Promise<void> {
    this.#is_over = true
    const client = this.#client
    if (!client) return
    if (error instanceof DatabaseUnavailable) {
      this.#is_broken ||= !LEAVES_INTACT.has(codeOf(error.cause))
      if (saysElsewhere(error.cause)) this.#source.hosts.leave(error.cause, urlOf(client))
    }
    if (error !== undefined && !this.#is_broken)
      await client.query('rollback').catch(() => (this.#is_broken = true))
    this.#release(client)
  }
}

/** Runs the work on a connection of its own. */
export async function onOneConnection<T>(
  source: ConnectionSource,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const own = new OwnConnection(source)
  try {
    const result = await work(await own.get())
    await own.end()
    return result
  } catch (thrown) {
    const error = toDatabaseError(thrown)
    await own.end(error)
    throw error
  }
}
