import {
  type Context,
  inTransaction,
  type Player,
  type ReadContext,
  type Transaction,
} from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { limitOffset } from '../../../limits.ts'
import {
  formatMetadata,
  formatOptionalTime,
  formatTime,
  type FullRow,
  latestThatFit,
  type Metadata,
  presentFullRound,
  presentInTurns,
  presentRound,
  startNotAfterEnd,
} from '../../../services/round-fields.ts'
import { isoTime } from '../../../services/times.ts'
import type { Reader } from '../../../storage/database.ts'
import { step } from '../../../storage/statement.ts'
import {
  findPlace,
  findPlacesOfSeveral,
  listRankings,
  listRankingsOfSeveral,
  tellOfEntry,
} from '../multiplayer-rounds/rules.ts'
import {
  checkChangedRound,
  checkScoreOfRound,
  ownerOf,
  withHeldScores,
} from '../score-checks/rules.ts'
import { isOver, lockUnfinishedRound, viewerOf } from '../round-state/rules.ts'
import { createRoundOfEntry, refuseUnusedRules, type RoundRules } from '../round-rules/rules.ts'
import { takeSeatForEntry } from '../round-seats/rules.ts'
import { findUserInGame } from '../../players/users/rules.ts'
import { isBlockedBy, refuseBlocked } from '../../social/blocks/rules.ts'
import {
  deleteRound,
  findRound,
  insertRound,
  type ListedRow,
  listRounds,
  listRoundsWithExactPlaces,
  lockRound,
  type RoundRow,
  updateRound,
  type WholeRoundRow,
} from './queries.ts'

const LATEST_TIME = 8.64e15

async function findRoundInGame(reader: Reader, player: Player, id: number): Promise<WholeRoundRow> {
  const row = await reader.first(findRound, { id })
  if (!row) throw new Refusal('round_not_found')
  if (row.game_id !== player.game_id) throw new Refusal('other_game')
  return row
}

/** Adds the current rankings of its multiplayer round. */
async function presentWithRankings(reader: Reader, viewer: Player, row: FullRow) {
  const { id, multiplayer_game_round_id } = row
  if (multiplayer_game_round_id === null) return presentFullRound(row)
  const player = viewerOf(viewer, row)
  const rankings = await listRankings(reader, player, multiplayer_game_round_id)
  const ranked = rankings.find((entry) => entry.id === id)
  const place = ranked
    ? (ranked.place ?? null)
    : await findPlace(reader, player, { id: multiplayer_game_round_id, score: row.score })
  return { ...presentFullRound({ ...row, place }), multiplayer_game_round_id, rankings }
}

export async function showRound(context: ReadContext, player: Player, id: number) {
  const found = await findRoundInGame(context.db, player, id)
  const [row = found] = await withHeldScores(context, player, [found])
  return presentWithRankings(context.db, player, row)
}

/** Undefined: the game has no such round. */
export async function findRoundOfGame(reader: Reader, game_id: number, id: number) {
  const row = await reader.first(findRound, { id })
  return row?.game_id === game_id ? presentRound(row) : undefined
}

interface RoundQuery {
  user_id: number
  page?: number
  per_page?: number
  before_id?: number
  game_type?: string
  from?: string
  to?: string
  opponent_id?: number
}

/** For the places of one page. Enough for most multiplayer rounds, and a hundred such counts take few milliseconds. */
const MAX_COUNTED_EACH = 500

type InMultiplayerRound = Record<'multiplayer_game_round_id' | 'score', number>

/** Whether it is further down in a multiplayer round than was counted. */
const isFarDown = <R extends RoundRow>(row: R): row is R & InMultiplayerRound =>
  row.multiplayer_game_round_id !== null &&
  row.score !== null &&
  row.place !== null &&
  row.place > MAX_COUNTED_EACH

const findRounds = async (context: ReadContext, player: Player, query: RoundQuery) =>
  withHeldScores(context, player, await findStoredRounds(context, player, query))

/** Undefined: a place is further down in a multiplayer round that is not counted in ranges. */
async function withExactPlaces(reader: Reader, player: Player, rows: ListedRow[]) {
  const far_down = rows.filter(isFarDown)
  if (far_down.length === 0) return rows
  // The ranges are those of the order that the game has now.
  if (rows.some((row) => viewerOf(player, row).ranking_order !== player.ranking_order))
    return undefined
  const entryOf = ({ multiplayer_game_round_id: id, score }: InMultiplayerRound) => ({ id, score })
  const placeOf = await findPlacesOfSeveral(reader, player, far_down.map(entryOf))
  return (
    placeOf &&
    rows.map((row) =>
      isFarDown(row) ? { ...row, place: placeOf(entryOf(row)) ?? row.place } : row,
    )
  )
}

async function findStoredRounds({ db }: ReadContext, player: Player, query: RoundQuery) {
  const { user_id, opponent_id = null } = query
  if (user_id !== player.id) await findUserInGame(db, player, user_id)
  const wanted = {
    user_id,
    before_id: query.before_id ?? Number.MAX_SAFE_INTEGER,
    started_from: query.from ? Date.parse(query.from) : -LATEST_TIME,
    started_to: query.to ? Date.parse(query.to) : LATEST_TIME,
    game_type: query.game_type ?? null,
    ascending: player.ranking_order === 'ascending' ? 1 : 0,
    ...limitOffset(query),
  }
  if (opponent_id === null) {
    const rows = await db.all(listRounds, { ...wanted, max_counted: MAX_COUNTED_EACH })
    const exact = await withExactPlaces(db, player, rows)
    if (exact) return exact
  }
  return db.all(listRoundsWithExactPlaces, { ...wanted, opponent_id, asker_id: player.id })
}

export const listRoundsOfUser = async (context: Context, player: Player, query: RoundQuery) => ({
  game_rounds: await presentInTurns(await findRounds(context, player, query)),
})

/** A user's latest rounds. Those in a multiplayer round come with the top of its rankings. */
export async function listRankedRounds(context: ReadContext, player: Player, user_id: number) {
  const rows = latestThatFit(await findRounds(context, player, { user_id }))
  const multiplayer_rounds = rows.flatMap(({ multiplayer_game_round_id: id, finished_order }) =>
    id === null ? [] : { id, finished_order },
  )
  const rankings = await listRankingsOfSeveral(context.db, player, multiplayer_rounds)
  return {
    game_rounds: rows.map((row) => {
      const { multiplayer_game_round_id } = row
      if (multiplayer_game_round_id === null) return presentRound(row)
      const entries = rankings.get(multiplayer_game_round_id) ?? []
      return { ...presentRound(row), multiplayer_game_round_id, rankings: entries }
    }),
  }
}

interface NewRound {
  game_user_id: number
  game_type: string
  start_time?: string
  end_time?: string | null
  score?: number
  place?: number
  metadata?: Metadata | null
  multiplayer?: boolean
  multiplayer_game_round_id?: number
}

/** Of a new multiplayer round. */
type WithRules<T> = T & RoundRules

/**
 * Players may add their own round to any multiplayer round of the game; only the master adds rounds for others. An `id` of
 * null: the new round belongs to no multiplayer round.
 */
async function joinMultiplayerRound(
  context: Context,
  tx: Transaction,
  player: Player,
  input: WithRules<NewRound>,
) {
  const { game_user_id, multiplayer_game_round_id: id, game_type } = input
  refuseUnusedRules(input)
  const is_own = game_user_id === player.id
  if (id) {
    const round = await lockUnfinishedRound(tx, player, { id, lock: 'entry' })
    const { master_id, has_rules, is_matched } = round
    if (!is_own && master_id !== player.id) throw new Refusal('not_the_master')
    if (!is_own && is_matched === 1) throw new Refusal('matched_round')
    if (!is_own) await findUserInGame(tx, player, game_user_id)
    if (has_rules === 1)
      await takeSeatForEntry(tx, player, { id, user_id: game_user_id, game_type })
    return { id, master_id }
  }
  if (!is_own) throw new Refusal('not_the_master')
  return { id: await createRoundOfEntry(context, tx, player, input), master_id: player.id }
}

/** Runs after the round was inserted, so that no block can be made between the check and the insert. */
async function refuseBlockedEntry(
  tx: Transaction,
  player: Player,
  { game_user_id, master_id }: { game_user_id: number; master_id: number | null },
): Promise<void> {
  if (game_user_id !== player.id) {
    const unknown = new Refusal('user_not_found')
    await refuseBlocked(tx, player, { other_id: game_user_id, unknown })
  } else if (master_id !== null && master_id !== player.id) {
    if (await isBlockedBy(tx, player, master_id)) throw new Refusal('multiplayer_round_not_found')
  }
}

export function createRound(context: Context, player: Player, input: WithRules<NewRound>) {
  return inTransaction(context, async (tx) => {
    const { id, master_id } = await joinMultiplayerRound(context, tx, player, input)
    const now = tx.now()
    const start_time = startNotAfterEnd(
      {
        time: input.start_time ?? isoTime(now),
        is_assumed: input.start_time === undefined,
      },
      input.end_time,
    )
    const { game_user_id, score = null } = input
    const owner = ownerOf(player, game_user_id)
    const checked = { ...input, multiplayer_game_round_id: id }
    const hold = await checkScoreOfRound(context, tx, owner, checked)
    const insert = step(insertRound, {
      game_user_id,
      multiplayer_game_round_id: id,
      game_type: input.game_type,
      start_time: formatTime(start_time),
      started_at: Date.parse(start_time),
      end_time: formatOptionalTime(input.end_time),
      score: hold ? null : score,
      place: input.place ?? null,
      metadata: formatMetadata(input.metadata),
      now,
    })
    const is_all = id === null && !hold
    const [[row]] = await (is_all ? tx.commitWith(insert) : tx.inOrder(insert))
    if (!row) throw new Error('the new round has no id')
    await hold?.({ game_round_id: row.id })
    await refuseBlockedEntry(tx, player, { game_user_id, master_id })
    await tellOfEntry(tx, player, 'added', row)
    const held_score = hold && game_user_id === player.id ? (score ?? undefined) : undefined
    const known = { held_score, game_id: player.game_id, finished_order: null }
    return presentWithRankings(tx, player, { ...row, ...known })
  })
}

type RoundChanges = Partial<
  Pick<NewRound, 'game_type' | 'start_time' | 'end_time' | 'score' | 'place' | 'metadata'>
>

/** The start of the round after the changes. Undefined: no time changes. */
function changedStart(round: WholeRoundRow, { start_time, end_time }: RoundChanges) {
  if (start_time === undefined && end_time === undefined) return undefined
  const is_assumed = start_time === undefined && Date.parse(round.start_time) === round.created_at
  return startNotAfterEnd(
    { time: start_time ?? round.start_time, is_assumed },
    end_time === undefined ? round.end_time : end_time,
  )
}

function refuseChange(round: WholeRoundRow, { game_type }: RoundChanges, now: number): void {
  if (isOver(round, now)) throw new Refusal('round_finished')
  const { round_game_type } = round
  if (game_type !== undefined && round_game_type !== null && game_type !== round_game_type)
    throw new Refusal('wrong_game_type')
}

/** Its owner and the master may. Fields that are not sent stay; null clears `end_time` and `metadata`. */
export function changeRound(
  context: Context,
  player: Player,
  { id, changes }: { id: number; changes: RoundChanges },
) {
  return inTransaction(context, async (tx) => {
    await tx.first(lockRound, { id })
    const round = await findRoundInGame(tx, player, id)
    if (player.id !== round.game_user_id && player.id !== round.editor_id)
      throw new Refusal('not_your_round')
    refuseChange(round, changes, tx.now())
    const start_time = changedStart(round, changes)
    const { is_held, clears_score } = await checkChangedRound(
      context,
      tx,
      { player, round },
      changes,
    )
    await tx.run(updateRound, {
      id,
      game_type: changes.game_type ?? null,
      start_time: formatOptionalTime(start_time),
      started_at: start_time ? Date.parse(start_time) : null,
      sets_end_time: changes.end_time === undefined ? 0 : 1,
      end_time: formatOptionalTime(changes.end_time),
      clears_score,
      score: is_held ? null : (changes.score ?? null),
      place: changes.place ?? null,
      sets_metadata: changes.metadata === undefined ? 0 : 1,
      metadata: formatMetadata(changes.metadata),
      now: tx.now(),
    })
    await tellOfEntry(tx, player, 'changed', round)
    return showRound({ ...context, db: tx }, player, id)
  })
}

/** Only its owner may. The multiplayer round and its master stay as they are. */
export function removeRound(context: Context, player: Player, id: number) {
  return inTransaction(context, async (tx) => {
    const round = await findRoundInGame(tx, player, id)
    if (player.id !== round.game_user_id) throw new Refusal('not_your_round')
    const { multiplayer_game_round_id } = round
    if (multiplayer_game_round_id !== null)
      await lockUnfinishedRound(tx, player, { id: multiplayer_game_round_id, lock: 'entry' })
    await tx.run(deleteRound, { id })
    await tellOfEntry(tx, player, 'removed', round)
    return { message: 'game round destroyed successfully' }
  })
}
