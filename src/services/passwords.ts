import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '../errors.ts'
import { limits } from '../limits.ts'
import { FairQueue } from './fair-queue.ts'
import { addressGroup } from './ip-addresses.ts'

export interface PasswordCost {
  /** In KiB. */
  memoryCost: number
  timeCost: number
  parallelism: number
}

/** The parameters that OWASP recommends for Argon2id, which is the library's default algorithm. */
const COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Matches no password. Verifying it makes an unknown account take the same time as a wrong password. */
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$9C2lS2rV0R8x0LxJ2Q0b6w$zQm8n2Y6b1sQk9vD3f4WcU0yqf0oJ2mW7vR1c5tH8uE'

interface Check {
  /** The IP address that the request came from. */
  address: string
  /** Runs after the wait, and may refuse an attempt that was still allowed when it joined the queue. */
  before?: () => Promise<void>
  /** Runs before the next check begins, so that it knows of this failure. */
  onWrong?: () => Promise<void>
}

/**
 * Hashes on other threads, one at once per core. Checks of passwords and new passwords wait in queues of their own that
 * take turns, so that a rush of sign-ups does not keep players from signing in. When too many are waiting, further ones
 * are refused as `busy`.
 */
export class Passwords {
  readonly #cost: PasswordCost
  readonly #max_running = availableParallelism()
  readonly #checks: FairQueue
  readonly #new_passwords: FairQueue
  #is_turn_of_checks = true
  #running = 0

  /** At most three quarters of all requests may wait here, so that there is room for players who are signed in. */
  constructor(max_requests: number, cost = COST) {
    this.#cost = cost
    const max = limits.waiting_passwords.value
    this.#checks = new FairQueue(Math.min(max, Math.floor(max_requests / 2)))
    this.#new_passwords = new FairQueue(Math.min(max, Math.floor(max_requests / 4)))
  }

  get waiting(): number {
    return this.#checks.size + this.#new_passwords.size
  }

  hash(password: string, address: string): Promise<string> {
    return this.#inTurn(this.#new_passwords, address, () => hash(password, this.#cost))
  }

  matches(
    password: string,
    stored_hash: string | null,
    { address, before, onWrong }: Check,
  ): Promise<boolean> {
    return this.#inTurn(this.#checks, address, async () => {
      await before?.()
      const is_equal = await verify(stored_hash ?? DUMMY_HASH, password)
      const is_correct = is_equal && stored_hash !== null
      if (!is_correct) await onWrong?.()
      return is_correct
    })
  }

  #next(): (() => void) | undefined {
    this.#is_turn_of_checks = !this.#is_turn_of_checks
    return this.#is_turn_of_checks
      ? (this.#checks.shift() ?? this.#new_passwords.shift())
      : (this.#new_passwords.shift() ?? this.#checks.shift())
  }

  async #inTurn<T>(queue: FairQueue, address: string, work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#max_running) {
      if (queue.size >= queue.max) throw new Refusal('busy', { retry_after_seconds: 5 })
      // The call that finishes resumes this one instead of decrementing `#running`.
      await new Promise<void>((resume) => queue.push(addressGroup(address), resume))
    } else {
      this.#running++
    }
    try {
      return await work()
    } finally {
      const next = this.#next()
      if (next) next()
      else this.#running--
    }
  }
}
