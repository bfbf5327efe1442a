import type { Context, Player } from '../../../context.ts'
import { clampLimit, MAX_COUNTED } from '../../../limits.ts'
import { resolveBoard, type WantedBoard } from '../board-seasons/rules.ts'
import { listPageOfView, presentRanked, viewOf } from '../board-views/rules.ts'
import { refuseOtherGame } from '../leaderboards/rules.ts'
import {
  countAllPlayers,
  countPlayers,
  findTotal,
  listBehind,
  listSkipping,
  listSkippingMany,
} from './queries.ts'

interface PageQuery extends WantedBoard {
  friends_only?: boolean
  from_rank?: number
  limit?: number
}

type Board = Pick<PageQuery, 'game_id' | 'leaderboard_name'>

/** A leaderboard without counted ranges is short, or has only just become long. */
async function countWithoutRanges({ db }: Context, player: Player, board: Board) {
  const counted = await db.first(countPlayers, { ...board, max: MAX_COUNTED + 1 })
  const total = counted?.total ?? 0
  if (total <= MAX_COUNTED) return total
  return (await db.first(countAllPlayers, { ...board, asker_id: player.id }))?.total ?? 0
}

/** The entry that counts for each user, from a rank on. */
export async function listEntriesFromRank(context: Context, player: Player, query: PageQuery) {
  const { db } = context
  const { from_rank = 1 } = query
  await refuseOtherGame(context, player, query.game_id)
  const resolved = await resolveBoard(context, player, query)
  const limit = clampLimit(query.limit)
  const skipped = from_rank - 1
  const view = viewOf(player, resolved, query.friends_only ?? false)
  if (view) return listPageOfView(context, view, { offset: skipped, limit })
  const { game_id, leaderboard_name, order } = resolved
  const board = { game_id, leaderboard_name }
  const counted = await db.first(findTotal, board)
  const by_ranges = counted ? await db.all(listBehind[order], { ...board, skipped, limit }) : []
  // It may have become short meanwhile, and is not counted any more.
  const is_listed = counted && (by_ranges.length > 0 || skipped >= counted.total)
  const list = () => {
    const page = { ...board, offset: skipped, limit }
    return skipped <= MAX_COUNTED
      ? db.all(listSkipping[order], page)
      : db.all(listSkippingMany[order], { ...page, asker_id: player.id })
  }
  const rows = is_listed ? by_ranges : await list()
  return {
    leaderboard_entries: rows.map((row, index) => presentRanked(order, row, from_rank + index)),
    total: counted?.total ?? (await countWithoutRanges(context, player, board)),
  }
}
