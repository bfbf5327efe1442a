import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { type AppParts, createApp } from './app.ts'
import type { Config } from './config.ts'
import { type Context, NOBODY_FOLLOWS } from './context.ts'
import { createSessionCache } from './features/players/sessions/rules.ts'
import { fillUsernameSkeletons } from './features/players/usernames/rules.ts'
import { subscriptions } from './features/subscriptions.ts'
import type { Endpoint } from './http/docs/endpoint.ts'
import { backLane } from './http/overload/back-lane.ts'
import { createState } from './http/server.ts'
import { announcementsJob } from './jobs/announcements.ts'
import { backupJob } from './jobs/backup.ts'
import { cleanUpJob } from './jobs/housekeeping.ts'
import { ledgerCheckJob } from './jobs/ledger-check.ts'
import { JobRunner } from './jobs/runner.ts'
import { salesJob } from './jobs/sales.ts'
import { statisticsJob } from './jobs/statistics.ts'
import { WebhookSender } from './jobs/webhook-sender.ts'
import { WriteBehind } from './jobs/write-behind.ts'
import { renumberCopiedLog } from './live/copied-log.ts'
import { EventHub } from './live/hub.ts'
import { LiveWatch } from './live/watch.ts'
import { ALWAYS_ROOM, type DiskOptions, DiskSpace } from './services/disk.ts'
import { Mailer } from './services/mail.ts'
import { addDatabaseMetrics, Metrics } from './services/metrics.ts'
import { type PasswordCost, Passwords } from './services/passwords.ts'
import { addProcessMetrics } from './services/process-metrics.ts'
import { lowerPriorityOfThreads } from './services/threads.ts'
import { TrafficCounter } from './services/traffic.ts'
import { shareMetrics } from './services/worker-metrics.ts'
import { stopServer } from './stop.ts'
import { type Database, type DatabaseOptions, DatabaseUnavailable } from './storage/database.ts'
import { migrate, type MigrationListener, refusePending } from './storage/migrations/migrate.ts'
import { listOpenFiles, makeFilesPrivate, openDatabase } from './storage/open.ts'

const MAX_DATABASE_TRIES = 5
/** How long a start that fails or is interrupted waits for the database to close. */
const MAX_CLOSE_MS = 2000

/** What fails on the way does not matter: the next start finds everything that was committed. */
export async function closeAfterStart(db: Database): Promise<void> {
  await Promise.race([db.close().catch(() => {}), sleep(MAX_CLOSE_MS)])
}

/** Fails as the server itself would, but before anything has been changed. */
export async function checkPort({ HOST, PORT }: Config): Promise<void> {
  if (PORT === 0) return
  const server = createServer().listen(PORT, HOST)
  await once(server, 'listening')
  await new Promise((closed) => server.close(closed))
}

/**
 * Waits a few seconds for a PostgreSQL server that is still starting. A SQLite file is tried once, because a second try
 * would fail too.
 */
export async function openDatabaseWithRetries(
  config: Config,
  onWait: (error: DatabaseUnavailable) => void,
  options: Pick<DatabaseOptions, 'long_read_limit_ms' | 'must_exist'> = {},
): Promise<Database> {
  for (let tries = 1; ; tries++) {
    try {
      return await openDatabase({
        url: config.DATABASE_URL,
        pool_size: config.DATABASE_POOL,
        back_lane: backLane,
        ...options,
      })
    } catch (error) {
      const is_file = config.DATABASE_URL.startsWith('sqlite:')
      if (!(error instanceof DatabaseUnavailable) || is_file || tries === MAX_DATABASE_TRIES)
        throw error
      onWait(error)
      await sleep(1000)
    }
  }
}

interface ContextParts {
  log?: FastifyBaseLogger
  disk?: DiskSpace
  password_cost?: PasswordCost | undefined
}

/** Everything that a rule may reach for. */
export function createContext(
  config: Config,
  db: Database,
  { log, disk = new DiskSpace(config), password_cost }: ContextParts = {},
): Context {
  return {
    config,
    db,
    session_cache: createSessionCache(db),
    word_filters: new Map(),
    unwritten: {
      requests: new Map(),
      requests_being_written: new Map(),
      written_totals: new Map(),
      session_uses: new Map(),
      service_key_uses: new Map(),
      newly_seen: new Map(),
      seen: new Map(),
      written_days: { day: 0, users: new Set() },
      traffic: new TrafficCounter(),
    },
    disk,
    passwords: new Passwords(config.MAX_REQUESTS, password_cost),
    mail: new Mailer(config, log),
    subscriptions,
    live: NOBODY_FOLLOWS,
    wakeJobs() {},
    now: Date.now,
  }
}

const logMigrations = (log: FastifyBaseLogger): MigrationListener => ({
  onApplied: (migration, seconds) =>
    log.info({ migration, seconds }, 'a migration of the database was applied'),
  onWait: (migration, reason) => log.warn({ migration, reason }, 'a migration waits'),
})

async function openTraces({ OTEL_EXPORTER_OTLP_ENDPOINT }: Config, log: FastifyBaseLogger) {
  if (OTEL_EXPORTER_OTLP_ENDPOINT === '') return undefined
  const { Traces } = await import('./http/traces.ts')
  return new Traces(OTEL_EXPORTER_OTLP_ENDPOINT, log)
}

export interface RunningServer {
  url: string
  context: Context
  endpoints: Endpoint[]
  jobs: JobRunner
  /** Writes the counters in memory immediately instead of within the next second. */
  flush(): Promise<void>
  /** From now on `/ready` answers 503. Nothing else changes until `stop`. */
  drain(): void
  /** Answers the requests that were accepted, writes the counters, and closes the database. False: not all of it. */
  stop(): Promise<boolean>
}

type StartOptions = Pick<AppParts, 'timeouts' | 'extra' | 'metrics_max_age_ms'> & {
  disk?: DiskOptions
  /** How slowly new passwords are hashed. Only tests may have it faster. */
  password_cost?: PasswordCost | undefined
}

/** Closes the database if it fails. */
export async function startServer(
  config: Config,
  db: Database,
  log: FastifyBaseLogger,
  { disk: disk_options, ...more }: StartOptions = {},
): Promise<RunningServer> {
  const disk = new DiskSpace(config, log, disk_options)
  try {
    return await startParts({ config, db, log, disk, ...more })
  } catch (error) {
    disk.stop()
    await closeAfterStart(db)
    throw error
  }
}

async function startParts({
  config,
  db,
  log,
  disk,
  password_cost,
  ...more
}: Omit<StartOptions, 'disk'> & {
  config: Config
  db: Database
  log: FastifyBaseLogger
  disk: DiskSpace
}): Promise<RunningServer> {
  if (config.MIGRATE === 'off') await refusePending(db)
  else await migrate(db, logMigrations(log))
  for (const file of await makeFilesPrivate(config.DATABASE_URL))
    log.warn({ file }, 'other users of this machine could open this file; now only its owner can')
  for (const file of await listOpenFiles(config.DATABASE_URL))
    log.warn(
      { file },
      'other users of this machine can open this file, and it cannot be changed here',
    )
  await disk.start()
  const context = createContext(config, db, { log, disk, password_cost })
  const hub = new EventHub(context, log)
  context.live = hub
  const webhooks = new WebhookSender(context, log)
  hub.onWake = () => webhooks.wake()
  // Also on a disk that is nearly full: the server must start, so that players can read.
  await fillUsernameSkeletons({ ...context, disk: ALWAYS_ROOM })
  await renumberCopiedLog(context, log)
  await lowerPriorityOfThreads()
  const state = createState(config)
  const metrics = new Metrics()
  addProcessMetrics(metrics, db.engine)
  addDatabaseMetrics(metrics, db)
  metrics.gauge(
    'disk_free_bytes',
    'Free bytes on the disk of the SQLite database; absent on PostgreSQL, or if it is not known',
    () => disk.free_bytes,
    'min',
  )
  metrics.gauge(
    'passwords_waiting',
    'Sign-ins and sign-ups waiting for their password to be checked',
    () => context.passwords.waiting,
  )
  metrics.counter(
    'mail_sent_total',
    'Mails that the mail server has taken, or that were written to the outbox',
    () => context.mail.sent,
  )
  metrics.counter(
    'mail_failures_total',
    'Mails that were given up, after several tries if those could help',
    () => context.mail.failures,
  )
  shareMetrics(metrics)
  const traces = await openTraces(config, log)
  const { app, endpoints } = createApp({ context, log, state, metrics, traces, ...more })
  await hub.start()
  const url = await app.listen({ host: config.HOST, port: config.PORT })

  const writer = new WriteBehind(context)
  writer.start()
  const backups = config.BACKUP_DIR === '' ? [] : [backupJob(context)]
  const jobs = new JobRunner(context, log, [
    announcementsJob,
    cleanUpJob,
    ledgerCheckJob,
    salesJob,
    statisticsJob,
    ...backups,
  ])
  context.wakeJobs = () => void jobs.runDueJobs()
  jobs.addMetrics(metrics)
  jobs.start()
  webhooks.addMetrics(metrics)
  webhooks.start()
  const watch = new LiveWatch(context, log, hub)
  watch.addMetrics(metrics)
  watch.start()

  const drain = () => {
    state.is_draining = true
  }
  const stop = async () => {
    disk.stop()
    watch.stop()
    const is_complete = await stopServer({ app, state, context, jobs, webhooks, writer, log })
    await traces?.close()
    return is_complete
  }
  return { url, context, endpoints, jobs, flush: () => writer.flush(), drain, stop }
}
