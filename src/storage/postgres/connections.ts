import pg from 'pg'
import { CONNECT_LIMIT_MS, connectionOptions } from './connection-options.ts'
import { type Hosts, refuseReadOnly, type Session } from './hosts.ts'
import type { SilenceWatch } from './silence-watch.ts'

export const STATEMENT_LIMIT_MS = 15_000
/**
 * Shorter, so that what waits for one locked row or table soon leaves its connection to others; but longer than
 * PostgreSQL's `deadlock_timeout` of a second, so that of two that wait for each other only one is ended.
 */
const LOCK_LIMIT_MS = 1500
/** Only a lock of a whole table stops a read. Other reads wait behind it, as behind one that takes long. */
export const SHARED_READ_LIMITS = { statement_ms: 5000, lock_ms: 1000 }
/** Where one transaction waits for a lock, all that are committed with it wait. Then each runs again alone. */
export const GROUP_LIMITS = { lock_ms: 200 }
/** How much longer than PostgreSQL itself we wait for the end of a statement. */
const GRACE_MS = 3000
/** pg's message when no connection was given back in time. */
const POOL_IS_FULL = 'timeout exceeded when trying to connect'

/** For those who wait in front of the pool, because there they can be put into an order. */
export const POOL_LIMIT = {
  limit_ms: CONNECT_LIMIT_MS,
  createError: () => new Error(POOL_IS_FULL),
}

interface PoolLimits {
  idle_ms: number
  statement_ms?: number
  lock_ms?: number
}

/** Sets what PgBouncer does not accept while connecting, and makes sure that this server takes writes. */
async function prepareSession(
  client: pg.ClientBase,
  { keeps_settings }: Session,
  { statement_ms = STATEMENT_LIMIT_MS, lock_ms = LOCK_LIMIT_MS, idle_ms }: PoolLimits,
) {
  const settings = {
    statement_timeout: statement_ms,
    lock_timeout: lock_ms,
    idle_in_transaction_session_timeout: idle_ms,
    // One plan per statement for all parameters, which is the plan that test/plans checks. Planning for each call made
    // some reads take twice the time.
    plan_cache_mode: 'force_generic_plan',
    // That of solid-state disks: with the default, made for hard disks, PostgreSQL reads far more of an index than a
    // limit needs.
    random_page_cost: 1.1,
    // A plan that was made while a table was empty reads all of it, and stays until PostgreSQL looks at the table again.
    enable_seqscan: 'off',
  }
  const query = {
    text: `select current_setting('transaction_read_only') as read_only,
      (select count(set_config(name, value, false)) from json_each_text($1) as setting (name, value))`,
    values: [JSON.stringify(keeps_settings ? settings : {})],
    query_timeout: CONNECT_LIMIT_MS,
  }
  const { rows } = await client.query<{ read_only: string }>(query)
  refuseReadOnly(rows[0]?.read_only)
}

/** A connection to the primary. Each host is tried once. */
export async function acquire(pool: pg.Pool, hosts: Hosts, watch: SilenceWatch) {
  if (watch.silence) throw watch.silence
  for (let tries = 1; ;) {
    const { url } = hosts
    try {
      const client = await pool.connect()
      if (!watch.isOld(client)) return client
      client.release(true)
    } catch (error) {
      const is_full = error instanceof Error && error.message === POOL_IS_FULL
      // Of a single host, the connections that exist are kept: it may only be too busy for more.
      if (is_full || hosts.count === 1 || !hosts.leave(error, url) || tries++ >= hosts.count) {
        if (!is_full) watch.suspect()
        throw error
      }
    }
  }
}

export function openPool(
  hosts: Hosts,
  max: number,
  watch: SilenceWatch,
  limits: PoolLimits,
): pg.Pool {
  const pool = new pg.Pool({
    ...connectionOptions(hosts),
    max,
    // Statements that do not need each other's answers are sent together.
    pipeline: true,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it; its type does not say so
    onConnect: (client) => prepareSession(client, hosts.session, limits),
  })
  // The pool replaces a connection that the server cuts, and its next query fails. Without a listener the error would end
  // the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    watch.add(client, (limits.statement_ms ?? STATEMENT_LIMIT_MS) + GRACE_MS)
  })
  return pool
}
