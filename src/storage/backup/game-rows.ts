import type { Table } from './tables.ts'

/**
 * Tables that the export of a game leaves out: sessions, links in mails, what sign-ins and mails are counted by, stored
 * answers to retries, and the state of jobs.
 */
export const EXCLUDED_TABLES = new Set([
  'sessions',
  'password_resets',
  'email_verifications',
  'known_addresses',
  'mail_recipients',
  'answered_requests',
  'failed_sign_ins',
  'chores',
  'jobs',
])

/**
 * The condition for the rows of a table that belong to a game: those with its `game_id`, and those that refer to a row
 * that does. Undefined: the table has nothing to do with games.
 */
export function gameCondition(tables: Table[], name: string, game_id: number): string | undefined {
  if (name === 'games') return `id = ${game_id}`
  const table = tables.find((one) => one.name === name)
  if (table?.columns.includes('game_id')) return `game_id = ${game_id}`
  for (const { column, table: other, to, is_optional } of table?.references ?? []) {
    const condition = is_optional ? undefined : gameCondition(tables, other, game_id)
    if (condition) return `${column} in (select ${to} from ${other} where ${condition})`
  }
  return undefined
}

/** The tables of an export. Throws when a table neither belongs to a game nor is excluded on purpose. */
export function tablesOfGame(tables: Table[]): Table[] {
  const exported = tables.filter(({ name }) => !EXCLUDED_TABLES.has(name))
  const unknown = exported.find(({ name }) => gameCondition(tables, name, 0) === undefined)
  if (unknown)
    throw new Error(`${unknown.name} belongs to no game: give it a game_id, or exclude it`)
  return exported
}
