import { readFileSync } from 'node:fs'

const MS_PER_TICK = 10
const SAMPLE_MS = 100

/**
 * Steal time: how long the hypervisor has kept the cores from this virtual machine since it was started, of all cores
 * together. Linux counts it as CPU time of whatever was running. Elsewhere it is 0.
 */
export function stealMs(): number {
  try {
    const [, , , , , , , , steal] = readFileSync('/proc/stat', 'utf8').split(/\s+/, 9)
    return Number(steal) * MS_PER_TICK
  } catch {
    return 0
  }
}

/** Records when there was steal time. */
export class StealRecord {
  /** The oldest first, on the clock of `performance.now()`. */
  readonly #periods: { from: number; to: number }[] = []
  readonly #timer: NodeJS.Timeout
  #steal_ms = stealMs()
  #sampled_at = performance.now()

  constructor() {
    this.#timer = setInterval(() => this.#sample(), SAMPLE_MS)
  }

  #sample(): void {
    const [steal_ms, now] = [stealMs(), performance.now()]
    // Linux counts in ticks, so it may have begun one sample earlier.
    if (steal_ms > this.#steal_ms)
      this.#periods.push({ from: this.#sampled_at - SAMPLE_MS, to: now })
    this.#steal_ms = steal_ms
    this.#sampled_at = now
  }

  stop(): void {
    this.#sample()
    clearInterval(this.#timer)
  }

  /** Returns a function that says whether there was steal time between `from` and `to`. Call it with ascending `from`. */
  createLookup(): (from: number, to: number) => boolean {
    let index = 0
    return (from, to) => {
      while ((this.#periods[index]?.to ?? Infinity) < from) index++
      return (this.#periods[index]?.from ?? Infinity) <= to
    }
  }
}
