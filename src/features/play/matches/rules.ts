import { SECOND_MS } from '../../../durations.ts'
import { type Context, type Transaction, urgentTransaction } from '../../../context.ts'
import { isoTime } from '../../../services/times.ts'
import { idRows } from '../../../storage/statement.ts'
import { recordEvents } from '../../operations/events/rules.ts'
import {
  endTickets,
  type LockedTicket,
  lockOverdueMatches,
  releasePlayers,
  waitAgain,
} from '../match-tickets/rules.ts'
import { readCloseAfter, rememberWaits } from '../matchmaking-types/rules.ts'
import { createMatchedRounds } from '../round-rules/rules.ts'
import {
  listActivePlayers,
  listWaiting,
  lockUsers,
  lockWaiting,
  type TicketPlayer,
  updateMatched,
  updateMissed,
  updateReadyCheck,
} from './queries.ts'

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
  /** Null: its round does not close by itself. */
  close_after_seconds: number | null
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
    matches.map(({ game_id, game_type, close_after_seconds, players }) => ({
      game_id,
      game_type,
      closes_at: close_after_seconds === null ? null : now + close_after_seconds * SECOND_MS,
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
  tx.defer(updateMatched, { matched: JSON.stringify(matched), now })
  releasePlayers(tx, ticketIds(matches))
  rememberWaits(tx, waitsOf(matches, now))
  await tellPlayers(tx, rounds)
}

async function beginReadyChecks(tx: Transaction, matches: FullMatch[]): Promise<void> {
  if (matches.length === 0) return
  const now = tx.now()
  const readyUntil = ({ ready_seconds }: FullMatch) => now + ready_seconds * SECOND_MS
  const checked = matches.flatMap((match) => {
    const { tickets } = match
    const match_id = Math.min(...tickets.map(({ id }) => id))
    const ready_until = readyUntil(match)
    return tickets.map(({ id, team }) => ({ id, match_id, team: teamOrNull(team), ready_until }))
  })
  await tx.run(updateReadyCheck, { checked: JSON.stringify(checked), now })
  await recordEvents(
    tx,
    'match.ready_check',
    matches.flatMap((match) =>
      match.players.map(({ user_id, ticket_id }) => ({
        game_id: match.game_id,
        actor_id: null,
        audience: 'user' as const,
        audience_id: user_id,
        data: {
          ticket_id,
          game_type: match.game_type,
          ready_until: isoTime(readyUntil(match)),
        },
      })),
    ),
  )
}

/** Tickets of which somebody else has locked a player. */
async function findTicketsOfBusyUsers(tx: Transaction, players: TicketPlayer[]): Promise<number[]> {
  const ids = idRows(players.map(({ user_id }) => user_id))
  const free = new Set((await tx.all(lockUsers, { ids })).map(({ id }) => id))
  return players.filter(({ user_id }) => !free.has(user_id)).map(({ ticket_id }) => ticket_id)
}

/** Those that are locked now, those that somebody else has locked, and those that do not wait any more. */
async function lockTickets(tx: Transaction, ids: number[]) {
  const rows = idRows(ids)
  const locked = new Set((await tx.all(lockWaiting, { ids: rows })).map(({ id }) => id))
  const others = ids.filter((id) => !locked.has(id))
  const busy = new Set<number>()
  if (others.length > 0)
    for (const { id } of await tx.all(listWaiting, { ids: idRows(others) })) busy.add(id)
  return { locked, busy, gone: others.filter((id) => !busy.has(id)) }
}

/**
 * In one transaction. A match of which a ticket does not wait any more, or has a banned player, is left out as a whole; so is one
 * with a ticket or a player that somebody else has locked. Returns how many were made, the tickets that do not wait any more, and
 * those that are busy: somebody else has locked them, or one of their players.
 */
export const makeMatches = (
  context: Context,
  matches: ProposedMatch[],
): Promise<{ made: number; gone: number[]; busy: number[] }> =>
  urgentTransaction(context, async (tx) => {
    const ids = ticketIds(matches)
    const { locked, busy, gone } = await lockTickets(tx, ids)
    const players = await readPlayers(tx, [...locked])
    for (const id of await findTicketsOfBusyUsers(tx, [...players.values()].flat())) busy.add(id)
    const isComplete = ({ id, players: size }: ProposedTicket) => {
      const party = players.get(id) ?? []
      return party.length === size && party.every(({ is_banned }) => is_banned === 0)
    }
    const broken = matches.flatMap(({ tickets }) =>
      tickets.filter((ticket) => locked.has(ticket.id) && !isComplete(ticket)).map(({ id }) => id),
    )
    endTickets(tx, broken, 'cancelled')
    const ended = [...gone, ...broken]
    const unusable = new Set([...ended, ...busy])
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
    return { made: full.length, gone: [...ended, ...ticketIds(full)], busy: [...busy] }
  })

/** The match is made if all of its players are ready now. */
export async function finishReadyCheck(tx: Transaction, tickets: LockedTicket[]): Promise<void> {
  const players = await readPlayers(
    tx,
    tickets.map(({ id }) => id),
  )
  const all = [...players.values()].flat()
  if (all.some(({ is_ready }) => is_ready === 0)) return
  const [first] = tickets
  if (!first) return
  const banned = new Set(all.filter(({ is_banned }) => is_banned).map(({ ticket_id }) => ticket_id))
  if (banned.size > 0) {
    endTickets(tx, [...banned], 'cancelled')
    return waitAgain(
      tx,
      tickets.filter(({ id }) => !banned.has(id)),
    )
  }
  const { game_id, game_type } = first
  const proposed = tickets.map(({ id, team, players: size, waiting_since }) => ({
    id,
    players: size,
    team: team ?? 0,
    waiting_since: waiting_since ?? tx.now(),
  }))
  const close_after_seconds = await readCloseAfter(tx, first)
  const match = { game_id, game_type, ready_seconds: 0, close_after_seconds, tickets: proposed }
  await createRounds(tx, [fill(match, players)])
}

/**
 * Those whose time is over: tickets with somebody who is not ready end, the others wait again. Where a check began before
 * `forgiven_until`, all wait again, because players may not have been able to answer. Returns how many tickets it was about.
 */
export const endReadyChecks = (context: Context, forgiven_until: number): Promise<number> =>
  urgentTransaction(context, async (tx) => {
    const tickets = await lockOverdueMatches(tx)
    if (tickets.length === 0) return 0
    const players = await readPlayers(
      tx,
      tickets.map(({ id }) => id),
    )
    const waitsAgain = ({ id, players: size, changed_at }: LockedTicket) => {
      if (changed_at < forgiven_until) return true
      const party = players.get(id) ?? []
      return party.length === size && party.every(({ is_ready }) => is_ready === 1)
    }
    const absent = tickets.filter((ticket) => !waitsAgain(ticket)).map(({ id }) => id)
    if (absent.length > 0) await tx.run(updateMissed, { ids: idRows(absent), now: tx.now() })
    endTickets(tx, absent, 'expired')
    waitAgain(tx, tickets.filter(waitsAgain))
    return tickets.length
  })
