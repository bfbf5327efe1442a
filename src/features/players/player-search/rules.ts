import { hasRole, type Staff } from '../../../access/staff.ts'
import type { Context } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { clampLimit } from '../../../limits.ts'
import { comparisonKey } from '../../../services/names.ts'
import { readCursor, writeCursor } from '../../../services/page-cursors.ts'
import { isoTime, formatTime, readTime } from '../../../services/times.ts'
import { refuseUnknownGame } from '../../operations/games/rules.ts'
import {
  type Direction,
  findListedPlayer,
  listByEmail,
  listByJoining,
  listByName,
  type ListedPlayerRow,
  listFiltered,
} from './queries.ts'

/** Appended to a prefix, it sorts after all texts with that prefix. */
const LAST_CHARACTER = '\u{10ffff}'
const LARGEST = Number.MAX_SAFE_INTEGER

type Sort = keyof typeof listFiltered

export interface PlayerSearch {
  search?: string
  sort?: Sort
  direction?: Direction
  banned?: boolean
  guests?: boolean
  min_score?: number
  min_credits?: number
  seen_since?: string
  after?: string
  limit?: number
}

/** Where a page ended: the value by which it is sorted, and the id of the player. */
type Place = readonly [value: number | string, id: number]

const isNumberPlace = (value: unknown): value is readonly [number, number] =>
  Array.isArray(value) && value.length === 2 && value.every(Number.isSafeInteger)

const isTextPlace = (value: unknown): value is readonly [string, number] =>
  Array.isArray(value) &&
  value.length === 2 &&
  typeof value[0] === 'string' &&
  !value[0].includes('\0') &&
  Number.isSafeInteger(value[1])

const readPlace = (sort: Sort | 'email', after: string): Place =>
  sort === 'name' || sort === 'email'
    ? readCursor(after, isTextPlace)
    : readCursor(after, isNumberPlace)

/** A place before the first player. */
function firstPlace(sort: Sort, direction: Direction): Place {
  if (sort === 'name') return direction === 'ascending' ? ['', 0] : [LAST_CHARACTER, LARGEST]
  return direction === 'ascending' ? [-LARGEST, -LARGEST] : [LARGEST, LARGEST]
}

interface Page {
  game_id: number
  sort: Sort | 'email'
  direction: Direction
  place: Place | undefined
  limit: number
  /** The beginning of a name or an email address. */
  prefix: string
}

/** In the order of an index, so that a page costs as much as its entries. */
function listInOrder({ db }: Context, page: Page): Promise<ListedPlayerRow[]> {
  const { game_id, sort, direction, place, limit, prefix } = page
  if (sort === 'joined') {
    const after_id = place?.[1] ?? (direction === 'ascending' ? 0 : LARGEST)
    return db.all(listByJoining[direction], { game_id, after_id, limit })
  }
  const after = String(place?.[0] ?? '')
  const last = prefix + LAST_CHARACTER
  const range =
    direction === 'ascending'
      ? { from: after || prefix, until: last }
      : { from: prefix, until: after || last }
  const list = sort === 'email' ? listByEmail : listByName
  return db.all(list[direction], { game_id, ...range, after, limit })
}

const flag = (value: boolean | undefined) => (value === undefined ? -1 : Number(value))

function listByScan(
  { db, now }: Context,
  { game_id, direction, place, limit, prefix, sort }: Page & { sort: Sort },
  search: PlayerSearch,
): Promise<ListedPlayerRow[]> {
  const [value, after_id] = place ?? firstPlace(sort, direction)
  return db.all(listFiltered[sort][direction], {
    game_id,
    from: prefix,
    until: prefix + LAST_CHARACTER,
    now: now(),
    is_banned: flag(search.banned),
    is_guest: flag(search.guests),
    min_score: search.min_score ?? -LARGEST,
    min_credits: search.min_credits ?? 0,
    seen_since: search.seen_since === undefined ? 0 : readTime('seen_since', search.seen_since),
    value,
    after_id,
    limit,
  })
}

const hasFilter = ({ banned, guests, min_score, min_credits, seen_since }: PlayerSearch) =>
  [banned, guests, min_score, min_credits, seen_since].some((value) => value !== undefined)

/** Email addresses are for those who help players. */
const presentListed = (
  row: ListedPlayerRow,
  { staff, now }: { staff: Pick<Staff, 'role'>; now: number },
) => ({
  id: row.id,
  username: row.username,
  email: hasRole(staff, 'support') ? row.email : null,
  is_guest: row.is_guest === 1,
  score: row.score,
  credits: row.credits,
  created_at: isoTime(row.created_at),
  last_seen_at: isoTime(row.last_seen_at),
  banned_until: formatTime((row.banned_until ?? 0) > now ? row.banned_until : null),
  muted_until: formatTime((row.muted_until ?? 0) > now ? row.muted_until : null),
})

const valueOf = (row: ListedPlayerRow, sort: Sort | 'email'): number | string => {
  if (sort === 'name') return comparisonKey(row.username)
  if (sort === 'email') return comparisonKey(row.email ?? '')
  if (sort === 'joined') return row.id
  return sort === 'last_seen' ? row.last_seen_at : row[sort]
}

/** A search for a number also looks for the player with this id, who comes first. */
async function findById({ db }: Context, game_id: number, { search = '', after }: PlayerSearch) {
  if (after !== undefined || !/^#?\d{1,15}$/.test(search)) return undefined
  return db.first(findListedPlayer, { game_id, id: Number(search.replace('#', '')) })
}

/**
 * By name or in the order of sign-ups, a page is read from an index. Other orders and all filters read the players of the
 * game one by one, apart from other reads and with a time limit.
 */
export async function searchPlayers(
  context: Context,
  staff: Staff,
  game_id: number,
  search: PlayerSearch,
) {
  await refuseUnknownGame(context.db, game_id)
  const prefix = comparisonKey(search.search ?? '')
  const is_email = prefix.includes('@')
  if (is_email && !hasRole(staff, 'support')) throw new Refusal('role_too_low')
  const wanted = search.sort ?? (prefix ? 'name' : 'joined')
  const sort = is_email ? 'email' : wanted
  const direction =
    search.direction ?? (sort === 'name' || sort === 'email' ? 'ascending' : 'descending')
  const place = search.after === undefined ? undefined : readPlace(sort, search.after)
  const limit = clampLimit(search.limit)
  const page = { game_id, direction, place, limit: limit + 1, prefix }
  const is_indexed = sort === 'name' || sort === 'email' || (sort === 'joined' && !prefix)
  const [by_id, found] = await Promise.all([
    findById(context, game_id, search),
    sort === 'email' || (is_indexed && !hasFilter(search))
      ? listInOrder(context, { ...page, sort })
      : listByScan(context, { ...page, sort }, search),
  ])
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  const next = last && found.length > limit ? writeCursor([valueOf(last, sort), last.id]) : null
  const rows = by_id ? [by_id, ...shown.filter(({ id }) => id !== by_id.id)] : shown
  const viewer = { staff, now: context.now() }
  return { players: rows.map((row) => presentListed(row, viewer)), next }
}
