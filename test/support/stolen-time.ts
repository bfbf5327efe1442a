import { readFileSync } from 'node:fs'

const MS_PER_TICK = 10
const SAMPLE_MS = 100

/** How long the host of a virtual machine has kept its cores from it, since it was started. Linux counts that as CPU time. */
export function stolenMs(): number {
  try {
    const [, , , , , , , , steal] = readFileSync('/proc/stat', 'utf8').split(/\s+/, 9)
    return Number(steal) * MS_PER_TICK
  } catch {
    return 0
  }
}

/** Remembers when the host of a virtual machine has kept a core from it. */
export class StolenTime {
  /** Periods in which it has, the oldest first, on the clock of `performance.now()`. */
  readonly #periods: { from: number; to: number }[] = []
  readonly #timer: NodeJS.Timeout
  #stolen_ms = stolenMs()
  #looked_at = performance.now()

  constructor() {
    this.#timer = setInterval(() => this.#look(), SAMPLE_MS)
  }

  #look(): void {
    const [stolen_ms, now] = [stolenMs(), performance.now()]
    // It is counted in steps, so it may have been a little before.
    if (stolen_ms > this.#stolen_ms)
      this.#periods.push({ from: this.#looked_at - SAMPLE_MS, to: now })
    this.#stolen_ms = stolen_ms
    this.#looked_at = now
  }

  stop(): void {
    this.#look()
    clearInterval(this.#timer)
  }

  /** Whether it was in this time. To be asked in the order of the beginnings. */
  createSearch(): (from: number, to: number) => boolean {
    let first = 0
    return (from, to) => {
      while ((this.#periods[first]?.to ?? Infinity) < from) first++
      return (this.#periods[first]?.from ?? Infinity) <= to
    }
  }
}
