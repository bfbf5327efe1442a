import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Context, Live, LiveEvent, Position, Subscriber, Subscription } from '../context.ts'
import { Refusal } from '../errors.ts'
import { limits } from '../limits.ts'
import { noteStream, noteStreamEnded } from '../features/social/presence/rules.ts'
import { type EventRow, isAfter, positionOf, START } from '../features/operations/events/rules.ts'
import {
  findReceivers,
  lastPosition,
  listEvents,
  readLog,
} from '../features/operations/event-streams/rules.ts'
import { Credentials } from './credentials.ts'
import { Follower } from './follower.ts'
import { Interests } from './interests.ts'
import { reportListening } from './report-listening.ts'

/** What is read from the log at once, for all or for one who is behind. */
const BATCH = 500
const CATCH_UP_BATCH = 100
/** What whoever is behind is handed at once, before it is asked whether the client has read it. */
const PART_BYTES = 65_536
/** Whoever is further behind than these parts takes turns with others. */
const QUICK_PARTS = 10
const TURN_MS = 5
/** Covers what no signal reported, such as a commit of another process. */
const POLL_MS = 1000
/** A client that polls is away between two requests: it needs no new connection for each of them. */
const LISTEN_ON_MS = 30_000

const toEvent = (row: EventRow): LiveEvent => ({
  position: { transaction_id: row.transaction_id, id: row.id },
  type: row.type,
  at: row.at,
  actor_id: row.actor_id,
  audience: row.audience,
  audience_id: row.audience_id,
  data: row.data,
})

/** Undefined: it is not limited, as the server of a game and the system key. */
function countedAs({ reader: { user_id }, staff }: Subscriber) {
  if (user_id !== null) return { key: `player ${user_id}`, max: limits.streams_of_player.value }
  return staff?.id ? { key: `staff ${staff.id}`, max: limits.streams_of_staff.value } : undefined
}

/** Those that are handed out at once: at least one. */
function firstOf(rows: EventRow[]): EventRow[] {
  let bytes = 0
  const end = rows.findIndex(({ data }, index) => {
    bytes += Buffer.byteLength(data)
    return index > 0 && bytes > PART_BYTES
  })
  return end === -1 ? rows : rows.slice(0, end)
}

/**
 * Reads the log of events once for all who follow it in this process, and hands each what they may see. While nobody follows,
 * it reads nothing.
 */
export class EventHub implements Live {
  readonly #context: Context
  readonly #log: FastifyBaseLogger
  readonly #interests: Interests
  readonly #by_user = new Map<number, Set<Follower>>()
  /** Those of service keys and of staff. */
  readonly #by_game = new Map<number, Set<Follower>>()
  readonly #all = new Set<Follower>()
  readonly #credentials: Credentials
  /** Of each player, and of each member of the staff. */
  readonly #counts = new Map<string, number>()
  /** Where the log ended when the first of them came. Undefined: nobody follows. */
  #beginning: Promise<Position> | undefined
  #reached: Position | undefined
  #is_reading = false
  #must_read = false
  #is_failing = false
  #is_stopped = false
  #line = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #stopListening: (() => void) | undefined
  #listening_ends: NodeJS.Timeout | undefined
  /** Called when this process has recorded something. */
  onWake: () => void = () => {}

  constructor(context: Context, log: FastifyBaseLogger) {
    this.#context = context
    this.#log = log
    this.#interests = new Interests(context, log)
    this.#credentials = new Credentials(context, this.#all)
  }

  /** To be called before the first write, so that what others want is recorded. */
  start(): Promise<void> {
    return this.#interests.start()
  }

  wants(game_id: number, type: string): boolean {
    return this.#interests.wants(game_id, type)
  }

  /** Up to here everything was delivered to those who are not behind. */
  get reached(): Position | undefined {
    return this.#reached
  }

  /** How many follow. */
  get followers(): number {
    return this.#all.size
  }

  /** Something was recorded and is committed. */
  wake(): void {
    this.#context.db.signal()
    this.onWake()
    this.#look()
  }

  #look(): void {
    if (this.#all.size === 0 || this.#is_stopped) return
    this.#must_read = true
    if (!this.#is_reading) void this.#read()
  }

  /** Begins after the position, or now if there is none. */
  async follow(subscriber: Subscriber, after?: Position): Promise<Subscription> {
    this.#refuseIfStopped()
    this.#refuseTooMany(subscriber)
    if (this.#all.size === 0) this.#start()
    const follower = new Follower(this, subscriber, after ?? START)
    this.#all.add(follower)
    follower.endInterest = this.#interests.add(subscriber.reader.game_id, subscriber.types)
    noteStream(this.#context, subscriber)
    try {
      const reached = await this.#begin()
      this.#refuseIfStopped()
      if (!after) follower.caught_up_to = this.#reached ?? reached
      this.#add(follower)
    } catch (error) {
      follower.close()
      throw error
    }
    return follower
  }

  /** Nothing would reach them, and the stop would wait for them. */
  #refuseIfStopped(): void {
    if (this.#is_stopped) throw new Refusal('stopping', { retry_after_seconds: 1 })
  }

  /** Counts those that are on their way, too. */
  #refuseTooMany(subscriber: Subscriber): void {
    if (this.#all.size >= this.#context.config.MAX_STREAMS)
      throw new Refusal('overloaded', { retry_after_seconds: 5 })
    const counted = countedAs(subscriber)
    if (!counted) return
    const count = this.#counts.get(counted.key) ?? 0
    if (count >= counted.max) throw new Refusal('too_many_streams')
    this.#counts.set(counted.key, count + 1)
  }

  #uncount(subscriber: Subscriber): void {
    const counted = countedAs(subscriber)
    if (!counted) return
    const count = (this.#counts.get(counted.key) ?? 1) - 1
    if (count === 0) this.#counts.delete(counted.key)
    else this.#counts.set(counted.key, count)
  }

  #setOf({ reader }: Follower): Set<Follower> {
    const [map, key] =
      reader.user_id === null ? [this.#by_game, reader.game_id] : [this.#by_user, reader.user_id]
    const found = map.get(key) ?? new Set()
    map.set(key, found)
    return found
  }

  #add(follower: Follower): void {
    this.#setOf(follower).add(follower)
  }

  remove(follower: Follower): void {
    if (!this.#all.delete(follower)) return
    follower.endInterest()
    noteStreamEnded(this.#context, follower.subscriber)
    this.#uncount(follower.subscriber)
    const set = this.#setOf(follower)
    set.delete(follower)
    if (set.size === 0) {
      const { user_id, game_id } = follower.reader
      if (user_id === null) this.#by_game.delete(game_id)
      else this.#by_user.delete(user_id)
    }
    if (this.#all.size === 0) this.#end()
  }

  /** If it fails, whoever comes next tries again. */
  #begin(): Promise<Position> {
    if (this.#beginning) return this.#beginning
    const beginning = lastPosition(this.#context.db).then((found) => {
      // Not if all have gone meanwhile, and others have come.
      if (this.#beginning === beginning) this.#reached = found
      return found
    })
    this.#beginning = beginning
    beginning.catch(() => {
      if (this.#beginning === beginning) this.#beginning = undefined
    })
    return beginning
  }

  #start(): void {
    this.#timer = setInterval(() => this.#tick(), POLL_MS)
    this.#timer.unref()
    clearTimeout(this.#listening_ends)
    this.#stopListening ??= this.#context.db.listen(() => this.#look(), reportListening(this.#log))
  }

  #endListening(): void {
    clearTimeout(this.#listening_ends)
    this.#stopListening?.()
    this.#stopListening = undefined
  }

  #tick(): void {
    this.#look()
    this.#credentials.check().catch(() => {
      // The database is away, which is reported where the log is read. The next tick follows in a second.
    })
  }

  #end(): void {
    clearInterval(this.#timer)
    this.#listening_ends = setTimeout(() => this.#endListening(), LISTEN_ON_MS)
    this.#listening_ends.unref()
    this.#beginning = undefined
    this.#reached = undefined
  }

  /** Reads what happened up to what the others have reached, and then takes part in what they get. */
  async catchUp(follower: Follower): Promise<void> {
    let limit = CATCH_UP_BATCH
    for (let parts = 1; !follower.is_ended; parts++) {
      const until = this.#reached
      if (!until || !isAfter(until, follower.caught_up_to)) {
        follower.is_behind = false
        return
      }
      const { rows, position } = await listEvents(this.#context.db, follower.reader, {
        after: follower.caught_up_to,
        until,
        limit,
      })
      if (rows.length > 0) await this.#context.db.durable()
      // What is not handed out any more must not count as delivered.
      if (follower.is_ended) return
      // The rest is read again: whoever waits for a slow client holds nothing.
      const handed = firstOf(rows)
      const last = handed.length < rows.length ? handed.at(-1) : undefined
      limit = Math.min(CATCH_UP_BATCH, last ? handed.length * 2 : limit * 2)
      follower.caught_up_to = last ? positionOf(last) : position
      follower.deliver(handed.map(toEvent))
      if (!isAfter(until, follower.caught_up_to)) continue
      if (!(await follower.subscriber.wantsMore())) return
      if (parts >= QUICK_PARTS) await this.#waitInLine()
    }
  }

  /** Those who are far behind take turns, so that they slow down nobody else. */
  #waitInLine(): Promise<void> {
    this.#line = this.#line.then(() => sleep(TURN_MS))
    return this.#line
  }

  async #read(): Promise<void> {
    this.#is_reading = true
    try {
      while (this.#must_read && this.#all.size > 0) {
        this.#must_read = false
        const beginning = this.#beginning
        const after = this.#reached ?? (await beginning)
        if (!after) break
        const rows = await readLog(this.#context.db, after, BATCH)
        if (rows.length === 0) continue
        // A reader may see a commit a moment before it is on disk.
        await this.#context.db.durable()
        const receiversOf = await findReceivers(this.#context.db, rows)
        // All have gone meanwhile, and others have come, who begin elsewhere.
        if (this.#beginning !== beginning) continue
        // Without a pause, so that whoever has caught up meanwhile gets all of it.
        const last = rows.at(-1)
        if (last) this.#reached = { transaction_id: last.transaction_id, id: last.id }
        this.#deliver(rows, receiversOf)
        if (rows.length === BATCH) this.#must_read = true
      }
      if (this.#is_failing) this.#log.info('the log of events is read again')
      this.#is_failing = false
    } catch (error) {
      // It is read again within a second. One line is enough for all attempts.
      if (!this.#is_failing) this.#log.warn({ err: error }, 'the log of events could not be read')
      this.#is_failing = true
    } finally {
      this.#is_reading = false
    }
  }

  #deliver(rows: EventRow[], receiversOf: (row: EventRow) => number[]): void {
    const deliveries = new Map<Follower, LiveEvent[]>()
    const give = (followers: Iterable<Follower>, event: LiveEvent) => {
      for (const follower of followers) {
        // A cursor of another process can be ahead of what this one has reached.
        if (follower.is_behind || !isAfter(event.position, follower.caught_up_to)) continue
        const list = deliveries.get(follower)
        if (list) list.push(event)
        else deliveries.set(follower, [event])
      }
    }
    for (const row of rows) {
      const event = toEvent(row)
      if (row.audience !== 'user_copy') give(this.#by_game.get(row.game_id) ?? [], event)
      const users = row.audience === 'players' ? this.#playersOf(row.audience_id) : receiversOf(row)
      for (const user_id of users) give(this.#by_user.get(user_id) ?? [], event)
    }
    for (const [follower, theirs] of deliveries) follower.deliver(theirs)
  }

  /** Those who follow. */
  *#playersOf(game_id: number): Generator<number> {
    for (const [user_id, [follower]] of this.#by_user)
      if (follower?.reader.game_id === game_id) yield user_id
  }

  /** Ends all. */
  stop(): void {
    this.#is_stopped = true
    this.#interests.stop()
    // Before the position is forgotten, which those who end take with them.
    for (const follower of this.#all) follower.end('server_restarts')
    this.#end()
    this.#endListening()
  }
}
