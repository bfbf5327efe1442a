import type { Row } from './engine.ts'
import type { Table } from './tables.ts'

/** The widest range of times that JavaScript can show. */
const MAX_TIME = 8_640_000_000_000_000

const MAX_DAY = 100_000_000

const TIMES = /_at$|_until$|^until$|^last_login$|^last_seen$|^since$/
/** Ids are checked as references. */
const IDS = /^id$|_id$/
const FLAGS = new Set([
  'admins_only_can_create_attributes',
  'can_auto_join',
  'enabled',
  'has_rules',
  'is_abandoned',
  'is_admin',
  'is_enabled',
  'is_first',
  'is_invisible',
  'is_invite_only',
  'is_matched',
  'is_open',
  'is_reported_online',
  'is_starter',
  'is_test',
  'needs_finished_round',
  'others_can_edit',
  'requires_verified_email',
  'searchable',
  'share_player_emails',
])
const NEVER_NEGATIVE = new Set([
  'attribute_count',
  'balance_after',
  'close_after_seconds',
  'cost',
  'credits',
  'distance',
  'distance_per_second',
  'entries',
  'entries_per_player',
  'entry_bytes',
  'events_current_month',
  'events_total',
  'from_rank',
  'fill_seconds',
  'game_sessions_current_month',
  'game_sessions_total',
  'anyone_from_distance',
  'max_group_size',
  'largest_step',
  'max_players',
  'member_count',
  'min_players',
  'min_scores',
  'most_per_minute',
  'mix_regions_after',
  'number',
  'number_of_logins',
  'players',
  'position',
  'price',
  'rank',
  'rated_rounds',
  'ready_seconds',
  'recent_wait_ms',
  'rounds',
  'season',
  'to_rank',
  'team_size',
  'teams',
])
/** Whatever number they have, the server could have written it. */
const ANY_NUMBER = new Set([
  'allowed',
  'ascending_key',
  'change',
  'descending_key',
  'maximum',
  'minimum',
  'month',
  'place',
  'score',
  'team',
])
/** The numbers of ratings: where the model has none for them, ratings stay as they are. */
const SKILLS = /^(mu|sigma|beta|tau|rating)(_before|_after)?$|^team$/
const JSON_TEXTS = new Set(['data', 'metadata', 'permissions', 'words'])
const CHOICES: Record<string, string[]> = {
  'games.ranking_order': ['ascending', 'descending'],
  'multiplayer_game_rounds.finished_order': ['ascending', 'descending'],
  'friendships.status': ['accepted', 'pending'],
  'held_scores.broken': [
    'minimum',
    'maximum',
    'largest_step',
    'most_per_minute',
    'needs_finished_round',
  ],
  'held_scores.kind': ['leaderboard', 'game_type'],
  'score_rules.kind': ['leaderboard', 'game_type'],
  'score_rules.outcome': ['refuse', 'review'],
  'leaderboard_settings.counts': ['best', 'latest', 'sum'],
  'leaderboard_settings.one_for': ['game', 'each_group'],
  'leaderboard_seasons.counts': ['best', 'latest', 'sum'],
  'leaderboard_seasons.state': ['running', 'ended', 'paid'],
  'leaderboard_prizes.state': ['waiting', 'paid', 'refused'],
}

/** Names come from the file: a long one is not repeated in full. */
const quote = (text: string) => `"${text.slice(0, 60)}"`

function typeProblem({ types, optional }: Table, column: string, value: unknown) {
  if (value === null) return optional.includes(column) ? undefined : 'must not be null'
  if (types[column] === 'text') {
    if (typeof value !== 'string') return 'must be a text'
    return value.includes('\0') || !value.isWellFormed() ? 'is not a valid text' : undefined
  }
  if (types[column] === 'double precision')
    return Number.isFinite(value) ? undefined : 'must be a number'
  return Number.isSafeInteger(value) ? undefined : 'must be a whole number'
}

/** Undefined: the row has exactly the columns of the table, with values of their types. */
export function shapeProblem(table: Table, row: unknown): string | undefined {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return 'is not an object'
  const unknown = Object.keys(row).find((column) => !table.columns.includes(column))
  if (unknown !== undefined) return `has the unknown column ${quote(unknown)}`
  for (const column of table.columns) {
    if (!Object.hasOwn(row, column)) return `lacks the column ${column}`
    const problem = typeProblem(table, column, (row as Row)[column])
    if (problem) return `has a wrong value: ${column} ${problem}`
  }
  return undefined
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}

/** Throws when it is not known which numbers the column may have. */
export function numberProblem(column: string, value: number): string | undefined {
  if (FLAGS.has(column)) return value === 0 || value === 1 ? undefined : 'must be 0 or 1'
  if (NEVER_NEGATIVE.has(column)) return value >= 0 ? undefined : 'must not be negative'
  if (column === 'day') return value >= 0 && value <= MAX_DAY ? undefined : 'is not a day'
  if (TIMES.test(column)) return Math.abs(value) <= MAX_TIME ? undefined : 'is not a time'
  if (ANY_NUMBER.has(column) || IDS.test(column) || SKILLS.test(column)) return undefined
  throw new Error(`${column} is a number: say which ones it may have`)
}

function textProblem(name: string, column: string, text: string, max_bytes = Infinity) {
  if (Buffer.byteLength(text) > max_bytes) return `is longer than ${max_bytes} bytes`
  if (JSON_TEXTS.has(column) && !isJson(text)) return 'is not JSON'
  const choices = CHOICES[`${name}.${column}`]
  return choices && !choices.includes(text) ? `must be ${choices.join(' or ')}` : undefined
}

/**
 * Undefined: the server could have written this row itself. `longest` has the longest texts in bytes, by table and
 * column.
 */
export function valueProblem(
  { name, columns }: Table,
  row: Row,
  longest: Record<string, number>,
): string | undefined {
  for (const column of columns) {
    const value = row[column]
    if (value === null || value === undefined) continue
    const problem =
      typeof value === 'number'
        ? numberProblem(column, value)
        : textProblem(name, column, value, longest[`${name}.${column}`])
    if (problem) return `has a wrong value: ${column} ${problem}`
    if (column === 'is_first') return 'has a wrong value: is_first must be null in an export'
  }
  return undefined
}
