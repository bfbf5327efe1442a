import { type Context, inTransaction, type Player, type Transaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { limitOffset, MAX_COUNTED } from '../../../limits.ts'
import { isoTime } from '../../../services/times.ts'
import type { Reader } from '../../../storage/database.ts'
import {
  isWanted,
  publicFields,
  publicUser,
  recordEvents,
  recordIfWanted,
} from '../../operations/events/rules.ts'
import { findUserInGame, summarize } from '../../players/users/rules.ts'
import { lockUnfinishedRound, type MultiplayerRound, viewerOf } from '../round-state/rules.ts'
import { dropHeldOfTakenOut } from '../score-checks/rules.ts'
import {
  countHigher,
  countHigherExactly,
  countHigherOfSeveral,
  countLower,
  countLowerExactly,
  countLowerOfSeveral,
  countScored,
  type EntryRow,
  findOwnEntry,
  findOwnerOfEntry,
  findScoredTotal,
  insertMultiplayerRound,
  listFirstHighest,
  listFirstOfSeveral,
  listFirstLowest,
  listHighestBehind,
  listHighestFirst,
  listLowestBehind,
  listLowestFirst,
  listUnscored,
  updateEntryTakenOut,
} from './queries.ts'

/** Depends on whether the highest or the lowest score is the best in the player's game. */
const statementsFor = ({ ranking_order }: Player) =>
  ranking_order === 'ascending'
    ? {
        listFirst: listFirstLowest,
        listScored: listLowestFirst,
        listBehind: listLowestBehind,
        countBetter: countLower,
        countBetterExactly: countLowerExactly,
        countSeveral: countLowerOfSeveral,
      }
    : {
        listFirst: listFirstHighest,
        listScored: listHighestFirst,
        listBehind: listHighestBehind,
        countBetter: countHigher,
        countBetterExactly: countHigherExactly,
        countSeveral: countHigherOfSeveral,
      }

/** The player becomes its master. Returns its id. */
export async function createMultiplayerRound(tx: Transaction, player: Player): Promise<number> {
  const { id: master_id, game_id } = player
  const row = await tx.first(insertMultiplayerRound, { game_id, master_id, now: tx.now() })
  if (!row) throw new Error('the new multiplayer round has no id')
  return row.id
}

interface ChangedEntry {
  id: number
  /** Null: it is in no multiplayer round, so nobody is told. */
  multiplayer_game_round_id: number | null
  game_user_id: number
}

type Ranked = ReturnType<typeof presentEntry>

/** As events show them. */
export const toldRankings = (entries: Ranked[]) =>
  entries.map(({ id, place, score, user }) => ({
    id,
    ...(place === undefined ? {} : { place }),
    ...(score === undefined ? {} : { score }),
    user: publicFields(user),
  }))

/** Who has entries there, and what the rankings are now. */
async function describeEntries(
  tx: Transaction,
  player: Player,
  { round_id, user_id }: { round_id: number; user_id: number },
) {
  const ranked = await listRankingsOfSeveral(tx, player, [{ id: round_id, finished_order: null }])
  const rankings = toldRankings(ranked.get(round_id) ?? [])
  const user = await publicUser(tx, user_id)
  return (game_round_id: number) => ({
    // Staff are no user.
    actor_id: player.id || null,
    audience: 'multiplayer_round' as const,
    audience_id: round_id,
    data: { multiplayer_game_round_id: round_id, game_round_id, user, rankings },
  })
}

/** Runs after the change. */
export async function tellOfEntry(
  tx: Transaction,
  player: Player,
  change: 'added' | 'changed' | 'removed',
  { id, multiplayer_game_round_id: round_id, game_user_id: user_id }: ChangedEntry,
): Promise<void> {
  if (round_id === null) return
  await recordIfWanted(tx, `multiplayer_entry.${change}`, player.game_id, async () => {
    const describe = await describeEntries(tx, player, { round_id, user_id })
    return describe(id)
  })
}

/** The same for all entries that one player had. */
export async function tellOfTakenOut(
  tx: Transaction,
  player: Player,
  { round_id, user_id, ids }: { round_id: number; user_id: number; ids: number[] },
): Promise<void> {
  const { game_id } = player
  const type = 'multiplayer_entry.removed'
  if (ids.length === 0 || !isWanted(tx, game_id, type)) return
  const describe = await describeEntries(tx, player, { round_id, user_id })
  const events = ids.map((id) => ({ game_id, ...describe(id) }))
  await recordEvents(tx, type, events)
}

/** The owner of the entry and the master may, but not a master whom matchmaking has chosen. The round stays its owner's, outside of the multiplayer round. */
export function takeEntryOut(
  context: Context,
  player: Player,
  { id, round_id }: { id: number; round_id: number },
) {
  return inTransaction(context, async (tx) => {
    const { master_id, is_matched } = await lockUnfinishedRound(tx, player, { id, lock: 'entry' })
    const entry = { round_id, multiplayer_game_round_id: id }
    const found = await tx.first(findOwnerOfEntry, entry)
    if (!found) throw new Refusal('round_not_found')
    const is_master = player.id === master_id && is_matched === 0
    if (player.id !== found.game_user_id && !is_master) throw new Refusal('not_your_round')
    await tx.run(updateEntryTakenOut, { ...entry, now: tx.now() })
    await dropHeldOfTakenOut(context, tx, { game_id: player.game_id, ids: [round_id] })
    const removed = { id: round_id, multiplayer_game_round_id: id, ...found }
    await tellOfEntry(tx, player, 'removed', removed)
    return { message: 'game round has been taken out of the multiplayer round' }
  })
}

function presentEntry(row: EntryRow, place: number | null, viewer: Player) {
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

/** The place of a score in a multiplayer round. Null: there is no score, so no place. */
export async function findPlace(
  reader: Reader,
  player: Player,
  { id, score }: { id: number; score: number | null },
) {
  if (score === null) return null
  const { countBetter, countBetterExactly } = statementsFor(player)
  const wanted = { multiplayer_game_round_id: id, score }
  const counted = await reader.first(countBetter, { ...wanted, max_counted: MAX_COUNTED })
  const place = 1 + (counted?.better ?? 0)
  if (counted?.is_counted === 1 || place <= MAX_COUNTED) return place
  const all = await reader.first(countBetterExactly, { ...wanted, asker_id: player.id })
  return 1 + (all?.better ?? 0)
}

interface ScoredEntry {
  /** Of the multiplayer round. */
  id: number
  score: number
}

/** The places of scores in long multiplayer rounds. Undefined: one of them is not counted in ranges. */
export async function findPlacesOfSeveral(reader: Reader, player: Player, entries: ScoredEntry[]) {
  const sign = player.ranking_order === 'ascending' ? 1 : -1
  const wanted = JSON.stringify(entries.map(({ id, score }) => ({ id, key: score * sign })))
  const rows = await reader.all(statementsFor(player).countSeveral, { wanted })
  const places = new Map<string, number>()
  for (const { id, key, better } of rows) {
    if (better === null) return undefined
    places.set(`${id} ${key * sign}`, better + 1)
  }
  return ({ id, score }: ScoredEntry) => places.get(`${id} ${score}`)
}

interface RankingsPage {
  id: number
  limit: number
  offset: number
}

const compare = (a: number, b: number) => (a === b ? 0 : a - b)

/** Sorts the first rows of one multiplayer round. Equal scores share a place; rows without a score come last. */
function rankFirstEntries(rows: EntryRow[], viewer: Player, limit: number) {
  let place = 1
  const sign = viewer.ranking_order === 'ascending' ? 1 : -1
  const sortKey = ({ score }: EntryRow) => (score === null ? Infinity : score * sign)
  const sorted = rows.toSorted((a, b) => compare(sortKey(a), sortKey(b)) || a.id - b.id)
  return sorted.slice(0, limit).map((row, index) => {
    if (row.score !== sorted[index - 1]?.score) place = index + 1
    return presentEntry(row, row.score === null ? null : place, viewer)
  })
}

/** Further down than this, a page is found by the counted ranges, if there are any. */
const MAX_SKIPPED = 1000

/** Undefined: the multiplayer round has no counted ranges, or the page is among the first. */
async function listCounted(reader: Reader, player: Player, { id, limit, offset }: RankingsPage) {
  if (offset <= MAX_SKIPPED) return undefined
  const wanted = { multiplayer_game_round_id: id }
  const counted = await reader.first(findScoredTotal, wanted)
  if (!counted) return undefined
  const { listBehind } = statementsFor(player)
  const rows = await reader.all(listBehind, { ...wanted, skipped: offset, limit })
  return rows.length > 0 || offset >= counted.total ? rows : undefined
}

/** Entries with a score on a page after the first. */
async function listScoredEntries(reader: Reader, player: Player, page: RankingsPage) {
  const { id, limit, offset } = page
  const { listScored } = statementsFor(player)
  const rows =
    (await listCounted(reader, player, page)) ??
    (await reader.all(listScored, { multiplayer_game_round_id: id, limit, offset }))
  const [first] = rows
  if (!first) return []
  let { score } = first
  let place = await findPlace(reader, player, { id, score })
  return rows.map((row, index) => {
    if (row.score !== score) place = offset + index + 1
    score = row.score
    return presentEntry(row, place, player)
  })
}

/** For a page that has none of them: all of them come before it. */
async function countScoredEntries(reader: Reader, { id, offset }: RankingsPage) {
  const wanted = { multiplayer_game_round_id: id }
  const counted = offset > MAX_SKIPPED ? await reader.first(findScoredTotal, wanted) : undefined
  if (counted) return Math.min(counted.total, offset)
  return (await reader.first(countScored, { ...wanted, offset }))?.scored ?? 0
}

async function listRankingsPage(reader: Reader, player: Player, page: RankingsPage) {
  const { id, limit, offset } = page
  if (offset === 0) {
    const { listFirst } = statementsFor(player)
    const rows = await reader.all(listFirst, { multiplayer_game_round_id: id, limit })
    return rankFirstEntries(rows, player, limit)
  }
  const scored = await listScoredEntries(reader, player, page)
  if (scored.length === limit) return scored
  const unscored = await reader.all(listUnscored, {
    multiplayer_game_round_id: id,
    limit: limit - scored.length,
    offset: scored.length === 0 ? offset - (await countScoredEntries(reader, page)) : 0,
  })
  return [...scored, ...unscored.map((row) => presentEntry(row, null, player))]
}

/** The first hundred entries, and the player's own entry if it is further down. */
export async function listRankings(reader: Reader, player: Player, id: number) {
  const first = limitOffset({})
  const entries = await listRankingsPage(reader, player, { id, ...first })
  const is_complete = entries.length < first.limit
  if (is_complete || entries.some(({ user }) => user.id === player.id)) return entries
  const own = await reader.first(findOwnEntry, {
    multiplayer_game_round_id: id,
    user_id: player.id,
  })
  if (!own) return entries
  const place = await findPlace(reader, player, { id, score: own.score })
  return [...entries, presentEntry(own, place, player)]
}

const ENTRIES_OF_EACH = 10

/** The first ten entries of each multiplayer round, by its id, in a single query. */
export async function listRankingsOfSeveral(
  reader: Reader,
  player: Player,
  rounds: { id: number; finished_order: string | null }[],
) {
  const viewers = new Map(rounds.map((round) => [round.id, viewerOf(player, round)]))
  const wanted = Array.from(viewers, ([id, { ranking_order }]) => ({
    id,
    ascending: ranking_order === 'ascending' ? 1 : 0,
  }))
  const limit = ENTRIES_OF_EACH
  const rows = await reader.all(listFirstOfSeveral, { wanted: JSON.stringify(wanted), limit })
  const by_round = Map.groupBy(rows, (row) => row.multiplayer_game_round_id)
  return new Map(
    [...by_round].map(([id, entries]) => {
      const viewer = viewers.get(id) ?? player
      return [id, rankFirstEntries(entries, viewer, limit)] as const
    }),
  )
}

/** As every round is shown, with or without rules. */
export async function presentMultiplayerRound(
  reader: Reader,
  player: Player,
  { row, page = {} }: { row: MultiplayerRound; page?: { page?: number; per_page?: number } },
) {
  const { id, game_id, master_id, created_at } = row
  const master = master_id === null ? null : await findUserInGame(reader, player, master_id)
  return {
    id,
    game_id,
    created_at: isoTime(created_at),
    master: master && summarize(master, player),
    rankings: await listRankingsPage(reader, viewerOf(player, row), { id, ...limitOffset(page) }),
  }
}
