import type { Context, Transaction } from '../../../context.ts'
import { limits } from '../../../limits.ts'
import { isoTime } from '../../../services/times.ts'
import type { Reader } from '../../../storage/database.ts'
import {
  type AuditRow,
  insertEntry,
  listEntries,
  listEntriesOfGame,
  searchEntries,
  searchEntriesOfGame,
  updateValuesErased,
} from './queries.ts'

type Values = Record<string, unknown>

interface Change {
  /** The name of the operation, such as `admin.games.change`. */
  action: string
  /** Null: it concerns the whole server. */
  game_id: number | null
  /** A kind of thing, such as `player`, and which one it is. */
  target: string
  target_id?: number | null
  before?: Values
  after?: Values
  /** Fields that say which one it is, where no id does: they are kept although they do not change. */
  named_by?: string[]
}

/** Only what differs is kept, so that the entry shows what was done. */
function differences(before: Values, after: Values, named_by: string[]): [Values, Values] {
  const same = (name: string) =>
    !named_by.includes(name) && JSON.stringify(before[name]) === JSON.stringify(after[name])
  const changed = (values: Values) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !same(name)))
  return [changed(before), changed(after)]
}

/** Long values, such as a description, are left out one by one, so that they hide no others. */
function toText(values: Values): string {
  const max = limits.audit_value_characters.value
  const shortened = Object.entries(values).map(([name, value]) => {
    const { length } = JSON.stringify(value) ?? ''
    return [name, length > max ? { too_long: length } : value]
  })
  return JSON.stringify(Object.fromEntries(shortened))
}

/**
 * To be called in the transaction of every change by staff, with what was changed before and after, and without secrets.
 * What players do to their own things is not recorded: then it does nothing.
 */
export async function recordChange(
  tx: Transaction,
  { action, game_id, target, target_id = null, before = {}, after = {}, named_by = [] }: Change,
  staff = tx.staff,
): Promise<void> {
  if (!staff) return
  const [old_values, new_values] = differences(before, after, named_by)
  await tx.run(insertEntry, {
    at: tx.now(),
    actor_kind: staff.kind,
    actor_id: staff.id,
    actor_name: staff.name,
    address: staff.address,
    request_id: staff.request_id,
    game_id,
    action,
    target,
    target_id,
    old_values: toText(old_values),
    new_values: toText(new_values),
  })
}

/** When a player is erased: what was done stays, and by whom, but not the names and texts in it. */
export const forgetTarget = (tx: Transaction, target: string, target_id: number) =>
  tx.run(updateValuesErased, { target, target_id })

const DEFAULT_PAGE = 50
const MAX_PAGE = 100

interface Filters {
  before?: number | undefined
  limit?: number | undefined
  action?: string | undefined
  target?: string | undefined
  target_id?: number | undefined
  actor_id?: number | undefined
}

const present = ({ old_values, new_values, at, ...row }: AuditRow) => ({
  ...row,
  at: isoTime(at),
  actor_kind: row.actor_kind,
  old_values: JSON.parse(old_values),
  new_values: JSON.parse(new_values),
})

function readEntries(
  db: Reader,
  game_id: number | null,
  page: { before: number; limit: number },
  matching: Omit<Filters, 'before' | 'limit'>,
): Promise<AuditRow[]> {
  const { action = '', target = '', target_id = 0, actor_id = 0 } = matching
  const filter = { ...page, action, target, target_id, actor_id }
  if (action || target || target_id || actor_id)
    return game_id === null
      ? db.all(searchEntries, filter)
      : db.all(searchEntriesOfGame, { ...filter, game_id })
  return game_id === null
    ? db.all(listEntries, page)
    : db.all(listEntriesOfGame, { ...page, game_id })
}

/** The newest first. Null: of the whole server. */
export async function showAuditLog({ db }: Context, game_id: number | null, filters: Filters) {
  const limit = Math.min(filters.limit ?? DEFAULT_PAGE, MAX_PAGE)
  const { before = Number.MAX_SAFE_INTEGER, limit: _limit, ...matching } = filters
  const rows = await readEntries(db, game_id, { limit, before }, matching)
  const next = rows.length === limit ? (rows.at(-1)?.id ?? null) : null
  return { entries: rows.map(present), next }
}
