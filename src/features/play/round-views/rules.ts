import type { Context, Player } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { limitOffset, limits, MAX_COUNTED } from '../../../limits.ts'
import { isoTime, formatTime } from '../../../services/times.ts'
import type { Reader } from '../../../storage/database.ts'
import { summarize } from '../../players/users/rules.ts'
import { presentMultiplayerRound } from '../multiplayer-rounds/rules.ts'
import { findMultiplayerRoundInGame, type MultiplayerRound } from '../round-state/rules.ts'
import {
  findSeat,
  listInvited,
  listJoined,
  listOpen,
  listOpenOfType,
  listSeats,
  type OpenRow,
} from './queries.ts'

interface Page {
  page?: number
  per_page?: number
}

async function presentSeats(reader: Reader, player: Player, multiplayer_game_round_id: number) {
  const limit = limits.round_players_shown.value
  const rows = await reader.all(listSeats, { multiplayer_game_round_id, limit })
  return rows.map(({ team, joined_at, ...user }) => ({
    user: summarize(user, player),
    team,
    joined_at: isoTime(joined_at),
  }))
}

/** The code is only for those who have a seat. */
async function presentCode(reader: Reader, player: Player, { id, code }: MultiplayerRound) {
  if (code === null) return {}
  const seat = { multiplayer_game_round_id: id, user_id: player.id }
  const found = await reader.first(findSeat, seat)
  return found?.state === 'joined' ? { code } : {}
}

async function presentRules(reader: Reader, player: Player, row: MultiplayerRound) {
  return {
    game_type: row.game_type ?? '',
    max_players: row.max_players ?? 0,
    entries_per_player: row.entries_per_player,
    who_may_join: row.who_may_join ?? 'invited',
    ...(row.group_id === null ? {} : { group_id: row.group_id }),
    closes_at: formatTime(row.closes_at),
    finished_at: formatTime(row.finished_at),
    player_count: row.players,
    players: await presentSeats(reader, player, row.id),
    ...(await presentCode(reader, player, row)),
  }
}

/** What every round has, and what only a round with rules or a finished one has. */
async function presentRound(
  reader: Reader,
  player: Player,
  shown: { row: MultiplayerRound; page?: Page },
) {
  const { row } = shown
  const round = await presentMultiplayerRound(reader, player, shown)
  if (row.has_rules === 1) return { ...round, ...(await presentRules(reader, player, row)) }
  return row.finished_at === null ? round : { ...round, finished_at: formatTime(row.finished_at) }
}

/** As it is now. */
export const loadRound = async (
  reader: Reader,
  player: Player,
  { id, ...page }: Page & { id: number },
) =>
  presentRound(reader, player, { row: await findMultiplayerRoundInGame(reader, player, id), page })

export const showRound = ({ db }: Context, player: Player, query: Page & { id: number }) =>
  loadRound(db, player, query)

function presentOpenRound(row: OpenRow, viewer: Player) {
  const master = {
    id: row.master_id,
    game_id: row.master_game_id,
    username: row.master_username,
    email: row.master_email,
    credits: row.master_credits,
    score: row.master_score,
  }
  return {
    id: row.id,
    created_at: isoTime(row.created_at),
    master: summarize(master, viewer),
    game_type: row.game_type,
    max_players: row.max_players,
    entries_per_player: row.entries_per_player,
    closes_at: formatTime(row.closes_at),
    player_count: row.players,
  }
}

interface OpenQuery extends Page {
  open?: boolean
  invited?: boolean
  joined?: boolean
  game_type?: string
}

const refuse = (sentence: string) => new Refusal('invalid_input', { sentence })

/** Rounds that are not over: with a free seat that the player may take, or with an invitation or a seat for the player. */
export async function listOpenRounds({ db, now }: Context, player: Player, query: OpenQuery) {
  const { open, invited, joined, game_type } = query
  if (open === false) throw refuse('open must be true: only these are listed.')
  if (invited && joined) throw refuse('invited and joined cannot both be true.')
  const page = limitOffset(query)
  if (page.offset + page.limit > MAX_COUNTED)
    throw refuse(`Only the first ${MAX_COUNTED} are listed: choose a smaller page.`)
  const wanted = { viewer_id: player.id, now: now(), ...page }
  const list = () => {
    if (invited) return db.all(listInvited, { ...wanted, game_type: game_type ?? '' })
    if (joined) return db.all(listJoined, { ...wanted, game_type: game_type ?? '' })
    const in_game = { ...wanted, game_id: player.game_id }
    if (game_type === undefined) return db.all(listOpen, in_game)
    return db.all(listOpenOfType, { ...in_game, game_type })
  }
  const rows = await list()
  return { multiplayer_game_rounds: rows.map((row) => presentOpenRound(row, player)) }
}
