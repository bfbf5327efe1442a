import type { Player, ReadContext, Transaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { limits } from '../../../limits.ts'
import {
  findWhatCounts,
  STORED_NAMES,
  resolveStoredBoard,
  resolveBoard,
  scoreOfKey,
} from '../board-seasons/rules.ts'
import {
  countBoardsOfUser,
  deleteBests,
  deleteEntries,
  insertBest,
  insertEntry,
  insertUsage,
  lockUsage,
  updateUsageBytes,
  updateUsageCleared,
} from './queries.ts'

/** Entries of one user are added one after the other, so that all of them are counted. */
async function countEntry(tx: Transaction, player: Player, name: string, entry_bytes: number) {
  const { id: user_id, game_id } = player
  const entry = { user_id, entry_bytes, game_id, leaderboard_name: name }
  const usage = await tx.first(insertUsage, entry)
  if (!usage) throw new Refusal('not_signed_in')
  if (usage.entries > limits.leaderboard_entries.value)
    throw new Refusal('too_many_leaderboard_entries')
  if (usage.entry_bytes > limits.leaderboard_bytes.value)
    throw new Refusal('leaderboard_entries_too_large')
  return usage.settings
}

/** The entry is the first of its user on a board. */
async function refuseTooManyBoards(tx: Transaction, { id: user_id }: Player): Promise<void> {
  const max = limits.leaderboards.value
  const wanted = { user_id, max: max + 1, stored_names: STORED_NAMES }
  const counted = await tx.first(countBoardsOfUser, wanted)
  if (counted && counted.count > max) throw new Refusal('too_many_leaderboards')
}

interface AddedEntry {
  leaderboard_name: string
  score: number
  extra_attributes: string
  group_id: number | undefined
  /** When the entry came. */
  now: number
}

/** Every entry is kept; the one that counts for the rank of its user depends on the settings of the leaderboard. */
export async function addEntryOf(
  tx: Transaction,
  player: Player,
  { leaderboard_name: name, score, extra_attributes, group_id, now }: AddedEntry,
) {
  const { id: user_id, game_id } = player
  const sent_bytes = Buffer.byteLength(extra_attributes) + Buffer.byteLength(name)
  const settings = await countEntry(tx, player, name, sent_bytes)
  const board = await resolveStoredBoard(tx, player, {
    leaderboard_name: name,
    score,
    came_at: now,
    group_id,
    settings,
  })
  const { leaderboard_name, counts, order, season } = board
  const more_bytes = Buffer.byteLength(leaderboard_name) - Buffer.byteLength(name)
  if (more_bytes > 0) await tx.run(updateUsageBytes, { user_id, more_bytes })
  const owner = { game_id, user_id, leaderboard_name }
  const entry = await tx.first(insertEntry, { ...owner, score, extra_attributes, now })
  if (!entry) throw new Error('the new entry has no id')
  const keys = { descending_key: -score, ascending_key: score }
  const entry_bytes = sent_bytes + more_bytes
  const added = { ...owner, ...keys, entry_id: entry.id, entry_bytes }
  const best = await tx.first(insertBest[counts], added)
  if (!best) throw new Error('the new entry was not counted')
  if (best.entries === 1 && more_bytes === 0) await refuseTooManyBoards(tx, player)
  if (best.entries > limits.leaderboard_entries_on_one.value)
    throw new Refusal('too_many_leaderboard_entries')
  const ranked_score = scoreOfKey(order, best[`${order}_key`])
  return { id: entry.id, leaderboard_name: name, score, ranked_score, season, board }
}

/** As it is stored. Null: those on every leaderboard. */
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

/** Where an entry would be stored, for the rules for scores. Refuses what `addEntryOf` would refuse. */
export async function findBoardToCheck(
  context: ReadContext,
  player: Player,
  { name, group_id }: { name: string; group_id: number | undefined },
) {
  const { game_id } = player
  const board = await resolveBoard(context, player, {
    game_id,
    leaderboard_name: name,
    ...(group_id === undefined ? {} : { group_id }),
  })
  if (board.members_of !== undefined) throw new Refusal('not_a_leaderboard_of_groups')
  const { leaderboard_name, order } = board
  const is_sum = (await findWhatCounts(context.db, game_id, leaderboard_name)) === 'sum'
  return { leaderboard_name, order, is_sum }
}
