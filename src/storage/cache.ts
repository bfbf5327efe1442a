import type { Memory } from './database.ts'

/** So much is kept at most; the oldest goes first. */
const MOST_KEPT = 50_000

const verb = /\b(insert into|update|delete from)\s+(\w+)/

/** What a statement does, as in `delete from sessions`. Undefined: it only reads. */
export function deedOf(sql: string): string | undefined {
  const [, does, table] = verb.exec(sql) ?? []
  return does && `${does} ${table}`
}

/** Keeps what was read until something is committed that may have changed it. */
export class ForgetfulMemory<V> implements Memory<V> {
  readonly #kept = new Map<string, V>()
  readonly #until: Set<string>
  readonly #lookRound: () => void
  #is_stale = false
  era = 0

  /** `lookRound` is called before anything is recalled: it forgets, where another process has changed something. */
  constructor(until: readonly string[], lookRound: () => void) {
    this.#until = new Set(until)
    this.#lookRound = lookRound
  }

  get(key: string): V | undefined {
    this.#lookRound()
    return this.#kept.get(key)
  }

  keep(key: string, value: V, era: number): void {
    if (era !== this.era) return
    if (this.#kept.size >= MOST_KEPT) {
      const [oldest = ''] = this.#kept.keys()
      this.#kept.delete(oldest)
    }
    this.#kept.set(key, value)
  }

  /** Something is done that is not committed yet. */
  note(deed: string): void {
    if (this.#until.has(deed)) this.#is_stale = true
  }

  /** What was noted is committed. */
  settle(): void {
    if (this.#is_stale) this.forget()
  }

  forget(): void {
    this.era++
    this.#is_stale = false
    this.#kept.clear()
  }
}
