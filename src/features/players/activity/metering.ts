import { monthOf, SESSION_PAUSE_MS } from './rules.ts'
import { casualTransaction, type Context, type Meter, type Player } from '../../../context.ts'
import { addActivity, extendSessions, touchServiceKeys } from '../../../idempotency/queries.ts'

const FLUSH_EVERY_MS = 1000
/** So many users at most are written in one go: the others wait for the next, and requests do not wait for them. */
const MOST_AT_ONCE = 250
/** Sessions are prolonged no more often, because whoever remembers them has to read them anew then. */
const PROLONG_EVERY_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

interface Counted {
  user_id: number
  events: number
  first_at: number
  last_at: number
}

/** Requests are counted in memory; once a second some of what was counted is written: reading writes nothing. */
export class RequestMeter implements Meter {
  #counted = new Map<number, Counted>()
  /** What was last sent to the database, until the next is sent; whoever reads may not see it there yet. */
  #leaving = new Map<number, Counted>()
  /** The totals with which it was written. */
  #written = new Map<number, number>()
  #used = new Map<number, { session_id: number; at: number }>()
  #keys = new Map<number, { key_id: number; at: number }>()
  #prolonged_at = 0
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  count(player: Player & { last_used_at?: number }, now: number): void {
    const counted = this.#counted.get(player.id)
    if (counted) {
      counted.events++
      counted.last_at = now
    } else {
      this.#counted.set(player.id, { user_id: player.id, events: 1, first_at: now, last_at: now })
    }
    if (player.service_key_id !== null) {
      this.#keys.set(player.service_key_id, { key_id: player.service_key_id, at: now })
    }
    if (player.session_id !== null && now - (player.last_used_at ?? now) > HOUR_MS) {
      this.#used.set(player.session_id, { session_id: player.session_id, at: now })
    }
  }

  pending(user_id: number, events_total: number) {
    const counted = this.#counted.get(user_id)
    const is_seen = events_total >= (this.#written.get(user_id) ?? Infinity)
    const leaving = is_seen ? undefined : this.#leaving.get(user_id)
    return leaving && counted
      ? { events: leaving.events + counted.events, first_at: leaving.first_at }
      : (leaving ?? counted)
  }

  start(context: Context): void {
    this.#timer = setInterval(() => {
      this.#inTurn(() => this.#write(context)).catch(() => {})
    }, FLUSH_EVERY_MS)
    this.#timer.unref()
  }

  /** Writes all that is counted, in as many goes as it takes. */
  flush(context: Context): Promise<void> {
    return this.#inTurn(async () => {
      this.#prolonged_at = 0
      while (this.#counted.size > 0) await this.#write(context)
    })
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    return (this.#writing = this.#writing.catch(() => {}).then(work))
  }

  /** Those who wait longest, taken out of the count. */
  #takeSome(): Map<number, Counted> {
    const some = new Map<number, Counted>()
    for (const [user_id, counted] of this.#counted) {
      if (some.size === MOST_AT_ONCE) break
      some.set(user_id, counted)
      this.#counted.delete(user_id)
    }
    return some
  }

  #takeUsed(now: number) {
    if (now - this.#prolonged_at < PROLONG_EVERY_MS) return new Map<number, never>()
    this.#prolonged_at = now
    const used = this.#used
    this.#used = new Map()
    return used
  }

  async stop(context: Context): Promise<void> {
    clearInterval(this.#timer)
    await this.flush(context)
  }

  async #write(context: Context): Promise<void> {
    if (this.#counted.size === 0) return
    const batch = this.#takeSome()
    const used = this.#takeUsed(context.now())
    const keys = this.#keys
    this.#leaving = batch
    this.#written = new Map()
    this.#keys = new Map()
    const counted = JSON.stringify([...batch.values()])
    const sessions = JSON.stringify([...used.values()])
    const lifetime_ms = context.config.SESSION_DAYS * DAY_MS
    try {
      await casualTransaction(context, async (tx) => {
        const month = monthOf(tx.now())
        const rows = await tx.all(addActivity, { counted, month, pause_ms: SESSION_PAUSE_MS })
        this.#written = new Map(rows.map((row) => [row.user_id, row.events_total]))
        if (used.size > 0) await tx.run(extendSessions, { used: sessions, lifetime_ms })
        if (keys.size > 0)
          await tx.run(touchServiceKeys, { keys: JSON.stringify([...keys.values()]) })
      })
    } catch (error) {
      this.#takeBack(batch)
      for (const [id, session] of used) this.#used.set(id, session)
      for (const [id, key] of keys) this.#keys.set(id, key)
      throw error
    }
  }

  /** What could not be written is kept for the next time. */
  #takeBack(batch: Map<number, Counted>): void {
    this.#leaving = new Map()
    this.#written = new Map()
    for (const [user_id, entry] of batch) {
      const since = this.#counted.get(user_id)
      if (since) since.events += entry.events
      else this.#counted.set(user_id, entry)
    }
  }
}
