import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '../errors.ts'
import { limits } from '../limits.ts'

/** The parameters that OWASP recommends for Argon2id, which is the library's default algorithm. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Matches no password. Verifying it makes an unknown account take the same time as a wrong password. */
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$9C2lS2rV0R8x0LxJ2Q0b6w$zQm8n2Y6b1sQk9vD3f4WcU0yqf0oJ2mW7vR1c5tH8uE'

/** Hashes on other threads, two at once per core. When too many are waiting, further ones are refused as `busy`. */
export class Passwords {
  readonly #max_running = availableParallelism() * 2
  readonly #waiting: (() => void)[] = []
  readonly #max_waiting: number
  #running = 0

  /** At most half of all requests may wait here, so that a rush of sign-ins leaves room for players who are signed in. */
  constructor(max_requests: number) {
    this.#max_waiting = Math.min(limits.waiting_passwords.value, Math.floor(max_requests / 2))
  }

  get waiting(): number {
    return this.#waiting.length
  }

  hash(password: string): Promise<string> {
    return this.#inTurn(() => hash(password, COST))
  }

  /** `recheck` runs after the wait, and may refuse an attempt that was still allowed when it joined the queue. */
  matches(
    password: string,
    stored_hash: string | null,
    recheck?: () => Promise<void>,
  ): Promise<boolean> {
    return this.#inTurn(async () => {
      await recheck?.()
      const is_equal = await verify(stored_hash ?? DUMMY_HASH, password)
      return is_equal && stored_hash !== null
    })
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#max_running) {
      if (this.#waiting.length >= this.#max_waiting) {
        throw new Refusal('busy', { retry_after_seconds: 5 })
      }
      // The call that finishes resumes this one instead of decrementing `#running`.
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
