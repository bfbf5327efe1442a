import cluster from 'node:cluster'
import { realpathSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import pino from 'pino'
import { type Config, loadConfig } from '../config.ts'
import type { Context } from '../context.ts'
import { openDatabaseWithRetries } from '../create-context.ts'
import { createFirstGame } from '../features/operations/games/rules.ts'
import { invitationLink, inviteFirstOwner } from '../features/staff/staff-members/rules.ts'
import { Watchdog } from '../game-code/watchdog.ts'
import { createLog } from '../services/log.ts'
import { checkPort, closeAfterStart, type RunningServer, startServer } from '../start.ts'
import type { Database } from '../storage/database.ts'
import { readArguments, UsageProblem } from './arguments.ts'
import { type StopSignals, stopSignals } from './stop-signal.ts'
import { superviseWorkers, tellStarted } from './workers.ts'
import { reportRetry, withContext } from './with-context.ts'
import { remark } from './say.ts'

/** If the log is read more slowly than it is written, lines beyond this backlog are dropped. */
const MAX_LOG_BACKLOG_BYTES = 16_777_216

/** The time that connections have to close after the server has stopped. */
const EXIT_AFTER_MS = 500

/** The database without its user and password. */
function describeDatabase({ DATABASE_URL }: Config): string {
  if (DATABASE_URL.startsWith('sqlite:')) return `SQLite, ${DATABASE_URL.slice('sqlite:'.length)}`
  return `PostgreSQL, ${DATABASE_URL.replace(/^\w+:\/\/([^@/]*@)?|\?.*$/g, '')}`
}

async function printStartMessage(config: Config, context: Context, url: string): Promise<void> {
  const game = context.disk.is_full ? undefined : await createFirstGame(context)
  const invitation = context.disk.is_full ? undefined : await inviteFirstOwner(context)
  remark`\n  Playkeep is running.\n`
  remark`  Dashboard ${url}/`
  remark`  API       ${url}/api/v3`
  remark`  Docs      ${url}/docs`
  remark`  Guides    ${url}/guide`
  remark`  Database  ${describeDatabase(config)}`
  if (config.GAME_CODE !== '') remark`  Game code ${config.GAME_CODE}`
  if (context.disk.is_full)
    remark`  The disk is nearly full: writes are refused until there is room.`
  if (game) {
    remark`\n  Your first game has been created. Store its token now: it is not shown again.\n`
    remark`  game_id     ${game.id}`
    remark`  game_token  ${game.token}`
  }
  if (invitation) {
    remark`\n  Open this link to become the owner of this server. It works once, within an hour.\n`
    remark`  ${invitationLink(context, invitation.token, url)}`
  }
  remark``
}

function readServeArguments(args: string[]) {
  const { values, positionals } = readArguments(args, {
    game: { type: 'string' },
    watch: { type: 'boolean', default: false },
  })
  if (positionals.length > 0)
    throw new UsageProblem(
      `serve does not know "${positionals[0]}". Settings are environment variables: see docs/settings.md.`,
    )
  return values
}

export async function serve(args: string[]): Promise<void> {
  const { game, watch } = readServeArguments(args)
  const config = loadConfig(game === undefined ? {} : { GAME_CODE: game })
  const has_code = config.GAME_CODE !== ''
  if (watch && !has_code)
    throw new UsageProblem('--watch needs game code: name its folder with --game or GAME_CODE.')
  const log = createLog(
    config,
    pino.destination({ dest: 1, sync: false, maxLength: MAX_LOG_BACKLOG_BYTES }),
  )
  const stop = stopSignals()
  // Workers share the port, which their supervisor has checked.
  if (cluster.isPrimary) await checkPort(config)
  // Code in an endless loop can only be ended together with its process.
  if ((config.WORKERS > 1 || has_code) && cluster.isPrimary) {
    return superviseWorkers({
      config,
      log,
      stop,
      watched: watch ? config.GAME_CODE : undefined,
      onReady: (url) => withContext((context) => printStartMessage(config, context, url)),
    })
  }
  let db: Database | undefined
  const starting = start(config, log, (opened) => (db = opened))
  const server = await Promise.race([starting, stop.first.then(() => undefined)])
  // Only now: a migration may take long, and is no endless loop.
  if (server && has_code && cluster.isWorker)
    server.attachWatchdog(new Watchdog(realpathSync(config.GAME_CODE)))
  if (server && cluster.isWorker) tellStarted(Number(new URL(server.url).port))
  if (server) await runUntil(stop, server, log)
  else {
    log.info({ signal: await stop.first }, 'stopped before the start was complete')
    if (db) await closeAfterStart(db)
  }
  cluster.worker?.disconnect()
  // A connection that does not close must not keep the process alive. A migration that was interrupted is undone.
  setTimeout(() => process.exit(), server ? EXIT_AFTER_MS : 0).unref()
}

async function start(
  config: Config,
  log: FastifyBaseLogger,
  onOpen: (db: Database) => void,
): Promise<RunningServer> {
  const must_exist = config.MIGRATE === 'off'
  const db = await openDatabaseWithRetries(config, reportRetry, { must_exist })
  onOpen(db)
  return startServer(config, db, log)
}

async function runUntil(
  stop: StopSignals,
  server: RunningServer,
  log: FastifyBaseLogger,
): Promise<void> {
  try {
    // Not interrupted by a signal: the token of the first game is shown only once.
    if (!cluster.isWorker)
      await printStartMessage(server.context.config, server.context, server.url)
  } catch (error) {
    await server.stop()
    throw error
  }
  const signal = await stop.first
  const { DRAIN_SECONDS } = server.context.config
  if (DRAIN_SECONDS > 0) {
    log.info({ signal, seconds: DRAIN_SECONDS }, 'draining')
    server.drain()
    await Promise.race([sleep(DRAIN_SECONDS * 1000, undefined, { ref: false }), stop.second])
  }
  log.info({ signal }, 'stopping')
  const is_complete = await server.stop()
  log.info('stopped')
  // At once: Node would first close what is still open, such as a damaged database.
  if (!is_complete) process.exit(1)
}
