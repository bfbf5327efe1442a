import type { Usage } from './usage.ts'

/**
 * Token buckets, one in each usage: a bucket holds `count` tokens and is refilled evenly over the period. It is stored
 * as one number: the time at which it will be full again.
 */
export class Rate {
  readonly count: number
  readonly seconds: number
  readonly #window_ms: number
  /** The longest time for which a request may wait: a period and half a token, so that rounding refuses nobody. */
  readonly max_wait_ms: number
  readonly #ms_per_token: number
  /** Where the bucket is stored in a usage. */
  readonly #index: number

  constructor({ count, seconds }: { count: number; seconds: number }, index: number) {
    this.count = count
    this.seconds = seconds
    this.#window_ms = seconds * 1000
    this.#ms_per_token = this.#window_ms / count
    this.max_wait_ms = this.#window_ms + this.#ms_per_token / 2
    this.#index = index
  }

  #readFullAt({ full_at }: Usage, now: number): number {
    const time = full_at[this.#index] ?? 0
    // Later than is possible: the clock was set back.
    return time < now || time > now + 2 * this.#window_ms ? now : time
  }

  /** Takes tokens if there are enough, or else returns how many milliseconds it takes until there are. */
  take(usage: Usage, cost: number, now: number): number {
    const full_at = this.#readFullAt(usage, now)
    const wait_ms = this.#waitFrom(full_at, cost, now)
    if (wait_ms === 0) usage.full_at[this.#index] = full_at + this.#timeFor(cost)
    return wait_ms
  }

  /** How many milliseconds it takes until so many tokens can be taken; 0: now. */
  wait(usage: Usage, cost: number, now: number): number {
    return this.#waitFrom(this.#readFullAt(usage, now), cost, now)
  }

  #waitFrom(full_at: number, cost: number, now: number): number {
    const wait_ms = full_at + this.#timeFor(cost) - (now + this.#window_ms)
    // Less than a millisecond is a rounding error.
    return wait_ms < 1 ? 0 : wait_ms
  }

  /** More than fits into a bucket is given when the bucket is full. */
  #timeFor(cost: number): number {
    return Math.min(cost, this.count) * this.#ms_per_token
  }

  /** Takes tokens even if there are not enough; the next request then waits, but not longer than two periods. */
  charge(usage: Usage, cost: number, now: number): void {
    const full_at = this.#readFullAt(usage, now) + cost * this.#ms_per_token
    usage.full_at[this.#index] = Math.min(full_at, now + 2 * this.#window_ms)
  }

  /** For tokens that were taken for nothing. */
  giveBack(usage: Usage, count: number, now: number): void {
    const full_at = this.#readFullAt(usage, now) - count * this.#ms_per_token
    usage.full_at[this.#index] = Math.max(full_at, now)
  }
}
