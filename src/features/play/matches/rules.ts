import { type Context, type Transaction, urgentTransaction } from '../../../context.ts'
import type { Reader } from '../../../storage/database.ts'
import { idRows } from '../../../storage/statement.ts'
import { recordEvents } from '../../operations/events/rules.ts'
import { rememberWaits } from '../matchmaking-types/rules.ts'
import { createMatchedRounds } from '../round-rules/rules.ts'
import {
  deleteOldTickets,
  findMatchOfTicket,
  findOpen,
  listActivePlayers,
  listChanged,
  listOpen,
  listUnanswered,
  lockMatches,
  type LockedTicket,
  lockTicketWithMatch,
  lockWaiting,
  type OpenTicket,
  type TicketPlayer,
  updateEnded,
  updateExpired,
  updateMatched,
  updatePlayersInactive,
  updatePlayersNotReady,
  updateReadyCheck,
  updateWaitingAgain,
} from './queries.ts'

export type { LockedTicket, OpenTicket }

/** How long a ticket lives that nobody asks for. */
const EXPIRES_MS = 30_000
/** Asking writes the time no more often than this, so it counts as asked for so much longer. */
export const POLL_WRITTEN_MS = 10_000
const KEPT_MS = 3_600_000
const AT_ONCE = 500
const PAGE = 5000

interface ProposedTicket {
  id: number
  /** How many there must be. */
  players: number
  waiting_since: number
  /** From 1. 0: there are no teams. */
  team: number
}

interface ProposedMatch {
  game_id: number
  game_type: string
  /** 0: nobody is asked whether they are ready. */
  ready_seconds: number
  tickets: ProposedTicket[]
}

type InTeam = { team: number | null }
interface FullMatch extends ProposedMatch {
  players: (TicketPlayer & InTeam)[]
}

const teamOrNull = (team: number | null) => team || null

/** With the players of its tickets. */
function fill(match: ProposedMatch, by_ticket: Map<number, TicketPlayer[]>): FullMatch {
  const players = match.tickets.flatMap(({ id, team }) =>
    (by_ticket.get(id) ?? []).map((player) => ({ ...player, team: teamOrNull(team) })),
  )
  return { ...match, players }
}

async function readPlayers(tx: Transaction, ticket_ids: number[]) {
  const rows = await tx.all(listActivePlayers, { ids: idRows(ticket_ids), now: tx.now() })
  return Map.groupBy(rows, ({ ticket_id }) => ticket_id)
}

const ticketIds = (matches: ProposedMatch[]) =>
  matches.flatMap(({ tickets }) => tickets.map(({ id }) => id))

/** One event for each player. */
const tellPlayers = (tx: Transaction, rounds: Map<FullMatch, number>) =>
  recordEvents(
    tx,
    'match.found',
    [...rounds].flatMap(([{ game_id, game_type, players }, multiplayer_game_round_id]) => {
      const all = players.map(({ user_id, username, team }) => ({ id: user_id, username, team }))
      return players.map(({ user_id, ticket_id, team }) => ({
        game_id,
        actor_id: null,
        audience: 'user' as const,
        audience_id: user_id,
        data: { ticket_id, multiplayer_game_round_id, game_type, team, players: all },
      }))
    }),
  )

function waitsOf(matches: ProposedMatch[], now: number) {
  const by_type = Map.groupBy(matches, ({ game_id, game_type }) => `${game_id} ${game_type}`)
  return [...by_type.values()].flatMap((same) => {
    const [first] = same
    const tickets = same.flatMap((match) => match.tickets)
    const total = tickets.reduce((sum, { waiting_since }) => sum + now - waiting_since, 0)
    if (!first) return []
    const { game_id, game_type } = first
    return [{ game_id, game_type, wait_ms: Math.max(0, Math.round(total / tickets.length)) }]
  })
}

/** The tickets are locked. They end, and their players have a private round. */
async function createRounds(tx: Transaction, matches: FullMatch[]): Promise<void> {
  if (matches.length === 0) return
  const now = tx.now()
  const ids = await createMatchedRounds(
    tx,
    matches.map(({ game_id, game_type, players }) => ({
      game_id,
      game_type,
      players: players.map(({ user_id, team }) => ({ user_id, team })),
    })),
  )
  const rounds = new Map(matches.map((match, at) => [match, ids[at] ?? 0]))
  const matched = matches.flatMap((match) =>
    match.tickets.map(({ id, team }) => ({
      id,
      team: teamOrNull(team),
      round_id: rounds.get(match),
    })),
  )
  await tx.run(updateMatched, { matched: JSON.stringify(matched), now })
  await tx.run(updatePlayersInactive, { ids: idRows(ticketIds(matches)) })
  await rememberWaits(tx, waitsOf(matches, now))
  await tellPlayers(tx, rounds)
}

async function beginReadyChecks(tx: Transaction, matches: FullMatch[]): Promise<void> {
  if (matches.length === 0) return
  const now = tx.now()
  const checked = matches.flatMap(({ tickets, ready_seconds }) => {
    const match_id = Math.min(...tickets.map(({ id }) => id))
    const ready_until = now + ready_seconds * 1000
    return tickets.map(({ id, team }) => ({ id, match_id, team: teamOrNull(team), ready_until }))
  })
  await tx.run(updateReadyCheck, { checked: JSON.stringify(checked), now })
  await recordEvents(
    tx,
    'match.ready_check',
    matches.flatMap(({ game_id, game_type, ready_seconds, players }) =>
      players.map(({ user_id, ticket_id }) => ({
        game_id,
        actor_id: null,
        audience: 'user' as const,
        audience_id: user_id,
        data: {
          ticket_id,
          game_type,
          ready_until: new Date(now + ready_seconds * 1000).toISOString(),
        },
      })),
    ),
  )
}

/**
 * In one transaction. A match of which a ticket does not wait any more, or has a banned player, is left out as a whole.
 * Returns how many were made, and the tickets that do not wait any more.
 */
export const makeMatches = (
  context: Context,
  matches: ProposedMatch[],
): Promise<{ made: number; gone: number[] }> =>
  urgentTransaction(context, async (tx) => {
    const ids = ticketIds(matches)
    const waiting = new Set((await tx.all(lockWaiting, { ids: idRows(ids) })).map(({ id }) => id))
    const players = await readPlayers(tx, [...waiting])
    const isComplete = ({ id, players: size }: ProposedTicket) => {
      const party = players.get(id) ?? []
      return party.length === size && party.every(({ is_banned }) => is_banned === 0)
    }
    const lost = ids.filter((id) => !waiting.has(id))
    const broken = matches.flatMap(({ tickets }) =>
      tickets.filter((ticket) => waiting.has(ticket.id) && !isComplete(ticket)).map(({ id }) => id),
    )
    await endTickets(tx, broken, 'cancelled')
    const unusable = new Set([...lost, ...broken])
    const full = matches
      .filter(({ tickets }) => !tickets.some(({ id }) => unusable.has(id)))
      .map((match) => fill(match, players))
    await createRounds(
      tx,
      full.filter(({ ready_seconds }) => ready_seconds === 0),
    )
    await beginReadyChecks(
      tx,
      full.filter(({ ready_seconds }) => ready_seconds > 0),
    )
    return { made: full.length, gone: [...unusable, ...ticketIds(full)] }
  })

/** Their players may ask for new ones. */
async function endTickets(
  tx: Transaction,
  ticket_ids: number[],
  state: 'cancelled' | 'expired',
): Promise<void> {
  if (ticket_ids.length === 0) return
  const ids = idRows(ticket_ids)
  await tx.all(updateEnded, { ids, state, now: tx.now() })
  await tx.run(updatePlayersInactive, { ids })
}

async function waitAgain(tx: Transaction, tickets: LockedTicket[]): Promise<void> {
  if (tickets.length === 0) return
  const ids = idRows(tickets.map(({ id }) => id))
  await tx.run(updateWaitingAgain, { ids, now: tx.now() })
  await tx.run(updatePlayersNotReady, { ids })
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
export async function cancelLocked(
  tx: Transaction,
  id: number,
  tickets: LockedTicket[],
): Promise<void> {
  await endTickets(tx, [id], 'cancelled')
  await waitAgain(
    tx,
    tickets.filter((ticket) => ticket.id !== id),
  )
}

/** The match is made if all of its players are ready now. */
export async function finishReadyCheck(tx: Transaction, tickets: LockedTicket[]): Promise<void> {
  const players = await readPlayers(
    tx,
    tickets.map(({ id }) => id),
  )
  if ([...players.values()].flat().some(({ is_ready }) => is_ready === 0)) return
  const [first] = tickets
  if (!first) return
  const { game_id, game_type } = first
  const proposed = tickets.map(({ id, team, players: size, waiting_since }) => ({
    id,
    players: size,
    team: team ?? 0,
    waiting_since: waiting_since ?? tx.now(),
  }))
  const match = { game_id, game_type, ready_seconds: 0, tickets: proposed }
  await createRounds(tx, [fill(match, players)])
}

/** Those whose time is over: tickets with somebody who is not ready end, the others wait again. Returns how many tickets had a check whose time was over. */
export const endReadyChecks = (context: Context): Promise<number> =>
  urgentTransaction(context, async (tx) => {
    const over = await tx.all(listUnanswered, { now: tx.now(), limit: AT_ONCE })
    if (over.length === 0) return 0
    const match_ids = new Set(over.map(({ match_id }) => match_id))
    const tickets = await tx.all(lockMatches, { ids: idRows(match_ids) })
    const players = await readPlayers(
      tx,
      tickets.map(({ id }) => id),
    )
    const isReady = ({ id, players: size }: LockedTicket) => {
      const party = players.get(id) ?? []
      return party.length === size && party.every(({ is_ready }) => is_ready === 1)
    }
    const absent = tickets.filter((ticket) => !isReady(ticket)).map(({ id }) => id)
    await endTickets(tx, absent, 'expired')
    await waitAgain(tx, tickets.filter(isReady))
    return over.length
  })

/** Some of the tickets that nobody has asked for lately. Returns how many. */
export const expireTickets = (context: Context): Promise<number> =>
  urgentTransaction(context, async (tx) => {
    const now = tx.now()
    const before = now - EXPIRES_MS - POLL_WRITTEN_MS
    const expired = await tx.all(updateExpired, { before, now, limit: AT_ONCE })
    if (expired.length > 0)
      await tx.run(updatePlayersInactive, { ids: idRows(expired.map(({ id }) => id)) })
    return expired.length
  })

export const cancelTickets = (context: Context, ticket_ids: number[]) =>
  urgentTransaction(context, (tx) => endTickets(tx, ticket_ids, 'cancelled'))

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
