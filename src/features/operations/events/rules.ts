import { DAY_MS } from '../../../durations.ts'
import type { Context, Position, Transaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import type { EventData, EventName } from '../../../event-types.ts'
import type { Reader } from '../../../storage/database.ts'
import { step } from '../../../storage/statement.ts'
import {
  type Audience,
  deleteEventsAbout,
  deleteEventsForUser,
  deleteOldEvents,
  deleteOldInterests,
  type EventRow,
  findFuturePosition,
  findPosted,
  findPublicUser,
  insertEvent,
  insertEventOfMembers,
  insertEvents,
  listInterests,
  moveEventsToStart,
  renameLog,
  updateData,
  updateDeleted,
  upsertInterest,
} from './queries.ts'

export type { Audience, EventRow }

interface NewEvent<N extends EventName> {
  game_id: number
  /** The user who did it. */
  actor_id: number | null
  audience: Audience
  audience_id: number
  data: EventData<N>
}

const asRow = <N extends EventName>(tx: Transaction, type: N, event: NewEvent<N>) => ({
  ...event,
  type,
  at: tx.now(),
  data: JSON.stringify(event.data),
})

/** Becomes visible with the transaction, or never. */
export async function recordEvent<N extends EventName>(
  tx: Transaction,
  type: N,
  event: NewEvent<N>,
): Promise<void> {
  tx.afterCommit(() => tx.live.wake())
  tx.defer(insertEvent, asRow(tx, type, event))
  await tx.announce('event_recorded', { type, ...event })
}

/** Like `recordEvent`, in one statement. */
export async function recordEvents<N extends EventName>(
  tx: Transaction,
  type: N,
  events: NewEvent<N>[],
): Promise<void> {
  if (events.length === 0) return
  tx.afterCommit(() => tx.live.wake())
  const added = JSON.stringify(events.map((event) => asRow(tx, type, event)))
  tx.defer(insertEvents, { added })
  for (const event of events) await tx.announce('event_recorded', { type, ...event })
}

/** What several users did, for the friends of each. */
export const recordForFriends = <N extends EventName>(
  tx: Transaction,
  type: N,
  events: { game_id: number; actor_id: number; data: EventData<N> }[],
) =>
  recordEvents(
    tx,
    type,
    events.map((event) => ({ ...event, audience: 'friends', audience_id: event.actor_id })),
  )

type Described<N extends EventName> = Omit<NewEvent<N>, 'game_id'>

/** Whether someone asks for a type of which there are many. */
export const isWanted = (tx: Transaction, game_id: number, type: EventName) =>
  tx.live.wants(game_id, type) || tx.game_code?.findHandler(game_id, type) !== undefined

/**
 * For types of which there are many. Where nobody asks for them, this runs no statement, does not call `describe`, and is no
 * promise: waiting costs time even when there is nothing to wait for.
 */
export function recordIfWanted<N extends EventName>(
  tx: Transaction,
  type: N,
  game_id: number,
  describe: () => Described<N> | Promise<Described<N>>,
): Promise<void> | undefined {
  if (!isWanted(tx, game_id, type)) return undefined
  const record = async () => recordEvent(tx, type, { game_id, ...(await describe()) })
  return record()
}

/** For the server of the game, and for no player. */
export const recordForGame = <N extends EventName>(
  tx: Transaction,
  type: N,
  { game_id, actor_id, data }: Omit<NewEvent<N>, 'audience' | 'audience_id'>,
) => recordEvent(tx, type, { game_id, actor_id, audience: 'game', audience_id: game_id, data })

/** One event for each member that a group has now, for a group that is about to be deleted, and one for the game. */
export async function recordForMembers<N extends EventName>(
  tx: Transaction,
  type: N,
  { group_id, ...event }: Omit<NewEvent<N>, 'audience' | 'audience_id'> & { group_id: number },
): Promise<void> {
  await recordForGame(tx, type, event)
  const { game_id, actor_id } = event
  const data = JSON.stringify(event.data)
  tx.defer(insertEventOfMembers, { game_id, actor_id, type, at: tx.now(), data, group_id })
}

export type PublicUser = EventData<'score.changed'>['user']

/** The fields of a row that everyone may see. */
export const publicFields = ({ id, username, credits, score }: PublicUser): PublicUser => ({
  id,
  username,
  credits,
  score,
})

/** For `inOrder`. */
export const publicUserStep = (id: number) => step(findPublicUser, { id })

/** The user as everyone may see them. */
export async function publicUser(reader: Reader, id: number) {
  const user = await reader.first(findPublicUser, { id })
  if (!user) throw new Refusal('user_not_found')
  return user
}

export const START: Position = { transaction_id: 0, id: 0 }

export const isAfter = (one: Position, other: Position) =>
  one.transaction_id > other.transaction_id ||
  (one.transaction_id === other.transaction_id && one.id > other.id)

export const positionOf = ({ transaction_id, id }: Position) => ({ transaction_id, id })

/** The name of a log that was copied from another database and has positions that this one has not reached. */
export const findCopiedLog = async (db: Reader) =>
  (await db.first(findFuturePosition, {}))?.log_name

/** Gives the log a new name, in which all events so far are at the beginning. False: another process has done it. */
export async function renumberLog(tx: Transaction, log_name: string, new_name: string) {
  if ((await tx.run(renameLog, { log_name, new_name })) === 0) return false
  await tx.run(moveEventsToStart, {})
  return true
}

/** Runs when an account is deleted. Its owner's name stays in what others were told. */
export const forgetReader = (tx: Transaction, user_id: number) =>
  tx.run(deleteEventsForUser, { user_id })

/** Deletes also what the user did, and what names them to others. */
export async function forgetUser(tx: Transaction, user_id: number): Promise<void> {
  await forgetReader(tx, user_id)
  await tx.run(deleteEventsAbout, { user_id, named: `%{"id":${user_id},"username":%` })
}

/** Whoever reads the event of the message from now on does not get its text. */
export async function redactMessage(
  tx: Transaction,
  { id, text, ...audience }: { audience: Audience; audience_id: number; id: number; text: string },
): Promise<void> {
  const begins = `{"id":${id},"chat_id":%`
  for (const posted of await tx.all(findPosted, { ...audience, begins })) {
    const data = JSON.stringify({ ...JSON.parse(posted.data), text })
    await tx.run(updateData, { id: posted.id, data })
  }
}

/** The game wants events of this type until then. */
export const keepInterest = (
  tx: Transaction,
  interest: { game_id: number; type: EventName; until: number },
) => tx.run(upsertInterest, interest)

export const readInterests = (db: Reader, now: number) => db.all(listInterests, { now })

export const removeOldInterests = (tx: Transaction) => tx.run(deleteOldInterests, { now: tx.now() })

/** Deletes some of the events that are older than `EVENTS_DAYS`. Returns how many; 0: nothing is left to do. */
export async function removeOldEvents(tx: Transaction, context: Context): Promise<number> {
  const before = tx.now() - context.config.EVENTS_DAYS * DAY_MS
  const deleted = await tx.all(deleteOldEvents, { before })
  let last = START
  for (const position of deleted) if (isAfter(position, last)) last = position
  if (deleted.length > 0) await tx.run(updateDeleted, positionOf(last))
  return deleted.length
}
