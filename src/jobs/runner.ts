import type { FastifyBaseLogger } from 'fastify'
import { type Context, inTransaction } from '../context.ts'
import { ALWAYS_ROOM } from '../services/disk.ts'
import type { Metrics } from '../services/metrics.ts'
import { claimJob, finishJob, type JobRow, listJobs, postponeJob } from './queries.ts'

const CHECK_EVERY_MS = 60_000
const RETRY_AFTER_MS = 600_000

/** Something that the server does by itself from time to time. */
export interface Job {
  name: string
  every_ms: number
  /** It waits while the disk is nearly full. */
  needs_space?: boolean
  /** Work that takes long ends soon after the signal. What it returns can be read by every process. */
  run(context: Context, signal: AbortSignal): Promise<string>
}

/** A job that is due later than this was put off by a clock that was ahead: it counts as due. */
const latestDue = ({ now }: Context, { every_ms }: Job) => now() + every_ms + RETRY_AFTER_MS

/**
 * Runs each job when it is due, in one of the processes that share a database. If that process dies, its claim expires
 * after a quarter of the job's interval, and another process runs the job.
 */
export class JobRunner {
  readonly #context: Context
  readonly #log: FastifyBaseLogger
  readonly #jobs: Job[]
  readonly #stopping = new AbortController()
  readonly #running = new Map<string, Promise<void>>()
  /** When failed jobs are due again, until that is saved. */
  readonly #postponed = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined
  #rows = new Map<string, JobRow>()
  #failures = new Map<string, number>()

  constructor(context: Context, log: FastifyBaseLogger, jobs: Job[]) {
    this.#context = context
    this.#log = log
    this.#jobs = jobs
  }

  start(): void {
    this.#timer = setInterval(() => void this.runDueJobs(), CHECK_EVERY_MS)
    this.#timer.unref()
    void this.runDueJobs()
  }

  addMetrics(metrics: Metrics): void {
    const result = (name: string) => this.#rows.get(name)?.result ?? undefined
    metrics.gauge(
      'ledger_wrong_users',
      'Users whose credits are not the sum of the ledger; -1 until it was checked',
      () => Number(result('ledger_check') ?? -1),
      'max',
    )
    metrics.gauge(
      'backup_last_success_timestamp_seconds',
      'When the last scheduled backup was done, by any process; 0: none yet, or BACKUP_DIR is not set',
      () => this.#lastBackup() / 1000,
      'max',
    )
    metrics.counter(
      'backup_failures_total',
      'Scheduled backups that failed since the start',
      () => this.#failures.get('backup') ?? 0,
    )
  }

  /** In a time to come: the clock was ahead then, so it is not known when that was. */
  #lastBackup(): number {
    const done_at = this.#rows.get('backup')?.done_at ?? 0
    return done_at > this.#context.now() + CHECK_EVERY_MS ? 0 : done_at
  }

  /** Runs the jobs that are due. Errors are logged, never thrown, because the server can run without its jobs. */
  async runDueJobs(given = this.#context): Promise<void> {
    const { is_full } = given.disk
    // What the runner and its jobs write is little; some of them make room.
    const context = { ...given, disk: ALWAYS_ROOM }
    try {
      await this.#readRows(context)
      await this.#savePostponed(context)
    } catch (error) {
      return this.#log.warn({ err: error }, 'the jobs of the server could not be looked up')
    }
    // A job that takes long or hangs holds up no other one.
    const possible = this.#jobs.filter(({ needs_space }) => !(needs_space && is_full))
    await Promise.all(possible.map((job) => this.#running.get(job.name) ?? this.#run(context, job)))
  }

  async #run(context: Context, job: Job): Promise<void> {
    if (this.#stopping.signal.aborted || !this.#isDue(context, job)) return
    const running = this.#claimAndRun(context, job)
    this.#running.set(job.name, running)
    await running
    this.#running.delete(job.name)
  }

  async #readRows({ db }: Context): Promise<void> {
    this.#rows = new Map((await db.all(listJobs, {})).map((row) => [row.name, row]))
  }

  #isDue(context: Context, job: Job): boolean {
    const due_at = this.#rows.get(job.name)?.due_at ?? 0
    return due_at <= context.now() || due_at > latestDue(context, job)
  }

  async #claimAndRun(context: Context, job: Job): Promise<void> {
    const { name } = job
    const now = context.now()
    const claim = { name, now, latest: latestDue(context, job), until: now + job.every_ms / 4 }
    try {
      if (!(await inTransaction(context, (tx) => tx.first(claimJob, claim)))) return
      const result = await job.run(context, this.#stopping.signal)
      const done = { name, due_at: now + job.every_ms, done_at: context.now(), result }
      await inTransaction(context, (tx) => tx.run(finishJob, done))
      await this.#readRows(context)
    } catch (error) {
      this.#report(name, error)
      const due_at = this.#stopping.signal.aborted ? now : context.now() + RETRY_AFTER_MS
      this.#postponed.set(name, due_at)
      await this.#savePostponed(context).catch(() => {})
    }
  }

  /** If the database is away, it is saved when the database is back. */
  async #savePostponed(context: Context): Promise<void> {
    for (const [name, due_at] of this.#postponed) {
      await inTransaction(context, (tx) => tx.run(postponeJob, { name, due_at }))
      this.#postponed.delete(name)
    }
  }

  #report(job: string, error: unknown): void {
    if (this.#stopping.signal.aborted) {
      return this.#log.info({ job }, 'a job was given up because the server stops')
    }
    this.#failures.set(job, (this.#failures.get(job) ?? 0) + 1)
    this.#log.error({ job, err: error }, 'a job failed; it will be tried again')
  }

  /** Gives up the job that is running; the next process that looks for due jobs runs it again. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('the server stops'))
    clearInterval(this.#timer)
    await Promise.all(this.#running.values())
  }
}
