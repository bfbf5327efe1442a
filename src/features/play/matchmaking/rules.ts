import { SECOND_MS } from '../../../durations.ts'
import {
  type Context,
  inTransaction,
  type Player,
  relaxedTransaction,
  type Transaction,
} from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import type { Events } from '../../../events.ts'
import { limits } from '../../../limits.ts'
import { shownRating } from '../../../services/skill-ratings.ts'
import { isoTime } from '../../../services/times.ts'
import { DatabaseUnavailable, type Reader, UniqueViolation } from '../../../storage/database.ts'
import { idRows, step } from '../../../storage/statement.ts'
import { publicUser, recordEvents } from '../../operations/events/rules.ts'
import { findTypeOfGame, largestParty } from '../matchmaking-types/rules.ts'
import {
  cancelLocked,
  type LockedTicket,
  lockMatch,
  POLL_WRITTEN_MS,
} from '../match-tickets/rules.ts'
import { finishReadyCheck } from '../matches/rules.ts'
import {
  findBusy,
  findTicket,
  insertPlayers,
  insertTicket,
  listFriendsAmong,
  listOpenOfUser,
  listParties,
  listRatings,
  listTicketsOfUser,
  type PartyRow,
  type RatingRow,
  type TicketRow,
  updateAccepted,
  updateCancelled,
  updateComplete,
  updatePolled,
  updateReady,
} from './queries.ts'

const LISTED = 20

const timeOrNull = (at: number | null) => (at === null ? null : isoTime(at))

type Attributes = Record<string, string | number | boolean>

const refuseAttributes = () =>
  new Refusal('invalid_input', {
    sentence: `attributes must be an object of at most ${limits.ticket_attributes.value} texts, numbers, true or false.`,
  })

const isPlain = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)

/** With sorted keys, so that equal attributes are equal texts. */
function readAttributes(text: string): Attributes {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw refuseAttributes()
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw refuseAttributes()
  const entries: [string, unknown][] = Object.entries(parsed)
  if (entries.length > limits.ticket_attributes.value) throw refuseAttributes()
  const sorted = entries.toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(
    sorted.map(([key, value]) => {
      if (!isPlain(value)) throw refuseAttributes()
      return [key, value]
    }),
  )
}

function present(row: TicketRow, party: PartyRow[], now: number) {
  const { waiting_since, ended_at, recent_wait_ms } = row
  const waited_ms = waiting_since === null ? 0 : Math.max(0, (ended_at ?? now) - waiting_since)
  const is_open = ended_at === null
  return {
    id: row.id,
    game_type: row.game_type,
    state: row.state,
    region: row.region,
    attributes: readAttributes(row.attributes),
    players: party.map(({ user_id, username, is_leader, has_accepted, is_ready }) => ({
      id: user_id,
      username,
      is_leader: is_leader === 1,
      has_accepted: has_accepted === 1,
      is_ready: is_ready === 1,
    })),
    waited_seconds: waited_ms / SECOND_MS,
    estimated_seconds:
      is_open && recent_wait_ms !== null
        ? Math.max(0, recent_wait_ms - waited_ms) / SECOND_MS
        : null,
    ready_until: timeOrNull(row.ready_until),
    team: row.team,
    multiplayer_game_round_id: row.multiplayer_game_round_id,
    created_at: isoTime(row.created_at),
  }
}

/** The leader first. */
const inOrder = (party: PartyRow[]) =>
  party.toSorted((a, b) => b.is_leader - a.is_leader || a.user_id - b.user_id)

/** Refused as if it did not exist, where the player is not in its party. */
async function readTicket(reader: Reader, player: Player, id: number) {
  const [row, party] = await Promise.all([
    reader.first(findTicket, { id }),
    reader.all(listParties, { ids: idRows([id]) }),
  ])
  const own = party.find(({ user_id }) => user_id === player.id)
  if (!row || !own) throw new Refusal('ticket_not_found')
  return { row, party, own }
}

async function showAgain(tx: Transaction, player: Player, id: number) {
  const { row, party } = await readTicket(tx, player, id)
  return present(row, party, tx.now())
}

/** A database that cannot write, or a full disk, must not prevent reading. */
async function keepAlive(context: Context, id: number, now: number): Promise<void> {
  const { joined, disk } = context
  const write = (tx: Transaction) => tx.run(updatePolled, { id, now })
  if (joined) await write(joined)
  else if (!disk.is_full)
    await relaxedTransaction(context, write).catch((error: unknown) => {
      if (!(error instanceof DatabaseUnavailable)) throw error
    })
}

/** Asking keeps the ticket alive. */
export async function pollTicket(context: Context, player: Player, id: number) {
  const { row, party, own } = await readTicket(context.db, player, id)
  const now = context.now()
  const is_due = Math.abs(now - row.polled_at) >= POLL_WRITTEN_MS
  if (is_due && row.ended_at === null && own.has_accepted === 1) await keepAlive(context, id, now)
  return present(row, party, now)
}

export async function listTickets(context: Context, player: Player) {
  const { db } = context
  const rows = await db.all(listTicketsOfUser, { user_id: player.id, limit: LISTED })
  const parties = await db.all(listParties, { ids: idRows(rows.map(({ id }) => id)) })
  const party_of = Map.groupBy(parties, ({ ticket_id }) => ticket_id)
  const now = context.now()
  return { tickets: rows.map((row) => present(row, party_of.get(row.id) ?? [], now)) }
}

const listFriends = (reader: Reader, user_id: number, ids: number[]) =>
  ids.length === 0 ? [] : reader.all(listFriendsAmong, { user_id, ids: idRows(ids) })

async function invite(
  tx: Transaction,
  player: Player,
  { ticket_id, game_type, invited }: { ticket_id: number; game_type: string; invited: number[] },
): Promise<void> {
  const { id: actor_id, game_id } = player
  const data = { ticket_id, game_type, user: await publicUser(tx, actor_id) }
  const event = { game_id, actor_id, audience: 'user' as const, data }
  await recordEvents(
    tx,
    'match.invited',
    invited.map((audience_id) => ({ ...event, audience_id })),
  )
}

interface TicketInput {
  game_type: string
  region?: string
  attributes?: Record<string, unknown>
  party_user_ids?: number[]
}

const NO_ATTRIBUTES = '{}'

/** Of everybody, where the game type is not rated. */
const UNRATED = 1000

/** A player without a rating counts with the one that players begin with. */
const ratingOf = ({ rating, mu, sigma }: RatingRow) =>
  rating ?? (mu === null || sigma === null ? UNRATED : shownRating({ mu, sigma }))

/** The mean of the party. */
async function readRating(
  reader: Reader,
  { game_id, game_type }: { game_id: number; game_type: string },
  user_ids: number[],
) {
  const rows = await reader.all(listRatings, { game_id, game_type, ids: idRows(user_ids) })
  return rows.reduce((sum, row) => sum + ratingOf(row), 0) / user_ids.length
}

/** A player is in one ticket at a time, and waits for a while after a ready check that they did not answer. */
async function refuseBusy(reader: Reader, user_id: number, now: number): Promise<void> {
  const busy = await reader.first(findBusy, { user_id })
  if (busy?.is_active) throw new Refusal('already_in_matchmaking')
  const passed_ms = Math.abs(now - (busy?.missed_at ?? Number.NEGATIVE_INFINITY))
  const wait = Math.ceil(limits.ready_check_pause_seconds.value - passed_ms / SECOND_MS)
  if (wait <= 0) return
  const sentence = `You did not answer a ready check: wait ${wait} ${wait === 1 ? 'second' : 'seconds'} before you look for opponents again.`
  throw new Refusal('ready_check_missed', { sentence, retry_after_seconds: wait })
}

/** They came into another ticket after `refuseBusy`. */
function refuseSecondTicket(error: unknown): never {
  throw error instanceof UniqueViolation ? new Refusal('already_in_matchmaking') : error
}

/** A party waits when all have accepted. What was read before may be old: the matchmaker cancels a ticket that does not fit any more. */
export async function createTicket(context: Context, player: Player, input: TicketInput) {
  const { game_type, region = '' } = input
  const { game_id, id: user_id } = player
  const attributes = JSON.stringify(readAttributes(JSON.stringify(input.attributes ?? {})))
  const invited = [...new Set(input.party_user_ids)].filter((id) => id !== user_id)
  // One that is sent again gets the stored answer, which is looked for when the transaction begins.
  const { db, keyed_request } = context
  const [type, rating, friends] = await Promise.all([
    findTypeOfGame(db, game_id, game_type),
    readRating(db, { game_id, game_type }, [user_id, ...invited]),
    listFriends(db, user_id, invited),
    keyed_request ?? refuseBusy(db, user_id, context.now()),
  ])
  if (type.attributes === 'refused' && attributes !== NO_ATTRIBUTES)
    throw new Refusal('attributes_refused')
  if (invited.length + 1 > largestParty(type)) throw new Refusal('party_too_large')
  if (friends.length < invited.length) throw new Refusal('party_of_strangers')
  const is_alone = invited.length === 0
  return inTransaction(context, async (tx) => {
    const now = tx.now()
    if (keyed_request) await refuseBusy(tx, user_id, now)
    const steps = [
      step(insertTicket, {
        game_id,
        game_type,
        state: is_alone ? 'waiting' : 'inviting',
        region,
        attributes,
        players: invited.length + 1,
        rating,
        waiting_since: is_alone ? now : null,
        now,
      }),
      step(insertPlayers, { user_id, invited: idRows(invited) }),
    ] as const
    const writing = is_alone ? tx.commitWith(...steps) : tx.inOrder(...steps)
    const [[ticket], party] = await writing.catch(refuseSecondTicket)
    if (!ticket) throw new Error('the ticket was not written')
    if (!is_alone) await invite(tx, player, { ticket_id: ticket.id, game_type, invited })
    tx.afterCommit(() => context.wakeMatchmaker())
    const { recent_wait_ms } = type
    return present({ ...ticket, recent_wait_ms }, inOrder(party), now)
  })
}

/** Locks it with the others of its match. */
async function lockOpen(tx: Transaction, player: Player, id: number) {
  const tickets = await lockMatch(tx, id)
  const { party, own, row } = await readTicket(tx, player, id)
  return { tickets, party, own, row }
}

export function acceptTicket(context: Context, player: Player, id: number) {
  return inTransaction(context, async (tx) => {
    const { party, own, row } = await lockOpen(tx, player, id)
    if (row.ended_at !== null) throw new Refusal('ticket_ended')
    if (own.has_accepted === 1) return showAgain(tx, player, id)
    const leader = party.find(({ is_leader }) => is_leader === 1)
    const friends = await listFriends(tx, leader?.user_id ?? 0, [player.id])
    if (friends.length === 0) throw new Refusal('party_of_strangers')
    await refuseBusy(tx, player.id, tx.now())
    const [, [complete]] = await tx
      .inOrder(
        step(updateAccepted, { ticket_id: id, user_id: player.id }),
        step(updateComplete, { id, now: tx.now() }),
      )
      .catch(refuseSecondTicket)
    if (complete) tx.afterCommit(() => context.wakeMatchmaker())
    return showAgain(tx, player, id)
  })
}

/** By anyone of the party, because it plays together or not at all. Others of the match wait again. */
export function cancelTicket(context: Context, player: Player, id: number) {
  return inTransaction(context, async (tx) => {
    const { tickets, row } = await lockOpen(tx, player, id)
    if (row.ended_at !== null) throw new Refusal('ticket_ended')
    if (row.state === 'ready_check')
      tx.defer(updateCancelled, { ticket_id: id, user_id: player.id, now: tx.now() })
    cancelLocked(tx, id, tickets)
    tx.afterCommit(() => context.wakeMatchmaker())
    return showAgain(tx, player, id)
  })
}

const inReadyCheck = (tickets: LockedTicket[]) =>
  tickets.filter(({ state }) => state === 'ready_check')

/** When the last one is ready, the match is made. */
export function reportReady(context: Context, player: Player, id: number) {
  return inTransaction(context, async (tx) => {
    const { tickets, own, row } = await lockOpen(tx, player, id)
    if (own.is_ready === 1) return showAgain(tx, player, id)
    if (row.ended_at !== null) throw new Refusal('ticket_ended')
    if (row.state !== 'ready_check') throw new Refusal('no_ready_check')
    await tx.run(updateReady, { ticket_id: id, user_id: player.id })
    await finishReadyCheck(tx, inReadyCheck(tickets))
    return showAgain(tx, player, id)
  })
}

/** A user is deleted: their parties have one player less, so they end. */
export async function leaveMatchmaking(
  tx: Transaction,
  { user_id }: Events['user_deleted'],
): Promise<void> {
  for (const { id } of await tx.all(listOpenOfUser, { user_id }))
    cancelLocked(tx, id, await lockMatch(tx, id))
}
