import { ReadTooSlow } from './database.ts'
import type { Statement } from './statement.ts'

export const LONG_READ_LIMIT_MS = 3000

/** A page further down than this is a long read too, because the rows before it are read as well. */
const MAX_SKIPPED = 10_000

const MAX_WAITING = 100
const MAX_WAITING_OF_ONE = 4
const MAX_WAIT_MS = 5000

/** Says who asks for a long read. Undefined: it is not a long one. */
type AskedBy = (statement: Statement<object, unknown>, parameters: object) => unknown

const askedBy: AskedBy = ({ long_for }, parameters) => {
  const named = parameters as Record<string, unknown>
  if (long_for !== undefined) return named[long_for] ?? long_for
  return Number(named['offset'] ?? 0) > MAX_SKIPPED ? 'a page far down' : undefined
}

export const findAskedBy = (limit_ms: number): AskedBy =>
  limit_ms === Infinity ? () => undefined : askedBy

interface Waiting {
  start: () => void
  reject: (error: unknown) => void
  queued_at: number
}

/** Runs long reads one after the other. Those who ask take turns, so that nobody waits for all reads of another. */
export class LongReadQueue {
  /** In the order of their turns. */
  readonly #waiting = new Map<unknown, Waiting[]>()
  #count = 0
  #is_running = false

  run<T>(asked_by: unknown, read: () => Promise<T>): Promise<T> {
    const own = this.#waiting.get(asked_by) ?? []
    if (this.#count >= MAX_WAITING || own.length >= MAX_WAITING_OF_ONE) {
      return Promise.reject(new ReadTooSlow('too many are waiting'))
    }
    return new Promise((resolve, reject) => {
      const start = () => {
        const result = read()
        resolve(result)
        const onEnd = () => this.#next()
        result.then(onEnd, onEnd)
      }
      own.push({ start, reject, queued_at: performance.now() })
      this.#waiting.set(asked_by, own)
      this.#count++
      if (!this.#is_running) this.#next()
    })
  }

  #take(): Waiting | undefined {
    const [turn] = this.#waiting
    if (!turn) return undefined
    const [asked_by, own] = turn
    const next = own.shift()
    this.#count--
    this.#waiting.delete(asked_by)
    if (own.length > 0) this.#waiting.set(asked_by, own)
    return next
  }

  #next(): void {
    for (let next = this.#take(); next; next = this.#take()) {
      if (performance.now() - next.queued_at <= MAX_WAIT_MS) {
        this.#is_running = true
        return next.start()
      }
      next.reject(new ReadTooSlow('it waited too long for its turn'))
    }
    this.#is_running = false
  }

  rejectWaiting(error: unknown): void {
    for (let next = this.#take(); next; next = this.#take()) next.reject(error)
  }
}
