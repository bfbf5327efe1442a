/**
 * Remembers what was set or read for at least one period, and at most two. It forgets a whole generation at a time, so
 * that forgetting costs nothing per entry. Beyond `max_entries` it forgets earlier.
 */
export class RecentMap<K, V> {
  readonly #period_ms: number
  readonly #max_entries: number
  #current = new Map<K, V>()
  #previous = new Map<K, V>()
  #ends_at = 0
  #generation = 0

  constructor(period_ms: number, max_entries: number) {
    this.#period_ms = period_ms
    this.#max_entries = max_entries
  }

  get size(): number {
    return this.#current.size + this.#previous.size
  }

  get(key: K, now: number): V | undefined {
    if (now >= this.#ends_at) this.#beginGeneration(now)
    const value = this.#current.get(key)
    if (value !== undefined || this.#previous.size === 0) return value
    const older = this.#previous.get(key)
    if (older !== undefined) {
      this.#previous.delete(key)
      this.set(key, older, now)
    }
    return older
  }

  /** What was set or read in a generation is not forgotten before the next one. */
  generationAt(now: number): number {
    if (now >= this.#ends_at) this.#beginGeneration(now)
    return this.#generation
  }

  /** Without remembering it for longer. */
  peek(key: K, now: number): V | undefined {
    if (now >= this.#ends_at) this.#beginGeneration(now)
    return this.#current.get(key) ?? this.#previous.get(key)
  }

  delete(key: K): void {
    this.#current.delete(key)
    this.#previous.delete(key)
  }

  set(key: K, value: V, now: number): void {
    if (now >= this.#ends_at) this.#beginGeneration(now)
    if (this.#current.size >= this.#max_entries && !this.#current.has(key))
      this.#beginGeneration(now)
    this.#current.set(key, value)
  }

  #beginGeneration(now: number): void {
    const is_long_ago = now >= this.#ends_at + this.#period_ms
    this.#previous = is_long_ago ? new Map() : this.#current
    this.#current = new Map()
    this.#ends_at = now + this.#period_ms
    this.#generation++
  }
}
