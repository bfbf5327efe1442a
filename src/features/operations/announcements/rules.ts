import { type Context, inTransaction, type Player, type Transaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { limitOffset, limits } from '../../../limits.ts'
import { isoTime, readTime } from '../../../services/times.ts'
import { addNotification, ANNOUNCEMENT } from '../../social/notifications/rules.ts'
import { recordEvent } from '../events/rules.ts'
import { recordChange } from '../audit-log/rules.ts'
import { refuseUnknownGame } from '../games/rules.ts'
import {
  type AnnouncementRow,
  countWaiting,
  deleteAnnouncement,
  deleteDue,
  findGroupGame,
  findUserGame,
  insertAnnouncement,
  listWaiting,
  findGameOfId,
} from './queries.ts'

export interface NewAnnouncement {
  text: string
  /** To one player. */
  user_id?: number
  /** To the members of a group. Without both, to all players of the game. */
  group_id?: number
  /** Without it, now. */
  at?: string
}

type Posted = Pick<AnnouncementRow, 'game_id' | 'user_id' | 'group_id' | 'text'>

function audienceOf({ game_id, user_id, group_id }: Posted) {
  if (user_id !== null) return { audience: 'user', audience_id: user_id } as const
  if (group_id !== null) return { audience: 'group', audience_id: group_id } as const
  return { audience: 'players', audience_id: game_id } as const
}

/** One row in the inbox and one event, however many players it is for. */
async function post(tx: Transaction, announcement: Posted): Promise<void> {
  const { game_id, user_id, group_id, text } = announcement
  const data = { text, group_id }
  const nobody = { about_group_id: null, actor_id: null, subject_id: null }
  const id = await addNotification(tx, {
    game_id,
    user_id,
    group_id,
    ...nobody,
    type: ANNOUNCEMENT,
    data,
  })
  await recordEvent(tx, ANNOUNCEMENT, {
    game_id,
    actor_id: null,
    ...audienceOf(announcement),
    data: { id, ...data },
  })
}

async function refuseOtherGame(
  tx: Transaction,
  game_id: number,
  { user_id, group_id }: NewAnnouncement,
): Promise<void> {
  if (user_id !== undefined && group_id !== undefined)
    throw new Refusal('invalid_input', { sentence: 'Send user_id or group_id, not both.' })
  if (user_id !== undefined) {
    const user = await tx.first(findUserGame, { id: user_id })
    if (user?.game_id !== game_id) throw new Refusal('user_not_found')
  }
  if (group_id !== undefined) {
    const group = await tx.first(findGroupGame, { id: group_id })
    if (group?.game_id !== game_id) throw new Refusal('group_not_found')
  }
}

/** What is meant for one player is not kept longer than that player. */
const recordAnnouncement = (
  tx: Transaction,
  announcement: Omit<AnnouncementRow, 'id' | 'publish_at' | 'created_at'> & {
    id: number | null
    at: string
  },
) => {
  const { id, game_id, user_id, group_id, text, at } = announcement
  return recordChange(tx, {
    action: 'admin.announcements.send',
    game_id,
    target: 'announcement',
    target_id: id,
    after: user_id === null ? { text, group_id, at } : { at },
  })
}

/** A time that has passed means now. */
export function announce(context: Context, game_id: number, input: NewAnnouncement) {
  return inTransaction(context, async (tx) => {
    await refuseUnknownGame(tx, game_id)
    await refuseOtherGame(tx, game_id, input)
    const now = tx.now()
    const publish_at = input.at === undefined ? now : Math.max(readTime('at', input.at), now)
    const { text, user_id = null, group_id = null } = input
    const announcement = { game_id, user_id, group_id, text }
    const at = isoTime(publish_at)
    if (publish_at === now) {
      await post(tx, announcement)
      await recordAnnouncement(tx, { ...announcement, id: null, at })
      return { id: null, at }
    }
    const max = limits.waiting_announcements.value
    const counted = await tx.first(countWaiting, { game_id, max })
    if (counted && counted.waiting >= max) throw new Refusal('too_many_announcements')
    const row = await tx.first(insertAnnouncement, { ...announcement, publish_at, created_at: now })
    const id = row?.id ?? null
    await recordAnnouncement(tx, { ...announcement, id, at })
    return { id, at }
  })
}

/** For the game's own server. */
export function announceAsServer(context: Context, player: Player, input: NewAnnouncement) {
  if (player.session_id !== null) throw new Refusal('not_the_server')
  return announce(context, player.game_id, input)
}

export async function showWaiting(
  context: Context,
  game_id: number,
  page: { page?: number; per_page?: number },
) {
  await refuseUnknownGame(context.db, game_id)
  const rows = await context.db.all(listWaiting, { game_id, ...limitOffset(page) })
  const announcements = rows.map(({ id, user_id, group_id, text, publish_at }) => ({
    id,
    user_id,
    group_id,
    text,
    at: isoTime(publish_at),
  }))
  return { announcements }
}

export function cancelAnnouncement(context: Context, id: number) {
  return inTransaction(context, async (tx) => {
    const deleted = await tx.first(deleteAnnouncement, { id })
    if (!deleted) throw new Refusal('announcement_not_found')
    await recordChange(tx, {
      action: 'admin.announcements.cancel',
      game_id: deleted.game_id,
      target: 'announcement',
      target_id: id,
    })
    return { message: 'cancelled' }
  })
}

/** How many are posted in one transaction. */
const POSTED_AT_ONCE = 50

/** Posts some of those whose time has come, and returns how many. */
export async function postDue(tx: Transaction): Promise<number> {
  const due = await tx.all(deleteDue, { now: tx.now(), limit: POSTED_AT_ONCE })
  const inOrder = due.toSorted((a, b) => a.publish_at - b.publish_at || a.id - b.id)
  for (const announcement of inOrder) await post(tx, announcement)
  return due.length
}

/** For routes that name it by its id alone. */
export const findGameOfAnnouncement = async ({ db }: Context, id: number) =>
  (await db.first(findGameOfId, { id }))?.game_id
