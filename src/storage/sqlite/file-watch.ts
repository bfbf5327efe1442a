import { type BigIntStats, statSync } from 'node:fs'
import { DatabaseFault } from '../database.ts'
import { DAMAGED } from './connection.ts'

/** SQLite's primary result codes for a file that cannot be written: read-only, I/O error, cannot be opened. */
const UNWRITABLE = new Set([8, 10, 14])

/** Another process held the write lock for longer than a write waits. */
const BUSY = 5

/** Long enough that a probe sees it, short enough that a server to which nobody sends writes is tried again. */
const SHOWN_MS = 10_000

const lookAt = (path: string) => statSync(path, { bigint: true, throwIfNoEntry: false })

const isSame = (one: BigIntStats, other: BigIntStats | undefined) =>
  one.ino === other?.ino && one.dev === other.dev

const codeOf = (error: unknown) =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0

/**
 * Whether what is written will still be there after a restart. A process that has opened a file goes on writing to it when
 * it is deleted or another one takes its name.
 */
export class FileWatch {
  readonly #path: string
  /** The database, its log and the index of its log, as they were opened. */
  readonly #opened = new Map<string, BigIntStats>()
  is_damaged = false
  #failed_at = -Infinity
  #failure = ''

  constructor(path: string) {
    this.#path = path
    this.#remember(path)
  }

  #remember(path: string): void {
    const found = lookAt(path)
    if (found) this.#opened.set(path, found)
  }

  /**
   * Throws if the files are damaged, or not those that were opened. Without its index, another process would not see that
   * the log is in use. Costs some microseconds, so it is called before and after every commit.
   */
  checkFiles(): void {
    if (this.is_damaged)
      throw new DatabaseFault(
        'its file is damaged. Run playkeep doctor, and restore a backup into a new file',
      )
    for (const path of [`${this.#path}-wal`, `${this.#path}-shm`])
      if (!this.#opened.has(path)) this.#remember(path)
    for (const [path, opened] of this.#opened) {
      if (!isSame(opened, lookAt(path)))
        throw new DatabaseFault(
          'its file was deleted, moved or replaced while the server was running. Put it back, or restart the server',
        )
    }
  }

  /** Remembers why a write failed. False: the database itself is well. */
  noteFailure(error: unknown): boolean {
    const code = codeOf(error)
    if (DAMAGED.has(code)) this.is_damaged = true
    else if (UNWRITABLE.has(code)) this.#show('a write has failed a moment ago. The log says why')
    else {
      if (code === BUSY)
        this.#show('a write has failed a moment ago, because another process holds the write lock')
      return error instanceof DatabaseFault
    }
    return true
  }

  #show(failure: string): void {
    this.#failed_at = performance.now()
    this.#failure = failure
  }

  /** Throws if the server cannot do its work. */
  check(): void {
    this.checkFiles()
    if (performance.now() - this.#failed_at < SHOWN_MS) throw new DatabaseFault(this.#failure)
  }
}
