import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import { type Context, NOBODY_FOLLOWS } from './context.ts'
import { createSessionCache } from './features/players/sessions/rules.ts'
import { subscriptions } from './features/subscriptions.ts'
import { backLane } from './http/overload/back-lane.ts'
import { DiskSpace } from './services/disk.ts'
import { KeptByGame } from './services/kept-by-game.ts'
import { lowerPriority } from './services/low-priority.ts'
import { Mailer } from './services/mail.ts'
import { type PasswordCost, Passwords } from './services/passwords.ts'
import { TrafficCounter } from './services/traffic.ts'
import { type Database, type DatabaseOptions, DatabaseUnavailable } from './storage/database.ts'
import { openDatabase } from './storage/open.ts'

const MAX_DATABASE_TRIES = 5

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
        lowerPriority,
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
  now?: () => number
}

/** Everything that a rule may reach for. */
export function createContext(
  config: Config,
  db: Database,
  { log, disk = new DiskSpace(config), password_cost, now = Date.now }: ContextParts = {},
): Context {
  return {
    config,
    db,
    session_cache: createSessionCache(db),
    word_filters: new KeptByGame(),
    score_rules: new KeptByGame(),
    board_settings: new KeptByGame(),
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
    wakeMatchmaker() {},
    now,
  }
}
