import { type Context, separateTransaction, type Transaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { limits } from '../../../limits.ts'
import { type RoundResult, shownRating, type Skill } from '../../../services/skill-ratings.ts'
import type { Reader } from '../../../storage/database.ts'
import { idRows } from '../../../storage/statement.ts'
import { recordChange } from '../../operations/audit-log/rules.ts'
import { refuseUnknownGame } from '../../operations/games/rules.ts'
import { listRatedTypes, lockRatedType } from '../rating-settings/rules.ts'
import { isAscending, listPlayerResults, type PlayerResult, rateResults } from '../ratings/rules.ts'
import {
  deleteRatings,
  listRatedRounds,
  listStoredChanges,
  listStoredRatings,
  lockPlayers,
  type RatedRoundRow,
  type StoredChangeRow,
  type StoredRatingRow,
  updateChanges,
  upsertRatings,
} from './queries.ts'

const ROUNDS_AT_ONCE = 100
const RATINGS_AT_ONCE = 1000
const MAX_SHOWN = 20
/** Another version of Node may calculate the last digits differently. */
const TOLERANCE = 1e-6

interface GameType {
  game_id: number
  game_type: string
}

interface Recounted extends Skill {
  rounds: number
}

/** How far a recount has come: the number of the last round, and what each player has by then. */
interface Progress {
  rounds: number
  last_number: number
  players: Map<number, Recounted>
}

/** An erased player takes part with the numbers that were kept of them. */
interface Seat extends RoundResult {
  user_id: number | null
  kept?: Skill
}

/** All seats in the order in which the round was rated. The order of a sum matters for its last digits. */
function seatsOf(results: PlayerResult[], stored: StoredChangeRow[]): Seat[] {
  const seats: Seat[] = [...results]
  for (const { user_id, position, team, score, mu_before, sigma_before } of stored) {
    const kept = { mu: mu_before, sigma: sigma_before }
    if (user_id === null) seats.splice(position, 0, { user_id, team, score, kept })
  }
  return seats
}

interface Change {
  user_id: number
  place: number
  before: Skill
  after: Skill
}

/** What the round has changed, for the players who still exist. */
async function replayRound(
  { finished_order, ...settings }: RatedRoundRow,
  seats: Seat[],
  players: Progress['players'],
): Promise<Change[]> {
  const { mu, sigma } = settings
  const before = seats.map(
    ({ user_id, kept }) => kept ?? players.get(user_id ?? 0) ?? { mu, sigma },
  )
  const is_ascending = isAscending(finished_order)
  const rated = await rateResults(seats, before, { ...settings, is_ascending })
  return (rated ?? []).flatMap(({ skill, place }, index) => {
    const [user_id, skill_before] = [seats[index]?.user_id, before[index]]
    if (!user_id || !skill_before) return []
    const rounds = (players.get(user_id)?.rounds ?? 0) + 1
    players.set(user_id, { ...skill, rounds })
    return { user_id, place, before: skill_before, after: skill }
  })
}

const areEqual = (one: Skill, other: Skill) =>
  Math.abs(one.mu - other.mu) <= TOLERANCE && Math.abs(one.sigma - other.sigma) <= TOLERANCE

/** The rows of the history that are not as they should be, as they should be. */
function wrongChanges(changes: Change[], stored: StoredChangeRow[]) {
  const by_user = new Map(changes.map((change) => [change.user_id, change]))
  return stored.flatMap((row) => {
    const change = by_user.get(row.user_id ?? 0)
    if (!change) return []
    const { before, after, place } = change
    const is_right =
      row.place === place &&
      areEqual(before, { mu: row.mu_before, sigma: row.sigma_before }) &&
      areEqual(after, { mu: row.mu_after, sigma: row.sigma_after })
    if (is_right) return []
    return {
      id: row.id,
      place,
      mu_before: before.mu,
      sigma_before: before.sigma,
      rating_before: shownRating(before),
      mu_after: after.mu,
      sigma_after: after.sigma,
      rating_after: shownRating(after),
    }
  })
}

/** Replays some rounds. Returns what is wrong in the history; undefined: there are no more rounds. */
async function replaySome(reader: Reader, type: GameType, progress: Progress) {
  const page = { ...type, after: progress.last_number, limit: ROUNDS_AT_ONCE }
  const rounds = await reader.all(listRatedRounds, page)
  if (rounds.length === 0) return undefined
  const orders = rounds.map(({ id, finished_order }) => ({
    id,
    is_ascending: isAscending(finished_order),
  }))
  const most = ROUNDS_AT_ONCE * limits.rated_players.value
  const results = await listPlayerResults(reader, orders, most)
  const rows = await reader.all(listStoredChanges, { rounds: idRows(rounds.map(({ id }) => id)) })
  const stored = Map.groupBy(rows, (row) => row.multiplayer_game_round_id)
  const wrong = []
  for (const round of rounds) {
    const changes_stored = stored.get(round.id) ?? []
    const seats = seatsOf(results.get(round.id) ?? [], changes_stored)
    const changes = await replayRound(round, seats, progress.players)
    wrong.push(...wrongChanges(changes, changes_stored))
    progress.last_number = round.number
    progress.rounds++
  }
  return wrong
}

const correctHistory = (tx: Transaction, wrong: object[]) =>
  tx.run(updateChanges, { changed: JSON.stringify(wrong) })

/** What is stored and what the rounds give. Null: there is none. */
interface Difference {
  user_id: number
  stored: Recounted | null
  recounted: Recounted | null
}

const isRight = (row: StoredRatingRow, recounted: Recounted | undefined) =>
  recounted !== undefined &&
  areEqual(row, recounted) &&
  row.rounds === recounted.rounds &&
  row.rating === shownRating(row)

/** Pages of ratings that are stored and differ. `seen` gets everybody who has a stored one. */
async function* storedDifferences(
  reader: Reader,
  type: GameType,
  { players, seen }: { players: Progress['players']; seen: Set<number> },
): AsyncGenerator<Difference[]> {
  let after = { after_rating: Number.MAX_SAFE_INTEGER, after_user_id: 0 }
  for (;;) {
    const rows = await reader.all(listStoredRatings, { ...type, ...after, limit: RATINGS_AT_ONCE })
    const last = rows.at(-1)
    if (!last) return
    for (const { user_id } of rows) seen.add(user_id)
    yield rows.flatMap((row) => {
      const recounted = players.get(row.user_id)
      if (isRight(row, recounted)) return []
      const { user_id, mu, sigma, rounds } = row
      return { user_id, stored: { mu, sigma, rounds }, recounted: recounted ?? null }
    })
    after = { after_rating: last.rating, after_user_id: last.user_id }
  }
}

/** Pages of ratings that are missing. Those of accounts that were deleted meanwhile are not. */
async function* missingRatings(
  tx: Transaction,
  { players, seen }: { players: Progress['players']; seen: Set<number> },
): AsyncGenerator<Difference[]> {
  const missing = [...players.keys()].filter((user_id) => !seen.has(user_id)).toSorted(byNumber)
  for (let start = 0; start < missing.length; start += RATINGS_AT_ONCE) {
    const page = idRows(missing.slice(start, start + RATINGS_AT_ONCE))
    const found = await tx.all(lockPlayers, { players: page })
    yield found.map(({ id }) => ({
      user_id: id,
      stored: null,
      recounted: players.get(id) ?? null,
    }))
  }
}

const byNumber = (a: number, b: number) => a - b

async function correctRatings(
  tx: Transaction,
  { game_id, game_type }: GameType,
  differences: Difference[],
): Promise<void> {
  const wrong = differences.filter(({ recounted }) => recounted === null)
  const players = idRows(wrong.map(({ user_id }) => user_id))
  if (wrong.length > 0) await tx.run(deleteRatings, { game_type, players })
  const changed = differences.flatMap(({ user_id, recounted }) =>
    recounted ? { user_id, ...recounted, rating: shownRating(recounted) } : [],
  )
  const list = JSON.stringify(changed)
  if (changed.length > 0)
    await tx.run(upsertRatings, { game_id, game_type, changed: list, now: tx.now() })
}

/** Nothing is rated meanwhile, so what was rated since is replayed and all is compared. */
async function compare(tx: Transaction, type: GameType, progress: Progress, is_applied: boolean) {
  await lockRatedType(tx, type)
  let wrong_changes = 0
  for (let wrong; (wrong = await replaySome(tx, type, progress));) {
    wrong_changes += wrong.length
    if (is_applied) await correctHistory(tx, wrong)
  }
  const all = { players: progress.players, seen: new Set<number>() }
  const shown: Difference[] = []
  let wrong_ratings = 0
  for (const pages of [storedDifferences(tx, type, all), missingRatings(tx, all)])
    for await (const differences of pages) {
      wrong_ratings += differences.length
      shown.push(...differences.slice(0, MAX_SHOWN - shown.length))
      if (is_applied) await correctRatings(tx, type, differences)
    }
  if (is_applied)
    await recordChange(tx, {
      action: 'ratings.recount',
      game_id: type.game_id,
      target: 'rated_game_type',
      after: { game_type: type.game_type, rounds: progress.rounds, wrong_ratings },
    })
  return { wrong_ratings, wrong_changes, shown }
}

/**
 * Calculates all rated rounds of a game type again, from the rounds alone, and compares the result with what is stored. If it is
 * applied, what differs is corrected. Only the last skill of each player is kept in memory, and one page of rounds.
 */
async function recountType(
  context: Context,
  type: GameType,
  { is_applied, onProgress }: { is_applied: boolean; onProgress: (rounds: number) => void },
) {
  const progress: Progress = { rounds: 0, last_number: 0, players: new Map() }
  let wrong_before = 0
  for (let wrong; (wrong = await replaySome(context.db, type, progress));) {
    const found = wrong
    wrong_before += found.length
    if (is_applied && found.length > 0)
      await separateTransaction(context, (tx) => correctHistory(tx, found))
    onProgress(progress.rounds)
  }
  const compared = await separateTransaction(context, (tx) =>
    compare(tx, type, progress, is_applied),
  )
  return {
    game_type: type.game_type,
    rounds: progress.rounds,
    players: progress.players.size,
    ...compared,
    wrong_changes: wrong_before + compared.wrong_changes,
  }
}

interface Recount {
  game_id: number
  /** Without it: each one that is rated. */
  game_type?: string | undefined
  is_applied: boolean
  onProgress: (game_type: string, rounds: number) => void
}

/** One game type after the other. */
export async function* recountRatings(context: Context, recount: Recount) {
  const { game_id, is_applied } = recount
  await refuseUnknownGame(context.db, game_id)
  const types = (await listRatedTypes(context.db, game_id)).filter(
    ({ game_type }) => recount.game_type === undefined || game_type === recount.game_type,
  )
  if (types.length === 0) {
    const sentence = 'This game has no game types that are rated.'
    throw new Refusal(
      'rated_game_type_not_found',
      recount.game_type === undefined ? { sentence } : {},
    )
  }
  for (const { game_type } of types)
    yield await recountType(
      context,
      { game_id, game_type },
      { is_applied, onProgress: (rounds) => recount.onProgress(game_type, rounds) },
    )
}
