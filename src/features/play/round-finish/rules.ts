import { type Context, inTransaction, type Player, type Transaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { idRows } from '../../../storage/statement.ts'
import { recordEvents } from '../../operations/events/rules.ts'
import { staffViewer } from '../../operations/games/rules.ts'
import { listRankingsOfSeveral, toldRankings } from '../multiplayer-rounds/rules.ts'
import { lockUnfinishedRound } from '../round-state/rules.ts'
import { loadRound } from '../round-views/rules.ts'
import {
  deleteInvites,
  type FinishedRow,
  findSeat,
  findUnendedSeat,
  lockDue,
  updateFinished,
  updateSeatsClosed,
} from './queries.ts'

async function tellOfFinish(tx: Transaction, rows: FinishedRow[], actor_id: number | null) {
  for (const [game_id, rounds] of Map.groupBy(rows, (row) => row.game_id)) {
    const rankings = await listRankingsOfSeveral(tx, await staffViewer(tx, game_id), rounds)
    const events = rounds.map(({ id }) => ({
      game_id,
      actor_id,
      audience: 'multiplayer_round' as const,
      audience_id: id,
      data: { multiplayer_game_round_id: id, rankings: toldRankings(rankings.get(id) ?? []) },
    }))
    await recordEvents(tx, 'multiplayer_round.finished', events)
  }
}

/**
 * Finishes rounds that the transaction has locked for that, and announces each of them once. Returns how many: those that
 * were finished before are left out.
 */
export async function finishRounds(
  tx: Transaction,
  ids: number[],
  actor_id: number | null = null,
): Promise<number> {
  const finished = await tx.all(updateFinished, { wanted: idRows(ids), now: tx.now() })
  if (finished.length === 0) return 0
  const rows = finished.toSorted((a, b) => a.id - b.id)
  const wanted = idRows(rows.map(({ id }) => id))
  await tx.run(updateSeatsClosed, { wanted })
  await tx.run(deleteInvites, { wanted })
  await tellOfFinish(tx, rows, actor_id)
  for (const { id, game_id, game_type, finished_order } of rows)
    await tx.announce('round_finished', {
      multiplayer_game_round_id: id,
      game_id,
      game_type,
      ranking_order: finished_order,
    })
  return rows.length
}

/** Nobody in a round that matchmaking made decides alone when it ends. */
async function refuseUnlessAllEnded(tx: Transaction, { id: user_id }: Player, id: number) {
  const of_round = { multiplayer_game_round_id: id }
  const seat = await tx.first(findSeat, { ...of_round, user_id })
  if (seat?.state !== 'joined') throw new Refusal('no_seat_in_round')
  if (await tx.first(findUnendedSeat, of_round)) throw new Refusal('entries_not_ended')
}

/** The game's own server may, and the master, or each player of a round that matchmaking made, once all have ended. */
export function finishRound(context: Context, player: Player, id: number) {
  return inTransaction(context, async (tx) => {
    const round = await lockUnfinishedRound(tx, player, { id, lock: 'finish' })
    const is_server = player.session_id === null
    if (!is_server && round.is_matched === 1) await refuseUnlessAllEnded(tx, player, id)
    else if (!is_server && round.master_id !== player.id) throw new Refusal('only_for_the_master')
    await finishRounds(tx, [id], player.id)
    return loadRound(tx, player, { id })
  })
}

export const showFinishedRound = ({ db }: Context, player: Player, id: number) =>
  loadRound(db, player, { id })

/** How many are finished in one transaction. */
const FINISHED_AT_ONCE = 50

/** Finishes some of the rounds whose `closes_at` has come. Returns how many; 0: no other one is free. */
export async function finishDueRounds(tx: Transaction): Promise<number> {
  const due = await tx.all(lockDue, { now: tx.now(), limit: FINISHED_AT_ONCE })
  if (due.length === 0) return 0
  return finishRounds(
    tx,
    due.map(({ id }) => id),
  )
}
