const PERIOD_MS = 600_000
const MAX_REMEMBERED = 10_000
/** Whoever has had so many turns in this period, or waits for them, comes often. A school class of 40 does not. */
const OFTEN = 45

/** One line per address. The address that has had the fewest turns in these ten minutes is next. */
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

  #forgetTurns(): void {
    if (this.#now() < this.#period_ends_at && this.#turns.size < MAX_REMEMBERED) return
    this.#turns.clear()
    this.#period_ends_at = this.#now() + PERIOD_MS
  }

  #comesOften(address: string, turns: number): boolean {
    return turns + (this.#lines.get(address)?.length ?? 0) >= OFTEN
  }

  comesOften(address: string): boolean {
    this.#forgetTurns()
    return this.#comesOften(address, this.#turns.get(address) ?? 0)
  }

  get next_comes_often(): boolean {
    const address = this.#nextAddress()
    return address !== undefined && this.comesOften(address)
  }

  /** For every turn, also of those who did not have to wait. */
  countTurn(address: string): void {
    this.#turns.set(address, (this.#turns.get(address) ?? 0) + 1)
  }

  push(address: string, resume: () => void): void {
    const line = this.#lines.get(address)
    if (line) line.push(resume)
    else this.#lines.set(address, [resume])
    this.size++
  }

  /** Those that come often are last. Of addresses that are equal, the one that has waited the longest. */
  #nextAddress(): string | undefined {
    let next: string | undefined
    let fewest = Infinity
    for (const address of this.#lines.keys()) {
      const had = this.#turns.get(address) ?? 0
      const turns = this.#comesOften(address, had) ? OFTEN + had : had
      if (turns >= fewest) continue
      next = address
      fewest = turns
      if (turns === 0) break
    }
    return next
  }

  shift(): (() => void) | undefined {
    this.#forgetTurns()
    const address = this.#nextAddress()
    if (address === undefined) return undefined
    const line = this.#lines.get(address) ?? []
    const resume = line.shift()
    this.#lines.delete(address)
    if (line.length > 0) this.#lines.set(address, line)
    this.countTurn(address)
    this.size--
    return resume
  }
}
