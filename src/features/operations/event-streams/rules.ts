import type {
  Context,
  LiveEvent,
  Player,
  Position,
  StreamListener,
  Subscriber,
  Subscription,
} from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { type EventName, isEventName } from '../../../event-types.ts'
import { isoTime } from '../../../services/times.ts'
import type { Reader } from '../../../storage/database.ts'
import { type Audience, type EventRow, isAfter, positionOf, START } from '../events/rules.ts'
import {
  countMemberships,
  findAfterSome,
  findLastPosition,
  findLog,
  findLogFor,
  listAfter,
  listFirsts,
  listOfGame,
  listOfMemberships,
  listOfUser,
  members,
} from './queries.ts'

/** Where all events were deleted, it is the position of the last of those: one before it would count as too old. */
export async function lastPosition(db: Reader): Promise<Position> {
  const last = await db.first(findLastPosition, {})
  if (last) return last
  const log = await db.first(findLog, {})
  return log ? { transaction_id: log.deleted_transaction_id, id: log.deleted_id } : START
}

/** The next events of all games. */
export const readLog = (db: Reader, after: Position, limit: number) =>
  db.all(listAfter, { ...positionOf(after), limit })

const pairOf = ({ audience_id, actor_id }: Pick<EventRow, 'audience_id' | 'actor_id'>) => ({
  audience_id,
  actor_id: actor_id ?? 0,
})

const keyOf = (audience: Audience, { audience_id, actor_id }: ReturnType<typeof pairOf>) =>
  `${audience} ${audience_id} ${actor_id}`

const isSet = (audience: Audience): audience is keyof typeof members =>
  Object.hasOwn(members, audience)

/** Returns a function that tells who may see an event, of these, as it is now. One query for each kind of audience. */
export async function findReceivers(
  db: Reader,
  rows: EventRow[],
): Promise<(row: EventRow) => number[]> {
  const found = new Map<string, number[]>()
  const by_audience = Map.groupBy(rows, ({ audience }) => audience)
  const search = async ([audience, of_kind]: [Audience, EventRow[]]) => {
    if (!isSet(audience)) return
    const pairs = new Map(of_kind.map((row) => [keyOf(audience, pairOf(row)), pairOf(row)]))
    const wanted = JSON.stringify([...pairs.values()])
    for (const member of await db.all(members[audience], { wanted })) {
      const key = keyOf(audience, member)
      const list = found.get(key)
      if (list) list.push(member.user_id)
      else found.set(key, [member.user_id])
    }
  }
  await Promise.all([...by_audience].map(search))
  return (row) => found.get(keyOf(row.audience, pairOf(row))) ?? []
}

export type EventReader = Subscriber['reader']

interface Part {
  after: Position
  until: Position
  /** How many events to return at most. */
  limit: number
}

/** Up to `position` the reader may see nothing but these. */
export interface ReadPart {
  rows: EventRow[]
  position: Position
}

/** So many events of a game are looked at one by one for one reader. Where there are more, the memberships are. */
const LOOKED_AT = 500
/** Whoever has more friends, chats or rounds gets them from all events of the game, a part at a time. */
const MANY_MEMBERSHIPS = 1000
/** Events of all memberships that are read for one part: of each fewer, the more there are. */
const READ_AT_ONCE = 1000

const rangeOf = ({ after, until, limit }: Part) => ({
  ...positionOf(after),
  until_transaction_id: until.transaction_id,
  until_id: until.id,
  limit,
})

const partOf = (rows: EventRow[], { until, limit }: Part): ReadPart => ({
  rows,
  position: positionOf((rows.length === limit ? rows.at(-1) : undefined) ?? until),
})

async function isMemberOfMuch(db: Reader, user_id: number): Promise<boolean> {
  const limit = MANY_MEMBERSHIPS + 1
  const found = await db.first(countMemberships, { user_id, limit })
  return !found || Math.max(found.friends, found.chats, found.rounds) >= limit
}

/** For whoever is far behind in a log that hardly concerns them. */
async function listByMembership(
  db: Reader,
  { game_id, user_id }: { game_id: number; user_id: number },
  part: Part,
): Promise<ReadPart> {
  const { limit } = part
  const firsts = await db.all(listFirsts, { ...rangeOf(part), user_id, game_id })
  // Of other memberships there is nothing up to here.
  const until = (firsts.length === limit ? firsts.at(-1) : undefined) ?? part.until
  if (firsts.length === 0) return { rows: [], position: until }
  const each = Math.min(limit, Math.ceil(READ_AT_ONCE / firsts.length))
  const wanted = JSON.stringify(firsts)
  const range = rangeOf({ ...part, until })
  const rows = await db.all(listOfMemberships, { ...range, user_id, wanted, each })
  const counts = new Map<string, number>()
  // Where one membership may have more events, the others are known up to there only.
  const last = rows.findIndex(({ audience, audience_id }, index) => {
    const key = `${audience} ${audience_id}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
    return counts.get(key) === each || index === limit - 1
  })
  const read = last === -1 ? rows : rows.slice(0, last + 1)
  return {
    rows: read.filter(({ is_visible }) => is_visible === 1),
    position: positionOf((last === -1 ? undefined : rows[last]) ?? until),
  }
}

/** The next events after one position, up to another, that the reader may see. The work is limited, also where that is nothing. */
export async function listEvents(
  db: Reader,
  { game_id, user_id }: EventReader,
  part: Part,
): Promise<ReadPart> {
  const { limit: _, ...whole } = rangeOf(part)
  const end = await db.first(findAfterSome, { ...whole, game_id, skipped: LOOKED_AT - 1 })
  const short = { ...part, until: end ?? part.until }
  const range = { ...rangeOf(short), game_id }
  if (user_id === null) return partOf(await db.all(listOfGame, range), short)
  if (end && !(await isMemberOfMuch(db, user_id)))
    return listByMembership(db, { game_id, user_id }, part)
  return partOf(await db.all(listOfUser, { ...range, user_id }), short)
}

const tooOld = () => new Refusal('cursor_too_old')

/** A cursor is the name of the log and a position in it: `1f2e3d4c-7-123`. */
export const cursorOf = (log_name: string, { transaction_id, id }: Position) =>
  `${log_name}-${transaction_id}-${id}`

/** Refuses cursors of another log or of a later state of it, and those after which events were deleted. */
export async function readCursor(db: Reader, cursor: string): Promise<Position> {
  const [, log_name, transaction_id, id] =
    /^([0-9a-f]{8})-(\d{1,15})-(\d{1,15})$/.exec(cursor) ?? []
  if (!log_name)
    throw new Refusal('invalid_input', {
      sentence: 'The cursor is not one that this server gave: send one as it came, or none.',
    })
  const position = { transaction_id: Number(transaction_id), id: Number(id) }
  const log = await db.first(findLogFor, position)
  if (!log || log.log_name !== log_name || log.is_future === 1) throw tooOld()
  const deleted = { transaction_id: log.deleted_transaction_id, id: log.deleted_id }
  if (isAfter(deleted, position)) throw tooOld()
  return position
}

export async function logName(db: Reader): Promise<string> {
  const log = await db.first(findLog, {})
  if (!log) throw new Error('the log of events has no name')
  return log.log_name
}

export function readTypes(text: string | undefined): Set<EventName> | undefined {
  if (text === undefined || text === '') return undefined
  const types = text.split(',').map((type) => type.trim())
  const unknown = types.find((type) => !isEventName(type))
  if (unknown !== undefined)
    throw new Refusal('invalid_input', {
      sentence: `types contains ${JSON.stringify(unknown)}, which is no type of event: see docs/events.md.`,
    })
  return new Set(types.filter(isEventName))
}

/** An event as it is sent. Its id is the cursor just after it. */
const presentEvent = (log_name: string, event: LiveEvent) => ({
  id: cursorOf(log_name, event.position),
  type: event.type,
  at: isoTime(event.at),
  actor_id: event.actor_id,
  data: parseData(event.data),
})

/** Whoever gets the events of a whole game is also told for whom each one is. */
export const presentForGame = (log_name: string, event: LiveEvent) => ({
  ...presentEvent(log_name, event),
  audience: event.audience,
  audience_id: event.audience_id,
})

const presentFor = ({ service_key_id }: Pick<Player, 'service_key_id'>) =>
  service_key_id === null ? presentEvent : presentForGame

const parseData = (text: string): Record<string, unknown> => JSON.parse(text)

export interface PresentedEvent {
  id: string
  type: string
  /** All of it, as JSON. */
  text: string
}

/** Players who receive the same event share its text, and so do service keys. */
const shown_to_players = new WeakMap<LiveEvent, PresentedEvent>()
const shown_to_games = new WeakMap<LiveEvent, PresentedEvent>()

/** How events and positions are sent. */
export async function createPresenter({ db }: Context, player: Player) {
  const log_name = await logName(db)
  const present = presentFor(player)
  const presented = player.service_key_id === null ? shown_to_players : shown_to_games
  const presentOnce = (event: LiveEvent): PresentedEvent => {
    const known = presented.get(event)
    if (known) return known
    const shown = present(log_name, event)
    const result = { id: shown.id, type: shown.type, text: JSON.stringify(shown) }
    presented.set(event, result)
    return result
  }
  return { event: presentOnce, cursor: (position: Position) => cursorOf(log_name, position) }
}

interface Wanted {
  /** A cursor. Undefined: from now on. */
  after?: string
  types?: string
}

/** Follows the log as this caller, until `close` is called. `onEnd` may be called before this resolves. */
export async function followEvents(
  context: Context,
  player: Player,
  { after, types }: Wanted,
  listener: StreamListener,
): Promise<Subscription> {
  const position = after === undefined ? undefined : await readCursor(context.db, after)
  const { game_id, id, service_key_id, session_id } = player
  const reader = { game_id, user_id: service_key_id === null ? id : null }
  const credentials = { session_id, service_key_id }
  const subscriber = { reader, ...credentials, types: readTypes(types), ...listener }
  return context.live.follow(subscriber, position)
}

/** So many parts of the log are read for one request; then the client goes on from the cursor of the answer. */
const PARTS_PER_REQUEST = 10

/**
 * Answers at once if there are events after the cursor; otherwise waits for the next ones, for `wait` seconds at most, or
 * until the signal.
 */
export async function waitForEvents(
  context: Context,
  player: Player,
  { wait = 0, ...wanted }: Wanted & { wait?: number },
  signal: AbortSignal,
) {
  const log_name = await logName(context.db)
  const present = presentFor(player)
  const arrived = Promise.withResolvers<LiveEvent[]>()
  let has_arrived = false
  let parts = 0
  const subscription = await followEvents(context, player, wanted, {
    onEvents(events) {
      has_arrived = true
      arrived.resolve(events)
    },
    wantsMore: () => !has_arrived && !signal.aborted && ++parts < PARTS_PER_REQUEST,
    onEnd: () => arrived.resolve([]),
  })
  // What comes later is for the next request.
  const giveUp = () => {
    subscription.close()
    arrived.resolve([])
  }
  signal.addEventListener('abort', giveUp)
  let timer: NodeJS.Timeout | undefined
  try {
    await subscription.catchUp()
    timer = setTimeout(giveUp, parts < PARTS_PER_REQUEST && !signal.aborted ? wait * 1000 : 0)
    const events = await arrived.promise
    return {
      events: events.map((event) => present(log_name, event)),
      cursor: cursorOf(log_name, events.at(-1)?.position ?? subscription.position),
    }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', giveUp)
    subscription.close()
  }
}
