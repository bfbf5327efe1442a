import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Context } from '../context.ts'
import { updateRankCounts } from '../features/play/rank-counts/rules.ts'

/** While long lists change. Whoever asks for a rank adds up what was not counted yet. */
const PAUSE_MS = 500
/** While there is nothing to do. */
const LOOK_EVERY_MS = 5000

/** Keeps the counts of long lists. All processes on a database may do this: each set is worked on by one at a time. */
export class RankCounter {
  readonly #context: Context
  readonly #log: FastifyBaseLogger
  readonly #stopping = new AbortController()
  #running: Promise<void> = Promise.resolve()
  #is_failing = false

  constructor(context: Context, log: FastifyBaseLogger) {
    this.#context = context
    this.#log = log
  }

  start(): void {
    this.#running = this.#run()
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      const had_work = await this.#update()
      const pause_ms = had_work ? PAUSE_MS : LOOK_EVERY_MS
      await sleep(pause_ms, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  /** Without it ranks stay exact, and become slower: one line in the log is enough. */
  async #update(): Promise<boolean> {
    try {
      const had_work = await updateRankCounts(this.#context, this.#stopping.signal)
      if (this.#is_failing) this.#log.info('ranks of long lists are counted again')
      this.#is_failing = false
      return had_work
    } catch (error) {
      if (!this.#is_failing && !this.#stopping.signal.aborted)
        this.#log.warn({ err: error }, 'the ranks of long lists could not be counted')
      this.#is_failing = true
      return false
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }
}
