import { type Context, inTransaction, type Player, type Transaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { clampLimit, limits, MAX_COUNTED } from '../../../limits.ts'
import { isReadableName, refuseUnreadableName } from '../../../services/names.ts'
import { refuseUnknownGame } from '../../operations/games/rules.ts'
import { findUserInGame, ownUser } from '../../players/users/rules.ts'
import { checkScore, dropHeldEntries, findHeldEntries } from '../score-checks/rules.ts'
import {
  countBoardsOfUser,
  deleteBests,
  deleteEntries,
  type EntryRow,
  findRank,
  findExactRank,
  insertEntry,
  insertBest,
  insertUsage,
  listAround,
  listBests,
  listBestsOfUser,
  listBoard,
  listOfUser,
  listOfUserOnBoard,
  lockUsage,
  updateUsageCleared,
} from './queries.ts'

/** The user, and five entries on each side. */
const DEFAULT_AROUND = 11

const orderOf = ({ ranking_order }: Player) =>
  ranking_order === 'ascending' ? 'ascending' : 'descending'

/** Some clients read `extra_attributes`, others `metadata`, so both carry the same text. */
const presentEntry = ({ created_at, ...entry }: EntryRow) => ({
  ...entry,
  metadata: entry.extra_attributes,
  created_at: new Date(created_at).toISOString(),
})

interface NewEntry {
  leaderboard_name: string
  score: number
  extra_attributes?: string
  metadata?: string
}

/** Entries of one user are added one after the other, so that all of them are counted. */
async function countEntry(tx: Transaction, player: Pick<Player, 'id'>, entry_bytes: number) {
  const usage = await tx.first(insertUsage, { user_id: player.id, entry_bytes })
  if (!usage) throw new Refusal('not_signed_in')
  if (usage.entries > limits.leaderboard_entries.value)
    throw new Refusal('too_many_leaderboard_entries')
  if (usage.entry_bytes > limits.leaderboard_bytes.value)
    throw new Refusal('leaderboard_entries_too_large')
}

/** The entry is the first of its user on a board. */
async function refuseTooManyBoards(tx: Transaction, { id: user_id }: Pick<Player, 'id'>) {
  const max = limits.leaderboards.value
  const counted = await tx.first(countBoardsOfUser, { user_id, max: max + 1 })
  if (counted && counted.count > max) throw new Refusal('too_many_leaderboards')
}

/** A leaderboard from before names were checked may keep its name. */
async function refuseBadName(tx: Transaction, game_id: number, name: string): Promise<void> {
  if (isReadableName(name)) return
  const [entry] = await tx.all(listBoard.descending, { game_id, leaderboard_name: name, limit: 1 })
  if (!entry) refuseUnreadableName('leaderboard_name', name)
}

interface OwnedEntry {
  leaderboard_name: string
  score: number
  extra_attributes: string
  created_at: number
}

/** Every entry is kept; the best one also counts for the rank of its user. */
export async function addEntryOf(
  tx: Transaction,
  player: Pick<Player, 'id' | 'game_id'>,
  { leaderboard_name, score, extra_attributes, created_at }: OwnedEntry,
): Promise<void> {
  const entry_bytes = Buffer.byteLength(extra_attributes) + Buffer.byteLength(leaderboard_name)
  await countEntry(tx, player, entry_bytes)
  const owner = { game_id: player.game_id, user_id: player.id, leaderboard_name }
  const entry = await tx.first(insertEntry, { ...owner, score, extra_attributes, now: created_at })
  if (!entry) throw new Error('the new entry has no id')
  const keys = { descending_key: -score, ascending_key: score }
  const best = await tx.first(insertBest, { ...owner, ...keys, entry_id: entry.id, entry_bytes })
  if (!best) throw new Error('the new entry was not counted')
  if (best.entries === 1) await refuseTooManyBoards(tx, player)
  if (best.entries > limits.leaderboard_entries_on_one.value)
    throw new Refusal('too_many_leaderboard_entries')
}

/** An entry that breaks a rule of the leaderboard is refused, or waits for review. */
export function addEntry(context: Context, player: Player, input: NewEntry) {
  const { leaderboard_name, score } = input
  const extra_attributes = input.extra_attributes || input.metadata || '{}'
  return inTransaction(context, async (tx) => {
    await refuseBadName(tx, player.game_id, leaderboard_name)
    const checked = { kind: 'leaderboard', name: leaderboard_name, score } as const
    const hold = await checkScore(context, tx, player, checked)
    const entry = { leaderboard_name, score, extra_attributes, created_at: tx.now() }
    if (hold) await hold({ extra_attributes })
    else await addEntryOf(tx, player, entry)
    return ownUser(context, tx, player)
  })
}

/** Which leaderboard to clear; null: every one. That has to be asked for, because it cannot be undone. */
function leaderboardToClear({ leaderboard_name, all = false }: ClearedEntries): string | null {
  if (all === (leaderboard_name === undefined)) return leaderboard_name ?? null
  const sentence =
    'leaderboard_name is required, or all=true without it to clear every leaderboard.'
  throw new Refusal('invalid_input', { sentence })
}

interface ClearedEntries {
  leaderboard_name?: string
  all?: boolean
}

/** Null: those on every leaderboard. */
export async function clearEntriesOf(
  tx: Transaction,
  user_id: number,
  leaderboard_name: string | null,
): Promise<void> {
  const cleared = { user_id, leaderboard_name }
  if (await tx.first(lockUsage, { user_id })) {
    await tx.run(updateUsageCleared, cleared)
    await tx.run(deleteEntries, cleared)
    await tx.run(deleteBests, cleared)
  }
}

export function clearEntries(context: Context, player: Player, wanted: ClearedEntries) {
  const leaderboard_name = leaderboardToClear(wanted)
  return inTransaction(context, async (tx) => {
    await dropHeldEntries(tx, player.id, leaderboard_name)
    await clearEntriesOf(tx, player.id, leaderboard_name)
    return ownUser(context, tx, player)
  })
}

interface UserEntriesQuery {
  user_id: number
  leaderboard_name?: string
  one_per_user?: boolean
  limit?: number
}

/** Entries of the player that wait for review, among those that count. Their ids are negative. */
async function withHeldEntries(
  context: Context,
  player: Player,
  rows: EntryRow[],
  { leaderboard_name, one_per_user }: Omit<UserEntriesQuery, 'user_id'>,
) {
  const held = await findHeldEntries(context, player, leaderboard_name)
  if (held.length === 0) return rows.map(presentEntry)
  const sign = orderOf(player) === 'ascending' ? 1 : -1
  const entries = [
    ...rows.map(presentEntry),
    ...held.map((row) => ({ ...presentEntry({ ...row, id: -row.id }), under_review: true })),
  ].sort((one, other) => (one.score - other.score) * sign)
  if (!one_per_user) return entries
  const boards = new Set<string>()
  return entries.filter(({ leaderboard_name: name }) => !boards.has(name) && boards.add(name))
}

/** With `one_per_user` the list has one entry per leaderboard: the user's best. */
export async function listEntriesOfUser(context: Context, player: Player, query: UserEntriesQuery) {
  const { user_id, leaderboard_name, one_per_user = false } = query
  if (user_id !== player.id) await findUserInGame(context.db, player, user_id)
  const order = orderOf(player)
  const limit = clampLimit(query.limit)
  const list = () => {
    if (one_per_user) {
      const name = leaderboard_name ?? null
      return context.db.all(listBestsOfUser[order], { user_id, leaderboard_name: name, limit })
    }
    return leaderboard_name === undefined
      ? context.db.all(listOfUser[order], { user_id, limit })
      : context.db.all(listOfUserOnBoard[order], { user_id, leaderboard_name, limit })
  }
  const rows = await list()
  if (user_id !== player.id) return { leaderboard_entries: rows.map(presentEntry) }
  const entries = await withHeldEntries(context, player, rows, query)
  return { leaderboard_entries: entries.slice(0, limit) }
}

async function refuseOtherGame(context: Context, player: Player, game_id: number): Promise<void> {
  if (game_id === player.game_id) return
  await refuseUnknownGame(context.db, game_id)
  throw new Refusal('other_game')
}

interface LeaderboardQuery {
  game_id: number
  leaderboard_name: string
  one_per_user?: boolean
  limit?: number
}

/** A leaderboard without entries is an empty list, not a refusal. */
export async function listLeaderboard(context: Context, player: Player, query: LeaderboardQuery) {
  const { game_id, leaderboard_name, one_per_user = false } = query
  await refuseOtherGame(context, player, game_id)
  const statement = (one_per_user ? listBests : listBoard)[orderOf(player)]
  const limit = clampLimit(query.limit)
  const rows = await context.db.all(statement, { game_id, leaderboard_name, limit })
  return { leaderboard_entries: rows.map(presentEntry) }
}

interface RankQuery {
  game_id: number
  leaderboard_name: string
  /** The caller, if not set. */
  user_id?: number
}

async function findRankOfUser(context: Context, player: Player, query: RankQuery) {
  const { game_id, leaderboard_name, user_id = player.id } = query
  await refuseOtherGame(context, player, game_id)
  if (user_id !== player.id) await findUserInGame(context.db, player, user_id)
  const { db } = context
  const order = orderOf(player)
  const wanted = { game_id, leaderboard_name, user_id }
  const counted = await db.first(findRank[order], { ...wanted, max_counted: MAX_COUNTED })
  const is_exact = !counted || counted.rank <= MAX_COUNTED
  const row = is_exact
    ? counted
    : await db.first(findExactRank[order], { ...wanted, asker_id: player.id })
  if (!row) throw new Refusal('not_on_leaderboard')
  return { ...row, user_id }
}

/** The rank of the user's best entry among the best entries of all users; of equal scores the earlier is ahead. */
export async function showRank(context: Context, player: Player, query: RankQuery) {
  const { rank, score, user_id } = await findRankOfUser(context, player, query)
  return { leaderboard_name: query.leaderboard_name, game_user_id: user_id, rank, score }
}

/** The player's own. Undefined: they have no entry on this leaderboard. */
export async function findOwnRank(context: Context, player: Player, query: RankQuery) {
  try {
    const { rank, score } = await findRankOfUser(context, player, query)
    return { rank, score }
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_on_leaderboard') return undefined
    throw error
  }
}

/** The best entries ranked next to the user, who is in the middle unless near an end of the leaderboard. */
export async function listEntriesAround(
  context: Context,
  player: Player,
  query: RankQuery & { limit?: number },
) {
  const { rank, key, entry_id } = await findRankOfUser(context, player, query)
  const { game_id, leaderboard_name } = query
  const limit = clampLimit(query.limit ?? DEFAULT_AROUND)
  const parameters = { game_id, leaderboard_name, key, entry_id, limit }
  const rows = await context.db.all(listAround[orderOf(player)], parameters)
  const above = rows.filter(({ is_above }) => is_above === 1).length
  const centered_start = above - Math.floor((limit - 1) / 2)
  const start = Math.max(0, Math.min(centered_start, rows.length - limit))
  const ranked = rows.map((row, index) => ({ ...presentEntry(row), rank: rank - above + index }))
  return { leaderboard_entries: ranked.slice(start, start + limit) }
}
