import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { type AppParts, createApp } from './app.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { createContext } from './create-context.ts'
import { countWaitingTasks } from './features/operations/game-tasks/rules.ts'
import { fillUsernameSkeletons } from './features/players/usernames/rules.ts'
import type { Endpoint } from './http/docs/endpoint.ts'
import { createState } from './http/server.ts'
import { announcementsJob } from './jobs/announcements.ts'
import { roundsJob } from './jobs/rounds.ts'
import { backupJob } from './jobs/backup.ts'
import { cleanUpJob } from './jobs/housekeeping.ts'
import { ledgerCheckJob } from './jobs/ledger-check.ts'
import { Matchmaker } from './jobs/matchmaker.ts'
import { OverdueWatch } from './jobs/overdue-watch.ts'
import { JobRunner } from './jobs/runner.ts'
import { salesJob } from './jobs/sales.ts'
import { RankCounter } from './jobs/rank-counter.ts'
import { seasonsJob } from './jobs/seasons.ts'
import { statisticsJob } from './jobs/statistics.ts'
import { WebhookSender } from './jobs/webhook-sender.ts'
import { WriteBehind } from './jobs/write-behind.ts'
import type { TaskFailure } from './game-code/background.ts'
import { GameCodeHost } from './game-code/host.ts'
import { type GameFile, loadGameCode } from './game-code/load.ts'
import type { Watchdog } from './game-code/watchdog.ts'
import { renumberCopiedLog } from './live/copied-log.ts'
import { EventHub } from './live/hub.ts'
import { LiveWatch } from './live/watch.ts'
import { ALWAYS_ROOM, type DiskOptions, DiskSpace } from './services/disk.ts'
import { lowerPriorities } from './services/low-priority.ts'
import { addDatabaseMetrics, Metrics } from './services/metrics.ts'
import type { PasswordCost } from './services/passwords.ts'
import { addProcessMetrics } from './services/process-metrics.ts'
import { shareMetrics } from './services/worker-metrics.ts'
import { stopServer } from './stop.ts'
import type { Database } from './storage/database.ts'
import { migrate, type MigrationListener, refusePending } from './storage/migrations/migrate.ts'
import { listOpenFiles, makeFilesPrivate } from './storage/open.ts'

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

const logMigrations = (log: FastifyBaseLogger): MigrationListener => ({
  onApplied: (migration, seconds) =>
    log.info({ migration, seconds }, 'a migration of the database was applied'),
  onWait: (migration, reason) => log.warn({ migration, reason }, 'a migration waits'),
})

/** They stay, and run when the code is there again. */
async function warnAboutTasks(context: Context, log: FastifyBaseLogger): Promise<void> {
  const waiting = await countWaitingTasks(context.db)
  if (waiting > 0)
    log.warn({ waiting }, 'tasks of game code wait, but no game code is loaded: set GAME_CODE')
}

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
  /** Runs what the studio's own code has to do now, and resolves with what has failed. */
  runGameTasks(): Promise<TaskFailure[]>
  /** Ends this process if the studio's own code does not let it go on. Only for one that a supervisor replaces. */
  attachWatchdog(watchdog: Watchdog): void
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
  /** How long game code may take within a transaction. Tests on a busy machine have more time. */
  game_code_limit_ms?: number
  /** In epoch milliseconds. Only tests have another clock. */
  now?: () => number
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
    const game_files = config.GAME_CODE === '' ? [] : await loadGameCode(config.GAME_CODE)
    return await startParts({ config, db, log, disk, game_files, ...more })
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
  game_files,
  password_cost,
  now = Date.now,
  game_code_limit_ms,
  ...more
}: Omit<StartOptions, 'disk'> & {
  game_files: GameFile[]
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
  const context = createContext(config, db, { log, disk, password_cost, now })
  const hub = new EventHub(context, log)
  context.live = hub
  const webhooks = new WebhookSender(context, log)
  hub.onWake = () => webhooks.wake()
  // Also on a disk that is nearly full: the server must start, so that players can read.
  await fillUsernameSkeletons({ ...context, disk: ALWAYS_ROOM })
  await renumberCopiedLog(context, log)
  await lowerPriorities(config.WORKERS)
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
  const host =
    game_files.length > 0
      ? new GameCodeHost(context, log, { files: game_files, limit_ms: game_code_limit_ms })
      : undefined
  if (host) {
    await host.files.read()
    context.game_code = host
    host.addMetrics(metrics)
  } else await warnAboutTasks(context, log)
  const { app, endpoints } = createApp({
    context,
    log,
    state,
    metrics,
    traces,
    wrapOperation: host?.wrapOperation,
    game_routes: host?.routes,
    ...more,
  })
  await hub.start()
  const url = await app.listen({ host: config.HOST, port: config.PORT })

  const writer = new WriteBehind(context)
  writer.start()
  const backups = config.BACKUP_DIR === '' ? [] : [backupJob(context)]
  const jobs = new JobRunner(context, log, [
    announcementsJob,
    roundsJob,
    cleanUpJob,
    ledgerCheckJob,
    salesJob,
    seasonsJob,
    statisticsJob,
    ...backups,
  ])
  context.wakeJobs = () => void jobs.runDueJobs()
  jobs.addMetrics(metrics)
  jobs.start()
  webhooks.addMetrics(metrics)
  webhooks.start()
  const ranks = new RankCounter(context, log)
  ranks.start()
  const matchmaker = new Matchmaker(context, log)
  context.wakeMatchmaker = () => matchmaker.wake()
  matchmaker.addMetrics(metrics)
  matchmaker.start()
  host?.tasks.start()
  const watch = new LiveWatch(context, log, hub)
  watch.addMetrics(metrics)
  watch.start()
  const overdue = new OverdueWatch(context, log)
  overdue.addMetrics(metrics)
  overdue.start()

  const drain = () => {
    state.is_draining = true
  }
  const stop = async () => {
    disk.stop()
    watch.stop()
    overdue.stop()
    const is_complete = await stopServer({
      app,
      state,
      context,
      jobs,
      webhooks,
      ranks,
      matchmaker,
      game_tasks: host?.tasks,
      writer,
      log,
    })
    await traces?.close()
    return is_complete
  }
  const attachWatchdog = (watchdog: Watchdog) => host?.attach(watchdog)
  const runGameTasks = async () => (await host?.tasks.runDue()) ?? []
  return {
    url,
    context,
    endpoints,
    jobs,
    runGameTasks,
    attachWatchdog,
    flush: () => writer.flush(),
    drain,
    stop,
  }
}
