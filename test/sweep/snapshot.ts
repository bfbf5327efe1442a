import type { Database } from '../../src/storage/database.ts'
import { type Statement, statement } from '../../src/storage/statement.ts'
import type { World } from '../support/world.ts'

/** Tables that the server writes by itself: counters, stored answers, jobs, counted ranks, statistics. */
export const INTERNAL_TABLES = new Set([
  'answered_requests',
  'jobs',
  'migrations',
  'player_days',
  'rank_candidates',
  'rank_changes',
  'rank_ranges',
  'rank_sets',
  'statistics',
  'statistics_names',
  'statistics_progress',
  'statistics_totals',
  'top_players',
  'traffic',
  'user_activity',
])

/** Tables that requests change besides what they are for: sessions, failures, times of last use. */
const VOLATILE_TABLES = new Set([
  ...INTERNAL_TABLES,
  'email_verifications',
  'failed_sign_ins',
  'known_addresses',
  'mail_recipients',
  'password_resets',
  'service_keys',
  'sessions',
])

const listTables = {
  sqlite: statement<Record<string, never>, { name: string }>(
    `select name from sqlite_master where type = 'table'`,
  ),
  postgres: statement<Record<string, never>, { name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  ),
}

const names_of = new WeakMap<Database, string[]>()

/** The names of all tables of the database. */
export async function tableNames({ context, engine }: World): Promise<string[]> {
  const known = names_of.get(context.db)
  if (known) return known
  const rows = await context.db.all(listTables[engine], {})
  const names = rows.map(({ name }) => name).filter((name) => !name.startsWith('sqlite_'))
  names_of.set(context.db, names)
  return names
}

const statements = new Map<string, Statement<Record<string, never>, object>>()

/** What the server does not write by itself, as it does when players were seen, or tickets expire. */
const PARTS: Partial<Record<string, string>> = {
  presence: `user_id, status, is_invisible from presence where status <> '' or is_invisible = 1`,
  matchmaking_tickets: `id, game_id, game_type, region, attributes, created_at,
    case when state in ('cancelled', 'matched') then state else 'open or expired' end as state
    from matchmaking_tickets`,
  matchmaking_players: `ticket_id, user_id, is_leader, has_accepted, is_ready from matchmaking_players`,
}

export function selectAll(table: string): Statement<Record<string, never>, object> {
  const rows = PARTS[table] ?? `* from ${table}`
  const known = statements.get(table) ?? statement<Record<string, never>, object>(`select ${rows}`)
  statements.set(table, known)
  return known
}

/** Events that no request causes at once. */
const TOLD_BY_ITSELF = /^events .*"type":"friend\.(online|offline)"/

/** Every row of the database as text, without the tables to ignore. */
export async function snapshot(world: World, ignored = VOLATILE_TABLES): Promise<Set<string>> {
  const tables = (await tableNames(world)).filter((name) => !ignored.has(name))
  const lists = await Promise.all(
    tables.map(async (table) => {
      const rows = await world.context.db.all(selectAll(table), {})
      return rows.map((row) => `${table} ${JSON.stringify(row)}`)
    }),
  )
  return new Set(lists.flat().filter((row) => !TOLD_BY_ITSELF.test(row)))
}

/** Of a snapshot with more tables. */
export const withoutVolatile = (rows: Set<string>) =>
  new Set([...rows].filter((row) => !VOLATILE_TABLES.has(row.slice(0, row.indexOf(' ')))))

export const missingFrom = (before: Set<string>, after: Set<string>) => [
  ...before.difference(after),
]
