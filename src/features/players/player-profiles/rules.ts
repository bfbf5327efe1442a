import { FORMER_STAFF_NAME, hasRole, type Staff, SYSTEM_NAME } from '../../../access/staff.ts'
import type { Context } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { clampLimit, limitOffset } from '../../../limits.ts'
import { isoTime, formatTime } from '../../../services/times.ts'
import type { Reader } from '../../../storage/database.ts'
import { idRows } from '../../../storage/statement.ts'
import { readStaffReference } from '../../economy/credits/rules.ts'
import { readStoredName } from '../../play/board-seasons/rules.ts'
import { showRatingHistory, showRatings } from '../../play/ratings/rules.ts'
import { findPlayerOfGame, listOwnSessions } from '../sessions/rules.ts'
import { showAttributes } from '../user-attributes/rules.ts'
import {
  countThings,
  findProfile,
  type LedgerRow,
  listBlocks,
  listEntries,
  listFriends,
  listGroups,
  listItems,
  listLedger,
  listRounds,
  listStaffNames,
} from './queries.ts'

/** A player whom staff look at. */
export interface PlayerOfGame {
  game_id: number
  user_id: number
}

/** Null: it is over, or there was none. */
const stillIn = (until: number | null, now: number) => formatTime((until ?? 0) > now ? until : null)

export async function showProfile(context: Context, staff: Staff, player: PlayerOfGame) {
  const now = context.now()
  const [row, counts] = await Promise.all([
    context.db.first(findProfile, player),
    context.db.first(countThings, { user_id: player.user_id, now }),
  ])
  if (!row || !counts) throw new Refusal('user_not_found')
  const banned_until = stillIn(row.banned_until, now)
  const sees_email = hasRole(staff, 'support')
  return {
    id: row.id,
    game_id: row.game_id,
    username: row.username,
    email: sees_email ? row.email : null,
    has_email: row.email !== null,
    email_verified_at: formatTime(row.email_verified_at),
    is_guest: row.is_guest === 1,
    score: row.score,
    credits: row.credits,
    created_at: isoTime(row.created_at),
    last_login: isoTime(row.last_login),
    number_of_logins: row.number_of_logins,
    last_seen_at: isoTime(Math.max(row.last_seen_at ?? 0, row.last_login)),
    is_online: (row.online_until ?? 0) > now,
    banned_until,
    ban_reason: banned_until === null ? null : row.ban_reason,
    muted_until: stillIn(row.muted_until, now),
    counts,
  }
}

interface OnePage {
  page?: number
  per_page?: number
}

interface Newest {
  before?: number
  limit?: number
}

export async function listAttributesOf(context: Context, of: PlayerOfGame, page: OnePage) {
  const player = await findPlayerOfGame(context.db, of)
  const listed = { page: 1, ...page, user_id: player.id }
  const { game_user_attributes } = await showAttributes(context, player, listed)
  return { attributes: game_user_attributes }
}

export async function listSessionsOf(context: Context, of: PlayerOfGame, page: OnePage) {
  const player = await findPlayerOfGame(context.db, of)
  return listOwnSessions(context, player, page)
}

/** With the names of the staff who have changed the credits. */
export async function presentLedger(reader: Reader, rows: LedgerRow[]) {
  const read = rows.map((row) => ({ row, by: readStaffReference(row.reference) }))
  const ids = new Set(read.map(({ by }) => by?.staff_id ?? 0).filter((id) => id > 0))
  const found = ids.size > 0 ? await reader.all(listStaffNames, { named: idRows(ids) }) : []
  const names = new Map(found.map(({ id, name }) => [id, name]))
  const nameOf = (id: number) => (id === 0 ? SYSTEM_NAME : (names.get(id) ?? FORMER_STAFF_NAME))
  return read.map(({ row: { created_at, reference, ...row }, by }) => ({
    ...row,
    at: isoTime(created_at),
    reference: by ? null : reference,
    staff_id: by?.staff_id || null,
    staff_name: by ? (by.code_name ?? nameOf(by.staff_id)) : null,
    note: by?.note ?? null,
  }))
}

const FIRST = Number.MAX_SAFE_INTEGER

/** The id to be sent as `before`, if there may be more. */
const nextOf = (rows: { id: number }[], limit: number) =>
  rows.length === limit ? (rows.at(-1)?.id ?? null) : null

export async function listLedgerOf({ db }: Context, of: PlayerOfGame, input: Newest) {
  const { id: user_id } = await findPlayerOfGame(db, of)
  const limit = clampLimit(input.limit)
  const rows = await db.all(listLedger, { user_id, before: input.before ?? FIRST, limit })
  return { entries: await presentLedger(db, rows), next: nextOf(rows, limit) }
}

export async function listRoundsOf({ db }: Context, of: PlayerOfGame, input: Newest) {
  const { id: user_id } = await findPlayerOfGame(db, of)
  const limit = clampLimit(input.limit)
  const rows = await db.all(listRounds, { user_id, before: input.before ?? FIRST, limit })
  const rounds = rows.map(({ created_at, ...row }) => ({
    ...row,
    created_at: isoTime(created_at),
  }))
  return { rounds, next: nextOf(rows, limit) }
}

export async function listItemsOf({ db }: Context, of: PlayerOfGame, page: OnePage) {
  const { id: user_id } = await findPlayerOfGame(db, of)
  const rows = await db.all(listItems, { user_id, ...limitOffset(page) })
  const items = rows.map(({ bought_at, withdrawn_at, ...row }) => ({
    ...row,
    bought_at: isoTime(bought_at),
    is_withdrawn: withdrawn_at !== null,
  }))
  return { items }
}

const presentOther = ({ since, ...row }: { id: number; username: string; since: number }) => ({
  ...row,
  since: isoTime(since),
})

export async function listFriendsOf({ db }: Context, of: PlayerOfGame, page: OnePage) {
  const { id: user_id } = await findPlayerOfGame(db, of)
  const rows = await db.all(listFriends, { user_id, ...limitOffset(page) })
  return { friends: rows.map(presentOther) }
}

export async function listBlocksOf({ db }: Context, of: PlayerOfGame, page: OnePage) {
  const { id: user_id } = await findPlayerOfGame(db, of)
  const rows = await db.all(listBlocks, { user_id, ...limitOffset(page) })
  return { blocks: rows.map(presentOther) }
}

export async function listGroupsOf({ db }: Context, of: PlayerOfGame, page: OnePage) {
  const { id: user_id } = await findPlayerOfGame(db, of)
  const rows = await db.all(listGroups, { user_id, ...limitOffset(page) })
  const groups = rows.map(({ is_admin, joined_at, ...row }) => ({
    ...row,
    is_admin: is_admin === 1,
    joined_at: formatTime(joined_at),
  }))
  return { groups }
}

export async function listEntriesOf({ db }: Context, of: PlayerOfGame, page: OnePage) {
  const { id: user_id } = await findPlayerOfGame(db, of)
  const rows = await db.all(listEntries, { user_id, ...limitOffset(page) })
  const entries = rows.map(({ created_at, leaderboard_name, ...row }) => ({
    ...row,
    leaderboard_name: readStoredName(leaderboard_name).leaderboard_name,
    created_at: isoTime(created_at),
  }))
  return { entries }
}

export const listRatingsOfPlayer = async (context: Context, of: PlayerOfGame) =>
  showRatings(context, await findPlayerOfGame(context.db, of), {})

export const listRatingChangesOf = async (
  context: Context,
  of: PlayerOfGame,
  input: Newest & { game_type?: string },
) => showRatingHistory(context, await findPlayerOfGame(context.db, of), input)
