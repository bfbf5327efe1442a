import { type Context, inTransaction, type Player, type Transaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { limitOffset, limits } from '../../../limits.ts'
import { isReadableName, refuseUnreadableName } from '../../../services/names.ts'
import { endOfPeriod, periodProblem } from '../../../services/periods.ts'
import { isoTime, formatTime } from '../../../services/times.ts'
import type { Reader } from '../../../storage/database.ts'
import { idRows } from '../../../storage/statement.ts'
import { recordChange } from '../../operations/audit-log/rules.ts'
import { findGameById, refuseUnknownGame } from '../../operations/games/rules.ts'
import {
  findBoardSettings,
  findPrizeRules,
  isStoredName,
  listSeasonsOf,
  lockRunningSeason,
  type Order,
  orderOf,
  type SeasonRow,
  type SettingsRow,
  storedName,
} from '../board-seasons/rules.ts'
import { endSeasonIfDue } from '../season-prizes/rules.ts'
import {
  countSettings,
  deletePrizeRules,
  deleteSeason,
  deleteSettings,
  findAnyEntry,
  findAnyGroupBoard,
  insertPrizeRules,
  listPrizes,
  listUnknownItems,
  lockGame,
  lockLastSeason,
  updateSeason,
  upsertSettings,
} from './queries.ts'

interface Board {
  game_id: number
  leaderboard_name: string
}

interface Prize {
  from_rank: number
  to_rank: number
  credits?: number
  store_item_id?: number
}

export interface SettingsInput {
  order?: 'highest' | 'lowest'
  counts?: 'best' | 'latest' | 'sum'
  one_for?: 'game' | 'each_group'
  period?: string
  time_zone?: string
  prizes?: Prize[]
}

type Values = Omit<SettingsRow, 'leaderboard_name'>

const PLAIN: Values = {
  ranking_order: null,
  counts: 'best',
  one_for: 'game',
  period: 'none',
  time_zone: 'UTC',
}

const wrong = (sentence: string) => new Refusal('invalid_input', { sentence })

function readValues({ order, ...input }: SettingsInput, now: number): Values {
  const { counts = 'best', one_for = 'game', period = 'none', time_zone = 'UTC' } = input
  const problem = periodProblem({ period: period === 'none' ? 'day' : period, time_zone }, now)
  if (problem !== undefined) throw wrong(`${problem}.`)
  const ranking_order = order && (order === 'highest' ? 'descending' : 'ascending')
  return { ranking_order: ranking_order ?? null, counts, one_for, period, time_zone }
}

/** In the order of their ranks. */
function readPrizes({ prizes = [] }: SettingsInput, { period, one_for }: Values) {
  if (prizes.length > 0 && period === 'none')
    throw wrong('prizes are paid when a season ends: choose a period too.')
  if (prizes.length > 0 && one_for === 'each_group')
    throw wrong(
      'A leaderboard of groups has no prizes: a player could win in a group of their own.',
    )
  const sorted = prizes.toSorted((a, b) => a.from_rank - b.from_rank)
  for (const [index, { from_rank, to_rank, credits = 0, store_item_id }] of sorted.entries()) {
    if (from_rank > to_rank) throw wrong('from_rank of a prize must not be larger than to_rank.')
    if (credits === 0 && store_item_id === undefined)
      throw wrong('A prize must have credits, a store_item_id, or both.')
    if (from_rank <= (sorted[index - 1]?.to_rank ?? 0)) throw new Refusal('prize_ranks_overlap')
  }
  return sorted.map(({ credits = 0, store_item_id = null, ...ranks }) => ({
    ...ranks,
    credits,
    store_item_id,
  }))
}

const presentOrder = (order: Order): 'highest' | 'lowest' =>
  order === 'descending' ? 'highest' : 'lowest'

const presentSettings = (
  leaderboard_name: string,
  { ranking_order, counts, one_for, period, time_zone }: Values,
  prizes: Awaited<ReturnType<typeof findPrizeRules>>,
) => ({
  leaderboard_name,
  order: ranking_order && presentOrder(ranking_order),
  counts,
  one_for,
  period,
  time_zone,
  prizes,
})

async function readSettings(reader: Reader, board: Board) {
  const row = await findBoardSettings(reader, board)
  const prizes = row ? await findPrizeRules(reader, board) : []
  return { row, shown: presentSettings(board.leaderboard_name, row ?? PLAIN, prizes) }
}

async function refuseUnknownItems(
  tx: Transaction,
  game_id: number,
  prizes: { store_item_id: number | null }[],
): Promise<void> {
  const ids = prizes.flatMap(({ store_item_id }) => (store_item_id === null ? [] : store_item_id))
  const [unknown] = await tx.all(listUnknownItems, { game_id, items: idRows(ids) })
  if (unknown) throw new Refusal('item_not_found')
}

/** The season that runs now, which no new entry joins before the transaction ends. A season that is over has ended then. */
async function lockSeason(tx: Transaction, board: Board) {
  const last = await tx.first(lockLastSeason, board)
  if (!last || last.state !== 'running') return undefined
  if (last.ends_at > tx.now()) return last
  await endSeasonIfDue(tx, last.id)
  return undefined
}

async function hasEntries(
  tx: Transaction,
  board: Board,
  { one_for, season }: { one_for: string; season: number },
): Promise<boolean> {
  if (one_for === 'each_group') return (await tx.first(findAnyGroupBoard, board)) !== undefined
  const leaderboard_name = storedName(board.leaderboard_name, season)
  return (await tx.first(findAnyEntry, { ...board, leaderboard_name })) !== undefined
}

const isSame = (one: Values, other: Values) =>
  one.ranking_order === other.ranking_order &&
  one.counts === other.counts &&
  one.one_for === other.one_for &&
  one.period === other.period &&
  one.time_zone === other.time_zone

/** Returns the running season, if there is one, and refuses a change that its entries do not allow. */
async function prepareChange(tx: Transaction, board: Board, before: Values, after: Values) {
  const running = before.period === 'none' ? undefined : await lockSeason(tx, board)
  if (isSame(before, after)) return running
  const is_between = before.period !== 'none' && !running
  const of_running = { one_for: before.one_for, season: running?.season ?? 0 }
  if (!is_between && (await hasEntries(tx, board, of_running)))
    throw new Refusal('season_has_entries')
  return running
}

const record = (
  tx: Transaction,
  { game_id }: Board,
  action: 'change' | 'remove',
  values: { before: object; after?: object },
) =>
  recordChange(tx, {
    action: `admin.leaderboards.${action}Settings`,
    game_id,
    target: 'leaderboard',
    before: { ...values.before },
    after: { ...values.after },
    named_by: ['leaderboard_name'],
  })

async function lockSettings(tx: Transaction, context: Context, { game_id }: Board): Promise<void> {
  await refuseUnknownGame(tx, game_id)
  await tx.first(lockGame, { game_id })
  tx.afterCommit(() => context.board_settings.forget(game_id))
}

/** Replaces all settings. Prizes can change at any time, all else only while there are no entries. */
export function changeBoardSettings(context: Context, board: Board, input: SettingsInput) {
  const { game_id, leaderboard_name } = board
  if (!isReadableName(leaderboard_name) || isStoredName(leaderboard_name))
    refuseUnreadableName('leaderboard_name', leaderboard_name)
  return inTransaction(context, async (tx) => {
    const now = tx.now()
    const values = readValues(input, now)
    const prizes = readPrizes(input, values)
    await lockSettings(tx, context, board)
    await refuseUnknownItems(tx, game_id, prizes)
    const { row, shown: before } = await readSettings(tx, board)
    const { count = 0 } = (await tx.first(countSettings, { game_id })) ?? {}
    if (!row && count >= limits.boards_with_settings.value)
      throw new Refusal('too_many_leaderboard_settings')
    const running = await prepareChange(tx, board, row ?? PLAIN, values)
    await tx.run(upsertSettings, { ...board, ...values, now })
    await tx.run(deletePrizeRules, board)
    await tx.run(insertPrizeRules, { ...board, prizes: JSON.stringify(prizes) })
    if (values.period === 'none') {
      if (running) await tx.run(deleteSeason, { id: running.id })
    } else if (!running) await lockRunningSeason(tx, board, values)
    else if (!isSame(row ?? PLAIN, values)) {
      const ends_at = endOfPeriod(values, now)
      await tx.run(updateSeason, { id: running.id, ends_at, counts: values.counts })
    }
    const after = presentSettings(leaderboard_name, values, prizes)
    await record(tx, board, 'change', { before, after })
    return after
  })
}

/** Then it is a plain leaderboard again. What seasons are over stays. */
export function removeBoardSettings(context: Context, board: Board) {
  return inTransaction(context, async (tx) => {
    await lockSettings(tx, context, board)
    const { row, shown: before } = await readSettings(tx, board)
    if (!row) throw new Refusal('leaderboard_settings_not_found')
    const running = await prepareChange(tx, board, row, PLAIN)
    if (running) await tx.run(deleteSeason, { id: running.id })
    await tx.run(deletePrizeRules, board)
    await tx.run(deleteSettings, board)
    await record(tx, board, 'remove', { before })
    return { message: 'removed' }
  })
}

export async function showBoardSettings({ db }: Context, board: Board) {
  await refuseUnknownGame(db, board.game_id)
  return (await readSettings(db, board)).shown
}

const presentSeason = ({ season, starts_at, ends_at, state }: SeasonRow, now: number) => ({
  season,
  starts_at: isoTime(starts_at),
  ends_at: isoTime(ends_at),
  // It is over at its last moment, also if nobody has counted it yet.
  state: state === 'running' && ends_at <= now ? ('ended' as const) : state,
})

interface Page {
  page?: number
  per_page?: number
}

async function readSeasons({ db, now }: Context, board: Board, page: Page) {
  const [{ shown }, rows] = await Promise.all([
    readSettings(db, board),
    listSeasonsOf(db, board, limitOffset(page)),
  ])
  return { ...shown, seasons: rows.map((row) => presentSeason(row, now())) }
}

/** For players. The newest first. */
export async function listSeasonsOfBoard(
  context: Context,
  player: Player,
  { game_id, leaderboard_name, ...page }: Board & Page,
) {
  if (game_id !== player.game_id) {
    await refuseUnknownGame(context.db, game_id)
    throw new Refusal('other_game')
  }
  const found = await readSeasons(context, { game_id, leaderboard_name }, page)
  return { ...found, order: found.order ?? presentOrder(orderOf(undefined, player)) }
}

export async function listSeasonsForStaff(
  context: Context,
  { game_id, leaderboard_name, ...page }: Board & Page,
) {
  const game = await findGameById(context.db, game_id)
  const found = await readSeasons(context, { game_id, leaderboard_name }, page)
  return { ...found, order: found.order ?? presentOrder(orderOf(undefined, game)) }
}

/** Who has won what in a season that is over, by rank. */
export async function listPrizesOfSeason(
  { db }: Context,
  { game_id, leaderboard_name, season, ...page }: Board & Page & { season: number },
) {
  await refuseUnknownGame(db, game_id)
  const wanted = { game_id, leaderboard_name, season, ...limitOffset(page) }
  const rows = await db.all(listPrizes, wanted)
  return { prizes: rows.map((row) => ({ ...row, paid_at: formatTime(row.paid_at) })) }
}
