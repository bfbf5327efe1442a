import type { FastifyBaseLogger } from 'fastify'
import { type Context, inTransaction } from '../context.ts'
import { ALWAYS_ROOM } from '../services/disk.ts'
import type { Metrics } from '../services/metrics.ts'
import { claimJob, finishJob, type JobRow, listJobs, postponeJob } from './queries.ts'

const CHECK_EVERY_MS = 60_000
/** Of a failed job: no later than it would run anyway. */
const MIN_RETRY_MS = 5000
const MAX_RETRY_MS = 600_000
/** A timer can end a little before the clock says so, and the job would not be due yet. */
const TIMER_MARGIN_MS = 100

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
const latestDue = ({ now }: Context, { every_ms }: Job) => now() + every_ms + MAX_RETRY_MS

const retryAfter = ({ every_ms }: Job) => Math.min(Math.max(every_ms, MIN_RETRY_MS), MAX_RETRY_MS)

/** What the row of a failed job becomes, if nobody else has claimed it meanwhile. */
interface Postponed {
  claim: number
  due_at: number
  failed_at: number | null
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
  readonly #running = new Map<string, Promise<void>>()
  /** When failed jobs are due again, until that is saved. */
  readonly #postponed = new Map<string, Postponed>()
  readonly #retries = new Set<NodeJS.Timeout>()
  /** Since when jobs fail that the log has named. */
  readonly #failing = new Map<string, number>()
  readonly #failures: Map<string, number>
  #timer: NodeJS.Timeout | undefined
  #rows = new Map<string, JobRow>()
  #is_lost = false

  constructor(context: Context, log: FastifyBaseLogger, jobs: Job[]) {
    this.#context = context
    this.#log = log
    this.#jobs = jobs
    this.#failures = new Map(jobs.map(({ name }) => [name, 0]))
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
      () => this.#lastSuccess('backup') / 1000,
      'max',
    )
    metrics.counter(
      'backup_failures_total',
      'Scheduled backups that failed since the start',
      () => this.#failures.get('backup') ?? 0,
    )
    // Prometheus itself uses the label `job`.
    metrics.countersByLabel(
      'job_failures_total',
      'Runs of what the server does by itself that failed since the start',
      { label: 'job_name', read: () => this.#failures },
    )
    metrics.gaugesByLabel(
      'job_last_success_timestamp_seconds',
      'When a job was last done, by any process; 0: not yet',
      {
        label: 'job_name',
        read: () => new Map(this.#jobs.map(({ name }) => [name, this.#lastSuccess(name) / 1000])),
        aggregator: 'max',
      },
    )
  }

  /** In a time to come: the clock was ahead then, so it is not known when that was. */
  #lastSuccess(job: string): number {
    const done_at = this.#rows.get(job)?.done_at ?? 0
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
      return this.#reportLost(error)
    }
    if (this.#is_lost) this.#log.info('the jobs of the server can be looked up again')
    this.#is_lost = false
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
    for (const [job, failed_at] of this.#failing) {
      if ((this.#rows.get(job)?.done_at ?? 0) < failed_at) continue
      this.#failing.delete(job)
      this.#log.info({ job }, 'a job that had failed works again')
    }
  }

  #isDue(context: Context, job: Job): boolean {
    const due_at = this.#rows.get(job.name)?.due_at ?? 0
    return due_at <= context.now() || due_at > latestDue(context, job)
  }

  async #claimAndRun(context: Context, job: Job): Promise<void> {
    const { name } = job
    const now = context.now()
    const until = now + job.every_ms / 4
    const claim = { name, now, latest: latestDue(context, job), until }
    try {
      if (!(await inTransaction(context, (tx) => tx.first(claimJob, claim)))) return
      const result = await job.run(context, this.#stopping.signal)
      const due_at = now + job.every_ms
      const done = { name, claim: until, due_at, done_at: context.now(), result }
      await inTransaction(context, (tx) => tx.run(finishJob, done))
      await this.#readRows(context).catch(() => {})
    } catch (error) {
      const failed_at = context.now()
      const is_stopped = this.#stopping.signal.aborted
      this.#postponed.set(name, {
        claim: until,
        due_at: is_stopped ? now : failed_at + retryAfter(job),
        failed_at: is_stopped ? null : failed_at,
      })
      if (is_stopped) this.#log.info({ job: name }, 'a job was given up because the server stops')
      else this.#report(job, failed_at, error)
      await this.#savePostponed(context).catch(() => {})
    }
  }

  /** If the database is away, it is saved when the database is back. */
  async #savePostponed(context: Context): Promise<void> {
    for (const [name, postponed] of this.#postponed) {
      await inTransaction(context, (tx) => tx.run(postponeJob, { name, ...postponed }))
      this.#postponed.delete(name)
    }
  }

  #report(job: Job, failed_at: number, error: unknown): void {
    const { name } = job
    this.#failures.set(name, (this.#failures.get(name) ?? 0) + 1)
    this.#failing.set(name, failed_at)
    const retry_ms = retryAfter(job)
    this.#log.error(
      { job: name, err: error },
      `a job failed; it is tried again in ${Math.round(retry_ms / 1000)} s`,
    )
    if (this.#timer) this.#lookAgainIn(retry_ms + TIMER_MARGIN_MS)
  }

  #lookAgainIn(ms: number): void {
    const retry = setTimeout(() => {
      this.#retries.delete(retry)
      void this.runDueJobs()
    }, ms)
    this.#retries.add(retry.unref())
  }

  /** One line is enough until it works again. */
  #reportLost(error: unknown): void {
    if (!this.#is_lost)
      this.#log.warn({ err: error }, 'the jobs of the server could not be looked up')
    this.#is_lost = true
  }

  /** Gives up the job that is running; the next process that looks for due jobs runs it again. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('the server stops'))
    clearInterval(this.#timer)
    for (const retry of this.#retries) clearTimeout(retry)
    await Promise.all(this.#running.values())
  }
}
