import type { IncomingMessage } from 'node:http'
import { isLargeBody } from './paced-bodies.ts'
import { Rate } from './rate.ts'
import { hasKey } from './sent.ts'
import { Usage } from './usage.ts'

/** A sign-in and the first requests with its token, for a few people behind one address. */
const PER_ADDRESS = { count: 6, seconds: 12 }
/** An attacker may have many addresses; and after a restart, nobody's token is known: a thousand a second, a hundred at once. */
const TOGETHER = { count: 100, seconds: 0.1 }

/** Lets some requests without a known token go before those of clients that ask for much. */
export class Newcomers {
  /** In the usage of an address. */
  readonly rate: Rate
  readonly #rate_together = new Rate(TOGETHER, 0)
  readonly #together = new Usage([-Infinity])

  constructor(index: number) {
    this.rate = new Rate(PER_ADDRESS, index)
  }

  goesFirst(raw: IncomingMessage, address: Usage, now: number): boolean {
    return (
      !hasKey(raw) &&
      !isLargeBody(raw) &&
      this.rate.take(address, 1, now) === 0 &&
      this.#rate_together.take(this.#together, 1, now) === 0
    )
  }
}
