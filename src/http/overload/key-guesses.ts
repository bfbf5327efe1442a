import type { Rate } from './rate.ts'
import type { Usage } from './usage.ts'

/** A key that is being checked. */
export interface KeyGuess {
  /** The key and the address that it came from. */
  key: string
  usage: Usage
  /** Whether a token was taken for it. */
  is_paid: boolean
}

/**
 * A token is taken before a key is checked, and given back unless the key is wrong, so that guesses that arrive at once
 * are not more than those one by one. While a key is being checked, the same one again is no other guess: the server of a
 * game may begin with many requests at once.
 */
export class KeyGuesses {
  /** How many requests are being checked for each key. */
  readonly #pending = new Map<string, number>()

  isPending(key: string): boolean {
    return this.#pending.has(key)
  }

  /** Throws what `pay` throws if too many guesses were made. */
  begin(key: string, usage: Usage, pay: () => void): KeyGuess {
    const pending = this.#pending.get(key) ?? 0
    if (pending === 0) pay()
    this.#pending.set(key, pending + 1)
    return { key, usage, is_paid: pending === 0 }
  }

  end({ key, usage, is_paid }: KeyGuess, rate: Rate, is_wrong: boolean, now: number): void {
    const pending = this.#pending.get(key) ?? 0
    if (pending > 1) this.#pending.set(key, pending - 1)
    else this.#pending.delete(key)
    if (is_wrong && !is_paid) rate.charge(usage, 1, now)
    if (!is_wrong && is_paid) rate.giveBack(usage, 1, now)
  }
}
