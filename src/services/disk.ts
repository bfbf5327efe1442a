import { stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'

const MEBIBYTE = 2 ** 20
const SQLITE = 'sqlite:'

export class WrongFolder extends Error {}

export interface DiskOptions {
  check_every_ms?: number
  /** How long writes are refused after the database has said that its disk is full. */
  refuse_ms?: number
  freeBytes?: (folder: string) => Promise<number>
}

/** The bytes that a program without special rights can still write there. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Only `POSTGRES_FOLDER` can be wrong: a SQLite database is already open. */
async function refuseWrongFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined)
  if (!found?.isDirectory())
    throw new WrongFolder(`POSTGRES_FOLDER must be an existing folder, and ${folder} is not one.`)
}

/** The folder of a SQLite database. Undefined: it is on PostgreSQL. */
export const databaseFolder = ({ DATABASE_URL }: Pick<Config, 'DATABASE_URL'>) =>
  DATABASE_URL.startsWith(SQLITE) ? dirname(DATABASE_URL.slice(SQLITE.length)) : undefined

/** A folder on the database's disk. Undefined: that of a PostgreSQL that this process knows nothing about. */
export const folderOnDisk = (config: Pick<Config, 'DATABASE_URL' | 'POSTGRES_FOLDER'>) =>
  databaseFolder(config) ?? (config.POSTGRES_FOLDER || undefined)

export const minFreeBytes = ({ MIN_FREE_MB }: Pick<Config, 'MIN_FREE_MB'>) => MIN_FREE_MB * MEBIBYTE

/**
 * Whether the database's disk has room for more. Before it is really full, writes are refused, so that the database
 * never fails in the middle of one and reads go on. Where the disk cannot be seen, only the database itself can say so.
 */
export class DiskSpace {
  /** Read before every write, so it is kept up to date by a timer. */
  is_full = false
  /** Undefined: not known. */
  free_bytes: number | undefined
  readonly #folder: string | undefined
  readonly #min_bytes: number
  readonly #log: FastifyBaseLogger | undefined
  readonly #check_every_ms: number
  readonly #refuse_ms: number
  readonly #freeBytes: (folder: string) => Promise<number>
  #is_low = false
  #was_reported = false
  #timer: NodeJS.Timeout | undefined
  #report_timer: NodeJS.Timeout | undefined

  constructor(config: Config, log?: FastifyBaseLogger, options: DiskOptions = {}) {
    this.#folder = config.MIN_FREE_MB > 0 ? folderOnDisk(config) : undefined
    this.#min_bytes = minFreeBytes(config)
    this.#log = log
    this.#check_every_ms = options.check_every_ms ?? 1000
    this.#refuse_ms = options.refuse_ms ?? 5000
    this.#freeBytes = options.freeBytes ?? freeBytesOf
  }

  async start(): Promise<void> {
    if (this.#folder === undefined) return
    await refuseWrongFolder(this.#folder)
    await this.check()
    if (this.free_bytes === undefined)
      this.#log?.warn(
        { folder: this.#folder },
        'the free space of the disk of the database is not known: writes go on until the database says that it is full',
      )
    // A disk that does not answer must not take one thread after the other.
    let checking: Promise<void> | undefined
    this.#timer = setInterval(() => {
      checking ??= this.check().finally(() => (checking = undefined))
    }, this.#check_every_ms)
    this.#timer.unref()
  }

  stop(): void {
    clearInterval(this.#timer)
    clearTimeout(this.#report_timer)
  }

  async check(): Promise<void> {
    if (this.#folder === undefined) return
    try {
      const free_bytes = await this.#freeBytes(this.#folder)
      this.free_bytes = free_bytes
      this.#is_low = free_bytes < this.#min_bytes
    } catch {
      // Some file systems do not say. Then the database's own word counts.
      return
    }
    this.#update()
  }

  /** The database itself said so. After a few seconds the next write tries again. */
  reportFull(): void {
    this.#was_reported = true
    clearTimeout(this.#report_timer)
    this.#report_timer = setTimeout(() => {
      this.#was_reported = false
      this.#update()
    }, this.#refuse_ms)
    this.#report_timer.unref()
    this.#update()
  }

  #update(): void {
    const is_full = this.#is_low || this.#was_reported
    if (is_full === this.is_full) return
    this.is_full = is_full
    const { free_bytes } = this
    if (is_full) this.#log?.error({ free_bytes }, 'the disk is nearly full: writes are refused')
    else this.#log?.info({ free_bytes }, 'writes are accepted again')
  }
}

/** For work that must go on while the disk is nearly full: it deletes, or writes very little. */
export const ALWAYS_ROOM = { is_full: false, free_bytes: undefined, reportFull: () => {} }
