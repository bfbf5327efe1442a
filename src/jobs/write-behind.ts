import type { Context } from '../context.ts'
import { writeKeyUses } from '../features/operations/service-keys/rules.ts'
import { writeTraffic } from '../features/operations/traffic/rules.ts'
import { writeActivity } from '../features/players/activity/rules.ts'
import { reportPresence, writePresence } from '../features/social/presence/rules.ts'
import { writeSessionUses } from '../features/players/sessions/rules.ts'

const EVERY_MS = 1000
/** An extended session is no longer in the session cache, so sessions are extended less often. Traffic is not urgent. */
const SESSIONS_EVERY_MS = 60_000

/** Writes what features count in memory, some of it every second, so that reading writes nothing. */
export class WriteBehind {
  readonly #context: Context
  #timer: NodeJS.Timeout | undefined
  #sessions_written_at = 0
  #writing: Promise<void> = Promise.resolve()

  constructor(context: Context) {
    this.#context = context
  }

  start(): void {
    let is_writing = false
    this.#timer = setInterval(() => {
      // A database that hangs would otherwise collect one more write every second.
      if (is_writing) return
      is_writing = true
      // What could not be written is kept for the next time.
      this.#afterOthers(() => this.#writeSome())
        .catch(() => {})
        .finally(() => (is_writing = false))
    }, EVERY_MS)
    this.#timer.unref()
  }

  #afterOthers(work: () => Promise<void>): Promise<void> {
    return (this.#writing = this.#writing.catch(() => {}).then(work))
  }

  async #writeSome(): Promise<void> {
    await writeActivity(this.#context)
    await writeKeyUses(this.#context)
    await writePresence(this.#context)
    await reportPresence(this.#context)
    if (performance.now() - this.#sessions_written_at < SESSIONS_EVERY_MS) return
    this.#sessions_written_at = performance.now()
    await writeSessionUses(this.#context)
    await writeTraffic(this.#context)
  }

  /** Writes everything, in as many steps as it takes. */
  flush(): Promise<void> {
    return this.#afterOthers(async () => {
      while (this.#context.unwritten.requests.size > 0) await writeActivity(this.#context)
      await writeKeyUses(this.#context)
      await writeSessionUses(this.#context)
      await writeTraffic(this.#context)
      await writePresence(this.#context, true)
      await reportPresence(this.#context)
    })
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }
}
