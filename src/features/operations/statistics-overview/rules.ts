import { DAY_MS } from '../../../durations.ts'
import type { Context } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { limits } from '../../../limits.ts'
import { isoTime } from '../../../services/times.ts'
import type { Reader } from '../../../storage/database.ts'
import { dayOf } from '../../players/activity/rules.ts'
import { refuseUnknownGame } from '../games/rules.ts'
import { type Measure, mondayOf, monthOf, RETENTION_DAYS } from '../statistics/rules.ts'
import { listTrafficOf } from '../traffic/rules.ts'
import {
  findCountedAt,
  findCountedCredits,
  findTotals,
  listStatistics,
  listTop,
  type StatisticRow,
  type TopRow,
} from './queries.ts'

const DEFAULT_DAYS = 30
const FIRST_DAY = '2000-01-01'

interface Range {
  from_day: number
  to_day: number
}

interface Wanted {
  from?: string
  to?: string
  cohorts?: string
}

const textOf = (day: number) => isoTime(day * DAY_MS).slice(0, 10)

/** Days such as 30 February are refused, and those long before any game. */
function readDay(text: string): number {
  const at = Date.parse(`${text}T00:00:00Z`)
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(at) || textOf(dayOf(at)) !== text)
    throw new Refusal('invalid_input', {
      sentence: `${JSON.stringify(text)} is not a day: send one such as 2026-01-31.`,
    })
  if (text < FIRST_DAY)
    throw new Refusal('invalid_input', {
      sentence: `${text} is too early: the first day that can be asked for is ${FIRST_DAY}.`,
    })
  return dayOf(at)
}

/** Without an end it is today; without a beginning, it has 30 days. */
function readRange({ from, to }: Wanted, today: number): Range {
  const to_day = to === undefined ? today : readDay(to)
  const from_day = from === undefined ? to_day - DEFAULT_DAYS + 1 : readDay(from)
  const max = limits.statistic_days.value
  if (from_day > to_day || to_day - from_day >= max)
    throw new Refusal('invalid_input', {
      sentence: `from must not be later than to, and there may be at most ${max} days.`,
    })
  return { from_day, to_day }
}

const numbersFrom = (first: number, last: number) =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)

/** Reads one game's figures; values are asked for by measure and day. */
class Figures {
  readonly #rows = new Map<Measure, StatisticRow[]>()
  readonly #sums = new Map<string, number>()

  static async read(db: Reader, game_id: number, ranges: [Measure, Range][]): Promise<Figures> {
    const figures = new Figures()
    const read = async ([measure, range]: [Measure, Range]) =>
      figures.#add(measure, await db.all(listStatistics, { game_id, measure, ...range }))
    await Promise.all(ranges.map(read))
    return figures
  }

  #add(measure: Measure, rows: StatisticRow[]): void {
    this.#rows.set(measure, rows)
    for (const { day, name, value } of rows) {
      for (const key of new Set([`${measure} ${day}`, `${measure} ${day} ${name}`]))
        this.#sums.set(key, (this.#sums.get(key) ?? 0) + value)
    }
  }

  /** Of all names, or of one. */
  at(measure: Measure, day: number, name?: string): number {
    const key = name === undefined ? `${measure} ${day}` : `${measure} ${day} ${name}`
    return this.#sums.get(key) ?? 0
  }

  sum(measure: Measure, { from_day, to_day }: Range): number {
    return numbersFrom(from_day, to_day).reduce((sum, day) => sum + this.at(measure, day), 0)
  }

  rowsIn(measure: Measure, { from_day, to_day }: Range): StatisticRow[] {
    return (this.#rows.get(measure) ?? []).filter(({ day }) => day >= from_day && day <= to_day)
  }
}

const keyFigures = (figures: Figures, range: Range) => ({
  sign_ups: figures.sum('sign_ups', range),
  active_per_day:
    figures.sum('active_days', range) / Math.max(1, range.to_day - range.from_day + 1),
  rounds: figures.sum('rounds', range),
  credits_earned: figures.sum('earned', range),
  credits_spent: figures.sum('spent', range),
})

/** Weeks or months that have a day in the range, whole. */
function periodsIn({ from_day, to_day }: Range, beginOf: (day: number) => number): Range[] {
  const begins = [...new Set(numbersFrom(from_day, to_day).map(beginOf))]
  return begins.map((begin, index) => ({
    from_day: begin,
    to_day: (begins[index + 1] ?? endOf(begin, beginOf)) - 1,
  }))
}

function endOf(begin: number, beginOf: (day: number) => number): number {
  let day = begin
  while (beginOf(day) === begin) day++
  return day
}

const presentPeriods = (figures: Figures, periods: Range[], active: Measure) =>
  periods.map((period) => ({
    day: textOf(period.from_day),
    sign_ups: figures.sum('sign_ups', period),
    active: figures.at(active, period.from_day),
  }))

/** Null where the last player of the cohort has not had that many whole days yet. */
const presentCohort = (figures: Figures, cohort: Range, today: number) => ({
  day: textOf(cohort.from_day),
  sign_ups: figures.sum('sign_ups', cohort),
  retained: RETENTION_DAYS.map((days) => ({
    after_days: days,
    players:
      cohort.to_day + days >= today
        ? null
        : numbersFrom(cohort.from_day, cohort.to_day).reduce(
            (sum, day) => sum + figures.at('retained', day, String(days)),
            0,
          ),
  })),
})

/** Those of a day and reason in one row. */
function presentCredits(figures: Figures, range: Range) {
  const rows = new Map<string, { day: number; name: string }>()
  for (const row of [...figures.rowsIn('earned', range), ...figures.rowsIn('spent', range)])
    rows.set(`${row.day} ${row.name}`, row)
  return [...rows.values()]
    .toSorted((one, other) => one.day - other.day || (one.name < other.name ? -1 : 1))
    .map(({ day, name }) => ({
      day: textOf(day),
      reason: name === '' ? null : name,
      earned: figures.at('earned', day, name),
      spent: figures.at('spent', day, name),
    }))
}

/** At the end of each day: what there is now, without the changes of later days. */
function presentCirculation(
  figures: Figures,
  now: number,
  { from_day, to_day }: Range,
  today: number,
) {
  const later = { from_day: to_day + 1, to_day: today }
  const sumLater = (measure: Measure) =>
    figures.rowsIn(measure, later).reduce((sum, { value }) => sum + value, 0)
  let credits = now - sumLater('earned') + sumLater('spent')
  const days: { day: string; credits: number }[] = []
  for (let day = Math.min(today, to_day); day >= from_day; day--) {
    days.push({ day: textOf(day), credits })
    credits -= figures.at('earned', day) - figures.at('spent', day)
  }
  return days.toReversed()
}

/** Who was among the best at the last count, with the figures of now. */
const presentTop = (rows: TopRow[], by: 'score' | 'credits') =>
  rows
    .filter(({ kind }) => kind === by)
    .toSorted((one, other) => other[by] - one[by] || one.id - other.id)
    .map(({ id, username, credits, score }) => ({ id, username, credits, score }))

/** What the days of a range need to be shown: their whole weeks and months, and the period before. */
function readFigures(db: Reader, game_id: number, range: Range, today: number) {
  const length = range.to_day - range.from_day + 1
  const before = { from_day: range.from_day - length, to_day: range.to_day }
  const whole = {
    from_day: Math.min(before.from_day, mondayOf(range.from_day), monthOf(range.from_day)),
    to_day: Math.max(mondayOf(range.to_day) + 6, monthOf(range.to_day, 1) - 1),
  }
  const until_now = { ...before, to_day: Math.max(today, range.to_day) }
  return Figures.read(db, game_id, [
    ['sign_ups', whole],
    ['active_days', before],
    ['active_weeks', whole],
    ['active_months', whole],
    ['retained', whole],
    ['rounds', before],
    ['earned', until_now],
    ['spent', until_now],
  ])
}

/** What happened in a game, by days in UTC. It is as old as the last count, at most some minutes. */
export async function showOverview(context: Context, game_id: number, wanted: Wanted) {
  const { db } = context
  await refuseUnknownGame(db, game_id)
  const now = context.now()
  const today = dayOf(now)
  const range = readRange(wanted, today)
  const [figures, totals, counted_credits, counted, top, traffic] = await Promise.all([
    readFigures(db, game_id, range, today),
    db.first(findTotals, { game_id }),
    db.first(findCountedCredits, { game_id }),
    db.first(findCountedAt, {}),
    db.all(listTop, { game_id }),
    listTrafficOf(db, game_id, now),
  ])
  const { from_day, to_day } = range
  const length = to_day - from_day + 1
  const counted_later = (counted_credits?.value ?? 0) - (totals?.counted_credits ?? 0)
  const credits = totals ? totals.credits + counted_later : 0
  const days = numbersFrom(from_day, to_day).map((day) => ({ from_day: day, to_day: day }))
  const weeks = periodsIn(range, mondayOf)
  const cohorts = wanted.cohorts === 'day' ? days : weeks
  return {
    from: textOf(from_day),
    to: textOf(to_day),
    counted_at: counted?.counted_at ? isoTime(counted.counted_at) : null,
    players: totals?.players ?? 0,
    credits,
    totals: keyFigures(figures, range),
    previous: keyFigures(figures, { from_day: from_day - length, to_day: from_day - 1 }),
    days: presentPeriods(figures, days, 'active_days'),
    weeks: presentPeriods(figures, weeks, 'active_weeks'),
    months: presentPeriods(
      figures,
      periodsIn(range, (day) => monthOf(day)),
      'active_months',
    ),
    rounds: figures.rowsIn('rounds', range).map(({ day, name, value }) => ({
      day: textOf(day),
      game_type: name === '' ? null : name,
      rounds: value,
    })),
    retention: cohorts.map((cohort) => presentCohort(figures, cohort, today)),
    credits_by_reason: presentCredits(figures, range),
    circulation: presentCirculation(figures, credits, range, today),
    top_players: { by_score: presentTop(top, 'score'), by_credits: presentTop(top, 'credits') },
    traffic,
  }
}
