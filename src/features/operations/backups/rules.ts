import { createReadStream } from 'node:fs'
import { access, constants, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type Context, inTransaction, relaxedTransaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { describeBackups } from '../../../services/backup-files.ts'
import { ALWAYS_ROOM } from '../../../services/disk.ts'
import { streamGameExport } from '../../../services/game-export.ts'
import { isoTime, formatTime } from '../../../services/times.ts'
import { recordChange } from '../audit-log/rules.ts'
import { refuseUnknownGame } from '../games/rules.ts'
import { claimRun, findNextBackup, findRun, makeBackupDue, saveRun } from './queries.ts'

/** The job reports its progress more often than this; after it, the process counts as dead. */
const BUSY_MS = 120_000
const MAX_PROBLEM_CHARACTERS = 500

/** The last backup that was asked for or due. */
export interface BackupRun {
  status: 'waiting' | 'running' | 'done' | 'failed'
  started_at: number
  ended_at: number | null
  /** Written so far. */
  bytes: number
  file: string | null
  problem: string | null
}

const isOpen = ({ status }: BackupRun) => status === 'waiting' || status === 'running'

/** Called by the job that makes backups. A backup must not fail because its progress cannot be written. */
export async function reportBackup(context: Context, run: BackupRun): Promise<void> {
  const problem = run.problem?.slice(0, MAX_PROBLEM_CHARACTERS) ?? null
  const busy_until = isOpen(run) ? context.now() + BUSY_MS : 0
  const saved = { busy_until, run: JSON.stringify({ ...run, problem }) }
  await relaxedTransaction(context, (tx) => tx.run(saveRun, saved)).catch(() => {})
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

async function showRun({ db, now }: Context) {
  const row = await db.first(findRun, {})
  if (!row?.run) return null
  const saved: BackupRun = JSON.parse(row.run)
  const is_dead = isOpen(saved) && row.busy_until <= now()
  const run: BackupRun = is_dead
    ? { ...saved, status: 'failed', problem: 'The process that made it has ended.' }
    : saved
  return {
    ...run,
    started_at: isoTime(run.started_at),
    ended_at: formatTime(run.ended_at),
  }
}

/** Those in the folder of this machine. */
async function listFiles({ config, now }: Context) {
  if (config.BACKUP_DIR === '') return { backups: [], problem: null }
  try {
    return { backups: await describeBackups(config.BACKUP_DIR, now()), problem: null }
  } catch (error) {
    // The first backup makes the folder.
    const problem = codeOf(error) === 'ENOENT' ? null : `BACKUP_DIR: ${messageOf(error)}`
    return { backups: [], problem }
  }
}

export async function showBackups(context: Context) {
  const { config, db } = context
  const is_configured = config.BACKUP_DIR !== ''
  const { backups, problem } = await listFiles(context)
  const next = is_configured ? await db.first(findNextBackup, {}) : undefined
  return {
    is_configured,
    folder: config.BACKUP_DIR,
    every_hours: config.BACKUP_EVERY_HOURS,
    kept: config.BACKUP_KEEP,
    next_at: formatTime(next?.due_at || null),
    problem,
    run: await showRun(context),
    backups: backups.map(({ created_at, ...file }) => ({
      ...file,
      created_at: isoTime(created_at),
    })),
  }
}

async function refuseUnusableFolder({ BACKUP_DIR }: Context['config']): Promise<void> {
  if (BACKUP_DIR === '') throw new Refusal('backup_folder_missing')
  try {
    await mkdir(BACKUP_DIR, { recursive: true, mode: 0o700 })
    await access(BACKUP_DIR, constants.W_OK)
  } catch (error) {
    const sentence = `The folder of the setting BACKUP_DIR cannot be written: ${messageOf(error)}.`
    throw new Refusal('backup_folder_unusable', { sentence })
  }
}

/** One of the processes that share the database makes it, soon. */
export async function startBackup(context: Context) {
  await refuseUnusableFolder(context.config)
  await inTransaction(context, async (tx) => {
    const now = tx.now()
    const waiting: BackupRun = {
      status: 'waiting',
      started_at: now,
      ended_at: null,
      bytes: 0,
      file: null,
      problem: null,
    }
    const claim = { now, busy_until: now + BUSY_MS, run: JSON.stringify(waiting) }
    if (!(await tx.first(claimRun, claim))) throw new Refusal('backup_running')
    await tx.run(makeBackupDue, {})
    await recordChange(tx, { action: 'admin.backups.create', game_id: null, target: 'backup' })
  })
  context.wakeJobs()
  return { message: 'the backup is being made' }
}

/** Downloads are recorded even while the disk is nearly full: that may be the reason for them. */
const recordDownload = (
  context: Context,
  change: { action: string; game_id: number | null; target: string; after: object },
) =>
  inTransaction({ ...context, disk: ALWAYS_ROOM }, (tx) =>
    recordChange(tx, { ...change, after: { ...change.after } }),
  )

export interface Download {
  name: string
  stream: Readable
  /** Undefined: not known beforehand. */
  bytes?: number
}

export async function downloadBackup(context: Context, name: string): Promise<Download> {
  const { backups } = await listFiles(context)
  const file = backups.find((each) => each.name === name)
  if (!file) throw new Refusal('backup_not_found')
  await recordDownload(context, {
    action: 'admin.backups.download',
    game_id: null,
    target: 'backup',
    after: { name },
  })
  const path = join(context.config.BACKUP_DIR, name)
  const stream =
    file.bytes === 0 ? Readable.from([]) : createReadStream(path, { end: file.bytes - 1 })
  return { name, stream, bytes: file.bytes }
}

/** One at a time in each process: each holds a snapshot of the whole database. */
let is_exporting = false

export async function exportGame(context: Context, game_id: number): Promise<Download> {
  await refuseUnknownGame(context.db, game_id)
  if (is_exporting) throw new Refusal('game_export_running', { retry_after_seconds: 10 })
  is_exporting = true
  try {
    const action = 'admin.games.export'
    await recordDownload(context, { action, game_id, target: 'game', after: { id: game_id } })
    const stream = await streamGameExport(context.config, game_id)
    stream.once('close', () => (is_exporting = false))
    const day = isoTime(context.now()).slice(0, 10)
    return { name: `game-${game_id}-${day}.ndjson.gz`, stream }
  } catch (error) {
    is_exporting = false
    throw error
  }
}
