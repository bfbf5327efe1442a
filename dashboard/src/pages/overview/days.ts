const DAY_MS = 86_400_000

const short = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' })
const hour = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** 31 Jan */
export const shortDay = (day: string) => short.format(new Date(day))
/** Jan 2026 */
export const monthName = (day: string) => month.format(new Date(day))
/** 14:05, in the time zone of the browser. */
export const clockTime = (time: string) => hour.format(new Date(time))

/** The first day of so many, of which today is the last; in UTC, as the server counts. */
export const firstOf = (days: number) =>
  new Date(Date.now() - (days - 1) * DAY_MS).toISOString().slice(0, 10)

export const allDays = (from: string, to: string): string[] => {
  const [first, last] = [Date.parse(from), Date.parse(to)]
  return Array.from({ length: Math.round((last - first) / DAY_MS) + 1 }, (_, at) =>
    new Date(first + at * DAY_MS).toISOString().slice(0, 10),
  )
}
