import type { Player, ReadContext } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { MAX_COUNTED } from '../../../limits.ts'
import { isoTime } from '../../../services/times.ts'
import { type Board, type Order, readStoredName, scoreOfKey } from '../board-seasons/rules.ts'
import { type EntryRow, findInView, listView, type ViewRow } from './queries.ts'

/** Some clients read `extra_attributes`, others `metadata`, so both carry the same text. */
export function presentEntry(row: EntryRow) {
  const { id, username, score, game_user_id, extra_attributes } = row
  const { leaderboard_name, season } = readStoredName(row.leaderboard_name)
  return {
    id,
    username,
    score,
    leaderboard_name,
    game_user_id,
    extra_attributes,
    metadata: extra_attributes,
    created_at: isoTime(row.created_at),
    season: season === 0 ? undefined : season,
  }
}

/** An entry that counts for its user. Where scores are added up, its key is the sum, which no single entry has. */
export const presentRanked = (order: Order, row: EntryRow & { key: number }, rank: number) => ({
  ...presentEntry(row),
  score: scoreOfKey(order, row.key),
  rank,
})

/** Where a page begins. */
export function offsetOf(
  { page = 1, from_rank }: { page?: number; from_rank?: number },
  limit: number,
): number {
  const offset = from_rank === undefined ? (page - 1) * limit : from_rank - 1
  if (offset > 0 && offset + limit > MAX_COUNTED) {
    const sentence = `Only the first ${MAX_COUNTED} are listed in pages: choose a smaller page or from_rank, or use the address of the leaderboard that ends with /entries, which has no such limit.`
    throw new Refusal('invalid_input', { sentence })
  }
  return offset
}

/** Who is on a part of a leaderboard: friends of the player, or members of a group. Undefined: everybody. */
export function viewOf(
  player: Player,
  board: Board,
  friends_only: boolean,
): { kind: 'friends' | 'group'; board: Board; asker_id: number } | undefined {
  const asker_id = player.id
  if (board.members_of !== undefined && friends_only)
    throw new Refusal('invalid_input', { sentence: 'Send friends_only or group_id, not both.' })
  if (board.members_of !== undefined) return { kind: 'group', board, asker_id }
  return friends_only ? { kind: 'friends', board, asker_id } : undefined
}

type View = NonNullable<ReturnType<typeof viewOf>>

const parametersOf = ({ board, asker_id }: View) => ({
  game_id: board.game_id,
  leaderboard_name: board.leaderboard_name,
  asker_id,
  group_id: board.members_of ?? 0,
})

const present = ({ board }: View, rows: ViewRow[]) =>
  rows.map((row) => presentRanked(board.order, row, row.rank))

/** The entries from this rank on. */
export async function listPageOfView(
  { db }: ReadContext,
  view: View,
  { offset, limit }: { offset: number; limit: number },
) {
  const statement = listView[view.kind][view.board.order]
  const range = { from_rank: offset + 1, to_rank: offset + limit }
  const rows = await db.all(statement, { ...parametersOf(view), ...range })
  const [first] = rows
  // Behind the end there is no row that says how many there are.
  const counted = first
    ? rows
    : await db.all(statement, { ...parametersOf(view), from_rank: 1, to_rank: 1 })
  return { leaderboard_entries: present(view, rows), total: counted[0]?.total ?? 0 }
}

const SHOWN = {
  friends: 'you and your friends who have an entry on this leaderboard',
  group: 'the members of the group who have an entry on this leaderboard',
}

const notShown = ({ kind }: View) =>
  new Refusal('not_on_leaderboard', {
    sentence: `This view shows ${SHOWN[kind]}: the user is not one of them.`,
  })

export async function findRankInView({ db }: ReadContext, view: View, user_id: number) {
  const row = await db.first(findInView[view.kind][view.board.order], {
    ...parametersOf(view),
    user_id,
  })
  if (!row) throw notShown(view)
  const { rank, score } = presentRanked(view.board.order, row, row.rank)
  return { rank, score, total: row.total }
}

/** The player is in the middle, unless near an end. */
export async function listAroundInView(
  context: ReadContext,
  view: View,
  { user_id, limit }: { user_id: number; limit: number },
) {
  const { rank, total } = await findRankInView(context, view, user_id)
  const centered = rank - 1 - Math.floor((limit - 1) / 2)
  const offset = Math.max(0, Math.min(centered, total - limit))
  return listPageOfView(context, view, { offset, limit })
}
