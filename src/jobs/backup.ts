import { spawn } from 'node:child_process'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { HOUR_MS } from '../durations.ts'
import { childEnvironment, type Config } from '../config.ts'
import type { Context } from '../context.ts'
import { type BackupRun, reportBackup } from '../features/operations/backups/rules.ts'
import { backupNameAt, listBackups, listPartial, partialBytes } from '../services/backup-files.ts'
import { freeBytesOf, minFreeBytes } from '../services/disk.ts'
import { lowerPriority } from '../services/low-priority.ts'
import type { Job } from './runner.ts'

/** A backup that is being made is written to more often than that. */
const STALE_MS = 600_000
const REPORT_EVERY_MS = 2000
/** A backup that does not end after SIGTERM is killed before the server itself ends. */
const KILL_AFTER_MS = 3000

const PROGRAM = fileURLToPath(new URL('../main.js', import.meta.url))

async function deleteOld(folder: string, keep: number, now: number): Promise<void> {
  for (const name of (await listBackups(folder, now)).slice(0, -keep))
    await rm(join(folder, name), { force: true })
}

/** Deletes incomplete backups that a crash left behind. */
async function deletePartial(folder: string, now: number): Promise<void> {
  for (const name of await listPartial(folder)) {
    const file = join(folder, name)
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: now }))
    if (Math.abs(now - mtimeMs) > STALE_MS) await rm(file, { force: true })
  }
}

/** In a process of its own at low priority, so that requests share nothing with it but the machine. */
async function backUp({ config }: Context, file: string, signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, [PROGRAM, 'backup', file], {
    env: childEnvironment(config),
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
    killSignal: 'SIGTERM',
  })
  // When `signal` aborts, the child emits an error; without a listener that would crash this process.
  child.on('error', () => {})
  signal.addEventListener('abort', () => {
    setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS).unref()
  })
  lowerPriority(child.pid)
  // Not `once`, which would reject at the abort, while the child may still run.
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [message, code] = await Promise.all([text(child.stderr), closed])
  if (code !== 0) throw new Error(message.trim() || `the backup ended with ${String(code)}`)
}

/** A backup that fills the disk would make the server refuse writes, if the database is on the same one. */
async function refuseIfNoRoom(config: Config, now: number): Promise<void> {
  const { BACKUP_DIR } = config
  const newest = (await listBackups(BACKUP_DIR, now)).at(-1)
  const size = newest ? (await stat(join(BACKUP_DIR, newest))).size : 0
  const free_bytes = await freeBytesOf(BACKUP_DIR).catch(() => Infinity)
  if (free_bytes < size + minFreeBytes(config))
    throw new Error(
      `BACKUP_DIR has only ${free_bytes} bytes free: the last backup has ${size}, and MIN_FREE_MB must stay free`,
    )
}

/** Reports the progress of a backup, and its result, to the dashboard. */
async function reporting(
  context: Context,
  signal: AbortSignal,
  work: (file: string) => Promise<void>,
): Promise<string> {
  const file = backupNameAt(context.now())
  const run: BackupRun = {
    status: 'running',
    started_at: context.now(),
    ended_at: null,
    bytes: 0,
    file,
    problem: null,
  }
  let is_over = false
  const report = async (changes: Partial<BackupRun>) => {
    is_over = changes.ended_at !== undefined
    await reportBackup(context, Object.assign(run, changes))
  }
  await report({})
  const reportBytes = async () => {
    const bytes = await partialBytes(context.config.BACKUP_DIR, file).catch(() => run.bytes)
    if (!is_over) await report({ bytes })
  }
  // A folder that does not answer must not take one thread after the other.
  let reporting_bytes: Promise<void> | undefined
  const timer = setInterval(() => {
    reporting_bytes ??= reportBytes().finally(() => (reporting_bytes = undefined))
  }, REPORT_EVERY_MS)
  try {
    await work(file)
    const { size } = await stat(join(context.config.BACKUP_DIR, file))
    await report({ status: 'done', ended_at: context.now(), bytes: size })
    return file
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    if (signal.aborted) await report({ status: 'waiting', file: null })
    else await report({ status: 'failed', ended_at: context.now(), problem })
    throw error
  } finally {
    clearInterval(timer)
  }
}

export const backupJob = ({ config }: Pick<Context, 'config'>): Job => ({
  name: 'backup',
  every_ms: config.BACKUP_EVERY_HOURS * HOUR_MS,
  needs_space: true,
  run: (context, signal) =>
    reporting(context, signal, async (file) => {
      const { BACKUP_DIR, BACKUP_KEEP } = context.config
      const started_at = context.now()
      await mkdir(BACKUP_DIR, { recursive: true, mode: 0o700 })
      signal.throwIfAborted()
      await deletePartial(BACKUP_DIR, started_at)
      await refuseIfNoRoom(context.config, started_at)
      await backUp(context, join(BACKUP_DIR, file), signal)
      await deleteOld(BACKUP_DIR, BACKUP_KEEP, started_at)
    }),
})
