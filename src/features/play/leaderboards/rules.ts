import { type Context, inTransaction, type Player, type Transaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { clampLimit } from '../../../limits.ts'
import { refuseUnknownGame } from '../../operations/games/rules.ts'
import { findPlayerInGame, ownUser } from '../../players/users/rules.ts'
import {
  deleteBests,
  deleteEntries,
  type EntryRow,
  findRank,
  insertEntry,
  keepBest,
  listAround,
  listBests,
  listBestsOfUser,
  listBoard,
  listOfUser,
  listOfUserOnBoard,
  lockUser,
} from './queries.ts'

/** The asked user in the middle of ten others. */
const AROUND = 11

const orderOf = ({ ranking_order }: Player) =>
  ranking_order === 'ascending' ? 'ascending' : 'descending'

/** Some clients read `extra_attributes`, some `metadata`: both get the same text. */
const presentEntry = ({ created_at, ...entry }: EntryRow) => ({
  ...entry,
  metadata: entry.extra_attributes,
  created_at: new Date(created_at).toISOString(),
})

/** One after the other, so that the best of a user is never that of an entry which is being cleared. */
async function waitForOwnEntries(tx: Transaction, player: Player): Promise<void> {
  if (!(await tx.first(lockUser, { user_id: player.id }))) throw new Refusal('not_signed_in')
}

interface NewEntry {
  leaderboard_name: string
  score: number
  extra_attributes?: string
  metadata?: string
}

/** Every entry is kept; the best one also stands for its user. */
export function addEntry(context: Context, player: Player, input: NewEntry) {
  const { leaderboard_name, score } = input
  const extra_attributes = input.extra_attributes || input.metadata || '{}'
  return inTransaction(context, async (tx) => {
    await waitForOwnEntries(tx, player)
    const place = { game_id: player.game_id, user_id: player.id, leaderboard_name }
    const entry = await tx.first(insertEntry, { ...place, score, extra_attributes, now: tx.now() })
    if (!entry) throw new Error('the new entry has no id')
    const keys = { descending_key: -score, ascending_key: score }
    await tx.run(keepBest, { ...place, entry_id: entry.id, ...keys })
    return ownUser(context, tx, player)
  })
}

/** Without a name: of every leaderboard. */
export function clearEntries(context: Context, player: Player, leaderboard_name: string | null) {
  return inTransaction(context, async (tx) => {
    await waitForOwnEntries(tx, player)
    await tx.run(deleteEntries, { user_id: player.id, leaderboard_name })
    await tx.run(deleteBests, { user_id: player.id, leaderboard_name })
    return ownUser(context, tx, player)
  })
}

interface UserListInput {
  user_id: number
  leaderboard_name?: string
  one_per_user?: boolean
  limit?: number
}

/** One per user is here one per leaderboard: the user's best. */
export async function showEntriesOfUser(context: Context, player: Player, input: UserListInput) {
  const { user_id, leaderboard_name, one_per_user = false } = input
  if (user_id !== player.id) await findPlayerInGame(context.db, player, user_id)
  const order = orderOf(player)
  const asked = { user_id, limit: clampLimit(input.limit) }
  const list = () => {
    if (one_per_user) {
      const parameters = { ...asked, leaderboard_name: leaderboard_name ?? null }
      return context.db.all(listBestsOfUser[order], parameters)
    }
    return leaderboard_name === undefined
      ? context.db.all(listOfUser[order], asked)
      : context.db.all(listOfUserOnBoard[order], { ...asked, leaderboard_name })
  }
  return { leaderboard_entries: (await list()).map(presentEntry) }
}

async function refuseOtherGame(context: Context, player: Player, game_id: number): Promise<void> {
  if (game_id === player.game_id) return
  await refuseUnknownGame(context.db, game_id)
  throw new Refusal('other_game')
}

interface BoardInput {
  game_id: number
  leaderboard_name: string
  one_per_user?: boolean
  limit?: number
}

/** A leaderboard that nobody has entered is empty, not unknown. */
export async function showBoard(context: Context, player: Player, input: BoardInput) {
  const { game_id, leaderboard_name, one_per_user = false } = input
  await refuseOtherGame(context, player, game_id)
  const list = (one_per_user ? listBests : listBoard)[orderOf(player)]
  const rows = await context.db.all(list, {
    game_id,
    leaderboard_name,
    limit: clampLimit(input.limit),
  })
  return { leaderboard_entries: rows.map(presentEntry) }
}

interface RankInput {
  game_id: number
  leaderboard_name: string
  /** Unset: the caller. */
  user_id?: number
}

async function rankOf(context: Context, player: Player, input: RankInput) {
  const { game_id, leaderboard_name, user_id = player.id } = input
  await refuseOtherGame(context, player, game_id)
  if (user_id !== player.id) await findPlayerInGame(context.db, player, user_id)
  const asked = { game_id, leaderboard_name, user_id }
  const found = await context.db.first(findRank[orderOf(player)], asked)
  if (!found) throw new Refusal('not_on_leaderboard')
  return { ...found, user_id }
}

/** The place of the user's best entry among the best entries of all; of equal scores the earlier is ahead. */
export async function showRank(context: Context, player: Player, input: RankInput) {
  const { rank, score, user_id } = await rankOf(context, player, input)
  return { leaderboard_name: input.leaderboard_name, game_user_id: user_id, rank, score }
}

/** Those ranked next to the user, who stands in the middle unless near an end of the leaderboard. */
export async function showAround(
  context: Context,
  player: Player,
  input: RankInput & { limit?: number },
) {
  const { rank, key, entry_id } = await rankOf(context, player, input)
  const { game_id, leaderboard_name } = input
  const limit = clampLimit(input.limit ?? AROUND)
  const asked = { game_id, leaderboard_name, key, entry_id, limit }
  const rows = await context.db.all(listAround[orderOf(player)], asked)
  const above = rows.filter(({ is_above }) => is_above === 1).length
  const middle = above - Math.floor((limit - 1) / 2)
  const start = Math.max(0, Math.min(middle, rows.length - limit))
  const ranked = rows.map((row, index) => ({ ...presentEntry(row), rank: rank - above + index }))
  return { leaderboard_entries: ranked.slice(start, start + limit) }
}
