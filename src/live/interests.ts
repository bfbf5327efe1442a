import type { FastifyBaseLogger } from 'fastify'
import { type Context, relaxedTransaction } from '../context.ts'
import { type EventName, isEventName, isFrequent } from '../event-types.ts'
import { keepInterest, readInterests } from '../features/operations/events/rules.ts'
import { listWantedTypes } from '../features/operations/webhooks/rules.ts'

/** How often the interests of other processes are read. */
const READ_MS = 1000
/** An interest outlives its follower for a while: a client that polls is away between two requests. */
const LASTS_MS = 60_000
const RENEW_MS = 20_000
/** Such as when the game was deleted. */
const RETRY_MS = 5000

/** An interest of this process. */
interface Own {
  game_id: number
  type: EventName
  followers: number
  /** When it was last written. */
  written_at: number
}

/**
 * Which games want which of the types that are not always recorded. Those who follow in one process are known to the others
 * within a second, through the table `event_interests`. Whoever writes asks only the memory.
 */
export class Interests {
  readonly #context: Context
  readonly #log: FastifyBaseLogger
  /** Of all processes, as it was read last, and of this one: the types by game. */
  #wanted: ReadonlyMap<number, ReadonlySet<string>> | undefined
  readonly #own = new Map<string, Own>()
  #timer: NodeJS.Timeout | undefined
  #is_busy = false

  constructor(context: Context, log: FastifyBaseLogger) {
    this.#context = context
    this.#log = log
  }

  async start(): Promise<void> {
    await this.#refresh()
    this.#timer = setInterval(() => void this.#refresh(), READ_MS)
    this.#timer.unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  wants(game_id: number, type: string): boolean {
    return this.#wanted !== undefined && this.#wanted.get(game_id)?.has(type) === true
  }

  /** Returns what ends it. */
  add(game_id: number, types: ReadonlySet<string> | undefined): () => void {
    const own = [...(types ?? [])].filter(isEventName).flatMap((type) => {
      if (!isFrequent(type)) return []
      const key = `${game_id} ${type}`
      const known = this.#own.get(key) ?? { game_id, type, followers: 0, written_at: 0 }
      this.#own.set(key, known)
      known.followers++
      return known
    })
    if (own.length > 0) {
      this.#wanted = this.#withOwn(this.#wanted ?? [])
      if (own.some(({ written_at }) => written_at === 0)) void this.#refresh()
    }
    return () => {
      for (const one of own) one.followers--
    }
  }

  #withOwn(others: Iterable<readonly [number, ReadonlySet<string>]>) {
    const wanted = new Map([...others].map(([game_id, types]) => [game_id, new Set(types)]))
    for (const { game_id, type } of this.#own.values()) {
      const types = wanted.get(game_id)
      if (types) types.add(type)
      else wanted.set(game_id, new Set([type]))
    }
    return wanted.size > 0 ? wanted : undefined
  }

  /** While the database is away, what was known last stays. */
  async #refresh(): Promise<void> {
    if (this.#is_busy) return
    this.#is_busy = true
    try {
      await this.#write()
      const rows = [
        ...(await readInterests(this.#context.db, this.#context.now())),
        ...(await listWantedTypes(this.#context)),
      ]
      const by_game = Map.groupBy(rows, ({ game_id }) => game_id)
      const read = [...by_game].map(
        ([game_id, list]) => [game_id, new Set(list.map(({ type }) => type))] as const,
      )
      this.#wanted = this.#withOwn(read)
    } catch (error) {
      this.#log.debug({ err: error }, 'the interests in events could not be read')
    } finally {
      this.#is_busy = false
    }
  }

  /** Renews the interests of this process, and forgets those that nobody has any more; their rows end by themselves. */
  async #write(): Promise<void> {
    const now = this.#context.now()
    for (const [key, own] of this.#own) {
      if (now - own.written_at < RENEW_MS) continue
      if (own.followers === 0 && own.written_at > 0) {
        this.#own.delete(key)
        continue
      }
      own.written_at = now
      const { game_id, type } = own
      const interest = { game_id, type, until: now + LASTS_MS }
      await relaxedTransaction(this.#context, (tx) => keepInterest(tx, interest)).catch(
        (error: unknown) => {
          own.written_at = now - RENEW_MS + RETRY_MS
          this.#log.debug({ err: error }, 'an interest in events could not be written')
        },
      )
    }
  }
}
