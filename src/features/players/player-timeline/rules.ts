import type { Context } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { clampLimit } from '../../../limits.ts'
import { readCursor, writeCursor } from '../../../services/page-cursors.ts'
import { isoTime, formatTime } from '../../../services/times.ts'
import type { Reader } from '../../../storage/database.ts'
import { presentLedger } from '../player-profiles/rules.ts'
import {
  findSignUp,
  listChanges,
  listLedger,
  listNotes,
  listRounds,
  listSanctions,
  listSignIns,
} from './queries.ts'

interface Entry {
  id: number
  at: number
  details: Record<string, unknown>
}

type Read = (
  reader: Reader,
  part: { user_id: number; before: number; limit: number },
) => Promise<Entry[]>

const entryOf = ({ id, created_at }: { id: number; created_at: number }, details: object) => ({
  id,
  at: created_at,
  details: { ...details },
})

/** Each has an index that gives the newest of a player. */
const SOURCES = {
  async signed_in(reader, part) {
    return (await reader.all(listSignIns, part)).map((row) => entryOf(row, {}))
  },
  async round(reader, part) {
    return (await reader.all(listRounds, part)).map((row) => {
      const { game_type, score, multiplayer_game_round_id, end_time } = row
      return entryOf(row, { game_type, score, multiplayer_game_round_id, end_time })
    })
  },
  async credits(reader, part) {
    const rows = await reader.all(listLedger, part)
    const presented = await presentLedger(reader, rows)
    return rows.map((row, index) => entryOf(row, presented[index] ?? {}))
  },
  async sanction(reader, part) {
    return (await reader.all(listSanctions, part)).map((row) => {
      const { kind, reason, created_by, ended_by } = row
      const times = { until: formatTime(row.until), ended_at: formatTime(row.ended_at) }
      return entryOf(row, { kind, reason, created_by, ended_by, ...times })
    })
  },
  async note(reader, part) {
    return (await reader.all(listNotes, part)).map((row) =>
      entryOf(row, { text: row.text, author_name: row.author_name }),
    )
  },
  async change(reader, part) {
    return (await reader.all(listChanges, part)).map((row) => {
      const values = {
        old_values: JSON.parse(row.old_values),
        new_values: JSON.parse(row.new_values),
      }
      return entryOf(row, { action: row.action, actor_name: row.actor_name, ...values })
    })
  },
} satisfies Record<string, Read>

type Source = keyof typeof SOURCES

const NAMES: Source[] = ['signed_in', 'round', 'credits', 'sanction', 'note', 'change']

/** The last id of each source that was shown, in the order of `NAMES`. */
type Place = readonly number[]

const isPlace = (value: unknown): value is Place =>
  Array.isArray(value) && value.length === NAMES.length && value.every(Number.isSafeInteger)

const START: Place = NAMES.map(() => Number.MAX_SAFE_INTEGER)

interface Shown {
  kind: Source | 'signed_up'
  id: number
  at: number
  details: Record<string, unknown>
}

/** Takes the newest of the first entries of all sources again and again, so that each source is shown in its own order. */
function merge(sources: Entry[][], limit: number): { shown: Shown[]; taken: number[] } {
  const taken = sources.map(() => 0)
  const shown: Shown[] = []
  while (shown.length < limit) {
    let newest: Shown | undefined
    let chosen = 0
    for (const [index, kind] of NAMES.entries()) {
      const head = sources[index]?.[taken[index] ?? 0]
      if (!head || (newest && head.at <= newest.at)) continue
      newest = { kind, ...head }
      chosen = index
    }
    if (!newest) break
    taken[chosen] = (taken[chosen] ?? 0) + 1
    shown.push(newest)
  }
  return { shown, taken }
}

/** What happened to a player, and what they did, newest first; at the end the sign-up. */
export async function showTimeline(
  { db }: Context,
  of: { game_id: number; user_id: number },
  input: { after?: string; limit?: number },
) {
  const place = input.after === undefined ? START : readCursor(input.after, isPlace)
  const limit = clampLimit(input.limit)
  const signed_up = await db.first(findSignUp, of)
  if (!signed_up) throw new Refusal('user_not_found')
  const sources = await Promise.all(
    NAMES.map((name, index) =>
      SOURCES[name](db, { user_id: of.user_id, before: place[index] ?? 0, limit: limit + 1 }),
    ),
  )
  const { shown, taken } = merge(sources, limit)
  const is_end = sources.every((entries, index) => taken[index] === entries.length)
  if (is_end)
    shown.push({
      kind: 'signed_up',
      id: signed_up.id,
      at: signed_up.created_at,
      details: { is_guest: signed_up.is_guest === 1 },
    })
  const reached = place.map((before, index) => {
    const count = taken[index] ?? 0
    return count === 0 ? before : (sources[index]?.[count - 1]?.id ?? before)
  })
  return {
    entries: shown.map((entry) => ({ ...entry, at: isoTime(entry.at) })),
    next: is_end ? null : writeCursor(reached),
  }
}
