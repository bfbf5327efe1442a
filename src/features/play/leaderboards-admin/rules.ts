import {
  type Context,
  inTransaction,
  separateTransaction,
  type Transaction,
} from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { clampLimit, limitOffset, MAX_COUNTED } from '../../../limits.ts'
import { isoTime } from '../../../services/times.ts'
import { idRows, step } from '../../../storage/statement.ts'
import { recordChange } from '../../operations/audit-log/rules.ts'
import { findGameById, refuseUnknownGame } from '../../operations/games/rules.ts'
import { findGroupOfGame } from '../../social/groups-admin/rules.ts'
import {
  findWhatCounts,
  listBoardSettings,
  readStoredName,
  resolveBoardOfGame,
  scoreOfKey,
  SEPARATOR,
  STORED_NAMES,
} from '../board-seasons/rules.ts'
import {
  countPlayers,
  deleteBestsOfPlayers,
  deleteEntriesOfPlayers,
  deleteEntry,
  deleteLastBest,
  findEntry,
  listBests,
  listBoards,
  listOfUser,
  listSomePlayers,
  lockUsage,
  lockUsages,
  updateBest,
  updateUsage,
  updateUsages,
} from './queries.ts'

const DEFAULT_PAGE = 50
const MAX_PLAYERS_COUNTED = 1000
/** A game can have many seasons between two names. */
const MAX_NAMES_LOOKED_AT = 1000

/** In the order of their names. Each name is there once, however many seasons it has. */
export async function listBoardsOfGame(
  { db, now }: Context,
  game_id: number,
  { after = '', ...wanted }: { after?: string; limit?: number },
) {
  await refuseUnknownGame(db, game_id)
  const limit = clampLimit(wanted.limit ?? DEFAULT_PAGE)
  const rows = await db.all(listBoards, {
    game_id,
    after,
    limit,
    max_looks: Math.max(limit + 1, MAX_NAMES_LOOKED_AT),
    max_counted: MAX_PLAYERS_COUNTED,
    stored_names: STORED_NAMES,
    separator: SEPARATOR,
    now: now(),
  })
  const settings = await listBoardSettings({ db }, game_id)
  const leaderboards = rows.flatMap(({ name, players }) => {
    if (name === null) return []
    const { period = 'none', counts = 'best', one_for = 'game' } = settings.get(name) ?? {}
    return { name, players, period, counts, one_for }
  })
  const last = rows.at(-1)
  const next = leaderboards.length === limit ? (last?.name ?? null) : (last?.reached ?? null)
  return { leaderboards, next }
}

interface BoardQuery {
  leaderboard_name: string
  user_id?: number
  season?: number
  group_id?: number
  page?: number
  per_page?: number
}

const presentTime = <E extends { created_at: number }>(entry: E) => ({
  ...entry,
  created_at: isoTime(entry.created_at),
})

/** The entry that counts for each player with its rank, or all entries of one player without ranks. */
export async function showBoardOfGame(context: Context, game_id: number, query: BoardQuery) {
  const { db } = context
  const { ranking_order } = await findGameById(db, game_id)
  const { user_id, group_id, page = 1, per_page = DEFAULT_PAGE } = query
  if (group_id !== undefined) await findGroupOfGame(db, { id: game_id, group_id })
  const game = { id: game_id, ranking_order }
  const { leaderboard_name, order } = await resolveBoardOfGame(context, game, query)
  const board = { game_id, leaderboard_name }
  const counted = await db.first(countPlayers, { ...board, max: MAX_COUNTED + 1 })
  const players = counted?.players ?? 0
  const { limit, offset } = limitOffset({ page, per_page })
  if (offset + limit > MAX_COUNTED) {
    const sentence = `Only the first ${MAX_COUNTED} ranks are listed: choose a smaller page, or a player by user_id.`
    throw new Refusal('invalid_input', { sentence })
  }
  if (user_id !== undefined) {
    const rows = await db.all(listOfUser[order], { ...board, user_id, limit, offset })
    return {
      players,
      entries: rows.map((row) => presentTime({ ...row, rank: null, entries: null })),
    }
  }
  const rows = await db.all(listBests[order], { ...board, limit, offset })
  const entries = rows.map(({ key, ...row }, index) =>
    presentTime({ ...row, score: scoreOfKey(order, key), rank: offset + index + 1 }),
  )
  return { players, entries }
}

interface EntryOfGame {
  id: number
  entry_id: number
}

/** Then what counts for the player is calculated anew from their other entries. */
export function removeEntryOfGame(context: Context, { id: game_id, entry_id: id }: EntryOfGame) {
  return inTransaction(context, async (tx) => {
    const found = await tx.first(findEntry, { id, game_id })
    if (!found) throw new Refusal('leaderboard_entry_not_found')
    const { user_id, leaderboard_name, score, extra_attributes } = found
    await tx.first(lockUsage, { user_id })
    const counts = await findWhatCounts(tx, game_id, leaderboard_name)
    // It may have been removed while this waited.
    if ((await tx.run(deleteEntry, { id })) === 0) throw new Refusal('leaderboard_entry_not_found')
    const entry_bytes = Buffer.byteLength(extra_attributes) + Buffer.byteLength(leaderboard_name)
    await tx.inOrder(
      step(updateUsage, { user_id, entry_bytes }),
      step(deleteLastBest, { user_id, leaderboard_name }),
      step(updateBest[counts], { user_id, leaderboard_name, entry_bytes }),
    )
    const { season, ...name } = readStoredName(leaderboard_name)
    const shown = season === 0 ? name : { ...name, season }
    await recordChange(tx, {
      action: 'admin.leaderboards.removeEntry',
      game_id,
      target: 'leaderboard_entry',
      target_id: id,
      before: { ...shown, user_id, score, extra_attributes },
    })
    return { message: 'the entry was removed' }
  })
}

const PLAYERS_AT_ONCE = 200
const ENTRIES_AT_ONCE = 2000
/** Others must be able to write too. What is left waits for the next request. */
const MAX_CLEARING_MS = 3000

/** Removes some entries of a board: few enough to delay nobody. Returns how many. */
async function clearSome(tx: Transaction, game_id: number, leaderboard_name: string) {
  const board = { game_id, leaderboard_name, limit: PLAYERS_AT_ONCE }
  let total = 0
  const chosen = (await tx.all(listSomePlayers, board)).filter(({ entries }, index) => {
    total += entries
    return index === 0 || total <= ENTRIES_AT_ONCE
  })
  if (chosen.length === 0) return 0
  const players = idRows(chosen.map(({ user_id }) => user_id))
  await tx.all(lockUsages, { players })
  const cleared = { leaderboard_name, players }
  await tx.run(updateUsages, cleared)
  const removed = await tx.run(deleteEntriesOfPlayers, cleared)
  await tx.run(deleteBestsOfPlayers, cleared)
  return removed
}

/** In batches, of the running season. On a large board some are left: the same request, sent again, continues. */
export async function clearBoardOfGame(context: Context, game_id: number, shown_name: string) {
  const until = performance.now() + MAX_CLEARING_MS
  const { ranking_order } = await findGameById(context.db, game_id)
  const wanted = { leaderboard_name: shown_name }
  const game = { id: game_id, ranking_order }
  const { leaderboard_name } = await resolveBoardOfGame(context, game, wanted)
  for (let is_recorded = false; ; is_recorded = true) {
    const removed = await separateTransaction(context, async (tx) => {
      const count = await clearSome(tx, game_id, leaderboard_name)
      if (count > 0 && !is_recorded)
        await recordChange(tx, {
          action: 'admin.leaderboards.clear',
          game_id,
          target: 'leaderboard',
          before: { leaderboard_name: shown_name },
        })
      return count
    })
    if (removed === 0) return { is_empty: true }
    if (performance.now() > until) return { is_empty: false }
  }
}
