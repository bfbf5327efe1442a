import pg from 'pg'
import { type Answer, type Call, failedCallOf, sendBatch } from './batch.ts'
import { acquire } from './connections.ts'
import { codeOf, isUnprepared, LOCKED } from './errors.ts'
import { type Hosts, saysElsewhere, urlOf } from './hosts.ts'
import type { SilenceWatch } from './silence-watch.ts'

/** While PostgreSQL works on one group, the next is already on its way. */
const MAX_GROUPS = 2
const MAX_IN_GROUP = 64
/** Groups become smaller while they take longer than this, so that none takes so long that its connection is given up. */
const SLOW_MS = 500
/** How long whoever waited for a lock is kept apart from others. */
const APART_MS = 10_000

interface Waiting {
  calls: Call[]
  /** Undefined: it was not run, and is to be run alone. */
  resolve: (answers: Answer[] | undefined) => void
  reject: (error: unknown) => void
}

/** PostgreSQL has refused a statement, so nothing was kept, and it goes on. Otherwise it stops, or the connection was lost. */
const isUndone = (error: unknown) =>
  error instanceof pg.DatabaseError && !/^(57P|08|58|XX|25P)/.test(codeOf(error))

/** Whose rows it changes, if its first statement says so. */
const subjectOf = ({ calls }: Waiting) => calls[0]?.subject ?? 0

/**
 * Whole transactions of several requests, committed together on one connection: one round trip and one write to the disk for all
 * that came while those before were on their way. If one of them fails, PostgreSQL undoes all: then the others are sent once
 * more without it, and if that fails too, each runs alone.
 */
export class GroupCommit {
  readonly #pool: pg.Pool
  readonly #hosts: Hosts
  readonly #watch: SilenceWatch
  #client: pg.PoolClient | undefined
  #connecting: Promise<pg.PoolClient> | undefined
  #waiting: Waiting[] = []
  /** Users whose rows were locked lately. */
  readonly #apart = new Set<number>()
  #max_in_group = MAX_IN_GROUP
  #groups_on_their_way = 0
  #is_scheduled = false

  constructor(pool: pg.Pool, hosts: Hosts, watch: SilenceWatch) {
    this.#pool = pool
    this.#hosts = hosts
    this.#watch = watch
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /** One transaction. Undefined: it was not run, and is to be run alone. */
  send(calls: Call[]): Promise<Answer[] | undefined> {
    if (this.#watch.silence) return Promise.reject(this.#watch.silence)
    if (this.#apart.has(calls[0]?.subject ?? 0)) return Promise.resolve(undefined)
    return new Promise((resolve, reject) => {
      this.#waiting.push({ calls, resolve, reject })
      this.#schedule()
    })
  }

  #keepApart(user_id: number): void {
    this.#apart.add(user_id)
    setTimeout(() => this.#apart.delete(user_id), APART_MS).unref()
  }

  /** At the end of the turn of the event loop, when all that has arrived is here. */
  #schedule(): void {
    if (this.#is_scheduled || this.#groups_on_their_way >= MAX_GROUPS) return
    this.#is_scheduled = true
    setImmediate(() => {
      this.#is_scheduled = false
      if (this.#waiting.length > 0) void this.#sendNext()
    })
  }

  async #sendNext(): Promise<void> {
    this.#groups_on_their_way++
    // In the order of users, so that groups of several processes do not wait for each other in a circle.
    const group = this.#waiting
      .splice(0, this.#max_in_group)
      .toSorted((one, other) => subjectOf(one) - subjectOf(other))
    const began = performance.now()
    try {
      const rest = await this.#commit(group)
      const left = rest.length > 0 ? await this.#commit(rest) : []
      for (const { resolve } of left) resolve(undefined)
    } finally {
      const is_slow = performance.now() - began > SLOW_MS
      this.#max_in_group = is_slow
        ? Math.max(1, Math.floor(this.#max_in_group / 2))
        : Math.min(MAX_IN_GROUP, this.#max_in_group * 2)
      this.#groups_on_their_way--
      if (this.#waiting.length > 0) this.#schedule()
    }
  }

  /** Returns those that were undone because of another one. */
  async #commit(group: Waiting[]): Promise<Waiting[]> {
    let client: pg.PoolClient | undefined
    try {
      client = this.#client ?? (await (this.#connecting ??= this.#connect()))
      const calls = group.flatMap((one) => one.calls)
      const answers = await sendBatch(client, calls, this.#hosts.session)
      let at = 0
      for (const one of group) one.resolve(answers.slice(at, (at += one.calls.length)))
      return []
    } catch (error) {
      if (client && saysElsewhere(error)) {
        this.#hosts.leave(error, urlOf(client))
        this.#drop(client)
      } else if (isUndone(error)) return this.#withoutFailed(group, error)
      for (const { reject } of group) reject(error)
      return []
    }
  }

  #withoutFailed(group: Waiting[], error: unknown): Waiting[] {
    let at = failedCallOf(error)
    const failed = group.find(({ calls }) => (at -= calls.length) < 0)
    // At the commit it fails for all. And a statement that the group before was to prepare is nobody's fault.
    if (!failed || isUnprepared(error)) return group
    if (codeOf(error) === LOCKED) this.#keepApart(subjectOf(failed))
    failed.reject(error)
    return group.filter((one) => one !== failed)
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

  /** The next group opens a new connection. This one is closed when what was sent on it is answered. */
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
