import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS } from '../../../durations.ts'
import { type Context, relaxedTransaction, type Transaction } from '../../../context.ts'
import { limits } from '../../../limits.ts'
import { idRows, type Statement } from '../../../storage/statement.ts'
import { dayOf } from '../../players/activity/rules.ts'
import {
  addStatistics,
  type BalanceRow,
  countCredits,
  type CountedRow,
  countRounds,
  countUsers,
  deleteOldPlayerDays,
  deleteOtherTotals,
  deleteTopPlayers,
  insertDaysOfRounds,
  insertDaysOfUsers,
  insertNames,
  insertTopPlayers,
  listBalances,
  listKnownPeriods,
  listNames,
  listPlayerDays,
  listTopPlayers,
  type PlayerDayRow,
  type Progress,
  type Source,
  type TopPlayer,
  updateCounted,
  updateCountedAt,
  updateProgress,
  upsertTotals,
} from './queries.ts'

/** Active days of players are kept for so long: more than the two months that counting needs. */
const PLAYER_DAYS_KEPT = 100
/** For each, it is counted who was active so many days after the sign-up. */
export const RETENTION_DAYS = [1, 2, 3, 4, 5, 6, 7, 14, 21, 30] as const
/** How many players of a game have the highest scores, and how many the most credits. */
const TOP_PLAYERS = 10

/** What is counted, by day; `credits` is the sum of all changes, on day 0. */
export type Measure =
  | 'sign_ups'
  | 'active_days'
  | 'active_weeks'
  | 'active_months'
  | 'retained'
  | 'rounds'
  | 'earned'
  | 'spent'
  | 'credits'

interface Addition {
  game_id: number
  measure: Measure
  day: number
  name: string
  value: number
}

/** Days are numbers since 1970, which began on a Thursday. */
export const mondayOf = (day: number) => day - ((((day + 3) % 7) + 7) % 7)

/** The first day of the month of `day`, or of the month `later` months after it. */
export function monthOf(day: number, later = 0): number {
  const date = new Date(day * DAY_MS)
  return dayOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1))
}

/** Each key once, because a statement cannot change a row twice. */
function mergeAdditions(additions: Addition[]): Addition[] {
  const merged = new Map<string, Addition>()
  for (const one of additions) {
    const key = JSON.stringify([one.game_id, one.measure, one.day, one.name])
    const known = merged.get(key)
    if (known) known.value += one.value
    else merged.set(key, { ...one })
  }
  return [...merged.values()].filter(({ value }) => value !== 0)
}

/** Players choose the types of rounds: of each game only the first ones have a name, all others count together. */
async function limitNames(
  tx: Transaction,
  measure: Measure,
  rows: CountedRow[],
): Promise<CountedRow[]> {
  const games = idRows(new Set(rows.map(({ game_id }) => game_id)))
  const known = await tx.all(listNames, { measure, games })
  const by_game = Map.groupBy(known, ({ game_id }) => game_id)
  const names = new Map(
    [...by_game].map(([id, list]) => [id, new Set(list.map((row) => row.name))]),
  )
  const added: { game_id: number; name: string }[] = []
  for (const { game_id, name } of rows) {
    const of_game = names.get(game_id) ?? new Set()
    names.set(game_id, of_game)
    if (of_game.has(name) || of_game.size >= limits.statistic_names.value) continue
    of_game.add(name)
    added.push({ game_id, name })
  }
  if (added.length > 0) await tx.run(insertNames, { measure, added: JSON.stringify(added) })
  return rows.map((row) => (names.get(row.game_id)?.has(row.name) ? row : { ...row, name: '' }))
}

/** What one batch of rows adds, and its last id. Undefined: there are no rows. */
interface Batch {
  last_id: number
  write(tx: Transaction, range: { after_id: number; until_id: number }): Promise<Addition[]>
}

type Read = (context: Context, progress: Progress) => Promise<Batch | undefined>

const rangeOf = ({ counted_id, settled_id }: Progress) => ({
  after_id: counted_id,
  until_id: settled_id,
})

const lastOf = (rows: { last_id: number }[]) => Math.max(...rows.map(({ last_id }) => last_id))

const asAdditions = (measure: Measure, rows: CountedRow[]): Addition[] =>
  rows.map(({ game_id, day, name, value }) => ({ game_id, measure, day, name, value }))

const sinceOf = (tx: Transaction) => tx.now() - PLAYER_DAYS_KEPT * DAY_MS

/** A batch that SQL has counted. */
const readCounted =
  <R extends CountedRow>(
    count: Statement<{ after_id: number; until_id: number }, R>,
    write: (
      tx: Transaction,
      rows: R[],
      range: { after_id: number; until_id: number },
    ) => Promise<Addition[]>,
  ): Read =>
  async ({ db }, progress) => {
    const rows = await db.all(count, rangeOf(progress))
    if (rows.length === 0) return undefined
    return { last_id: lastOf(rows), write: (tx, range) => write(tx, rows, range) }
  }

function periodsOf({ id, user_id, day }: PlayerDayRow) {
  const week_from = mondayOf(day)
  const month = { month_from: monthOf(day), month_to: monthOf(day, 1) - 1 }
  return { id, user_id, week_from, week_to: week_from + 6, ...month }
}

const readPlayerDays: Read = async ({ db }, progress) => {
  const rows = await db.all(listPlayerDays, rangeOf(progress))
  const last = rows.at(-1)
  if (!last) return undefined
  const periods = await db.all(listKnownPeriods, { looked: JSON.stringify(rows.map(periodsOf)) })
  const known = new Map(periods.map((row) => [row.id, row]))
  const additions = rows.flatMap(({ id, game_id, day, signed_up_on }): Addition[] => {
    const one = (measure: Measure, on: number, name = '') => ({
      game_id,
      measure,
      day: on,
      name,
      value: 1,
    })
    const later = day - signed_up_on
    return [
      one('active_days', day),
      ...(known.get(id)?.in_week === 1 ? [] : [one('active_weeks', mondayOf(day))]),
      ...(known.get(id)?.in_month === 1 ? [] : [one('active_months', monthOf(day))]),
      ...(RETENTION_DAYS.some((days) => days === later)
        ? [one('retained', signed_up_on, String(later))]
        : []),
    ]
  })
  return { last_id: last.id, write: async () => additions }
}

const readers: Record<Source, Read> = {
  users: readCounted(countUsers, async (tx, rows, range) => {
    await tx.run(insertDaysOfUsers, { ...range, since: sinceOf(tx) })
    return asAdditions('sign_ups', rows)
  }),
  game_rounds: readCounted(countRounds, async (tx, rows, range) => {
    await tx.run(insertDaysOfRounds, { ...range, since: sinceOf(tx) })
    return asAdditions('rounds', await limitNames(tx, 'rounds', rows))
  }),
  credit_ledger: readCounted(countCredits, async (tx, rows) => {
    const spent = rows.map((row) => ({ ...row, value: row.spent }))
    const net = rows.map((row) => ({ ...row, day: 0, name: '', value: row.value - row.spent }))
    return [
      ...asAdditions('earned', await limitNames(tx, 'earned', rows)),
      ...asAdditions('spent', await limitNames(tx, 'spent', spent)),
      ...asAdditions('credits', net),
    ]
  }),
  player_days: readPlayerDays,
}

/** Counts rows and moves the progress in one transaction. False: no row is left, or another process has counted them. */
async function countBatch(context: Context, source: Source, progress: Progress): Promise<boolean> {
  const batch = await readers[source](context, progress)
  const from_id = progress.counted_id
  // No batch: the rows were deleted before they were counted.
  const to_id = batch?.last_id ?? progress.settled_id
  if (to_id <= from_id) return false
  const is_done = await relaxedTransaction(context, async (tx) => {
    if (!(await tx.first(updateCounted, { source, from_id, to_id }))) return false
    const range = { after_id: from_id, until_id: to_id }
    const added = mergeAdditions((await batch?.write(tx, range)) ?? [])
    if (added.length > 0) await tx.run(addStatistics, { added: JSON.stringify(added) })
    return true
  })
  progress.counted_id = to_id
  return is_done && to_id < progress.settled_id
}

interface Budget {
  signal: AbortSignal
  /** A time of `performance.now()`. */
  until: number
}

/** Leaves at least half of the time for others. */
async function rest(began: number, { signal }: Budget): Promise<void> {
  await sleep(performance.now() - began, undefined, { signal })
}

/** An id is noted, then pending, then settled: see `updateProgress`. */
const PASSES = 3
const PASS_MS = 100

/** Undefined: the time is over. */
async function countSettled(context: Context, source: Source, budget: Budget) {
  const progress = await relaxedTransaction(context, (tx) =>
    tx.first(updateProgress[source], { source }),
  )
  if (!progress) throw new Error(`the table ${source} is not counted`)
  for (let began = performance.now(); ; began = performance.now()) {
    if (!(await countBatch(context, source, progress))) return progress
    if (began > budget.until) return undefined
    await rest(began, budget)
  }
}

/** False: not all rows that there were at the beginning are counted. */
async function countSource(context: Context, source: Source, budget: Budget): Promise<boolean> {
  const first = await countSettled(context, source, budget)
  let last = first
  for (let pass = 2; last && pass <= PASSES; pass++) {
    await sleep(PASS_MS, undefined, { signal: budget.signal })
    last = await countSettled(context, source, budget)
  }
  return first !== undefined && last !== undefined && last.settled_id >= first.noted_id
}

interface Totals {
  game_id: number
  players: number
  credits: number
  top: Record<TopKind, BalanceRow[]>
}

type TopKind = 'score' | 'credits'

function keepTop(top: BalanceRow[], row: BalanceRow, by: TopKind): void {
  const last = top.at(-1)
  if (last && top.length === TOP_PLAYERS && last[by] >= row[by]) return
  top.push(row)
  top.sort((one, other) => other[by] - one[by] || one.id - other.id)
  if (top.length > TOP_PLAYERS) top.pop()
}

function addPlayer(games: Map<number, Totals>, row: BalanceRow): void {
  const { game_id } = row
  const none = { game_id, players: 0, credits: 0, top: { score: [], credits: [] } }
  const totals = games.get(game_id) ?? none
  games.set(game_id, totals)
  totals.players++
  totals.credits += row.credits
  keepTop(totals.top.score, row, 'score')
  keepTop(totals.top.credits, row, 'credits')
}

const topOf = ({ game_id, top }: Totals) =>
  (['score', 'credits'] as const).flatMap((kind) =>
    top[kind].map(({ id: user_id }) => ({ user_id, kind, game_id })),
  )

const keyOf = ({ user_id, kind }: Pick<TopPlayer, 'user_id' | 'kind'>) => `${user_id} ${kind}`

/** Those that are in one list and not in the other. */
function without(list: TopPlayer[], other: TopPlayer[]): TopPlayer[] {
  const known = new Set(other.map(keyOf))
  return list.filter((one) => !known.has(keyOf(one)))
}

/** Looks at all players, a few at a time. */
async function countTotals(context: Context, budget: Budget): Promise<void> {
  const games = new Map<number, Totals>()
  for (let after_id = 0; ;) {
    const began = performance.now()
    const rows = await context.db.all(listBalances, { after_id })
    const last = rows.at(-1)
    if (!last) break
    after_id = last.id
    for (const row of rows) addPlayer(games, row)
    await rest(began, budget)
  }
  const top = [...games.values()].flatMap(topOf)
  const totals = [...games.values()].map(({ game_id, players, credits }) => ({
    game_id,
    players,
    credits,
  }))
  await relaxedTransaction(context, async (tx) => {
    const at = tx.now()
    await tx.run(upsertTotals, { totals: JSON.stringify(totals), at })
    await tx.run(deleteOtherTotals, { at })
    const before = await tx.all(listTopPlayers, {})
    await tx.run(deleteTopPlayers, { removed: JSON.stringify(without(before, top)) })
    await tx.run(insertTopPlayers, { added: JSON.stringify(without(top, before)) })
  })
}

/**
 * Counts what was written since the last time, in small steps. False: there is more, or a transaction is still open; it goes
 * on the next time.
 */
export async function updateStatistics(context: Context, budget: Budget): Promise<boolean> {
  const at = context.now()
  const sources = ['users', 'game_rounds', 'credit_ledger', 'player_days'] as const
  let is_complete = true
  // The last one has days that the others add.
  for (const source of sources)
    if (!(await countSource(context, source, budget))) is_complete = false
  if (!is_complete) return false
  await countTotals(context, budget)
  await relaxedTransaction(context, (tx) => tx.run(updateCountedAt, { at }))
  return true
}

/** Deletes some of the old days of players. Returns how many; 0: nothing is left to do. */
export const removeOldPlayerDays = (tx: Transaction) =>
  tx.run(deleteOldPlayerDays, { before: dayOf(tx.now()) - PLAYER_DAYS_KEPT })
