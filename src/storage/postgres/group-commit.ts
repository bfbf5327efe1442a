import pg from 'pg'
import { type Answer, type Call, sendBatch } from './batch.ts'
import { acquire } from './connections.ts'
import { codeOf, NOT_PREPARED } from './errors.ts'
import { type Hosts, saysElsewhere, urlOf } from './hosts.ts'
import type { SilenceWatch } from './silence-watch.ts'

/** While one is written to the disk, PostgreSQL already works on the other. */
const MAX_GROUPS = 2
const MAX_IN_GROUP = 64

interface Waiting {
  calls: Call[]
  resolve: (answers: Answer[]) => void
  reject: (error: unknown) => void
}

/** PostgreSQL has said so, so nothing of it was kept. */
const isUndone = (error: unknown) => error instanceof pg.DatabaseError && error.severity === 'ERROR'

/**
 * Whole transactions of several requests, committed together on one connection: one round trip and one write to the disk for all
 * that came while those before were on their way. If one of them fails, PostgreSQL undoes all, and each runs again alone.
 */
export class GroupCommit {
  readonly #pool: pg.Pool
  readonly #hosts: Hosts
  readonly #watch: SilenceWatch
  #client: pg.PoolClient | undefined
  #connecting: Promise<pg.PoolClient> | undefined
  #waiting: Waiting[] = []
  #groups = 0
  #is_scheduled = false

  constructor(pool: pg.Pool, hosts: Hosts, watch: SilenceWatch) {
    this.#pool = pool
    this.#hosts = hosts
    this.#watch = watch
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /** One transaction. */
  send(calls: Call[]): Promise<Answer[]> {
    if (this.#watch.silence) return Promise.reject(this.#watch.silence)
    return new Promise((resolve, reject) => {
      this.#waiting.push({ calls, resolve, reject })
      this.#schedule()
    })
  }

  /** At the end of the turn of the event loop, when all that has arrived is here. */
  #schedule(): void {
    if (this.#is_scheduled || this.#groups >= MAX_GROUPS) return
    this.#is_scheduled = true
    setImmediate(() => {
      this.#is_scheduled = false
      if (this.#waiting.length > 0) void this.#sendGroup()
    })
  }

  async #sendGroup(): Promise<void> {
    this.#groups++
    const group = this.#waiting.splice(0, MAX_IN_GROUP)
    try {
      const client = this.#client ?? (await (this.#connecting ??= this.#connect()))
      await this.#commit(client, group)
    } catch (error) {
      for (const { reject } of group) reject(error)
    } finally {
      this.#groups--
      if (this.#waiting.length > 0) this.#schedule()
    }
  }

  async #commit(client: pg.PoolClient, group: Waiting[]): Promise<void> {
    const { session } = this.#hosts
    try {
      const answers = await sendBatch(
        client,
        group.flatMap(({ calls }) => calls),
        session,
      )
      let at = 0
      for (const { calls, resolve } of group) resolve(answers.slice(at, (at += calls.length)))
    } catch (error) {
      if (saysElsewhere(error)) this.#hosts.leave(error, urlOf(client))
      const is_final = group.length === 1 && codeOf(error) !== NOT_PREPARED
      if (is_final || !isUndone(error)) throw error
      await Promise.all(
        group.map(({ calls, resolve, reject }) =>
          sendBatch(client, calls, session).then(resolve, reject),
        ),
      )
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      const client = await acquire(this.#pool, this.#hosts, this.#watch)
      client.once('error', () => this.#drop(client))
      this.#watch.whenOld(client, () => this.#drop(client))
      return (this.#client = client)
    } finally {
      this.#connecting = undefined
    }
  }

  /** The next group opens a new connection. */
  #drop(client: pg.PoolClient): void {
    if (this.#client !== client) return
    this.#client = undefined
    client.release(true)
  }

  async close(): Promise<void> {
    await this.#connecting?.catch(() => {})
    const client = this.#client
    this.#client = undefined
    client?.release()
    await this.#pool.end()
  }
}
