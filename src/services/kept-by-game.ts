/** Changes by other processes take effect after so long. */
const FRESH_MS = 5000
const MAX_GAMES = 1000

/**
 * What this process has read of each game, kept for a few seconds. Nobody waits for the read of somebody else: that one may let
 * others go first, and whoever waits may be in a transaction for which others wait.
 */
export class KeptByGame<V> {
  readonly #kept = new Map<number, { value: V; read_at: number }>()
  #changes = 0

  /** Makes the value of what was read, and of the last value, which may be old or made by somebody else meanwhile. */
  async get<R>(
    game_id: number,
    now: number,
    read: () => Promise<R>,
    make: (found: R, last: V | undefined) => V,
  ): Promise<V> {
    const kept = this.#kept.get(game_id)
    if (kept && Math.abs(now - kept.read_at) < FRESH_MS) return kept.value
    const changes = this.#changes
    const found = await read()
    const value = make(found, this.#kept.get(game_id)?.value)
    // It may have been read before a change that was committed meanwhile.
    if (changes === this.#changes) {
      if (this.#kept.size >= MAX_GAMES) this.#kept.clear()
      this.#kept.set(game_id, { value, read_at: now })
    }
    return value
  }

  /** When a change was committed. */
  forget(game_id: number): void {
    this.#changes++
    this.#kept.delete(game_id)
  }
}
