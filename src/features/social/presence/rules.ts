import {
  type Context,
  inTransaction,
  type Player,
  type ReadContext,
  relaxedTransaction,
  type SeenPlayer,
  type Subscriber,
  type Transaction,
} from '../../../context.ts'
import { limits } from '../../../limits.ts'
import { refuseUnreadableName } from '../../../services/names.ts'
import { newToken } from '../../../services/secrets.ts'
import { isoTime } from '../../../services/times.ts'
import { flagOrNull, idRows } from '../../../storage/statement.ts'
import { publicFields, recordForFriends } from '../../operations/events/rules.ts'
import { refuseFilteredName } from '../../operations/word-filters/rules.ts'
import { refuseMuted } from '../../players/sanctions/rules.ts'
import {
  findOwn,
  listGone,
  listUnreported,
  listWithFriends,
  type PresenceRow,
  updateOwn,
  updateReportedOffline,
  updateReportedOnline,
  updateSeen,
} from './queries.ts'

/** A player is online for this long after a request. */
const AFTER_REQUEST_MS = 60_000
/** And for this long after the last stream: a client that has lost its connection has time to come back. */
const AFTER_STREAM_MS = 10_000
/** Written ahead while a stream is open. If the process dies, the player is offline after this time. */
const AHEAD_MS = 90_000
/**
 * What is further ahead was written before the clock was set back. It is more than any process writes, because the clocks
 * of several may differ.
 */
const LATEST_MS = 2 * AHEAD_MS
/** A player is looked at this often, and written at most once each time. */
const LOOK_EVERY_MS = 20_000
/** What ends sooner is renewed: the next look could be too late for it. */
const MIN_AHEAD_MS = 30_000
/** A player who becomes invisible and visible again and again is reported as online this often. */
const REPORT_EVERY_MS = 10_000
/** Keeps each write small, because requests wait while it runs. */
const MAX_PLAYERS_PER_WRITE = 250
const MAX_WRITES_AT_ONCE = 4

function momentOf({ now }: Pick<Context, 'now'>) {
  const at = now()
  return { now: at, latest: at + LATEST_MS }
}

/** Tells what this process wrote from what others did. */
const PROCESS = newToken().slice(0, 16)

function entryOf({ unwritten, now }: Context, user_id: number): SeenPlayer | undefined {
  const { newly_seen, seen } = unwritten
  const found = newly_seen.get(user_id) ?? seen.get(user_id)
  if (found) return found
  if (newly_seen.size + seen.size >= limits.unwritten_uses.value) return undefined
  const entry = {
    user_id,
    requested_at: now(),
    streams: 0,
    left_at: 0,
    looked_at: 0,
    written_until: 0,
  }
  newly_seen.set(user_id, entry)
  return entry
}

/** In memory, so that a request that only reads does not write. Service keys do not make the player present. */
export function noteRequest(context: Context, { id, session_id }: Player): void {
  if (session_id === null) return
  const entry = entryOf(context, id)
  if (entry) entry.requested_at = context.now()
}

/** Null: it is the server of the game. */
const playerIdOf = ({ session_id, reader }: Subscriber) =>
  session_id === null ? null : reader.user_id

export function noteStream(context: Context, subscriber: Subscriber): void {
  const user_id = playerIdOf(subscriber)
  const entry = user_id ? entryOf(context, user_id) : undefined
  if (!entry) return
  entry.streams++
  entry.requested_at = context.now()
}

export function noteStreamEnded(context: Context, subscriber: Subscriber): void {
  const { newly_seen, seen } = context.unwritten
  const user_id = playerIdOf(subscriber)
  if (!user_id) return
  const entry = newly_seen.get(user_id) ?? seen.get(user_id)
  if (!entry || entry.streams === 0) return
  entry.streams--
  const now = context.now()
  entry.left_at = now
  // More has been promised than is true, and this ends before the next look.
  if (entry.streams > 0 || onlineUntil(entry, now) > now + LOOK_EVERY_MS) return
  seen.delete(user_id)
  newly_seen.set(user_id, entry)
}

function onlineUntil({ streams, requested_at, left_at }: SeenPlayer, now: number): number {
  if (streams > 0) return now + AHEAD_MS
  return Math.max(requested_at + AFTER_REQUEST_MS, left_at + AFTER_STREAM_MS)
}

const lastSeen = ({ streams, requested_at, left_at }: SeenPlayer, now: number) =>
  streams > 0 ? now : Math.max(requested_at, left_at)

/** What was written may end earlier than is true, if it is renewed before that. It must not end later. */
function mustBeWritten(entry: SeenPlayer, now: number, is_last: boolean): boolean {
  const until = onlineUntil(entry, now)
  if (entry.written_until >= until) return entry.written_until > until
  // With a stream it is always later than what was just written.
  return (is_last && entry.streams === 0) || entry.written_until <= now + MIN_AHEAD_MS
}

/**
 * The next players to be written: new ones, and those who were not looked at for a while, which are at the beginning of
 * `seen`. Whoever has gone is forgotten.
 */
function takeSeen({ unwritten, now }: Context, is_last: boolean): SeenPlayer[] {
  const { newly_seen, seen } = unwritten
  const at = now()
  const batch: SeenPlayer[] = []
  const take = (from: Map<number, SeenPlayer>, entry: SeenPlayer) => {
    from.delete(entry.user_id)
    entry.looked_at = at
    // They are later if the clock was set back.
    entry.requested_at = Math.min(entry.requested_at, at)
    entry.left_at = Math.min(entry.left_at, at)
    if (mustBeWritten(entry, at, is_last)) batch.push(entry)
    else if (entry.streams === 0 && entry.written_until <= at) return
    seen.set(entry.user_id, entry)
  }
  let looks = seen.size
  for (const entry of newly_seen.values()) {
    if (batch.length === MAX_PLAYERS_PER_WRITE) return batch
    take(newly_seen, entry)
  }
  for (const entry of seen.values()) {
    if (looks-- === 0 || batch.length === MAX_PLAYERS_PER_WRITE) break
    if (!is_last && Math.abs(at - entry.looked_at) < LOOK_EVERY_MS) break
    take(seen, entry)
  }
  return batch
}

async function writeBatch(context: Context, batch: SeenPlayer[]): Promise<void> {
  const { now: at, latest } = momentOf(context)
  const rows = batch.map((entry) => ({
    user_id: entry.user_id,
    last_seen: lastSeen(entry, at),
    online_until: onlineUntil(entry, at),
  }))
  try {
    await relaxedTransaction(context, (tx) =>
      tx.run(updateSeen, { seen: JSON.stringify(rows), writer: PROCESS, latest }),
    )
    for (const [index, entry] of batch.entries())
      entry.written_until = rows[index]?.online_until ?? 0
  } catch (error) {
    for (const entry of batch) {
      context.unwritten.seen.delete(entry.user_id)
      context.unwritten.newly_seen.set(entry.user_id, entry)
    }
    throw error
  }
}

async function reportOnline(tx: Transaction, users: string): Promise<void> {
  const moment = momentOf(tx)
  const next_report_at = moment.now + REPORT_EVERY_MS
  const reported = await tx.all(updateReportedOnline, { users, ...moment, next_report_at })
  if (reported.length === 0) return
  const ids = idRows(reported.map(({ user_id }) => user_id))
  const rows = await tx.all(listWithFriends, { ids })
  const events = rows.map((row) => ({
    game_id: row.game_id,
    actor_id: row.id,
    data: { user: publicFields(row), status: row.status },
  }))
  await recordForFriends(tx, 'friend.online', events)
}

async function reportOffline(tx: Transaction, users: string): Promise<void> {
  const reported = await tx.all(updateReportedOffline, { users, ...momentOf(tx) })
  if (reported.length === 0) return
  const ids = idRows(reported.map(({ user_id }) => user_id))
  const rows = await tx.all(listWithFriends, { ids })
  const events = rows.map((row) => ({
    game_id: row.game_id,
    actor_id: row.id,
    data: { user: publicFields(row), last_seen: isoTime(row.last_seen) },
  }))
  await recordForFriends(tx, 'friend.offline', events)
}

/** Writes who was seen. `is_last`: everything, because the process ends. */
export async function writePresence(context: Context, is_last = false): Promise<void> {
  const max_writes = is_last ? Infinity : MAX_WRITES_AT_ONCE
  for (let writes = 0; writes < max_writes; writes++) {
    const batch = takeSeen(context, is_last)
    if (batch.length === 0) return
    await writeBatch(context, batch)
  }
}

async function reportAll(
  context: Context,
  list: typeof listGone,
  report: (tx: Transaction, users: string) => Promise<void>,
): Promise<void> {
  const limit = MAX_PLAYERS_PER_WRITE
  for (let writes = 0; writes < MAX_WRITES_AT_ONCE; writes++) {
    const found = await context.db.all(list, { ...momentOf(context), limit })
    if (found.length === 0) return
    const users = idRows(found.map(({ id }) => id))
    await inTransaction(context, (tx) => report(tx, users))
    if (found.length < limit) return
  }
}

/** Tells friends who has come online and who is online no longer, whichever process knew them. */
export async function reportPresence(context: Context): Promise<void> {
  await reportAll(context, listUnreported, reportOnline)
  await reportAll(context, listGone, reportOffline)
}

/** As friends see it. The invisible seem to be offline, since the moment at which they became so. */
export function presentPresence(context: Pick<Context, 'now'>, row: PresenceRow) {
  const { now, latest } = momentOf(context)
  const until = row.online_until ?? 0
  const online = row.is_invisible !== 1 && until > now && until <= latest
  return {
    online,
    last_seen: row.last_seen ? isoTime(row.last_seen) : null,
    status: online ? (row.status ?? '') : '',
  }
}

const presentOwn = (row?: { status: string; is_invisible: number }) => ({
  status: row?.status ?? '',
  invisible: row?.is_invisible === 1,
})

export const showOwnPresence = async (context: Context, player: Player) =>
  presentOwn(await context.db.first(findOwn, { user_id: player.id }))

/** The status that is there already is never refused. */
async function refuseNewStatus(
  context: ReadContext,
  player: Player,
  status: string,
): Promise<void> {
  const own = await context.db.first(findOwn, { user_id: player.id })
  if (own?.status === status) return
  refuseMuted(player, context.now())
  await refuseFilteredName(context, player.game_id, { field: 'status', name: status })
}

/** What is not given stays as it is. `reportPresence` reports those who are visible again. */
export function changePresence(
  context: Context,
  player: Player,
  { status, invisible }: { status?: string; invisible?: boolean },
) {
  if (status) refuseUnreadableName('status', status)
  return inTransaction(context, async (tx) => {
    if (status) await refuseNewStatus({ ...context, db: tx }, player, status)
    const changed = { status: status ?? null, is_invisible: flagOrNull(invisible) }
    const own = await tx.first(updateOwn, { user_id: player.id, ...changed })
    if (own?.is_invisible === 1) await reportOffline(tx, idRows([player.id]))
    return presentOwn(own)
  })
}
