import {
  type Context,
  inTransaction,
  type Player,
  type ReadContext,
  type Transaction,
} from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import type { Events } from '../../../events.ts'
import { clampLimit, limits } from '../../../limits.ts'
import { isoTime } from '../../../services/times.ts'
import {
  countUnread,
  deleteBetween,
  deleteOfActor,
  deleteLeastOfUser,
  deleteOfSubject,
  deleteOldestAnnouncements,
  deleteOldestOfGame,
  deleteOldestOfGroup,
  deleteOldestOfSender,
  findLastUnread,
  findNotification,
  insertNotification,
  listInbox,
  type NotificationRow,
  type NotificationType,
  updateAllRead,
  updateRead,
  updateReadUntil,
} from './queries.ts'

/** The types of events that their receiver also finds in the inbox. */
const IN_INBOX = [
  'friend_request.received',
  'friend_request.accepted',
  'group_invitation.received',
  'group_join_request.accepted',
] as const

const isForInbox = (type: string): type is (typeof IN_INBOX)[number] =>
  IN_INBOX.some((one) => one === type)

/** After these, the notification of an earlier event means nothing. Otherwise, players could fill the inboxes of others. */
const TAKEN_BACK: Partial<Record<string, string>> = {
  'friend_request.withdrawn': 'friend_request.received',
  'group_invitation.withdrawn': 'group_invitation.received',
}

export const ANNOUNCEMENT = 'announcement.posted'

interface NewNotification {
  game_id: number
  /** Without a user and a group, it is for all players of the game. */
  user_id: number | null
  group_id: number | null
  /** It is deleted with this group. */
  about_group_id: number | null
  actor_id: number | null
  /** The friendship or the group connection that it is about. */
  subject_id: number | null
  type: NotificationType
  data: object
}

const asRow = (tx: Transaction, notification: NewNotification) => ({
  ...notification,
  data: JSON.stringify(notification.data),
  now: tx.now(),
})

/** Returns its id. Of the older ones, only so many are kept. */
export async function addNotification(
  tx: Transaction,
  notification: NewNotification,
): Promise<number> {
  const { game_id, user_id, group_id, actor_id } = notification
  const row = await tx.first(insertNotification, asRow(tx, notification))
  if (!row) throw new Error('the new notification has no id')
  const kept_for_all = limits.shared_notifications.value
  if (user_id !== null) removeOldest(tx, user_id, actor_id)
  else if (group_id !== null) tx.defer(deleteOldestOfGroup, { group_id, kept: kept_for_all })
  else tx.defer(deleteOldestOfGame, { game_id, kept: kept_for_all })
  return row.id
}

/** So that neither one player nor many can push out what others sent, or what the operator has to say. */
function removeOldest(tx: Transaction, user_id: number, actor_id: number | null) {
  const kept = limits.notifications.value
  if (actor_id === null) {
    tx.defer(deleteOldestAnnouncements, { user_id, kept })
    return
  }
  const of_sender = limits.notifications_of_sender.value
  tx.defer(deleteOldestOfSender, { user_id, actor_id, kept: of_sender })
  tx.defer(deleteLeastOfUser, { user_id, kept })
}

const numberOrNull = (value: unknown) => (typeof value === 'number' ? value : null)

/** The id of the friendship or the group connection. */
function subjectOf(data: object): number | null {
  const { friendship_id, id }: { friendship_id?: unknown; id?: unknown } = data
  return numberOrNull(friendship_id ?? id)
}

function groupOf(data: object): number | null {
  const { group_id }: { group_id?: unknown } = data
  return numberOrNull(group_id)
}

/** In the transaction of the event. */
export async function notify(tx: Transaction, event: Events['event_recorded']): Promise<void> {
  const { type, game_id, actor_id, audience, audience_id: user_id, data } = event
  if (audience !== 'user') return
  const subject_id = subjectOf(data)
  if (isForInbox(type)) {
    const about_group_id = groupOf(data)
    const about = { group_id: null, about_group_id, subject_id, type, data }
    tx.defer(insertNotification, asRow(tx, { game_id, user_id, actor_id, ...about }))
    removeOldest(tx, user_id, actor_id)
  }
  const taken_back = TAKEN_BACK[type]
  if (taken_back && subject_id !== null)
    tx.defer(deleteOfSubject, { user_id, type: taken_back, subject_id })
}

/** Runs when one of the two blocks the other. */
export const removeNotificationsBetween = (
  tx: Transaction,
  { blocker_id, blocked_id }: { blocker_id: number; blocked_id: number },
) => tx.run(deleteBetween, { one_id: blocker_id, other_id: blocked_id })

/** What they did means nothing when they are gone. */
export const removeNotificationsOfActor = (tx: Transaction, { user_id }: { user_id: number }) =>
  tx.run(deleteOfActor, { actor_id: user_id })

function presentNotification(row: NotificationRow) {
  const data: Record<string, unknown> = JSON.parse(row.data)
  return {
    id: row.id,
    type: row.type,
    at: isoTime(row.created_at),
    actor_id: row.actor_id,
    is_read: row.is_read === 1,
    data: row.type === ANNOUNCEMENT ? { id: row.id, ...data } : data,
  }
}

const readerOf = ({ id, game_id }: Player) => ({ user_id: id, game_id })

async function showUnread({ db }: Pick<ReadContext, 'db'>, player: Player) {
  const row = await db.first(countUnread, readerOf(player))
  return { unread_count: row?.unread_count ?? 0 }
}

/** Without `before`, the list begins with the newest. */
const NEWEST = Number.MAX_SAFE_INTEGER

export async function showInbox(
  context: Context,
  player: Player,
  { before = NEWEST, per_page }: { before?: number; per_page?: number },
) {
  const limit = clampLimit(per_page)
  const [unread, rows] = await Promise.all([
    showUnread(context, player),
    context.db.all(listInbox, { ...readerOf(player), before, limit }),
  ])
  return {
    ...unread,
    notifications: rows.map(presentNotification),
    next: rows.length < limit ? null : (rows.at(-1)?.id ?? null),
  }
}

/** Of those that are for many, all older ones count as read, too. */
export function markAsRead(context: Context, player: Player, id: number) {
  return inTransaction(context, async (tx) => {
    const found = await tx.first(findNotification, { ...readerOf(player), id })
    if (!found) throw new Refusal('notification_not_found')
    if (found.user_id === null) await tx.run(updateReadUntil, { user_id: player.id, id })
    else await tx.run(updateRead, { id, user_id: player.id, now: tx.now() })
    return showUnread({ db: tx }, player)
  })
}

export function markAllAsRead(context: Context, player: Player) {
  return inTransaction(context, async (tx) => {
    await tx.run(updateAllRead, { user_id: player.id, now: tx.now() })
    const last = await tx.first(findLastUnread, readerOf(player))
    if (last?.id) await tx.run(updateReadUntil, { user_id: player.id, id: last.id })
    return showUnread({ db: tx }, player)
  })
}
