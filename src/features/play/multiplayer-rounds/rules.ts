import type { Context, Player, Transaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { part } from '../../../services/paging.ts'
import type { Reader } from '../../../storage/database.ts'
import { findFellow, summarize } from '../../players/users/rules.ts'
import {
  countHigher,
  countLower,
  countScored,
  type EntryRow,
  findMultiplayerRound,
  findOwnEntry,
  insertMultiplayerRound,
  listFirstHighest,
  listFirstLowest,
  listHighestFirst,
  listHighestOfSeveral,
  listLowestFirst,
  listLowestOfSeveral,
  listUnscored,
} from './queries.ts'

/** The statements that know which score is the better one in the player's game. */
const rankingOf = ({ ranking_order }: Player) =>
  ranking_order === 'ascending'
    ? {
        listFirst: listFirstLowest,
        listScored: listLowestFirst,
        listSeveral: listLowestOfSeveral,
        countBetter: countLower,
      }
    : {
        listFirst: listFirstHighest,
        listScored: listHighestFirst,
        listSeveral: listHighestOfSeveral,
        countBetter: countHigher,
      }

/** Whoever makes it is its master. Returns its id. */
export async function createMultiplayerRound(tx: Transaction, player: Player): Promise<number> {
  const { id: master_id, game_id } = player
  const row = await tx.first(insertMultiplayerRound, { game_id, master_id, now: tx.now() })
  if (!row) throw new Error('the new multiplayer round has no id')
  return row.id
}

export async function findMultiplayerRoundOf(reader: Reader, player: Player, id: number) {
  const row = await reader.first(findMultiplayerRound, { id })
  if (!row) throw new Refusal('multiplayer_round_not_found')
  if (row.game_id !== player.game_id) throw new Refusal('other_game')
  return row
}

function describeEntry(row: EntryRow, place: number | null, viewer: Player) {
  const user = {
    id: row.user_id,
    game_id: row.user_game_id,
    username: row.user_username,
    email: row.user_email,
    credits: row.user_credits,
    score: row.user_score,
  }
  return {
    id: row.id,
    place: place ?? undefined,
    score: row.score ?? undefined,
    start_time: row.start_time,
    end_time: row.end_time,
    user: summarize(user, viewer),
  }
}

/** What place a score has in a multiplayer round. Null: without a score there is none. */
export async function placeOf(
  reader: Reader,
  player: Player,
  { id, score }: { id: number; score: number | null },
) {
  if (score === null) return null
  const { countBetter } = rankingOf(player)
  const row = await reader.first(countBetter, { multiplayer_game_round_id: id, score })
  return 1 + (row?.better ?? 0)
}

async function countScoresOf(reader: Reader, multiplayer_game_round_id: number): Promise<number> {
  return (await reader.first(countScored, { multiplayer_game_round_id }))?.scored ?? 0
}

interface Part {
  id: number
  limit: number
  offset: number
}

const compare = (a: number, b: number) => (a === b ? 0 : a - b)

/** The first rows of one multiplayer round with their places. Equal scores share one; who has no score comes last. */
function rankFirst(rows: EntryRow[], viewer: Player, limit: number) {
  let place = 1
  const better = viewer.ranking_order === 'ascending' ? 1 : -1
  const value = ({ score }: EntryRow) => (score === null ? Infinity : score * better)
  const ordered = rows.toSorted((a, b) => compare(value(a), value(b)) || a.id - b.id)
  return ordered.slice(0, limit).map((row, index) => {
    if (row.score !== ordered[index - 1]?.score) place = index + 1
    return describeEntry(row, row.score === null ? null : place, viewer)
  })
}

/** Those with a score, from further down. */
async function rankScored(reader: Reader, player: Player, { id, limit, offset }: Part) {
  const { listScored } = rankingOf(player)
  const rows = await reader.all(listScored, { multiplayer_game_round_id: id, limit, offset })
  const [first] = rows
  if (!first) return []
  let { score } = first
  let place = await placeOf(reader, player, { id, score })
  return rows.map((row, index) => {
    if (row.score !== score) place = offset + index + 1
    score = row.score
    return describeEntry(row, place, player)
  })
}

/** A part of the rankings. */
async function rank(reader: Reader, player: Player, { id, limit, offset }: Part) {
  if (offset === 0) {
    const { listFirst } = rankingOf(player)
    const rows = await reader.all(listFirst, { multiplayer_game_round_id: id, limit })
    return rankFirst(rows, player, limit)
  }
  const scored = await rankScored(reader, player, { id, limit, offset })
  if (scored.length === limit) return scored
  const unscored = await reader.all(listUnscored, {
    multiplayer_game_round_id: id,
    limit: limit - scored.length,
    offset: scored.length === 0 ? offset - (await countScoresOf(reader, id)) : 0,
  })
  return [...scored, ...unscored.map((row) => describeEntry(row, null, player))]
}

/** The first hundred, and the player's own entry where it is further down. */
export async function rankingsFor(reader: Reader, player: Player, id: number) {
  const first = part({})
  const entries = await rank(reader, player, { id, ...first })
  const is_whole = entries.length < first.limit
  if (is_whole || entries.some(({ user }) => user.id === player.id)) return entries
  const own = await reader.first(findOwnEntry, {
    multiplayer_game_round_id: id,
    user_id: player.id,
  })
  if (!own) return entries
  const place = await placeOf(reader, player, { id, score: own.score })
  return [...entries, describeEntry(own, place, player)]
}

const FIRST_OF_SEVERAL = 10

/** The first ten of each of several multiplayer rounds, in one query however many they are. */
export async function rankingsOfSeveral(reader: Reader, viewer: Player, round_ids: number[]) {
  const wanted = JSON.stringify([...new Set(round_ids)].map((id) => ({ id })))
  const limit = FIRST_OF_SEVERAL
  const rows = await reader.all(rankingOf(viewer).listSeveral, { wanted, limit })
  const by_round = Map.groupBy(rows, (row) => row.multiplayer_game_round_id)
  return new Map([...by_round].map(([id, few]) => [id, rankFirst(few, viewer, limit)] as const))
}

interface PageOfRankings {
  id: number
  page?: number
  per_page?: number
}

export async function showMultiplayerRound(
  context: Context,
  player: Player,
  { id, ...page }: PageOfRankings,
) {
  const { db } = context
  const { game_id, master_id, created_at } = await findMultiplayerRoundOf(db, player, id)
  return {
    id,
    game_id,
    created_at: new Date(created_at).toISOString(),
    master: master_id === null ? null : summarize(await findFellow(db, player, master_id), player),
    rankings: await rank(db, player, { id, ...part(page) }),
  }
}
