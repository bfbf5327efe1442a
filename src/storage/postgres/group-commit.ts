import pg from 'pg'
import { type Answer, type Call, failedCallOf, sendBatch } from './batch.ts'
import { acquire, POOL_LIMIT } from './connections.ts'
import { codeOf, isUnprepared } from './errors.ts'
import { type Hosts, saysElsewhere, urlOf } from './hosts.ts'
import { KeptConnection } from './kept-connection.ts'
import type { SilenceWatch } from './silence-watch.ts'

/** While PostgreSQL works on one group, the next is already on its way. */
const MAX_GROUPS = 2
const MAX_IN_GROUP = 64
const MIN_IN_GROUP = 4
/**
 * Groups become smaller while they take longer than this, so that none takes so long that its connection is given up. A slow
 * disk, or a standby that must have the commit too, takes the same time for a small one.
 */
const SLOW_MS = 2000
/** Those that wait are looked at this often. */
const CHECK_EVERY_MS = 500
/** How long a user is kept apart from others after a transaction that waited for a lock, or was refused by the database. */
const APART_MS = 10_000

interface Waiting {
  calls: Call[]
  since: number
  /** Undefined: it was not run, and is to be run alone. */
  resolve: (answers: Answer[] | undefined) => void
  reject: (error: unknown) => void
}

/** PostgreSQL has refused a statement, so nothing was kept, and it goes on. Otherwise it stops, or the connection was lost. */
const isUndone = (error: unknown) =>
  error instanceof pg.DatabaseError && !/^(57P|08|25P)/.test(codeOf(error))

/** Of a damaged row or disk. At the commit, nobody knows whether it was kept. */
const isDamage = (error: unknown) => /^(58|XX)/.test(codeOf(error))

/** The one whose statement has failed. Undefined: it was the commit. */
function findFailed(group: Waiting[], error: unknown): Waiting | undefined {
  let at = failedCallOf(error)
  return group.find(({ calls }) => (at -= calls.length) < 0)
}

/** Whose rows it changes, if its statements say so. */
const subjectOf = ({ calls }: Pick<Waiting, 'calls'>) =>
  calls.find(({ subject }) => subject)?.subject ?? 0

/**
 * Whole transactions of several requests, committed together on one connection: one round trip and one write to the disk for all
 * that came while those before were on their way. If one of them fails, PostgreSQL undoes all: then the others are sent once
 * more without it, and if that fails too, each runs alone.
 */
export class GroupCommit {
  readonly #pool: pg.Pool
  readonly #hosts: Hosts
  readonly #watch: SilenceWatch
  readonly #connection: KeptConnection
  #waiting: Waiting[] = []
  /** Users for whom a group had to be sent again lately. */
  readonly #apart = new Set<number>()
  #max_in_group = MAX_IN_GROUP
  #groups_on_their_way = 0
  #is_scheduled = false
  /** When the last group was done. */
  #done_at = Number.NEGATIVE_INFINITY
  #is_checked = false

  constructor(pool: pg.Pool, hosts: Hosts, watch: SilenceWatch) {
    this.#pool = pool
    this.#hosts = hosts
    this.#watch = watch
    this.#connection = new KeptConnection({ acquire: () => acquire(pool, hosts, watch), watch })
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /** One transaction. Undefined: it was not run, and is to be run alone. */
  send(calls: Call[]): Promise<Answer[] | undefined> {
    if (this.#watch.silence) return Promise.reject(this.#watch.silence)
    if (this.#apart.has(subjectOf({ calls }))) return Promise.resolve(undefined)
    return new Promise((resolve, reject) => {
      this.#waiting.push({ calls, since: performance.now(), resolve, reject })
      this.#schedule()
      this.#checkLater()
    })
  }

  #checkLater(): void {
    if (this.#is_checked) return
    this.#is_checked = true
    setTimeout(() => {
      this.#is_checked = false
      this.#failOverdue()
      if (this.#waiting.length > 0) this.#checkLater()
    }, CHECK_EVERY_MS).unref()
  }

  /** Who waits too long fails, like those who wait for a connection. */
  #failOverdue(): void {
    const before = performance.now() - POOL_LIMIT.limit_ms
    const kept = this.#waiting.findIndex(({ since }) => since > before)
    const overdue = this.#waiting.splice(0, kept < 0 ? this.#waiting.length : kept)
    for (const { reject } of overdue) reject(POOL_LIMIT.createError())
  }

  #keepApart(user_id: number): void {
    if (user_id === 0) return
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
    const sent_at = performance.now()
    try {
      const rest = await this.#commit(group)
      const left = rest.length > 0 ? await this.#commit(rest) : []
      for (const { resolve } of left) resolve(undefined)
    } finally {
      const now = performance.now()
      // Before that, PostgreSQL worked on the group before.
      const is_slow = now - Math.max(sent_at, this.#done_at) > SLOW_MS
      this.#done_at = now
      this.#max_in_group = is_slow
        ? Math.max(MIN_IN_GROUP, Math.floor(this.#max_in_group / 2))
        : Math.min(MAX_IN_GROUP, this.#max_in_group * 2)
      this.#groups_on_their_way--
      if (this.#waiting.length > 0) this.#schedule()
    }
  }

  /** Returns those that were undone because of another one. */
  async #commit(group: Waiting[]): Promise<Waiting[]> {
    let client: pg.PoolClient | undefined
    try {
      client = await this.#connection.get()
      const calls = group.flatMap((one) => one.calls)
      const answers = await sendBatch(client, calls, this.#hosts.session)
      let at = 0
      for (const one of group) one.resolve(answers.slice(at, (at += one.calls.length)))
      return []
    } catch (error) {
      // There is no connection for groups. They may get one of their own.
      if (!client) {
        for (const { resolve } of group) resolve(undefined)
        return []
      }
      if (saysElsewhere(error)) {
        this.#hosts.leave(error, urlOf(client))
        this.#connection.drop(client)
      } else if (isUndone(error)) {
        const failed = findFailed(group, error)
        if (failed || !isDamage(error)) return this.#withoutFailed(group, failed, error)
      }
      for (const { reject } of group) reject(error)
      return []
    }
  }

  #withoutFailed(group: Waiting[], failed: Waiting | undefined, error: unknown): Waiting[] {
    // At the commit it fails for all. And a statement that the group before was to prepare is nobody's fault.
    if (!failed || isUnprepared(error)) return group
    this.#keepApart(subjectOf(failed))
    failed.reject(error)
    return group.filter((one) => one !== failed)
  }

  async close(): Promise<void> {
    await this.#connection.close()
    await this.#pool.end()
  }
}
