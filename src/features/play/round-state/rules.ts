import type { Player, Transaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import type { Reader } from '../../../storage/database.ts'
import {
  findMultiplayerRound,
  lockForEntry,
  lockForSeats,
  lockToFinish,
  type MultiplayerRoundRow,
} from './queries.ts'

export type MultiplayerRound = MultiplayerRoundRow

function refuseOtherGame(row: MultiplayerRound | undefined, player: Player): MultiplayerRound {
  if (!row) throw new Refusal('multiplayer_round_not_found')
  if (row.game_id !== player.game_id) throw new Refusal('other_game')
  return row
}

export const findMultiplayerRoundInGame = async (reader: Reader, player: Player, id: number) =>
  refuseOtherGame(await reader.first(findMultiplayerRound, { id }), player)

/** From `closes_at` on nothing changes any more, also before the round was finished. */
export const isOver = (
  { finished_at, closes_at }: Pick<MultiplayerRound, 'finished_at' | 'closes_at'>,
  now: number,
) => finished_at !== null || (closes_at !== null && closes_at <= now)

function refuseOver(tx: Transaction, row: MultiplayerRound): MultiplayerRound {
  if (isOver(row, tx.now())) throw new Refusal('round_finished')
  return row
}

const LOCKS = { entry: lockForEntry, seats: lockForSeats, finish: lockToFinish }

/** Says what the round is locked for. It is not finished before the transaction ends. */
export async function lockUnfinishedRound(
  tx: Transaction,
  player: Player,
  { id, lock }: { id: number; lock: keyof typeof LOCKS },
) {
  const row = await tx.first(LOCKS[lock], { id })
  return refuseOver(tx, refuseOtherGame(row, player))
}

/**
 * For staff who delete an entry. In a round without rules a player may have got it without asking, so staff can delete it even
 * when the round is finished.
 */
export async function lockRoundForStaff(tx: Transaction, player: Player, id: number) {
  const row = refuseOtherGame(await tx.first(LOCKS.entry, { id }), player)
  if (row.has_rules === 1) refuseOver(tx, row)
}

/** The player, as a viewer of this round: once it is finished, its ranking order stays as it was then. */
export const viewerOf = <P extends Player>(
  player: P,
  { finished_order }: { finished_order: string | null },
): P => (finished_order === null ? player : { ...player, ranking_order: finished_order })
