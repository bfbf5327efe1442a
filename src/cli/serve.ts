import cluster from 'node:cluster'
import pino from 'pino'
import { type Config, loadConfig } from '../config.ts'
import type { Context } from '../context.ts'
import { createFirstGame } from '../features/operations/games/rules.ts'
import { createLog } from '../services/log.ts'
import { openDatabaseWithRetries, startServer } from '../start.ts'
import { stopSignal } from './stop-signal.ts'
import { superviseWorkers } from './workers.ts'
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
  remark`\n  Playkeep is running.\n`
  remark`  API       ${url}/api/v3`
  remark`  Docs      ${url}/docs`
  remark`  Database  ${describeDatabase(config)}`
  if (context.disk.is_full)
    remark`  The disk is nearly full: writes are refused until there is room.`
  if (game) {
    remark`\n  Your first game has been created. Store its token now: it is not shown again.\n`
    remark`  game_id     ${game.id}`
    remark`  game_token  ${game.token}`
  }
  remark``
}

export async function serve(): Promise<void> {
  const config = loadConfig()
  const log = createLog(
    config,
    pino.destination({ dest: 1, sync: false, maxLength: MAX_LOG_BACKLOG_BYTES }),
  )
  if (config.WORKERS > 1 && cluster.isPrimary) {
    return superviseWorkers(config, log, (url) =>
      withContext((context) => printStartMessage(config, context, url)),
    )
  }
  const db = await openDatabaseWithRetries(config, reportRetry)
  // From here on, a signal to stop takes effect only after the first game has been created.
  const stop = stopSignal()
  const server = await startServer(config, db, log)
  if (!cluster.isWorker) await printStartMessage(config, server.context, server.url)

  log.info({ signal: await stop }, 'stopping')
  if (!(await server.stop())) process.exitCode = 1
  log.info('stopped')
  cluster.worker?.disconnect()
  // A connection that does not close must not keep the process alive.
  setTimeout(() => process.exit(), EXIT_AFTER_MS).unref()
}
