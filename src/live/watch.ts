import type { FastifyBaseLogger } from 'fastify'
import type { Context } from '../context.ts'
import { countByState } from '../features/operations/webhooks/rules.ts'
import type { Metrics } from '../services/metrics.ts'
import type { OpenTransaction } from '../storage/database.ts'

const TRANSACTION_EVERY_MS = 5000
const WEBHOOKS_EVERY_MS = 15_000
/** One that is older delays events for so long that players notice. */
export const OLD_TRANSACTION_SECONDS = 10

type States = NonNullable<Awaited<ReturnType<typeof countByState>>>

interface Watched extends OpenTransaction {
  first_seen_at: number
  /** Undefined until it is seen a second time: one that has begun long ago may only now have written something. */
  seconds?: number
  is_reported: boolean
}

/** Looks from time to time for what holds up events, for the metrics and the log. */
export class LiveWatch {
  readonly #context: Context
  readonly #log: FastifyBaseLogger
  readonly #hub: { readonly followers: number }
  readonly #timers: NodeJS.Timeout[] = []
  /** Undefined while they are not known. */
  #states: States | undefined
  #oldest: Watched | undefined
  /** Whether the last look for it has failed. It is kept, because the log has named it. */
  #is_oldest_lost = false

  constructor(context: Context, log: FastifyBaseLogger, hub: { readonly followers: number }) {
    this.#context = context
    this.#log = log
    this.#hub = hub
  }

  start(): void {
    const repeat = (look: () => Promise<void>, every_ms: number) => {
      let is_looking = false
      const lookOnce = () => {
        // A database that hangs would otherwise collect one more look each time.
        if (is_looking) return
        is_looking = true
        look()
          .catch((error: unknown) =>
            // An outage of the database has lines of its own.
            this.#log.debug({ err: error }, 'it could not be looked up what holds up events'),
          )
          .finally(() => (is_looking = false))
      }
      this.#timers.push(setInterval(lookOnce, every_ms).unref())
      lookOnce()
    }
    repeat(() => this.countWebhooks(), WEBHOOKS_EVERY_MS)
    repeat(() => this.findOldTransaction(), TRANSACTION_EVERY_MS)
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer)
  }

  addMetrics(metrics: Metrics): void {
    metrics.gauge(
      'event_streams',
      'Open streams, sockets and waiting requests for events; at most MAX_STREAMS for each process',
      () => this.#hub.followers,
    )
    metrics.gauge(
      'oldest_transaction_seconds',
      'Age of the transaction in PostgreSQL behind which all events wait; absent on SQLite, in an outage, and while nobody follows events and there are no webhooks',
      () => (this.#isNeeded() && !this.#is_oldest_lost ? (this.#oldest?.seconds ?? 0) : undefined),
      'max',
    )
    const gauge = (name: keyof States, full_name: string, help: string) =>
      metrics.gauge(full_name, help, () => this.#states?.[name], 'max')
    gauge('failing', 'webhooks_failing', 'Webhooks whose last delivery has failed')
    gauge(
      'paused',
      'webhooks_paused',
      'Webhooks that are paused, by an operator or because they failed',
    )
    gauge(
      'waiting',
      'webhook_deliveries_pending',
      'Deliveries that wait for their next attempt, without those of paused webhooks; counted up to 10,000',
    )
  }

  /** SQLite has one transaction at a time. */
  #isNeeded(): boolean {
    return (
      this.#context.db.oldestTransaction !== undefined &&
      (this.#hub.followers > 0 || (this.#states?.active ?? 0) > 0)
    )
  }

  async countWebhooks(): Promise<void> {
    try {
      this.#states = await countByState(this.#context.db)
    } catch (error) {
      // Old numbers would look like current ones.
      this.#states = undefined
      throw error
    }
  }

  async findOldTransaction(): Promise<void> {
    if (!this.#isNeeded()) return
    const found = await this.#lookForTransaction()
    const before = this.#oldest
    if (before?.is_reported && before.number !== found?.number)
      this.#log.info(
        { postgres_pid: before.pid },
        'the transaction that held up all events has ended',
      )
    this.#oldest = found && this.#watch(found, before)
  }

  async #lookForTransaction(): Promise<OpenTransaction | undefined> {
    try {
      const found = await this.#context.db.oldestTransaction?.()
      this.#is_oldest_lost = false
      return found
    } catch (error) {
      this.#is_oldest_lost = true
      throw error
    }
  }

  #watch(found: OpenTransaction, before: Watched | undefined): Watched {
    const now = this.#context.now()
    if (before?.number !== found.number) return { ...found, first_seen_at: now, is_reported: false }
    const { first_seen_at, is_reported } = before
    const seconds = Math.max(found.age_seconds ?? 0, (now - first_seen_at) / 1000)
    const is_old = seconds >= OLD_TRANSACTION_SECONDS
    if (is_old && !is_reported) this.#report(found, seconds)
    return { ...found, first_seen_at, seconds, is_reported: is_old || is_reported }
  }

  #report({ pid, database, application_name }: OpenTransaction, seconds: number): void {
    this.#log.warn(
      { postgres_pid: pid, database, application_name, seconds: Math.round(seconds) },
      'a transaction that is still open holds up all events; see docs/live.md',
    )
  }
}
