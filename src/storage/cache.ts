import type { Cache } from './database.ts'
import type { Writes } from './statement.ts'

/** The oldest values are dropped beyond this. */
const MAX_VALUES = 50_000

/** One text per kind of write and table, such as `deletes sessions`. Empty: the statement only reads. */
export const changesOf = (writes: Writes): string[] =>
  Object.entries(writes).flatMap(([kind, tables]: [string, string | readonly string[]]) =>
    [tables].flat().map((table) => `${kind} ${table}`),
  )

/** Keeps what was read until something is committed that may have changed it. */
export class QueryCache<V> implements Cache<V> {
  readonly #values = new Map<string, V>()
  readonly #invalidated_by: Set<string>
  readonly #checkOtherProcesses: () => void
  #is_stale = false
  generation = 0

  /** `checkOtherProcesses` runs before each `get`, and invalidates the cache where another process has committed something. */
  constructor(invalidated_by: Writes, checkOtherProcesses: () => void) {
    this.#invalidated_by = new Set(changesOf(invalidated_by))
    this.#checkOtherProcesses = checkOtherProcesses
  }

  get(key: string): V | undefined {
    this.#checkOtherProcesses()
    return this.#values.get(key)
  }

  set(key: string, value: V, generation: number): void {
    if (generation !== this.generation) return
    if (this.#values.size >= MAX_VALUES) {
      const [oldest = ''] = this.#values.keys()
      this.#values.delete(oldest)
    }
    this.#values.set(key, value)
  }

  /** A statement ran whose changes are not committed yet. */
  markStale(changes: string[]): void {
    for (const change of changes) if (this.#invalidated_by.has(change)) this.#is_stale = true
  }

  /** The changes are committed. */
  invalidateIfStale(): void {
    if (this.#is_stale) this.invalidate()
  }

  invalidate(): void {
    this.generation++
    this.#is_stale = false
    this.#values.clear()
  }
}
