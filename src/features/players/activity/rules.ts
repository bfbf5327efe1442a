/** A user who was quiet for this long starts a new game session. */
export const SESSION_PAUSE_MS = 1_800_000

/** The month as one number, such as 202611: counters of the current month start anew when it changes. */
export function monthOf(time: number): number {
  const date = new Date(time)
  return date.getUTCFullYear() * 100 + date.getUTCMonth() + 1
}
