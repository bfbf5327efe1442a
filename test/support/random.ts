import { hash } from 'node:crypto'

/** Of all random input, so that a run does what the last one did. Another one finds other things: `FUZZ_SEED=7`. */
export const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_115)

/** Pseudo-random numbers from a seed and a name (mulberry32). */
export class Random {
  #state: number

  constructor(seed: number, ...name: (string | number)[]) {
    this.#state = Number.parseInt(hash('sha256', JSON.stringify([seed, ...name])).slice(0, 8), 16)
  }

  /** At least 0 and less than 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number from 0 to `count - 1`. */
  below(count: number): number {
    return Math.floor(this.next() * count)
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(list: readonly [T, ...T[]]): T
  pick<T>(list: readonly T[]): T | undefined
  pick<T>(list: readonly T[]): T | undefined {
    return list[this.below(list.length)]
  }
}
