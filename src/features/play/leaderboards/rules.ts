import { type Context, inTransaction, type Player, type Transaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { clampLimit, MAX_COUNTED } from '../../../limits.ts'
import { isReadableName, refuseUnreadableName } from '../../../services/names.ts'
import { refuseUnknownGame } from '../../operations/games/rules.ts'
import { findUserInGame, ownUser } from '../../players/users/rules.ts'
import { addEntryOf, clearEntriesOf, findBoardToCheck } from '../entry-writes/rules.ts'
import { checkScore, dropHeldEntries, ownerOf, withHeldEntries } from '../score-checks/rules.ts'
import {
  type Board,
  isStoredName,
  NAMES_OF_GROUPS,
  orderOf,
  resolveBoard,
  scoreOfKey,
  startSeason,
  type WantedBoard,
} from '../board-seasons/rules.ts'
import {
  findRankInView,
  listAroundInView,
  listPageOfView,
  offsetOf,
  presentEntry,
  presentRanked,
  viewOf,
} from '../board-views/rules.ts'
import {
  countEntries,
  countPlayers,
  findRank,
  findExactRank,
  listAround,
  listBests,
  listBestsOfUser,
  listBoard,
  listOfUser,
  listOfUserOnBoard,
} from './queries.ts'

/** The user, and five entries on each side. */
const DEFAULT_AROUND = 11

interface NewEntry {
  leaderboard_name: string
  score: number
  extra_attributes?: string
  metadata?: string
  group_id?: number
  with_rank?: boolean
}

/** A leaderboard from before names were checked may keep its name. */
async function refuseBadName(tx: Transaction, game_id: number, name: string): Promise<void> {
  if (isReadableName(name)) return
  const board = { game_id, leaderboard_name: name }
  const [entry] = isStoredName(name)
    ? []
    : await tx.all(listBoard.descending, { ...board, limit: 1, offset: 0 })
  if (!entry) refuseUnreadableName('leaderboard_name', name)
}

/** Null: it is worse than those that are counted. */
async function rankOf(tx: Transaction, user_id: number, board: Board): Promise<number | null> {
  const { game_id, leaderboard_name, order } = board
  const wanted = { game_id, leaderboard_name, user_id, max_counted: MAX_COUNTED }
  const counted = await tx.first(findRank[order], wanted)
  return counted && counted.rank <= MAX_COUNTED ? counted.rank : null
}

/** As it is while it waits for review. */
const waitingEntry = (id: number, leaderboard_name: string, score: number) => ({
  id: -id,
  leaderboard_name,
  score,
  ranked_score: undefined,
  season: undefined,
  rank: undefined,
  under_review: true,
})

/** An entry that breaks a rule of the leaderboard is refused, or waits for review. */
export function addEntry(context: Context, player: Player, input: NewEntry) {
  const { leaderboard_name: name, score, group_id, with_rank = false } = input
  const extra_attributes = input.extra_attributes || input.metadata || '{}'
  const { id: user_id, game_id } = player
  return inTransaction(context, async (tx) => {
    await refuseBadName(tx, game_id, name)
    const findBoard = () => findBoardToCheck({ ...context, db: tx }, player, { name, group_id })
    const checked = { kind: 'leaderboard', name, score, findBoard } as const
    const hold = await checkScore(context, tx, ownerOf(player, user_id), checked)
    if (hold) {
      await startSeason(tx, { game_id, leaderboard_name: name })
      const held_id = await hold({ extra_attributes, group_id })
      const leaderboard_entry = waitingEntry(held_id, name, score)
      return { ...(await ownUser(context, tx, player)), leaderboard_entry }
    }
    const added = { leaderboard_name: name, score, extra_attributes, group_id, now: tx.now() }
    const { board, ...entry } = await addEntryOf(tx, player, added)
    const rank = with_rank ? await rankOf(tx, user_id, board) : undefined
    const leaderboard_entry = { ...entry, under_review: undefined, rank }
    return { ...(await ownUser(context, tx, player)), leaderboard_entry }
  })
}

/** Which leaderboard to clear; null: every one. That has to be asked for, because it cannot be undone. */
function leaderboardToClear(wanted: ClearedEntries): string | null {
  const { leaderboard_name, group_id, all = false, has_unknown_fields = false } = wanted
  if (!all && leaderboard_name !== undefined) return leaderboard_name
  // A field that is unknown may be the misspelled name of one leaderboard.
  const names_one = leaderboard_name !== undefined || group_id !== undefined || has_unknown_fields
  if (all && !names_one) return null
  const sentence =
    'leaderboard_name is required, or all=true without any other field to clear every leaderboard.'
  throw new Refusal('invalid_input', { sentence })
}

interface ClearedEntries {
  leaderboard_name?: string
  group_id?: number
  all?: boolean
  has_unknown_fields?: boolean
}

/** Of a leaderboard with seasons, those of the running one. Every one: also those of seasons that are over. */
export function clearEntries(context: Context, player: Player, wanted: ClearedEntries) {
  const name = leaderboardToClear(wanted)
  const { group_id } = wanted
  return inTransaction(context, async (tx) => {
    const named = {
      game_id: player.game_id,
      leaderboard_name: name ?? '',
      ...(group_id === undefined ? {} : { group_id }),
    }
    const board =
      name === null ? undefined : await resolveBoard({ ...context, db: tx }, player, named)
    await dropHeldEntries(tx, player.id, { name, group_id })
    await clearEntriesOf(tx, player.id, board?.leaderboard_name ?? null)
    return ownUser(context, tx, player)
  })
}

interface UserEntriesQuery {
  user_id: number
  leaderboard_name?: string
  one_per_user?: boolean
  limit?: number
  season?: number
  group_id?: number
}

/** Others do not see entries on leaderboards of groups, unless they ask for one as a member. */
export async function listEntriesOfUser(context: Context, player: Player, query: UserEntriesQuery) {
  const { user_id, leaderboard_name: name, one_per_user = false, ...wanted } = query
  if (user_id !== player.id) await findUserInGame(context.db, player, user_id)
  const { game_id } = player
  const board =
    name === undefined
      ? undefined
      : await resolveBoard(context, player, { ...wanted, game_id, leaderboard_name: name })
  const order = board?.order ?? orderOf(undefined, player)
  const leaderboard_name = board?.leaderboard_name ?? null
  const hidden_names = board || user_id === player.id ? '' : NAMES_OF_GROUPS
  const parameters = { user_id, limit: clampLimit(query.limit) }
  const shown = { ...query, ...parameters, order }
  if (one_per_user) {
    const bests = { ...parameters, leaderboard_name, hidden_names }
    const rows = await context.db.all(listBestsOfUser[order], bests)
    const entries = rows.map((row) => ({
      ...presentEntry(row),
      score: scoreOfKey(order, row.key),
    }))
    return { leaderboard_entries: await withHeldEntries(context, player, entries, shown) }
  }
  const rows =
    leaderboard_name === null
      ? await context.db.all(listOfUser[order], { ...parameters, hidden_names })
      : await context.db.all(listOfUserOnBoard[order], { ...parameters, leaderboard_name })
  const entries = rows.map(presentEntry)
  return { leaderboard_entries: await withHeldEntries(context, player, entries, shown) }
}

export async function refuseOtherGame(
  context: Context,
  player: Player,
  game_id: number,
): Promise<void> {
  if (game_id === player.game_id) return
  await refuseUnknownGame(context.db, game_id)
  throw new Refusal('other_game')
}

interface LeaderboardQuery extends WantedBoard {
  one_per_user?: boolean
  friends_only?: boolean
  limit?: number
  page?: number
  from_rank?: number
}

/** A leaderboard without entries is an empty list, not a refusal. */
export async function listLeaderboard(context: Context, player: Player, query: LeaderboardQuery) {
  await refuseOtherGame(context, player, query.game_id)
  const limit = clampLimit(query.limit)
  const offset = offsetOf(query, limit)
  const board = await resolveBoard(context, player, query)
  const view = viewOf(player, board, query.friends_only ?? false)
  if (view) return listPageOfView(context, view, { offset, limit })
  const { game_id, leaderboard_name, order } = board
  const stored = { game_id, leaderboard_name }
  const is_paged = query.page !== undefined || query.from_rank !== undefined
  const { db } = context
  if (query.one_per_user) {
    const rows = await db.all(listBests[order], { ...stored, limit, offset })
    return {
      leaderboard_entries: rows.map((row, at) => presentRanked(order, row, offset + at + 1)),
      total: is_paged ? await countUpTo(context, countPlayers, stored) : undefined,
    }
  }
  const rows = await db.all(listBoard[order], { ...stored, limit, offset })
  return {
    leaderboard_entries: rows.map(presentEntry),
    total: is_paged ? await countUpTo(context, countEntries, stored) : undefined,
  }
}

async function countUpTo(
  { db }: Context,
  statement: typeof countPlayers,
  stored: { game_id: number; leaderboard_name: string },
): Promise<number> {
  return (await db.first(statement, { ...stored, max: MAX_COUNTED + 1 }))?.total ?? 0
}

interface RankQuery extends WantedBoard {
  /** The caller, if not set. */
  user_id?: number
  friends_only?: boolean
}

async function findBoardOfUser(context: Context, player: Player, query: RankQuery) {
  const { game_id, user_id = player.id } = query
  await refuseOtherGame(context, player, game_id)
  if (user_id !== player.id) await findUserInGame(context.db, player, user_id)
  const board = await resolveBoard(context, player, query)
  return { board, user_id, view: viewOf(player, board, query.friends_only ?? false) }
}

async function findRankOnBoard(context: Context, player: Player, board: Board, user_id: number) {
  const { game_id, leaderboard_name, order } = board
  const { db } = context
  const wanted = { game_id, leaderboard_name, user_id }
  const counted = await db.first(findRank[order], { ...wanted, max_counted: MAX_COUNTED })
  const is_exact = !counted || counted.is_counted === 1 || counted.rank <= MAX_COUNTED
  const row = is_exact
    ? counted
    : await db.first(findExactRank[order], { ...wanted, asker_id: player.id })
  if (!row) throw new Refusal('not_on_leaderboard')
  return { ...row, score: scoreOfKey(order, row.key) }
}

/** The rank of the user among all users, each with the entry that counts; of equal scores the earlier is ahead. */
export async function showRank(context: Context, player: Player, query: RankQuery) {
  const { board, user_id, view } = await findBoardOfUser(context, player, query)
  const { rank, score } = view
    ? await findRankInView(context, view, user_id)
    : await findRankOnBoard(context, player, board, user_id)
  const { season } = board
  return {
    leaderboard_name: query.leaderboard_name,
    game_user_id: user_id,
    rank,
    score,
    season,
  }
}

/** The player's own. Undefined: they have no entry on this leaderboard. */
export async function findOwnRank(context: Context, player: Player, query: RankQuery) {
  try {
    const { rank, score } = await showRank(context, player, query)
    return { rank, score }
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_on_leaderboard') return undefined
    throw error
  }
}

/** The entries that count next to that of the user, who is in the middle unless near an end of the leaderboard. */
export async function listEntriesAround(
  context: Context,
  player: Player,
  query: RankQuery & { limit?: number },
) {
  const { board, user_id, view } = await findBoardOfUser(context, player, query)
  const limit = clampLimit(query.limit ?? DEFAULT_AROUND)
  if (view) return listAroundInView(context, view, { user_id, limit })
  const { rank, key, entry_id } = await findRankOnBoard(context, player, board, user_id)
  const { game_id, leaderboard_name, order } = board
  const parameters = { game_id, leaderboard_name, key, entry_id, limit }
  const rows = await context.db.all(listAround[order], parameters)
  const above = rows.filter(({ is_above }) => is_above === 1).length
  const centered_start = above - Math.floor((limit - 1) / 2)
  const start = Math.max(0, Math.min(centered_start, rows.length - limit))
  const ranked = rows.map((row, index) => presentRanked(order, row, rank - above + index))
  return { leaderboard_entries: ranked.slice(start, start + limit), total: undefined }
}
