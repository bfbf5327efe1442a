import { type Context, inTransaction, type Player, type Transaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { idRows } from '../../../storage/statement.ts'
import { recordEvent } from '../../operations/events/rules.ts'
import { staffViewer } from '../../operations/games/rules.ts'
import { listRankingsOfSeveral, toldRankings } from '../multiplayer-rounds/rules.ts'
import { lockUnfinishedRound } from '../round-state/rules.ts'
import { loadRound } from '../round-views/rules.ts'
import { type FinishedRow, lockDue, updateFinished } from './queries.ts'

async function tellOfFinish(tx: Transaction, rows: FinishedRow[], actor_id: number | null) {
  for (const [game_id, rounds] of Map.groupBy(rows, (row) => row.game_id)) {
    const rankings = await listRankingsOfSeveral(tx, await staffViewer(tx, game_id), rounds)
    for (const { id } of rounds)
      await recordEvent(tx, 'multiplayer_round.finished', {
        game_id,
        actor_id,
        audience: 'multiplayer_round',
        audience_id: id,
        data: { multiplayer_game_round_id: id, rankings: toldRankings(rankings.get(id) ?? []) },
      })
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
  const rows = finished.toSorted((a, b) => a.id - b.id)
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

/** Its master may, and the game's own server. */
export function finishRound(context: Context, player: Player, id: number) {
  return inTransaction(context, async (tx) => {
    const { master_id } = await lockUnfinishedRound(tx, player, { id, lock: 'finish' })
    const is_server = player.session_id === null
    if (!is_server && master_id !== player.id) throw new Refusal('only_for_the_master')
    await finishRounds(tx, [id], player.id)
    return loadRound(tx, player, { id })
  })
}

export const showFinishedRound = ({ db }: Context, player: Player, id: number) =>
  loadRound(db, player, { id })

/** How many are finished in one transaction. */
const FINISHED_AT_ONCE = 50

/** Finishes some of the rounds whose `closes_at` has come. Returns how many; 0: nothing is left to do. */
export async function finishDueRounds(tx: Transaction): Promise<number> {
  const due = await tx.all(lockDue, { now: tx.now(), limit: FINISHED_AT_ONCE })
  if (due.length === 0) return 0
  return finishRounds(
    tx,
    due.map(({ id }) => id),
  )
}
