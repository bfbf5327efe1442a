import { DAY_MS } from '../../../durations.ts'
import type { Context, Transaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { clampLimit } from '../../../limits.ts'
import { isoTime } from '../../../services/times.ts'
import { step } from '../../../storage/statement.ts'
import { refuseUnknownGame } from '../../operations/games/rules.ts'
import { findGameOfItem } from '../store/rules.ts'
import {
  ALL_DAYS,
  type Counts,
  countPlayers,
  findEnd,
  findLastLookedAt,
  insertDays,
  insertTotals,
  listAmongLatest,
  listCounts,
  listOfFewPlayers,
  claimProgress,
  type Sale,
  updateProgress,
} from './queries.ts'

const DAYS_SHOWN = 30
const COUNTED_AT_ONCE = 5000
const MAX_UNCOUNTED = 20_000

/** Counts the next part of the ledger. Returns whether there may be more. */
export async function countSales(tx: Transaction): Promise<boolean> {
  const progress = await tx.first(claimProgress, {})
  if (!progress) return false
  const after = progress.ledger_until
  const found = await tx.first(findEnd, { after, max: COUNTED_AT_ONCE })
  const end = found?.id ?? null
  if (end === null) return false
  await tx.inOrder(
    step(insertDays, { after, end }),
    step(insertTotals, { after, end }),
    step(updateProgress, { end }),
  )
  return true
}

const NOTHING = { sold: 0, refunded: 0, credits: 0 }

type Sums = typeof NOTHING

const add = (one: Sums, other: Sums): Sums => ({
  sold: one.sold + other.sold,
  refunded: one.refunded + other.refunded,
  credits: one.credits + other.credits,
})

function sumBy(rows: Counts[], keyOf: (row: Counts) => number): Map<number, Sums> {
  const sums = new Map<number, Sums>()
  for (const row of rows) sums.set(keyOf(row), add(sums.get(keyOf(row)) ?? NOTHING, row))
  return sums
}

/** What the job has counted, and what was sold since then. */
export async function showSales(
  { db, now }: Context,
  game_id: number,
  { store_item_id }: { store_item_id?: number },
) {
  await refuseUnknownGame(db, game_id)
  const today = Math.floor(now() / DAY_MS)
  const from = today - DAYS_SHOWN + 1
  const rows = (await db.all(listCounts, { game_id, from, max: MAX_UNCOUNTED })).filter(
    (row) => store_item_id === undefined || row.store_item_id === store_item_id,
  )
  const all = rows.filter(({ day, is_new }) => day === ALL_DAYS || is_new === 1)
  const lately = rows.filter(({ day }) => day >= from)
  const totals = sumBy(all, (row) => row.store_item_id)
  const recent = sumBy(lately, (row) => row.store_item_id)
  const by_day = sumBy(lately, ({ day }) => day)
  return {
    items: [...totals]
      .toSorted(([one], [other]) => one - other)
      .map(([id, total]) => ({
        store_item_id: id,
        ...total,
        last_30_days: recent.get(id) ?? NOTHING,
      })),
    days: Array.from({ length: DAYS_SHOWN }, (_, index) => ({
      day: isoTime((from + index) * DAY_MS).slice(0, 10),
      ...(by_day.get(from + index) ?? NOTHING),
    })),
  }
}

const DEFAULT_PAGE = 50
/** Up to so many, the ledger of each player is read; with more, the latest rows of the whole ledger are searched. */
const FEW_PLAYERS = 1000
const MAX_LOOKED_AT = 20_000

const presentSale = ({ user_id, username, reason, change, ...sale }: Sale) => ({
  id: sale.id,
  kind: reason,
  user: { id: user_id, username },
  store_item_id: sale.store_item_id,
  item_name: sale.item_name,
  credits: Math.abs(change),
  at: isoTime(sale.created_at),
})

interface SalesQuery {
  store_item_id?: number
  before?: number
  limit?: number
}

/** Purchases and refunds, the newest first. A page may have fewer than asked for, or none, and still have a next one. */
export async function listSales(context: Context, game_id: number, query: SalesQuery) {
  const { db } = context
  await refuseUnknownGame(db, game_id)
  const { store_item_id, before = Number.MAX_SAFE_INTEGER } = query
  if (store_item_id !== undefined && (await findGameOfItem(context, store_item_id)) !== game_id)
    throw new Refusal('item_not_found')
  const limit = clampLimit(query.limit ?? DEFAULT_PAGE)
  const reference = store_item_id === undefined ? '' : `store_item:${store_item_id}`
  const wanted = { game_id, reference, before, limit }
  const answer = (rows: Sale[], next: number | null = null) => ({
    sales: rows.map(presentSale),
    next: rows.length === limit ? (rows.at(-1)?.id ?? null) : next,
  })
  const counted = await db.first(countPlayers, { game_id, max: FEW_PLAYERS + 1 })
  if (counted && counted.players <= FEW_PLAYERS)
    return answer(await db.all(listOfFewPlayers, { ...wanted, max_players: FEW_PLAYERS }))
  const max_looked_at = MAX_LOOKED_AT
  const rows = await db.all(listAmongLatest, { ...wanted, max_looked_at })
  if (rows.length === limit) return answer(rows)
  const last = await db.first(findLastLookedAt, { game_id, before, max_looked_at })
  return answer(rows, last && last.rows === max_looked_at ? last.id : null)
}
