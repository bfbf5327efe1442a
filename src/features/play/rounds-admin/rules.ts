import { type Context, inTransaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { clampLimit, limits } from '../../../limits.ts'
import { isoTime, formatTime } from '../../../services/times.ts'
import type { Reader } from '../../../storage/database.ts'
import { recordChange } from '../../operations/audit-log/rules.ts'
import { refuseUnknownGame, staffViewer } from '../../operations/games/rules.ts'
import {
  findPlace,
  listRankingsOfSeveral,
  presentMultiplayerRound,
  tellOfEntry,
} from '../multiplayer-rounds/rules.ts'
import {
  findMultiplayerRoundInGame,
  isOver,
  lockRoundForStaff,
  viewerOf,
} from '../round-state/rules.ts'
import {
  countMultiplayerRounds,
  countPlayers,
  deleteRound,
  findLastLookedAt,
  findLastMultiplayerLookedAt,
  findMultiplayerRound,
  findRound,
  listAmongLatest,
  type ListedMultiplayerRound,
  type ListedRound,
  listFewMultiplayerRounds,
  listMultiplayerAmongLatest,
  listOfFewPlayers,
  listOfUser,
  listSeats,
} from './queries.ts'

const DEFAULT_PAGE = 50
/** Up to so many, the rounds of each player are asked for; beyond, the latest rounds of all games are looked through. */
const FEW_PLAYERS = 1000
const MAX_LOOKED_AT = 20_000
const MAX_ENTRIES_COUNTED = 1000
const BEST_SHOWN = 3

const presentRound = ({ user_id, username, created_at, updated_at, ...round }: ListedRound) => ({
  ...round,
  user: { id: user_id, username },
  created_at: isoTime(created_at),
  updated_at: isoTime(updated_at),
})

/** Null: every round was looked at. */
const nextAfter = (last: { rounds: number; id: number | null } | undefined) =>
  last && last.rounds === MAX_LOOKED_AT ? last.id : null

interface RoundsQuery {
  user_id?: number
  game_type?: string
  before?: number
  limit?: number
}

/** The newest first. A page may have fewer than asked for, or none, and still have a next one. */
export async function listRoundsOfGame({ db }: Context, game_id: number, query: RoundsQuery) {
  await refuseUnknownGame(db, game_id)
  const { user_id, game_type = '', before = Number.MAX_SAFE_INTEGER } = query
  const limit = clampLimit(query.limit ?? DEFAULT_PAGE)
  const wanted = { game_id, game_type, before, limit }
  const answer = (rows: ListedRound[], next: number | null = null) => ({
    rounds: rows.map(presentRound),
    next: rows.length === limit ? (rows.at(-1)?.id ?? null) : next,
  })
  if (user_id !== undefined) return answer(await db.all(listOfUser, { ...wanted, user_id }))
  const counted = await db.first(countPlayers, { game_id, max: FEW_PLAYERS + 1 })
  if (counted && counted.players <= FEW_PLAYERS)
    return answer(await db.all(listOfFewPlayers, { ...wanted, max_players: FEW_PLAYERS }))
  const max_looked_at = MAX_LOOKED_AT
  const rows = await db.all(listAmongLatest, { ...wanted, max_looked_at })
  if (rows.length === limit) return answer(rows)
  const last = await db.first(findLastLookedAt, { game_id, before, max_looked_at })
  return answer(rows, nextAfter(last))
}

interface RoundOfGame {
  id: number
  round_id: number
}

async function findRoundOfGame(reader: Reader, { id: game_id, round_id }: RoundOfGame) {
  const row = await reader.first(findRound, { id: round_id, game_id })
  if (!row) throw new Refusal('round_not_found')
  return row
}

const parseMetadata = (text: string | null): Record<string, unknown> | null =>
  text === null ? null : JSON.parse(text)

export async function showRoundOfGame({ db }: Context, wanted: RoundOfGame) {
  const { metadata, finished_order, ...row } = await findRoundOfGame(db, wanted)
  const { multiplayer_game_round_id: id, score } = row
  const viewer = viewerOf(await staffViewer(db, wanted.id), { finished_order })
  const place = id === null ? row.place : await findPlace(db, viewer, { id, score })
  return { ...presentRound({ ...row, place }), metadata: parseMetadata(metadata) }
}

/** The multiplayer round that it was part of stays. Once that is finished, its entries stay too, if it has rules. */
export function deleteRoundOfGame(context: Context, wanted: RoundOfGame) {
  return inTransaction(context, async (tx) => {
    const viewer = await staffViewer(tx, wanted.id)
    const { id, user_id, game_type, score, multiplayer_game_round_id, start_time } =
      await findRoundOfGame(tx, wanted)
    if (multiplayer_game_round_id !== null)
      await lockRoundForStaff(tx, viewer, multiplayer_game_round_id)
    await tx.run(deleteRound, { id })
    await tellOfEntry(tx, viewer, 'removed', {
      id,
      game_user_id: user_id,
      multiplayer_game_round_id,
    })
    await recordChange(tx, {
      action: 'admin.rounds.delete',
      game_id: wanted.id,
      target: 'round',
      target_id: id,
      before: { user_id, game_type, score, start_time, multiplayer_game_round_id },
    })
    return { message: 'the game round was deleted' }
  })
}

function stateOf(row: ListedMultiplayerRound, now: number): 'open' | 'full' | 'finished' {
  if (isOver(row, now)) return 'finished'
  return row.max_players !== null && row.players >= row.max_players ? 'full' : 'open'
}

const presentMultiplayer = (row: ListedMultiplayerRound, now: number) => ({
  id: row.id,
  created_at: isoTime(row.created_at),
  master:
    row.master_id === null || row.master_username === null
      ? null
      : { id: row.master_id, username: row.master_username },
  entries: row.entries,
  state: stateOf(row, now),
  game_type: row.game_type,
  max_players: row.max_players,
  player_count: row.has_rules === 1 ? row.players : null,
  who_may_join: row.who_may_join,
  closes_at: formatTime(row.closes_at),
  finished_at: formatTime(row.finished_at),
})

interface Ranked {
  id: number
  place?: number | undefined
  score?: number | undefined
  start_time: string
  end_time: string | null
  user: { id: number; username: string }
}

const presentRanking = ({ id, place, score, start_time, end_time, user }: Ranked) => ({
  id,
  place: place ?? null,
  score: score ?? null,
  start_time,
  end_time,
  user: { id: user.id, username: user.username },
})

/** The newest first, each with the best of its rankings. */
export async function listMultiplayerRoundsOfGame(
  { db, now }: Context,
  game_id: number,
  query: { before?: number; limit?: number },
) {
  const viewer = await staffViewer(db, game_id)
  const limit = clampLimit(query.limit ?? DEFAULT_PAGE)
  const { before = Number.MAX_SAFE_INTEGER } = query
  const page = { game_id, before, limit, max_entries: MAX_ENTRIES_COUNTED }
  const max_looked_at = MAX_LOOKED_AT
  const counted = await db.first(countMultiplayerRounds, { game_id, max: max_looked_at + 1 })
  const are_few = !counted || counted.rounds <= max_looked_at
  const rows = are_few
    ? await db.all(listFewMultiplayerRounds, page)
    : await db.all(listMultiplayerAmongLatest, { ...page, max_looked_at })
  const is_full = rows.length === limit
  const last =
    are_few || is_full
      ? undefined
      : await db.first(findLastMultiplayerLookedAt, { game_id, before, max_looked_at })
  const rankings = await listRankingsOfSeveral(db, viewer, rows)
  return {
    multiplayer_rounds: rows.map((row) => ({
      ...presentMultiplayer(row, now()),
      best: (rankings.get(row.id) ?? []).slice(0, BEST_SHOWN).map(presentRanking),
    })),
    next: is_full ? (rows.at(-1)?.id ?? null) : nextAfter(last),
  }
}

/** Those who joined first come first. */
async function presentSeats(reader: Reader, multiplayer_game_round_id: number) {
  const limit = limits.round_players_shown.value
  const rows = await reader.all(listSeats, { multiplayer_game_round_id, limit })
  return rows.map(({ id, username, team, joined_at }) => ({
    user: { id, username },
    team,
    joined_at: isoTime(joined_at),
  }))
}

export async function showMultiplayerRoundOfGame(
  context: Context,
  { id: game_id, round_id: id }: RoundOfGame,
  page: { page?: number; per_page?: number },
) {
  const { db, now } = context
  const viewer = await staffViewer(db, game_id)
  const row = await db.first(findMultiplayerRound, {
    id,
    game_id,
    max_entries: MAX_ENTRIES_COUNTED,
  })
  if (!row) throw new Refusal('multiplayer_round_not_found')
  const round = await findMultiplayerRoundInGame(db, viewer, id)
  const { rankings } = await presentMultiplayerRound(db, viewer, { row: round, page })
  return {
    ...presentMultiplayer(row, now()),
    seats: row.has_rules === 1 ? await presentSeats(db, id) : [],
    rankings: rankings.map(presentRanking),
  }
}
