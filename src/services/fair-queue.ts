const PERIOD_MS = 60_000
const MAX_REMEMBERED = 10_000

/** One line per address. The address that has had the fewest turns in this minute is next. */
export class FairQueue {
  readonly max: number
  readonly #now: () => number
  readonly #lines = new Map<string, (() => void)[]>()
  readonly #turns = new Map<string, number>()
  #period_ends_at = 0
  size = 0

  constructor(max: number, now: () => number = () => performance.now()) {
    this.max = max
    this.#now = now
  }

  push(address: string, resume: () => void): void {
    const line = this.#lines.get(address)
    if (line) line.push(resume)
    else this.#lines.set(address, [resume])
    this.size++
  }

  /** Of addresses that are equal, the one that has waited the longest. */
  #nextAddress(): string | undefined {
    let next: string | undefined
    let fewest = Infinity
    for (const address of this.#lines.keys()) {
      const turns = this.#turns.get(address) ?? 0
      if (turns >= fewest) continue
      next = address
      fewest = turns
      if (turns === 0) break
    }
    return next
  }

  shift(): (() => void) | undefined {
    if (this.#now() >= this.#period_ends_at || this.#turns.size >= MAX_REMEMBERED) {
      this.#turns.clear()
      this.#period_ends_at = this.#now() + PERIOD_MS
    }
    const address = this.#nextAddress()
    if (address === undefined) return undefined
    const line = this.#lines.get(address) ?? []
    const resume = line.shift()
    this.#lines.delete(address)
    if (line.length > 0) this.#lines.set(address, line)
    this.#turns.set(address, (this.#turns.get(address) ?? 0) + 1)
    this.size--
    return resume
  }
}
