import pg from 'pg'
import type { SilenceWatch } from './silence-watch.ts'

export const STATEMENT_LIMIT_MS = 15_000
const CONNECT_LIMIT_MS = 5000
/** How much longer than PostgreSQL itself we wait for the end of a statement. */
const GRACE_MS = 3000
const KEEP_ALIVE_MS = 5000

/** int8 and numeric (the type of a sum of int8) as numbers: all values that are stored are below 2^53. */
export const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === 20 || oid === 1700 ? Number : pg.types.getTypeParser(oid, format),
}

/** What all connections have in common. A lost one is noticed by TCP when it is idle, and by the watch when it is not. */
export const connectionOptions = (url: string) => ({
  connectionString: url,
  types,
  application_name: 'playkeep',
  connectionTimeoutMillis: CONNECT_LIMIT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
})

interface PoolLimits {
  idle_ms: number
  statement_ms?: number
}

export function openPool(
  url: string,
  max: number,
  watch: SilenceWatch,
  { idle_ms, statement_ms = STATEMENT_LIMIT_MS }: PoolLimits,
): pg.Pool {
  const pool = new pg.Pool({
    ...connectionOptions(url),
    max,
    // Statements that do not need each other's answers are sent together.
    pipeline: true,
    statement_timeout: statement_ms,
    idle_in_transaction_session_timeout: idle_ms,
    // One plan per statement for all parameters, which is the plan that test/plans checks. Planning for each call made
    // some reads take twice the time. The cost is that of solid-state disks: with the default, made for hard disks,
    // PostgreSQL reads far more of an index than a limit needs.
    options: '-c plan_cache_mode=force_generic_plan -c random_page_cost=1.1',
  })
  // The pool replaces a connection that the server cuts, and its next query fails. Without a listener the error would end
  // the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    watch.add(client, statement_ms + GRACE_MS)
  })
  return pool
}
