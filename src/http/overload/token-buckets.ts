import { RecentMap } from './recent-map.ts'

/** More keys than this in a short time are an attack from many addresses; the oldest are then forgotten. */
const MAX_KEYS = 50_000

/**
 * A bucket for each key, which holds `count` tokens and is refilled evenly over the period. It is stored as one number:
 * the time at which it will be full again. A key that is not stored has a full bucket.
 */
export class TokenBuckets {
  readonly #window_ms: number
  readonly #count: number
  readonly #ms_per_token: number
  readonly #full_at: RecentMap<number | string, number>

  constructor({ count, seconds }: { count: number; seconds: number }, max_keys = MAX_KEYS) {
    this.#window_ms = seconds * 1000
    this.#count = count
    this.#ms_per_token = this.#window_ms / count
    // `charge` can leave a bucket empty for a period, so it is full after two.
    this.#full_at = new RecentMap(2 * this.#window_ms, max_keys)
  }

  get keys(): number {
    return this.#full_at.size
  }

  #readFullAt(key: number | string, now: number): number {
    const full_at = this.#full_at.get(key, now)
    // Later than is possible: the clock was set back.
    return full_at === undefined || full_at < now || full_at > now + 2 * this.#window_ms
      ? now
      : full_at
  }

  /** Takes tokens if there are enough, or else returns how many milliseconds it takes until there are. */
  take(key: number | string, cost: number, now: number): number {
    const full_at = this.#readFullAt(key, now)
    const wait_ms = this.#waitFrom(full_at, cost, now)
    if (wait_ms === 0) this.#full_at.set(key, full_at + this.#timeFor(cost), now)
    return wait_ms
  }

  /** How many milliseconds it takes until so many tokens can be taken; 0: now. */
  wait(key: number | string, cost: number, now: number): number {
    return this.#waitFrom(this.#readFullAt(key, now), cost, now)
  }

  #waitFrom(full_at: number, cost: number, now: number): number {
    const wait_ms = full_at + this.#timeFor(cost) - (now + this.#window_ms)
    // Less than a millisecond is a rounding error.
    return wait_ms < 1 ? 0 : wait_ms
  }

  /** More than fits into a bucket is given when the bucket is full. */
  #timeFor(cost: number): number {
    return Math.min(cost, this.#count) * this.#ms_per_token
  }

  /** Takes tokens even if there are not enough; the next request then waits, but not longer than two periods. */
  charge(key: number | string, cost: number, now: number): void {
    const full_at = this.#readFullAt(key, now) + cost * this.#ms_per_token
    this.#full_at.set(key, Math.min(full_at, now + 2 * this.#window_ms), now)
  }

  /** For tokens that were taken for nothing. */
  giveBack(key: number | string, count: number, now: number): void {
    const full_at = this.#readFullAt(key, now) - count * this.#ms_per_token
    this.#full_at.set(key, Math.max(full_at, now), now)
  }
}
