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

/** After a password of an address that comes often, the next ones of such addresses rest for so many times as long. */
const REST_FACTOR = 4
const MAX_REST_MS = 250

interface Options {
  cost?: PasswordCost | undefined
  /** Whether addresses that come often rest. */
  is_paced?: boolean
  rest_factor?: number
  max_rest_ms?: number
}

/**
 * Hashes on other threads, one at once per core. Checks of passwords and new passwords wait in queues of their own that
 * take turns, so that a rush of sign-ups does not keep players from signing in. When too many are waiting, further ones
 * are refused as `busy`. Addresses that come often use a fifth of one core, all together: while a password is hashed, the
 * system lets everything else on this core wait for a few milliseconds, again and again.
 */
export class Passwords {
  readonly #cost: PasswordCost
  readonly #max_running = availableParallelism()
  readonly #checks: FairQueue
  readonly #new_passwords: FairQueue
  readonly #is_paced: boolean
  readonly #rest_factor: number
  readonly #max_rest_ms: number
  #is_turn_of_checks = true
  #running = 0
  #rests_until = 0
  #is_resting = false

  /** At most three quarters of all requests may wait here, so that there is room for players who are signed in. */
  constructor(
    max_requests: number,
    {
      cost = COST,
      is_paced = true,
      rest_factor = REST_FACTOR,
      max_rest_ms = MAX_REST_MS,
    }: Options = {},
  ) {
    this.#cost = cost
    this.#is_paced = is_paced
    this.#rest_factor = rest_factor
    this.#max_rest_ms = max_rest_ms
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

  /** The queues take turns, but whoever comes often lets others go first. */
  #nextQueue(): FairQueue | undefined {
    this.#is_turn_of_checks = !this.#is_turn_of_checks
    const queues = this.#is_turn_of_checks
      ? [this.#checks, this.#new_passwords]
      : [this.#new_passwords, this.#checks]
    const waiting = queues.filter(({ size }) => size > 0)
    return waiting.find((queue) => !queue.next_comes_often) ?? waiting[0]
  }

  #startNext(): void {
    while (this.#running < this.#max_running) {
      const queue = this.#nextQueue()
      if (!queue) return
      const rest_ms = queue.next_comes_often ? this.#rests_until - performance.now() : 0
      if (rest_ms > 0) return this.#startLater(rest_ms)
      this.#running++
      queue.shift()?.()
    }
  }

  #startLater(rest_ms: number): void {
    if (this.#is_resting) return
    this.#is_resting = true
    setTimeout(() => {
      this.#is_resting = false
      this.#startNext()
    }, rest_ms)
  }

  async #inTurn<T>(queue: FairQueue, ip_address: string, work: () => Promise<T>): Promise<T> {
    const address = addressGroup(ip_address)
    const came_often = queue.comesOften(address)
    const rests = came_often && performance.now() < this.#rests_until
    if (this.#running >= this.#max_running || rests) {
      // The other half is for those who come less often.
      if (queue.size >= (came_often ? queue.max / 2 : queue.max))
        throw new Refusal('busy', { retry_after_seconds: 5 })
      await new Promise<void>((resume) => {
        queue.push(address, resume)
        this.#startNext()
      })
    } else {
      this.#running++
      queue.countTurn(address)
    }
    const comes_often = this.#is_paced && queue.comesOften(address)
    const began_at = performance.now()
    try {
      return await work()
    } finally {
      const now = performance.now()
      if (comes_often)
        this.#rests_until = now + Math.min((now - began_at) * this.#rest_factor, this.#max_rest_ms)
      this.#running--
      this.#startNext()
    }
  }
}
