import { Server as NetServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { type AppParts, createApp } from './app.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { knownPlayers } from './features/players/sessions/rules.ts'
import { keepHouse } from './jobs/housekeeping.ts'
import { freshState } from './http/server.ts'
import { RequestMeter } from './features/players/activity/metering.ts'
import type { Endpoint } from './http/docs/openapi.ts'
import { Mailer } from './services/mail.ts'
import { Passwords } from './services/passwords.ts'
import { type Database, DatabaseUnavailable } from './storage/database.ts'
import { ScheduledBackups } from './jobs/scheduled-backups.ts'
import { openDatabase } from './storage/open.ts'
import { migrate } from './storage/migrations/migrate.ts'
import { subscriptions } from './features/subscriptions.ts'

const DATABASE_TRIES = 5
const DRAIN_QUIET_MS = 150
const DRAIN_MOST_MS = 3000
const STOP_MOST_MS = 10_000

/** A PostgreSQL that is just starting gets a few seconds; a file that cannot be opened stays so. */
export async function openDatabasePatiently(
  config: Config,
  onWait: (error: DatabaseUnavailable) => void,
): Promise<Database> {
  for (let tries = 1; ; tries++) {
    try {
      return await openDatabase({ url: config.DATABASE_URL, pool_size: config.DATABASE_POOL })
    } catch (error) {
      const is_file = config.DATABASE_URL.startsWith('sqlite:')
      if (!(error instanceof DatabaseUnavailable) || is_file || tries === DATABASE_TRIES)
        throw error
      onWait(error)
      await sleep(1000)
    }
  }
}

/** What a rule may reach for. */
export function createContext(
  config: Config,
  db: Database,
  log?: FastifyBaseLogger,
): Context & { meter: RequestMeter } {
  const mail = new Mailer(config, (message, details) => log?.info(details, message))
  const passwords = new Passwords(config.MAX_REQUESTS)
  const known_players = knownPlayers(db)
  const meter = new RequestMeter()
  return { config, db, known_players, meter, passwords, mail, subscriptions, now: Date.now }
}

export interface RunningServer {
  url: string
  context: Context
  endpoints: Endpoint[]
  /** Names of the migrations that this start applied. */
  migrated: string[]
  /** Writes what was counted now, not within the next second. */
  flush(): Promise<void>
  backups: ScheduledBackups
  /** Answers what was accepted, writes what was counted, and lets go of the database. */
  stop(): Promise<void>
}

export async function startServer(
  config: Config,
  db: Database,
  log: FastifyBaseLogger,
  more: Pick<AppParts, 'patience' | 'extra'> = {},
): Promise<RunningServer> {
  const migrated = await migrate(db)
  const context = createContext(config, db, log)
  const state = freshState(config)
  const { app, endpoints } = createApp({ context, log, meter: context.meter, state, ...more })
  const url = await app.listen({ host: config.HOST, port: config.PORT })
  context.meter.start(context)
  const stopHousekeeping = keepHouse(context, state, (error) =>
    log.warn({ err: error }, 'cleaning up failed'),
  )

  const backups = new ScheduledBackups(context, state, log)
  backups.start()

  /**
   * Nobody new is let in. While requests still come on old connections, each answer tells its connection to close;
   * then the quiet ones are closed. `http.Server.close` would cut those at once, with a request perhaps on its way.
   */
  async function drain(): Promise<void> {
    // Right after Node has taken in all who were waiting outside.
    await new Promise(setImmediate)
    NetServer.prototype.close.call(app.server)
    const began = performance.now()
    while (performance.now() - began < DRAIN_MOST_MS) {
      await sleep(DRAIN_QUIET_MS / 3)
      const quiet_ms = performance.now() - Math.max(began, state.last_active_at)
      if (state.active === 0 && quiet_ms > DRAIN_QUIET_MS) return
    }
  }

  async function stop(): Promise<void> {
    state.stopping = true
    const cut = setTimeout(() => app.server.closeAllConnections(), STOP_MOST_MS)
    await drain()
    await app.close()
    clearTimeout(cut)
    await stopHousekeeping()
    await backups.stop()
    await context.mail.idle()
    await context.meter.stop(context).catch((error: unknown) => {
      log.warn({ err: error }, 'the last counted requests could not be written')
    })
    await db.close()
  }
  const flush = () => context.meter.flush(context)
  return { url, context, endpoints, migrated, flush, backups, stop }
}
