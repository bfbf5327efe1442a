import { hash } from 'node:crypto'
import type { Row } from '../../src/storage/backup/engine.ts'

type Line = [table: string, row: Row]
export interface Forged {
  header: Record<string, unknown>
  lines: Line[]
  last_ids: Record<string, number>
}

/** A file whose counts and checksum are right, whatever its rows are. */
export function textOf({ header, lines, last_ids }: Forged): string {
  const rows: Record<string, number> = {}
  for (const [table] of lines) rows[table] = (rows[table] ?? 0) + 1
  const text = [header, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('')
  return `${text}${JSON.stringify({ rows, last_ids, sha256: hash('sha256', text) })}\n`
}

export function parse(text: string): Forged {
  const [header, ...lines] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const { last_ids } = lines.pop()
  return { header, lines, last_ids }
}

export const rowOf = ({ lines }: Forged, table: string): Row => {
  const found = lines.find(([name]) => name === table)
  if (!found) throw new Error(`no row of ${table}`)
  return found[1]
}

/** Each is refused for the reason. */
export const forgeries: [title: string, change: (copy: Forged) => void, reason: RegExp][] = [
  [
    'another game',
    (copy) => (copy.header['game_id'] = 999),
    /line \d+: the row of games has the id \d+ instead of 999/,
  ],
  ['credits without ledger', (copy) => (rowOf(copy, 'users')['credits'] = 999_999), /ledger/],
  ['negative cost', (copy) => (rowOf(copy, 'store_items')['cost'] = -5), /cost/],
  ['a number as text', (copy) => (rowOf(copy, 'users')['score'] = '7'), /score/],
  ['a fraction', (copy) => (rowOf(copy, 'users')['score'] = 0.5), /score/],
  ['an object', (copy) => (rowOf(copy, 'users')['username'] = {} as never), /username/],
  ['null', (copy) => (rowOf(copy, 'users')['username'] = null), /username/],
  ['NUL', (copy) => (rowOf(copy, 'users')['username'] = 'a\0b'), /username/],
  ['a long name', (copy) => (rowOf(copy, 'users')['username'] = 'a'.repeat(300)), /username/],
  ['a missing column', (copy) => delete rowOf(copy, 'users')['score'], /score/],
  ['an unknown column', (copy) => (rowOf(copy, 'users')['admin'] = 1), /admin/],
  ['an impossible time', (copy) => (rowOf(copy, 'users')['created_at'] = 9e15), /created_at/],
  ['a flag of 7', (copy) => (rowOf(copy, 'games')['enabled'] = 7), /enabled/],
  [
    'a later flag of 7',
    (copy) => (rowOf(copy, 'games')['requires_verified_email'] = 7),
    /requires_verified_email/,
  ],
  [
    'a negative count',
    (copy) => (rowOf(copy, 'leaderboard_usage')['entries'] = -1_000_000),
    /entries must not be negative/,
  ],
  [
    'usage below that of the entries',
    (copy) => (rowOf(copy, 'leaderboard_usage')['entry_bytes'] = 0),
    /a count in leaderboard_usage/,
  ],
  [
    'a leaderboard with fewer entries than there are',
    (copy) => (rowOf(copy, 'leaderboard_bests')['entries'] = 0),
    /a count in leaderboard_bests/,
  ],
  [
    'entries that no best counts',
    (copy) => (copy.lines = copy.lines.filter(([name]) => !/_bests$|leaderboard_usage/.test(name))),
    /a count in leaderboard_bests/,
  ],
  [
    'a group with more members than it counts',
    (copy) => (rowOf(copy, 'groups')['member_count'] = 0),
    /a count in groups/,
  ],
  ['the first game', (copy) => (rowOf(copy, 'games')['is_first'] = 1), /is_first/],
  ['broken JSON', (copy) => (rowOf(copy, 'games')['permissions'] = '{'), /permissions/],
  ['an id of 0', (copy) => (rowOf(copy, 'messages')['id'] = 0), /messages/],
  ['an unsorted id', (copy) => (copy.lines = copy.lines.toReversed()), /line \d+/],
  ['a session', (copy) => copy.lines.push(['sessions', { id: 1 }]), /sessions/],
  ['a row that is no row', (copy) => copy.lines.push(['users'] as never), /line \d+/],
  ['two games', (copy) => copy.lines.unshift(['games', rowOf(copy, 'games')]), /games/],
  ['no game', (copy) => void copy.lines.shift(), /line \d+/],
]
