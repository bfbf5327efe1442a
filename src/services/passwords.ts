import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '../errors.ts'
import { limits } from '../limits.ts'

/** Argon2id is the library's default; these are OWASP's figures for it. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Nobody's password: an unknown account costs the same time as a wrong password. */
const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$9C2lS2rV0R8x0LxJ2Q0b6w$zQm8n2Y6b1sQk9vD3f4WcU0yqf0oJ2mW7vR1c5tH8uE'

/** Hashing works on other threads, two at once per core; who comes when too many wait is told to come again. */
export class Passwords {
  readonly #most_at_once = availableParallelism() * 2
  readonly #waiting: (() => void)[] = []
  readonly #most_waiting: number
  #running = 0

  /** Of all requests under way at most half wait here: a rush of sign-ins leaves places for those who play. */
  constructor(most_requests: number) {
    this.#most_waiting = Math.min(limits.waiting_passwords.value, Math.floor(most_requests / 2))
  }

  get waiting(): number {
    return this.#waiting.length
  }

  hash(password: string): Promise<string> {
    return this.#inTurn(() => hash(password, COST))
  }

  /** `before` runs when its turn has come, and may refuse what was still allowed when it queued. */
  matches(password: string, stored: string | null, before?: () => Promise<void>): Promise<boolean> {
    return this.#inTurn(async () => {
      await before?.()
      const equal = await verify(stored ?? NOBODY, password)
      return equal && stored !== null
    })
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#most_at_once) {
      if (this.#waiting.length >= this.#most_waiting) {
        throw new Refusal('busy', { retry_after_seconds: 5 })
      }
      // Whoever finishes hands its place over, so `running` stays as it is.
      await new Promise<void>((resume) => this.#waiting.push(resume))
    } else {
      this.#running++
    }
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }
}
