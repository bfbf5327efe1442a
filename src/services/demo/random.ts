/** Numbers that look random and are the same in every run. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** From 0 up to 1. The algorithm is mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number; both ends are possible. */
  between(lowest: number, highest: number): number {
    return lowest + Math.floor(this.next() * (highest - lowest + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(list: readonly T[]): T {
    const [one] = list.slice(this.between(0, list.length - 1))
    if (one === undefined) throw new Error('there is nothing to pick from')
    return one
  }

  /** The place in the list of one of these weights; a larger one is drawn more often. */
  pickWeighted(weights: readonly number[]): number {
    const total = weights.reduce((sum, weight) => sum + weight, 0)
    let left = this.next() * total
    const place = weights.findIndex((weight) => (left -= weight) < 0)
    return Math.max(place, 0)
  }
}
