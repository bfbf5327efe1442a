import { type Statement, statement } from '../../src/storage/statement.ts'
import type { World } from '../support/world.ts'

/** Tables that change without a visible write: counters, sessions, stored answers, times of last use. */
const VOLATILE = new Set([
  'user_activity',
  'sessions',
  'answered_requests',
  'failed_sign_ins',
  'migrations',
  'service_keys',
  'password_resets',
])

const listTables = {
  sqlite: statement<Record<string, never>, { name: string }>(
    `select name from sqlite_master where type = 'table'`,
  ),
  postgres: statement<Record<string, never>, { name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  ),
}

/** The names of all tables of the database. */
export async function tableNames({ context, engine }: World): Promise<string[]> {
  const rows = await context.db.all(listTables[engine], {})
  return rows.map(({ name }) => name).filter((name) => !name.startsWith('sqlite_'))
}

const statements = new Map<string, Statement<Record<string, never>, object>>()

export function selectAll(table: string): Statement<Record<string, never>, object> {
  const known =
    statements.get(table) ?? statement<Record<string, never>, object>(`select * from ${table}`)
  statements.set(table, known)
  return known
}

/** Every row of the database as text, without the volatile tables. */
export async function snapshot(world: World): Promise<Set<string>> {
  const tables = (await tableNames(world)).filter((name) => !VOLATILE.has(name))
  const lists = await Promise.all(
    tables.map(async (table) => {
      const rows = await world.context.db.all(selectAll(table), {})
      return rows.map((row) => `${table} ${JSON.stringify(row)}`)
    }),
  )
  return new Set(lists.flat())
}

export const missingFrom = (before: Set<string>, after: Set<string>) => [
  ...before.difference(after),
]
