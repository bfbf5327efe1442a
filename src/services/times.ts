import { Refusal } from '../errors.ts'

const TIME = /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/
/** 1 January of the year 0: `Date.UTC(0)` would mean 1900. */
const FIRST_MOMENT = Date.UTC(-1, 12)
const LAST_MOMENT = Date.UTC(9999, 12) - 1
/** As the end of a ban that does not end. */
export const FOREVER = LAST_MOMENT
const SHORTEST_MONTH = 28

/** JavaScript reads 30 February as 1 March. */
function isInCalendar(text: string): boolean {
  const day = Number(text.slice(8, 10))
  if (day <= SHORTEST_MONTH) return true
  // The calendar repeats every 400 years, and `Date.UTC` reads years below 100 as 19xx.
  const year = Number(text.slice(0, 4)) + 400
  return day <= new Date(Date.UTC(year, Number(text.slice(5, 7)), 0)).getUTCDate()
}

/** Whether it is an ISO 8601 time with an offset, within the years that have four digits, also in UTC. */
export function isTime(text: string): boolean {
  if (!TIME.test(text)) return false
  const moment = Date.parse(text)
  return moment >= FIRST_MOMENT && moment <= LAST_MOMENT && isInCalendar(text)
}

/** What a refusal says. */
export const TIME_EXPECTED =
  'must be an ISO 8601 time with its offset, such as 2024-07-23T15:20:09Z'

/** In epoch milliseconds. `name` is what the sender calls it. */
export function readTime(name: string, text: string): number {
  if (!isTime(text)) throw new Refusal('invalid_input', { sentence: `${name} ${TIME_EXPECTED}.` })
  return Date.parse(text)
}

export const formatTime = (at: number | null) => (at === null ? null : new Date(at).toISOString())
