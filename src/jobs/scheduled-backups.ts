import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import { childEnvironment } from '../config.ts'
import type { Context } from '../context.ts'
import { claimBackup, lastBackupAt, noteBackup, postponeBackup } from './rules.ts'

const LOOK_EVERY_MS = 60_000
const DAY_MS = 86_400_000
const LOW_PRIORITY = 10

/** Our own names alone are ever deleted; by name is by age. */
const OURS = /^playkeep-\d{8}T\d{6}Z\.ndjson\.gz$/
const OUR_PART = /^playkeep-\d{8}T\d{6}Z\.ndjson\.gz\.\d+\.part$/

export const isBackup = (name: string) => OURS.test(name)

const nameAt = (time: number) =>
  `playkeep-${new Date(time).toISOString().replaceAll(/[-:]|\.\d+/g, '')}.ndjson.gz`

const PROGRAM = fileURLToPath(new URL('../main.js', import.meta.url))

/** What metrics show. */
interface BackupState {
  backup_done_at: number | undefined
  backup_failures: number
}

/** Deletes all backups but the newest, and halves that a crash left behind. */
async function discardOld(folder: string, keep: number, now: number): Promise<void> {
  const names = await readdir(folder)
  const old = names.filter(isBackup).sort().slice(0, -keep)
  const halves = names.filter((name) => OUR_PART.test(name) && name < nameAt(now - DAY_MS))
  for (const name of [...old, ...halves]) await rm(join(folder, name), { force: true })
}

/** A program of its own, so that requests share nothing with it but the machine, of which it takes what is left over. */
function startBackup({ config }: Context, file: string): ChildProcess {
  const env = childEnvironment(config)
  const child = spawn(process.execPath, [PROGRAM, 'backup', file], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  if (child.pid) setPriority(child.pid, LOW_PRIORITY)
  return child
}

/** Makes backups while the server runs: one process of all that share the database, whenever one is due. */
export class ScheduledBackups {
  readonly #context: Context
  readonly #state: BackupState
  readonly #log: FastifyBaseLogger
  #child: ChildProcess | undefined
  #working = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #is_stopping = false

  constructor(context: Context, state: BackupState, log: FastifyBaseLogger) {
    this.#context = context
    this.#state = state
    this.#log = log
  }

  start(): void {
    if (this.#context.config.BACKUP_DIR === '') return
    this.#timer = setInterval(() => void this.look(), LOOK_EVERY_MS)
    this.#timer.unref()
    void this.look()
  }

  /** Makes a backup if one is due. Never throws: the server goes on without. */
  look(context = this.#context): Promise<void> {
    const before = this.#working
    this.#working = (async () => {
      await before
      try {
        if (await claimBackup(context)) await this.#make(context)
        this.#state.backup_done_at = await lastBackupAt(context)
      } catch (error) {
        this.#complain(error)
        await postponeBackup(context).catch(() => {})
      }
    })()
    return this.#working
  }

  #complain(error: unknown): void {
    if (this.#is_stopping) return this.#log.info('a scheduled backup was given up')
    this.#state.backup_failures++
    this.#log.error({ err: error }, 'a scheduled backup failed; it will be tried again')
  }

  async #make(context: Context): Promise<void> {
    const { BACKUP_DIR, BACKUP_KEEP } = context.config
    const began_at = context.now()
    await mkdir(BACKUP_DIR, { recursive: true, mode: 0o700 })
    if (this.#is_stopping) throw new Error('the server stops')
    const file = join(BACKUP_DIR, nameAt(began_at))
    this.#child = startBackup(context, file)
    const { stderr } = this.#child
    const [said, [code]] = await Promise.all([
      stderr ? text(stderr) : '',
      once(this.#child, 'close'),
    ])
    this.#child = undefined
    if (code !== 0) throw new Error(said.trim() || `the backup ended with ${String(code)}`)
    await noteBackup(context, began_at)
    this.#log.info({ file }, 'a scheduled backup was made')
    await discardOld(BACKUP_DIR, BACKUP_KEEP, began_at)
  }

  /** A backup that runs is given up, and made anew some minutes later, by whoever runs then. */
  async stop(): Promise<void> {
    this.#is_stopping = true
    clearInterval(this.#timer)
    this.#child?.kill('SIGTERM')
    await this.#working
  }
}
