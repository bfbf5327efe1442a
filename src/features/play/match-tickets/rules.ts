import { HOUR_MS } from '../../../durations.ts'
import { type Context, type Transaction, urgentTransaction } from '../../../context.ts'
import type { Reader } from '../../../storage/database.ts'
import { idRows } from '../../../storage/statement.ts'
import {
  deleteOldTickets,
  findMatchOfTicket,
  findOpen,
  listChanged,
  listOfMatches,
  listOpen,
  listUnanswered,
  lockMatches,
  type LockedTicket,
  lockTicketWithMatch,
  type OpenTicket,
  updateEnded,
  updateExpired,
  updatePlayersInactive,
  updatePlayersNotReady,
  updateWaitingAgain,
} from './queries.ts'

export type { LockedTicket, OpenTicket }

/** How long a ticket lives that nobody asks for. */
const EXPIRES_MS = 30_000
/** Asking writes the time no more often than this, so it counts as asked for so much longer. */
export const POLL_WRITTEN_MS = 10_000
const KEPT_MS = HOUR_MS
const AT_ONCE = 500
const PAGE = 5000

/** Their players may ask for new ones. */
export const releasePlayers = (tx: Transaction, ticket_ids: number[]) =>
  tx.defer(updatePlayersInactive, { ids: idRows(ticket_ids) })

export function endTickets(
  tx: Transaction,
  ticket_ids: number[],
  state: 'cancelled' | 'expired',
): void {
  if (ticket_ids.length === 0) return
  tx.defer(updateEnded, { ids: idRows(ticket_ids), state, now: tx.now() })
  releasePlayers(tx, ticket_ids)
}

export function waitAgain(tx: Transaction, tickets: LockedTicket[]): void {
  if (tickets.length === 0) return
  const ids = idRows(tickets.map(({ id }) => id))
  tx.defer(updateWaitingAgain, { ids, now: tx.now() })
  tx.defer(updatePlayersNotReady, { ids })
}

/** The ticket and those of its match, which nobody else changes until the transaction ends. Empty: there is none. */
export async function lockMatch(tx: Transaction, id: number): Promise<LockedTicket[]> {
  for (;;) {
    const match_id = (await tx.first(findMatchOfTicket, { id }))?.match_id ?? 0
    const tickets = await tx.all(lockTicketWithMatch, { id, match_id })
    const own = tickets.find((ticket) => ticket.id === id)
    // It may have come into a match meanwhile.
    if (!own || (own.match_id ?? 0) === match_id) return tickets
  }
}

/** The others of its match wait again. */
export function cancelLocked(tx: Transaction, id: number, tickets: LockedTicket[]): void {
  endTickets(tx, [id], 'cancelled')
  waitAgain(
    tx,
    tickets.filter((ticket) => ticket.id !== id),
  )
}

/** The tickets of ready checks whose time is over, without those of which somebody else has locked a ticket. */
export async function lockOverdueMatches(tx: Transaction): Promise<LockedTicket[]> {
  const overdue = await tx.all(listUnanswered, { now: tx.now(), limit: AT_ONCE })
  if (overdue.length === 0) return []
  const ids = idRows(new Set(overdue.map(({ match_id }) => match_id)))
  const tickets = await tx.all(lockMatches, { ids })
  const locked = new Set(tickets.map(({ id }) => id))
  const all = await tx.all(listOfMatches, { ids })
  const busy = new Set(all.filter(({ id }) => !locked.has(id)).map(({ match_id }) => match_id))
  return tickets.filter(({ match_id }) => match_id !== null && !busy.has(match_id))
}

/** Some of the tickets that nobody has asked for lately. Returns how many. */
export const expireTickets = (context: Context): Promise<number> =>
  urgentTransaction(context, async (tx) => {
    const now = tx.now()
    const before = now - EXPIRES_MS - POLL_WRITTEN_MS
    const expired = await tx.all(updateExpired, { before, now, limit: AT_ONCE })
    if (expired.length > 0)
      releasePlayers(
        tx,
        expired.map(({ id }) => id),
      )
    return expired.length
  })

export const cancelTickets = (context: Context, ticket_ids: number[]) =>
  urgentTransaction(context, async (tx) => endTickets(tx, ticket_ids, 'cancelled'))

export const hasOpenTickets = async (reader: Reader) =>
  (await reader.first(findOpen, {})) !== undefined

/** Calls back with all tickets that have not ended, in parts. */
export async function readOpen(reader: Reader, onPage: (rows: OpenTicket[]) => void) {
  let after = { polled_at: 0, id: 0 }
  for (;;) {
    const rows = await reader.all(listOpen, { ...after, limit: PAGE })
    onPage(rows)
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = { polled_at: last.polled_at, id: last.id }
  }
}

/** The same with those that were changed since this time, also if they have ended without a match. */
export async function readChanged(
  reader: Reader,
  changed_at: number,
  onPage: (rows: OpenTicket[]) => void,
) {
  let after = { changed_at, id: 0 }
  for (;;) {
    const rows = await reader.all(listChanged, { ...after, limit: PAGE })
    onPage(rows)
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = { changed_at: last.changed_at, id: last.id }
  }
}

/** Some of those that ended an hour ago. Returns how many. */
export const removeOldTickets = (tx: Transaction) =>
  tx.run(deleteOldTickets, { before: tx.now() - KEPT_MS, limit: AT_ONCE })
