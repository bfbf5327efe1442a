import cluster from 'node:cluster'
import pino from 'pino'
import { type Config, loadConfig } from '../config.ts'
import type { Context } from '../context.ts'
import { createFirstGame } from '../features/operations/games/rules.ts'
import { createLog } from '../services/log.ts'
import { openDatabaseWithRetries, startServer } from '../start.ts'
import { stopSignal } from './stop-signal.ts'
import { superviseWorkers } from './workers.ts'
import { sayWaiting, withContext } from './with-context.ts'

/** When whoever reads the log is slower, further lines are dropped. */
const MAX_LOG_BACKLOG_BYTES = 16_777_216

/** After the stop, open connections get so long to close. */
const EXIT_AFTER_MS = 500

const say = (text: string) => process.stderr.write(`${text}\n`)

/** Without user and password. */
function databaseName({ DATABASE_URL }: Config): string {
  if (DATABASE_URL.startsWith('sqlite:')) return `SQLite, ${DATABASE_URL.slice('sqlite:'.length)}`
  const { host, pathname } = new URL(DATABASE_URL)
  return `PostgreSQL, ${host}${pathname}`
}

async function greet(config: Config, context: Context, url: string): Promise<void> {
  const game = await createFirstGame(context)
  say(`\n  Playkeep is running.\n`)
  say(`  API       ${url}/api/v3`)
  say(`  Docs      ${url}/docs`)
  say(`  Database  ${databaseName(config)}`)
  if (game) {
    say(`\n  A first game was made. Its token is shown only now:\n`)
    say(`  game_id     ${game.id}`)
    say(`  game_token  ${game.token}`)
  }
  say('')
}

export async function serve(): Promise<void> {
  const config = loadConfig()
  const log = createLog(
    config,
    pino.destination({ dest: 1, sync: false, maxLength: MAX_LOG_BACKLOG_BYTES }),
  )
  if (config.WORKERS > 1 && cluster.isPrimary) {
    return superviseWorkers(config, log, (url) =>
      withContext((context) => greet(config, context, url)),
    )
  }
  const db = await openDatabaseWithRetries(config, sayWaiting)
  // Listened for from here on, so that whoever stops the server as soon as it is ready finds a first game in it.
  const stop = stopSignal()
  const server = await startServer(config, db, log)
  if (!cluster.isWorker) await greet(config, server.context, server.url)

  log.info({ signal: await stop }, 'stopping')
  await server.stop()
  log.info('stopped')
  cluster.worker?.disconnect()
  // Whatever could not be closed must not keep the process alive.
  setTimeout(() => process.exit(), EXIT_AFTER_MS).unref()
}
