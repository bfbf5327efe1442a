import type { Context, Player, Transaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import type { Events } from '../../../events.ts'
import { clampLimit, limitOffset, limits, MAX_COUNTED } from '../../../limits.ts'
import {
  placeTeams,
  rateTeams,
  type RoundResult,
  shownRating,
  type Skill,
} from '../../../services/skill-ratings.ts'
import { isoTime } from '../../../services/times.ts'
import type { Reader } from '../../../storage/database.ts'
import { idRows } from '../../../storage/statement.ts'
import { publicFields, recordEvents } from '../../operations/events/rules.ts'
import { refuseUnknownGame } from '../../operations/games/rules.ts'
import { findUserInGame, summarize } from '../../players/users/rules.ts'
import { findRatedType, takeNextNumber } from '../rating-settings/rules.ts'
import {
  countHigher,
  findRating,
  insertChanges,
  insertRatedRound,
  listBest,
  listChanges,
  listChangesOfType,
  listRatedPlayers,
  listRatings,
  listResults,
  lockPlayers,
  type NewChange,
  type RatedPlayerRow,
  type ResultRow,
  upsertRatings,
} from './queries.ts'

export interface PlayerResult extends RoundResult {
  user_id: number
}

export const isAscending = (ranking_order: string | null) => ranking_order === 'ascending'

/** The best entry counts. */
const resultOf = (row: ResultRow, is_ascending: boolean): PlayerResult => ({
  user_id: row.user_id,
  team: row.team,
  score: is_ascending ? row.lowest : row.highest,
})

/** By round, in the order of the players' ids. No more than `limit` in all. */
export async function listPlayerResults(
  reader: Reader,
  rounds: { id: number; is_ascending: boolean }[],
  limit: number,
): Promise<Map<number, PlayerResult[]>> {
  const orders = new Map(rounds.map(({ id, is_ascending }) => [id, is_ascending]))
  const rows = await reader.all(listResults, { rounds: idRows(orders.keys()), limit })
  const by_round = Map.groupBy(rows, (row) => row.multiplayer_game_round_id)
  return new Map(
    [...by_round].map(([id, found]) => [
      id,
      found.map((row) => resultOf(row, orders.get(id) === true)),
    ]),
  )
}

/** Undefined: there is nobody to compare, or the model has no number for it. */
export async function rateResults(
  results: RoundResult[],
  skills: Skill[],
  settings: Parameters<typeof rateTeams>[2] & { is_ascending: boolean },
) {
  const teams = placeTeams(results, settings.is_ascending)
  if (teams.length < 2) return undefined
  const after = await rateTeams(skills, teams, settings)
  if (!after) return undefined
  const places = new Map(teams.flatMap(({ members, place }) => members.map((m) => [m, place])))
  return after.map((skill, index) => ({ skill, place: places.get(index) ?? 1 }))
}

type Finished = Events['round_finished']

/** Undefined: this round changes no ratings. */
async function findResultsToRate(tx: Transaction, finished: Finished, min_scores: number) {
  const { multiplayer_game_round_id: id, ranking_order } = finished
  const max = limits.rated_players.value
  const round = { id, is_ascending: isAscending(ranking_order) }
  const results = (await listPlayerResults(tx, [round], max + 1)).get(id) ?? []
  const scored = results.filter(({ score }) => score !== null).length
  const teams = placeTeams(results, round.is_ascending).length
  return results.length <= max && scored >= min_scores && teams >= 2 ? results : undefined
}

interface Change extends NewChange {
  player: RatedPlayerRow
  rounds: number
}

async function tellPlayers(tx: Transaction, finished: Finished, changes: Change[]): Promise<void> {
  const { game_id, game_type, multiplayer_game_round_id } = finished
  if (game_type === null) return
  await recordEvents(
    tx,
    'rating.changed',
    changes.map(({ user_id, player, place, rating_before, rating_after, rounds }) => ({
      game_id,
      actor_id: null,
      audience: 'user',
      audience_id: user_id,
      data: {
        game_type,
        multiplayer_game_round_id,
        place,
        rating_before,
        rating_after,
        rounds,
        user: publicFields(player),
      },
    })),
  )
}

/** The rating of each player before and after. Undefined: the model has no number for it. */
async function calculateChanges(
  results: PlayerResult[],
  players: Map<number, RatedPlayerRow>,
  settings: Parameters<typeof rateResults>[2],
): Promise<Change[] | undefined> {
  const { mu, sigma } = settings
  const skills = results.map(({ user_id }) => {
    const player = players.get(user_id)
    return { mu: player?.mu ?? mu, sigma: player?.sigma ?? sigma }
  })
  const rated = await rateResults(results, skills, settings)
  return rated?.flatMap(({ skill, place }, position) => {
    const [result, before] = [results[position], skills[position]]
    const player = result && players.get(result.user_id)
    if (!result || !before || !player) return []
    return {
      position,
      user_id: result.user_id,
      team: result.team,
      score: result.score,
      place,
      mu_before: before.mu,
      sigma_before: before.sigma,
      rating_before: player.rating ?? shownRating(before),
      mu_after: skill.mu,
      sigma_after: skill.sigma,
      rating_after: shownRating(skill),
      player,
      rounds: (player.rounds ?? 0) + 1,
    }
  })
}

async function storeChanges(tx: Transaction, finished: Finished, changes: Change[]): Promise<void> {
  const { game_id, game_type, multiplayer_game_round_id } = finished
  if (game_type === null) return
  const changed = changes.map(({ user_id, mu_after, sigma_after, rating_after, rounds }) => ({
    user_id,
    mu: mu_after,
    sigma: sigma_after,
    rating: rating_after,
    rounds,
  }))
  const rows = changes.map(({ player: _player, rounds: _rounds, ...change }) => change)
  const now = tx.now()
  await tx.run(upsertRatings, { game_id, game_type, changed: JSON.stringify(changed), now })
  const history = { multiplayer_game_round_id, game_type, changes: JSON.stringify(rows), now }
  await tx.run(insertChanges, history)
}

/**
 * Runs when a round is finished, in its transaction. Rounds of one game type are rated one after the other: what is locked
 * first is their settings, which also number them.
 */
export async function rateFinishedRound(tx: Transaction, finished: Finished): Promise<void> {
  const { game_id, game_type, multiplayer_game_round_id, ranking_order } = finished
  if (game_type === null) return
  const type = { game_id, game_type }
  const rated = await findRatedType(tx, type)
  const results = rated && (await findResultsToRate(tx, finished, rated.min_scores))
  if (!results) return
  const settings = await takeNextNumber(tx, type)
  if (!settings) return
  const players = idRows(results.map(({ user_id }) => user_id))
  await tx.all(lockPlayers, { players })
  const rows = await tx.all(listRatedPlayers, { players, game_type })
  const by_id = new Map(rows.map((row) => [row.id, row]))
  // An account may have been deleted while this waited.
  const present = results.filter(({ user_id }) => by_id.has(user_id))
  const is_ascending = isAscending(ranking_order)
  const changes = await calculateChanges(present, by_id, { ...settings, is_ascending })
  const { mu, sigma, beta, tau, rated_rounds: number } = settings
  const round = { ...type, multiplayer_game_round_id, number, mu, sigma, beta, tau, now: tx.now() }
  await tx.run(insertRatedRound, round)
  if (!changes) return
  await storeChanges(tx, finished, changes)
  await tellPlayers(tx, finished, changes)
}

const presentTime = <R extends { updated_at: number }>({ updated_at, ...row }: R) => ({
  ...row,
  updated_at: isoTime(updated_at),
})

/** Empty for players without one, and so in games without rated game types. */
export async function listRatingsOf(reader: Reader, user_id: number) {
  const rows = await reader.all(listRatings, { user_id, limit: limits.rated_game_types.value })
  return rows.map(presentTime)
}

/** Every player of the game may read them. */
export async function showRatings(
  { db }: Context,
  player: Player,
  { user_id = player.id }: { user_id?: number },
) {
  if (user_id !== player.id) await findUserInGame(db, player, user_id)
  return { ratings: await listRatingsOf(db, user_id) }
}

interface HistoryQuery {
  user_id?: number
  game_type?: string
  before?: number
  limit?: number
}

/** The latest first. */
export async function showRatingHistory({ db }: Context, player: Player, query: HistoryQuery) {
  const { user_id = player.id, game_type, before = Number.MAX_SAFE_INTEGER } = query
  if (user_id !== player.id) await findUserInGame(db, player, user_id)
  const limit = clampLimit(query.limit)
  const wanted = { user_id, before, limit }
  const rows =
    game_type === undefined
      ? await db.all(listChanges, wanted)
      : await db.all(listChangesOfType, { ...wanted, game_type })
  const rating_changes = rows.map(({ changed_at, ...change }) => ({
    ...change,
    changed_at: isoTime(changed_at),
  }))
  return { rating_changes, next: rows.length === limit ? (rows.at(-1)?.id ?? null) : null }
}

interface LeaderboardQuery {
  game_type: string
  page?: number
  per_page?: number
}

interface RatingOfType {
  game_id: number
  game_type: string
  rating: number
}

/** Equal ratings share a rank. Null: it is further down than ranks are counted. */
async function findRank(reader: Reader, wanted: RatingOfType): Promise<number | null> {
  const counted = await reader.first(countHigher, { ...wanted, max: MAX_COUNTED })
  const rank = 1 + (counted?.higher ?? 0)
  return rank <= MAX_COUNTED ? rank : null
}

async function findOwnRank(reader: Reader, player: Player, game_type: string) {
  const own = await reader.first(findRating, { user_id: player.id, game_type })
  if (!own) return null
  const { game_id } = player
  return { ...own, rank: await findRank(reader, { game_id, game_type, rating: own.rating }) }
}

function refuseDeepPage({ limit, offset }: { limit: number; offset: number }): void {
  if (offset + limit <= MAX_COUNTED) return
  const sentence = `Only the first ${MAX_COUNTED} are listed: choose a smaller page.`
  throw new Refusal('invalid_input', { sentence })
}

/** One page, the best first. */
async function listRanking(
  reader: Reader,
  game_id: number,
  { game_type, ...wanted }: LeaderboardQuery,
) {
  const page = limitOffset(wanted)
  refuseDeepPage(page)
  const rows = await reader.all(listBest, { game_id, game_type, ...page })
  let { rating = 0 } = rows[0] ?? {}
  let rank = rows.length > 0 ? await findRank(reader, { game_id, game_type, rating }) : null
  return rows.map((row, index) => {
    if (row.rating !== rating) rank = page.offset + index + 1
    rating = row.rating
    const { mu, sigma, rounds, updated_at } = row
    const user = {
      id: row.user_id,
      game_id: row.user_game_id,
      username: row.user_username,
      email: row.user_email,
      credits: row.user_credits,
      score: row.user_score,
    }
    return { ...presentTime({ rank, rating, mu, sigma, rounds, updated_at }), user }
  })
}

export async function showRatingLeaderboard(
  { db }: Context,
  player: Player,
  query: LeaderboardQuery,
) {
  const rows = await listRanking(db, player.game_id, query)
  const ranking = rows.map(({ user, ...row }) => ({ ...row, user: summarize(user, player) }))
  return { ranking, own: await findOwnRank(db, player, query.game_type) }
}

/** For staff. */
export async function showRatingsOfGame({ db }: Context, game_id: number, query: LeaderboardQuery) {
  await refuseUnknownGame(db, game_id)
  const rows = await listRanking(db, game_id, query)
  return {
    ranking: rows.map(({ user: { id, username }, ...row }) => ({ ...row, user: { id, username } })),
  }
}
