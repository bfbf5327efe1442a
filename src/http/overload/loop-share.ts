/** While others are served, work in the back lane begins only as long as the event loop is not busy for more than this. */
const MAX_BUSY_SHARE = 0.15
/** Idle time adds 15 % of itself to a credit, and busy time takes 85 % of itself from it. It stays between these bounds. */
const MAX_CREDIT_MS = 5
const MAX_DEBT_MS = 20
/** A rest is not longer, even if the others alone keep the loop busy. */
const MAX_REST_MS = 100
/** For so long after a request of others, more of them are expected. */
const OTHERS_EXPECTED_MS = 100

/**
 * Decides when work rests that others should not have to wait for. Without rests, a request of others would begin late: after
 * the work that has begun, and after other threads, to which the system gives the core when one was busy for long.
 */
export class LoopShare {
  #credit_ms = 0
  #counted_at = 0
  #idle_ms = 0
  #rests_since: number | undefined
  #others_came_at = -Infinity
  #others_came = false

  /** Whether others were served since the last call, or a moment before it. The time is noted here, so that a request costs nothing. */
  expectsOthers(now: number): boolean {
    if (this.#others_came) this.#others_came_at = now
    this.#others_came = false
    return now - this.#others_came_at < OTHERS_EXPECTED_MS
  }

  /** For every request of others, so it must cost nothing. */
  noteOthers(): void {
    this.#others_came = true
  }

  /** For how many milliseconds to rest before the next work. `idle_ms` is how long the loop has waited for anything to do. */
  restMs(now: number, idle_ms: number): number {
    const idle = idle_ms - this.#idle_ms
    const busy = now - this.#counted_at - idle
    this.#counted_at = now
    this.#idle_ms = idle_ms
    const credit = this.#credit_ms + idle * MAX_BUSY_SHARE - busy * (1 - MAX_BUSY_SHARE)
    this.#credit_ms = Math.max(-MAX_DEBT_MS, Math.min(MAX_CREDIT_MS, credit))
    const is_needed = this.expectsOthers(now) && this.#credit_ms < 0
    const left_ms = MAX_REST_MS - (now - (this.#rests_since ?? now))
    if (!is_needed || left_ms <= 0) {
      this.#rests_since = undefined
      return 0
    }
    this.#rests_since ??= now
    return Math.ceil(Math.min(left_ms, -this.#credit_ms / MAX_BUSY_SHARE))
  }
}
