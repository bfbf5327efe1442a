import type { Table } from './tables.ts'

/**
 * What an export of a game leaves out: tables that tell who is signed in or tries to, answers that are kept for a
 * day, and what the server notes of itself.
 */
export const LEFT_OUT = new Set([
  'sessions',
  'password_resets',
  'answered_requests',
  'failed_sign_ins',
  'chores',
  'jobs',
])

/**
 * Which rows of a table belong to a game: those with its `game_id`, or those that refer to a row that does. Undefined:
 * the table does not hang on a game.
 */
export function rowsOfGame(tables: Table[], name: string, game_id: number): string | undefined {
  if (name === 'games') return `id = ${game_id}`
  const table = tables.find((one) => one.name === name)
  if (table?.columns.includes('game_id')) return `game_id = ${game_id}`
  for (const { column, table: other, to, is_optional } of table?.references ?? []) {
    const theirs = is_optional ? undefined : rowsOfGame(tables, other, game_id)
    if (theirs) return `${column} in (select ${to} from ${other} where ${theirs})`
  }
  return undefined
}

/** The tables of an export. Throws where a table neither hangs on a game nor is left out on purpose. */
export function tablesOfGame(tables: Table[]): Table[] {
  const kept = tables.filter(({ name }) => !LEFT_OUT.has(name))
  const lost = kept.find(({ name }) => rowsOfGame(tables, name, 0) === undefined)
  if (lost) throw new Error(`${lost.name} hangs on no game: give it a game_id or leave it out`)
  return kept
}
