import { Refusal } from '../errors.ts'
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
