import { type Context, inTransaction, type Player, type Transaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { limitOffset, limits } from '../../../limits.ts'
import { isoTime } from '../../../services/times.ts'
import type { Reader } from '../../../storage/database.ts'
import { idRows, step } from '../../../storage/statement.ts'
import { findUserInGame, findUserByUsername, summarize } from '../../players/users/rules.ts'
import {
  countBlocks,
  deleteBlock,
  findBlockAmong,
  insertBlock,
  listBlocks,
  listBlocksBetween,
  lockUsers,
} from './queries.ts'

/** For `inOrder`, and then for `refuseIfBlocked`. */
export const blocksStep = ({ id }: Player, other_id: number) =>
  step(listBlocksBetween, { user_id: id, other_id })

export function refuseIfBlocked(
  player: Player,
  blocks: { blocker_id: number }[],
  unknown: Refusal,
): void {
  if (blocks.some(({ blocker_id }) => blocker_id === player.id)) throw new Refusal('user_blocked')
  if (blocks.length > 0) throw unknown
}

/**
 * A player whom the other one has blocked gets `unknown`, as if the other did not exist; one who has blocked the other is
 * asked to unblock. Where a block must prevent a row, call it in the transaction that inserts that row: after the insert,
 * or after locking the other player's row. Then either this call finds the block, or the block waits and its listeners
 * find the row.
 */
export async function refuseBlocked(
  tx: Transaction,
  player: Player,
  { other_id, unknown }: { other_id: number; unknown: Refusal },
): Promise<void> {
  const blocks = await tx.all(listBlocksBetween, { user_id: player.id, other_id })
  refuseIfBlocked(player, blocks, unknown)
}

/** Like `refuseBlocked`, for several others at once. */
export async function refuseBlockedAmong(
  tx: Transaction,
  player: Player,
  { other_ids, unknown }: { other_ids: number[]; unknown: Refusal },
) {
  const parameters = { user_id: player.id, others: idRows(other_ids) }
  const block = await tx.first(findBlockAmong, parameters)
  if (block) throw block.blocker_id === player.id ? new Refusal('user_blocked') : unknown
}

/** For what a player may still do with someone whom they have blocked themselves. */
export async function isBlockedBy(tx: Transaction, player: Player, other_id: number) {
  const blocks = await tx.all(listBlocksBetween, { user_id: player.id, other_id })
  return blocks.some(({ blocker_id }) => blocker_id === other_id)
}

interface Target {
  user_id?: number
  username?: string
}

function findTarget(reader: Reader, player: Player, { user_id, username }: Target) {
  if (user_id !== undefined) return findUserInGame(reader, player, user_id)
  if (username !== undefined) return findUserByUsername(reader, player, username)
  throw new Refusal('invalid_input', { sentence: 'username or user_id is required.' })
}

async function refuseTooManyBlocks(tx: Transaction, { id: blocker_id }: Player): Promise<void> {
  const max = limits.blocks.value
  const counted = await tx.first(countBlocks, { blocker_id, max: max + 1 })
  if (counted && counted.count > max) throw new Refusal('too_many_blocks')
}

/** Listeners end what connects the two: friendship, friend request, invites. Blocking again changes nothing. */
export function blockPlayer(context: Context, player: Player, target: Target) {
  return inTransaction(context, async (tx) => {
    const other = await findTarget(tx, player, target)
    if (other.id === player.id) throw new Refusal('blocking_oneself')
    const pair = { blocker_id: player.id, blocked_id: other.id }
    await tx.all(lockUsers, { id: player.id, other_id: other.id })
    const inserted = await tx.run(insertBlock, { ...pair, now: tx.now() })
    if (inserted > 0) {
      await refuseTooManyBlocks(tx, player)
      await tx.announce('player_blocked', { game_id: player.game_id, ...pair })
    }
    return { message: 'user has been blocked', ...summarize(other, player) }
  })
}

/** The friendship that the block ended does not come back. */
export function unblockPlayer(context: Context, player: Player, blocked_id: number) {
  return inTransaction(context, async (tx) => {
    const deleted = await tx.run(deleteBlock, { blocker_id: player.id, blocked_id })
    if (deleted === 0) throw new Refusal('not_blocked')
    return { message: 'user has been unblocked' }
  })
}

export async function listBlockedPlayers(
  context: Context,
  player: Player,
  page: { page?: number; per_page?: number },
) {
  const rows = await context.db.all(listBlocks, { blocker_id: player.id, ...limitOffset(page) })
  const blocks = rows.map((row) => ({
    ...summarize(row, player),
    blocked_at: isoTime(row.blocked_at),
  }))
  return { blocks }
}
