import { setImmediate } from 'node:timers/promises'
import { Refusal } from '../errors.ts'
import { limits } from '../limits.ts'
import { isoTime } from './times.ts'

const WHOLE_SECOND_IN_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/

/** A whole second in UTC is kept as sent; any other time becomes UTC with milliseconds. */
export const formatTime = (time: string) =>
  WHOLE_SECOND_IN_UTC.test(time) ? time : new Date(time).toISOString()

export const formatOptionalTime = (time: string | null | undefined) =>
  time ? formatTime(time) : null

/**
 * The start of a round that ends at this time. A start that the client did not send is only the time at which the round
 * was created, so it gives way to an earlier end: the clocks of devices differ.
 */
export function startNotAfterEnd(
  start: { time: string; is_assumed: boolean },
  end?: string | null,
) {
  if (!end || Date.parse(end) >= Date.parse(start.time)) return start.time
  if (start.is_assumed) return end
  const sentence = 'end_time must not be before start_time.'
  throw new Refusal('invalid_input', { sentence })
}

export type Metadata = Record<string, unknown>

export const formatMetadata = (metadata: Metadata | null | undefined) =>
  metadata ? JSON.stringify(metadata) : null
const parseMetadata = (text: string | null): Metadata | null =>
  text === null ? null : JSON.parse(text)

interface RoundFields {
  id: number
  game_user_id: number
  multiplayer_game_round_id: number | null
  game_type: string
  start_time: string
  end_time: string | null
  score: number | null
  /** A score that waits for review; only its own player sees it. */
  held_score?: number | undefined
  place: number | null
  metadata: string | null
}

/** A score or place that is not set is left out of the answer. */
export const presentRound = (row: RoundFields) => ({
  id: row.id,
  game_user_id: row.game_user_id,
  game_type: row.game_type,
  start_time: row.start_time,
  end_time: row.end_time,
  score: row.held_score ?? row.score ?? undefined,
  score_under_review: row.held_score === undefined ? undefined : true,
  place: row.place ?? undefined,
  metadata: parseMetadata(row.metadata),
})

export interface FullRow extends RoundFields {
  game_id: number
  created_at: number
  updated_at: number
  finished_order: string | null
}

export function presentFullRound(row: FullRow) {
  const created_at = isoTime(row.created_at)
  const is_changed = row.updated_at !== row.created_at
  const updated_at = is_changed ? isoTime(row.updated_at) : created_at
  return { ...presentRound(row), game_id: row.game_id, created_at, updated_at }
}

/** Others are served before the next ones are parsed, where metadata is long. */
export async function presentInTurns(rows: RoundFields[]) {
  const presented = []
  let parsed = 0
  for (const row of rows) {
    presented.push(presentRound(row))
    parsed += row.metadata?.length ?? 0
    if (parsed < limits.metadata_bytes.value) continue
    parsed = 0
    await setImmediate()
  }
  return presented
}

/** The first of them, whose metadata is not too long together. */
export function latestThatFit<R extends { metadata: string | null }>(rows: R[]): R[] {
  let left = limits.shown_metadata_bytes.value
  const too_many = rows.findIndex(({ metadata }) => (left -= metadata?.length ?? 0) < 0)
  return too_many < 0 ? rows : rows.slice(0, too_many)
}
