import { Refusal } from '../errors.ts'

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
