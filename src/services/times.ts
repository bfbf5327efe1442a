import { DAY_MS } from '../durations.ts'
import { Refusal } from '../errors.ts'

const TIME = /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/
/** 1 January of the year 0: `Date.UTC(0)` would mean 1900. */
const FIRST_MOMENT = Date.UTC(-1, 12)
const LAST_MOMENT = Date.UTC(9999, 12) - 1
/** As the end of a ban that does not end. */
export const FOREVER = LAST_MOMENT
const SHORTEST_MONTH = 28

/** JavaScript reads 30 February as a day in March. */
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

const MAX_DAYS = 1000
const TWO_DIGITS = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'))
const THREE_DIGITS = Array.from({ length: 1000 }, (_, value) => String(value).padStart(3, '0'))
/** The texts of days, up to the `T` before the time. */
const days = new Map<number, string>()

function dayText(day: number): string {
  const known = days.get(day)
  if (known !== undefined) return known
  if (days.size === MAX_DAYS) days.clear()
  const text = new Date(day * DAY_MS).toISOString().slice(0, 'yyyy-mm-ddT'.length)
  days.set(day, text)
  return text
}

/** As `Date.toISOString`, which takes seven times as long: that is felt in a list of twenty friends. */
export function isoTime(at: number): string {
  if (!(at >= 0 && at <= LAST_MOMENT && Number.isInteger(at))) return new Date(at).toISOString()
  const day = Math.floor(at / DAY_MS)
  const rest = at - day * DAY_MS
  const seconds = Math.floor(rest / 1000)
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  const time = `${TWO_DIGITS[hours]}:${TWO_DIGITS[minutes % 60]}:${TWO_DIGITS[seconds % 60]}`
  return `${dayText(day)}${time}.${THREE_DIGITS[rest - seconds * 1000]}Z`
}

export const formatTime = (at: number | null) => (at === null ? null : isoTime(at))
