import type { FastifyBaseLogger } from 'fastify'
import type { Context } from '../context.ts'
import { countOverdueWork } from '../features/play/overdue-work/rules.ts'
import type { Metrics } from '../services/metrics.ts'

const LOOK_EVERY_MS = 15_000

type Counts = NonNullable<Awaited<ReturnType<typeof countOverdueWork>>>

/** Counts from time to time what the server should have done by itself, for the metrics. */
export class OverdueWatch {
  readonly #context: Context
  readonly #log: FastifyBaseLogger
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  /** Undefined while they are not known. */
  #counts: Counts | undefined

  constructor(context: Context, log: FastifyBaseLogger) {
    this.#context = context
    this.#log = log
  }

  start(): void {
    this.#timer = setInterval(() => void this.look(), LOOK_EVERY_MS).unref()
    void this.look()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  addMetrics(metrics: Metrics): void {
    const gauge = (name: keyof Counts, full_name: string, help: string) =>
      metrics.gauge(full_name, `${help}; counted up to 10,000`, () => this.#counts?.[name], 'max')
    gauge(
      'rounds',
      'multiplayer_rounds_overdue',
      'Multiplayer rounds that should have been finished more than two minutes ago',
    )
    gauge(
      'seasons',
      'leaderboard_seasons_overdue',
      'Seasons of leaderboards that should have ended more than two minutes ago',
    )
    gauge(
      'prizes',
      'leaderboard_prizes_unpaid',
      'Prizes of seasons that were over more than two minutes ago, and that are not paid yet',
    )
    gauge(
      'rank_changes',
      'rank_changes_uncounted',
      'Changes of long lists that are not added to the counts of ranks yet',
    )
    gauge(
      'rank_lists',
      'rank_lists_uncounted',
      'Long lists that wait to be counted, once for each order',
    )
    gauge(
      'rank_candidates',
      'rank_candidates',
      'Notes that a list may have become long, which nobody has looked at yet',
    )
  }

  /** A database that hangs collects no more than one look. */
  look(): Promise<void> {
    return (this.#looking ??= this.#count().finally(() => (this.#looking = undefined)))
  }

  async #count(): Promise<void> {
    const { db, now } = this.#context
    try {
      this.#counts = await countOverdueWork(db, now())
    } catch (error) {
      // Old numbers would look like current ones. An outage of the database has lines of its own.
      this.#counts = undefined
      this.#log.debug({ err: error }, 'overdue work could not be counted')
    }
  }
}
