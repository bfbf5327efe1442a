import type { FastifyBaseLogger } from 'fastify'
import { type Context, inTransaction } from '../context.ts'
import type { Metrics } from '../services/metrics.ts'
import { claimJob, finishJob, type JobRow, listJobs, postponeJob } from './queries.ts'

const CHECK_EVERY_MS = 60_000
const RETRY_AFTER_MS = 600_000

/** Something that the server does by itself from time to time. */
export interface Job {
  name: string
  every_ms: number
  /** Work that takes long ends soon after the signal. What it returns can be read by every process. */
  run(context: Context, signal: AbortSignal): Promise<string>
}

/**
 * Runs each job when it is due, in one of the processes that share a database. If that process dies, its claim expires
 * after a quarter of the job's interval, and another process runs the job.
 */
export class JobRunner {
  readonly #context: Context
  readonly #log: FastifyBaseLogger
  readonly #jobs: Job[]
  readonly #stopping = new AbortController()
  #running = Promise.resolve()
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
    )
    metrics.gauge(
      'backup_last_success_timestamp_seconds',
      'When the last scheduled backup was done, by any process; 0: none yet, or BACKUP_DIR is not set',
      () => (this.#rows.get('backup')?.done_at ?? 0) / 1000,
    )
    metrics.counter(
      'backup_failures_total',
      'Scheduled backups of this process that failed',
      () => this.#failures.get('backup') ?? 0,
    )
  }

  /** Runs the jobs that are due. Errors are logged, never thrown, because the server can run without its jobs. */
  runDueJobs(context = this.#context): Promise<void> {
    this.#running = this.#running.then(() => this.#runAllDue(context))
    return this.#running
  }

  async #runAllDue(context: Context): Promise<void> {
    try {
      await this.#readRows(context)
      for (const job of this.#jobs) await this.#runIfDue(context, job)
      await this.#readRows(context)
    } catch (error) {
      this.#log.warn({ err: error }, 'the jobs of the server could not be looked up')
    }
  }

  async #readRows({ db }: Context): Promise<void> {
    this.#rows = new Map((await db.all(listJobs, {})).map((row) => [row.name, row]))
  }

  async #runIfDue(context: Context, job: Job): Promise<void> {
    const { name } = job
    const now = context.now()
    if (this.#stopping.signal.aborted || (this.#rows.get(name)?.due_at ?? 0) > now) return
    const until = now + job.every_ms / 4
    const claimed = await inTransaction(context, (tx) => tx.first(claimJob, { name, now, until }))
    if (!claimed) return
    try {
      const result = await job.run(context, this.#stopping.signal)
      const done = { name, due_at: now + job.every_ms, done_at: context.now(), result }
      await inTransaction(context, (tx) => tx.run(finishJob, done))
    } catch (error) {
      this.#report(name, error)
      const due_at = this.#stopping.signal.aborted ? now : context.now() + RETRY_AFTER_MS
      await inTransaction(context, (tx) => tx.run(postponeJob, { name, due_at })).catch(() => {})
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
    await this.#running
  }
}
