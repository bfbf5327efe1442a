import { Cron } from 'croner'
import { HOUR_MS, SECOND_MS } from '../durations.ts'

/** Each begins at midnight; a week on Monday. */
const PATTERNS: Record<string, string> = {
  day: '0 0 * * *',
  week: '0 0 * * 1',
  month: '0 0 1 * *',
}

/** So many times of a cron expression are compared. If two are less than an hour apart, those of one hour are. */
const COMPARED = 4

/** `period` is `day`, `week`, `month` or a cron expression of five fields, and `time_zone` an IANA time zone. */
export interface Period {
  period: string
  time_zone: string
}

const clockOf = ({ period, time_zone }: Period) =>
  new Cron(PATTERNS[period] ?? period, { timezone: time_zone, paused: true })

function isTimeZone(name: string): boolean {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    return /^[A-Za-z]/.test(timeZone)
  } catch {
    return false
  }
}

/** What is wrong with it, as the end of a sentence. Undefined: nothing. */
export function periodProblem({ period, time_zone }: Period, now: number): string | undefined {
  if (!isTimeZone(time_zone))
    return 'time_zone must be an IANA time zone, for example Europe/Berlin'
  const expected = 'period must be none, day, week, month or a cron expression of five fields'
  if (!PATTERNS[period] && period.trim().split(/\s+/).length !== 5) return expected
  try {
    const times = clockOf({ period, time_zone })
      .nextRuns(COMPARED, new Date(now))
      .map((time) => time.getTime())
    if (times.length < COMPARED)
      return 'period must be a cron expression that comes again and again'
    const shortest = Math.min(...times.slice(1).map((time, index) => time - (times[index] ?? 0)))
    return shortest < HOUR_MS ? 'period must be at least an hour' : undefined
  } catch {
    return expected
  }
}

/** When the period ends that contains this moment. What begins at the very moment of an end is the next one. */
export function endOfPeriod(of: Period, at: number): number {
  const end = clockOf(of).nextRun(new Date(at))
  if (!end) throw new Error(`the period ${of.period} does not end`)
  return end.getTime()
}

/** When it began, but not before `earliest`. */
export function startOfPeriod(of: Period, at: number, earliest: number): number {
  // A clock that counts seconds: whatever began in this second is before the next one.
  const reference = Math.floor(at / SECOND_MS) * SECOND_MS + SECOND_MS
  const [start] = clockOf(of).previousRuns(1, new Date(reference))
  return Math.max(earliest, start?.getTime() ?? earliest)
}
