import type { FastifyBaseLogger } from 'fastify'

const PAUSE_MS = 5000
const MESSAGE = 'the database is not available'

/** In an outage every request fails for the same reason: the first one is logged, and then how many more there were. */
export class OutageLog {
  readonly #log: FastifyBaseLogger
  readonly #level: 'warn' | 'error'
  #timer: NodeJS.Timeout | undefined
  #requests = 0
  #reason = ''

  constructor(log: FastifyBaseLogger, level: 'warn' | 'error') {
    this.#log = log
    this.#level = level
  }

  add(request_id: string, error: Error): void {
    if (this.#timer) {
      this.#requests++
      this.#reason = error.message
      return
    }
    this.#log[this.#level]({ request_id, err: error }, MESSAGE)
    this.#pause()
  }

  #pause(): void {
    this.#timer = setTimeout(() => this.#addUp(), PAUSE_MS).unref()
  }

  #addUp(): void {
    this.#timer = undefined
    if (this.#requests === 0) return
    const more = { requests: this.#requests, reason: this.#reason }
    this.#log[this.#level](more, `${MESSAGE}: more requests have failed`)
    this.#requests = 0
    this.#pause()
  }
}
