/** Upper bounds of the buckets in which response times are counted. Slower requests are in one more bucket after the last. */
export const DURATIONS_MS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000] as const

const PERIOD_MS = 5 * 60_000

export interface CountedTraffic {
  game_id: number
  begins_at: number
  requests: number
  /** Answered with 4xx. */
  refusals: number
  /** Answered with 5xx. */
  failures: number
  /** Requests by `DURATIONS_MS`. */
  durations: number[]
}

function groupOf(ms: number): number {
  const found = DURATIONS_MS.findIndex((limit) => ms <= limit)
  return found === -1 ? DURATIONS_MS.length : found
}

/** Counts the requests of each game in memory, by periods of five minutes. */
export class TrafficCounter {
  readonly #current = new Map<number, CountedTraffic>()
  readonly #changed = new Set<CountedTraffic>()

  count(game_id: number, { status, ms, at }: { status: number; ms: number; at: number }): void {
    const begins_at = at - (at % PERIOD_MS)
    let counted = this.#current.get(game_id)
    if (!counted || counted.begins_at !== begins_at) {
      const durations = Array<number>(DURATIONS_MS.length + 1).fill(0)
      counted = { game_id, begins_at, requests: 0, refusals: 0, failures: 0, durations }
      this.#current.set(game_id, counted)
    }
    counted.requests++
    if (status >= 500) counted.failures++
    else if (status >= 400) counted.refusals++
    const group = groupOf(ms)
    counted.durations[group] = (counted.durations[group] ?? 0) + 1
    this.#changed.add(counted)
  }

  /** Removes and returns the counters that have changed since the last call. Each has the sums of its whole period. */
  takeChanged(max: number): CountedTraffic[] {
    const taken = [...this.#changed.values().take(max)]
    for (const counted of taken) this.#changed.delete(counted)
    return taken
  }

  /** To be taken again, because it could not be written. */
  putBack(taken: CountedTraffic[]): void {
    for (const counted of taken) this.#changed.add(counted)
  }

  /** Forgets games without requests since then. */
  forget(before: number): void {
    for (const [game_id, { begins_at }] of this.#current)
      if (begins_at < before) this.#current.delete(game_id)
  }
}
