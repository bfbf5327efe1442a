import { COUNTED_AGAIN, OF_THE_LOG, type Reference, type Table } from './tables.ts'

/**
 * Tables that the export of a game leaves out: sessions, links in mails, what sign-ins and mails are counted by, stored
 * answers to retries, the state of jobs, what game code has still to do, who waits for opponents, the log of events, the staff of the server, what they did and the reports that they
 * work on, scores counted for an hour, statistics, which are counted again, and webhooks: their secrets are readable, and two servers would call them.
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
  'game_tasks',
  'game_code_errors',
  'matchmaking_tickets',
  'matchmaking_players',
  'item_sales',
  'sales_progress',
  ...OF_THE_LOG,
  ...COUNTED_AGAIN,
  'webhooks',
  'staff',
  'staff_recovery_codes',
  'staff_invitations',
  'staff_sessions',
  'staff_tokens',
  'staff_notes',
  'audit_log',
  'reports',
  'score_counts',
  'statistics',
  'statistics_names',
  'statistics_progress',
  'statistics_totals',
  'top_players',
  'traffic',
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

/**
 * Columns with an id of another table, but without a foreign key. Those of the first kind keep their value when the row
 * that they name is deleted, and an import sets them to 0 then: on another server, the id can be another game's.
 */
const OUTLIVING: Record<string, string> = {
  'chats.creator_id': 'users',
  'group_attributes.creator_id': 'users',
  'group_connections.inviter_id': 'users',
}
const WITHOUT_FOREIGN_KEY: Record<string, string> = {
  'friends.friend_id': 'users',
  'friends.user_id': 'users',
  'leaderboard_bests.ascending_entry_id': 'leaderboard_entries',
  'leaderboard_bests.descending_entry_id': 'leaderboard_entries',
  'leaderboard_bests.game_id': 'games',
  'leaderboard_entries.game_id': 'games',
  'notifications.actor_id': 'users',
}
/** Only compared with the ids of messages and notifications. A subject may be deleted, and is a hint. */
const NO_REFERENCES = new Set([
  'chats.last_message_id',
  'chat_participants.last_message_id',
  'inboxes.read_until_id',
  'notifications.subject_id',
])

interface GameReference extends Reference {
  outlives: boolean
}

/** Every column of a table that names a row of a game. Throws when a column with an id is not known to be one or not. */
export function referencesOf({ name, columns, references }: Table): GameReference[] {
  return columns.flatMap((column): GameReference[] => {
    const found = references.find((one) => one.column === column)
    if (found) return [{ ...found, outlives: false }]
    const full_name = `${name}.${column}`
    const table = OUTLIVING[full_name] ?? WITHOUT_FOREIGN_KEY[full_name]
    if (table)
      return [{ column, table, to: 'id', is_optional: false, outlives: full_name in OUTLIVING }]
    if (column.endsWith('_id') && !NO_REFERENCES.has(full_name))
      throw new Error(`${full_name} names a row: say of which table, or that it does not`)
    return []
  })
}
