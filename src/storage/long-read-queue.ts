import { type Reader, ReadTooSlow } from './database.ts'
import type { Statement } from './statement.ts'

export const LONG_READ_LIMIT_MS = 3000

/** A page further down than this is a long read too, because the rows before it are read as well. */
const MAX_SKIPPED = 2000

const MAX_WAITING = 100
const MAX_WAITING_OF_ONE = 4
const MAX_WAIT_MS = 5000
/** For so long it is remembered how many turns each asker had. */
const PERIOD_MS = 60_000

/** Who asks for a long read. Undefined: it is not a long one. */
function askerOf(statement: Statement<object, unknown>, parameters: object): unknown {
  const { asker_parameter } = statement
  const named = parameters as Record<string, unknown>
  if (asker_parameter !== undefined) return named[asker_parameter] ?? asker_parameter
  return Number(named['offset'] ?? 0) > MAX_SKIPPED ? (named['viewer_id'] ?? statement) : undefined
}

interface LongReader {
  all<P extends object, R>(asker: unknown, statement: Statement<P, R>, parameters: P): Promise<R[]>
}

/** Sends long reads to a reader of their own. Without a limit, they are read like all others. */
export function divertLongReads(reader: Reader, long_reader: LongReader, limit_ms: number): Reader {
  const findAsker = limit_ms === Infinity ? () => undefined : askerOf
  return {
    first(statement, parameters) {
      const asker = findAsker(statement, parameters)
      if (asker === undefined) return reader.first(statement, parameters)
      return long_reader.all(asker, statement, parameters).then(([row]) => row)
    },
    all(statement, parameters) {
      const asker = findAsker(statement, parameters)
      if (asker === undefined) return reader.all(statement, parameters)
      return long_reader.all(asker, statement, parameters)
    },
  }
}

interface Waiting {
  start: () => void
  reject: (error: unknown) => void
  queued_at: number
}

/** Runs long reads one after the other. Next is who had the fewest turns in this minute, so that nobody waits for a crowd. */
export class LongReadQueue {
  readonly #waiting = new Map<unknown, Waiting[]>()
  readonly #turns = new Map<unknown, number>()
  #period_ends_at = 0
  #count = 0
  #is_running = false

  run<T>(asker: unknown, read: () => Promise<T>): Promise<T> {
    const own = this.#waiting.get(asker) ?? []
    if (own.length >= MAX_WAITING_OF_ONE || !this.#makeRoom(own.length)) {
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
      this.#waiting.set(asker, own)
      this.#count++
      if (!this.#is_running) this.#next()
    })
  }

  /** When too many are waiting, the last read of who has the most gives way to those who have fewer. */
  #makeRoom(own: number): boolean {
    if (this.#count < MAX_WAITING) return true
    let most: Waiting[] = []
    for (const reads of this.#waiting.values()) if (reads.length > most.length) most = reads
    if (most.length <= own + 1) return false
    most.pop()?.reject(new ReadTooSlow('too many are waiting'))
    this.#count--
    return true
  }

  /** Of those with as few turns, the one that has waited the longest. */
  #nextAsker(): unknown {
    const now = performance.now()
    if (now >= this.#period_ends_at) {
      this.#turns.clear()
      this.#period_ends_at = now + PERIOD_MS
    }
    let next: unknown
    let fewest = Infinity
    for (const asker of this.#waiting.keys()) {
      const turns = this.#turns.get(asker) ?? 0
      if (turns >= fewest) continue
      next = asker
      fewest = turns
    }
    return next
  }

  #take(): Waiting | undefined {
    const asker = this.#nextAsker()
    const own = this.#waiting.get(asker)
    if (!own) return undefined
    const next = own.shift()
    this.#count--
    this.#turns.set(asker, (this.#turns.get(asker) ?? 0) + 1)
    this.#waiting.delete(asker)
    if (own.length > 0) this.#waiting.set(asker, own)
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
