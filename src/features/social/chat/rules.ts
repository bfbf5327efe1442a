import {
  type Context,
  inTransaction,
  type Player,
  type ReadContext,
  type Transaction,
} from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { limitOffset, limits } from '../../../limits.ts'
import { comparisonKey, DELETED_USER_NAME } from '../../../services/names.ts'
import { isoTime } from '../../../services/times.ts'
import type { Reader } from '../../../storage/database.ts'
import { idRows } from '../../../storage/statement.ts'
import { publicUser, recordEvent } from '../../operations/events/rules.ts'
import { refuseBlockedAmong } from '../blocks/rules.ts'
import { findRole } from '../groups/rules.ts'
import {
  allowedText,
  DELETED_AUTHOR_ID,
  findMessage,
  listLatestMessages,
  listMessages,
  loadMessage,
} from '../messages/rules.ts'
import { summarize } from '../../players/users/rules.ts'
import {
  type AuthorRow,
  type ChatRow,
  countStartedChats,
  deleteAbandonedChats,
  deleteAbandonedMessages,
  deleteParticipant,
  findChatOfUser,
  findGroupChat,
  findPlayersByName,
  insertDirectChat,
  insertGroupChat,
  insertMessage,
  insertParticipants,
  insertRead,
  listAuthors,
  listDirectChats,
  listGroupChats,
  listParticipantIds,
  listParticipants,
  lockChatOfUser,
  lockStarter,
  updateChatLeft,
  updateLastMessage,
  updateLastMessageOfParticipants,
} from './queries.ts'

const PER_PAGE = 25
const MAX_PARTICIPANTS_SHOWN = 100

/** Stands for an author whose account was deleted, since clients look up every author among the participants. */
const DELETED_USER = {
  id: DELETED_AUTHOR_ID,
  username: DELETED_USER_NAME,
  email: '',
  display_email: '',
  credits: 0,
  score: 0,
}

/** The participants, and the authors of the messages who have left the chat, by their ids. */
async function findShownUsers(
  reader: Reader,
  participants: AuthorRow[],
  messages: { user_id: number }[],
) {
  const users = new Map(participants.map((user) => [user.id, user]))
  const missing = new Set(
    messages
      .map(({ user_id }) => user_id)
      .filter((id) => id !== DELETED_AUTHOR_ID && !users.has(id)),
  )
  if (missing.size > 0) {
    for (const author of await reader.all(listAuthors, { authors: idRows(missing) })) {
      users.set(author.id, author)
    }
  }
  return users
}

/** Chats with their participants and latest messages. The number of queries does not depend on the number of chats. */
async function presentChats(reader: Reader, viewer: Player, rows: ChatRow[]) {
  if (rows.length === 0) return []
  const chats = JSON.stringify(rows.map(({ id, group_id }) => ({ id, group_id })))
  const participants = await reader.all(listParticipants, { chats, limit: MAX_PARTICIPANTS_SHOWN })
  const messages = await listLatestMessages(reader, viewer, { chats, limit: PER_PAGE })
  const users = await findShownUsers(reader, participants, messages)
  const participants_by_chat = Map.groupBy(participants, ({ chat_id }) => chat_id)
  const messages_by_chat = Map.groupBy(messages, ({ chat_id }) => chat_id)
  return rows.map(({ id, creator_id, group_id }) => {
    const latest = messages_by_chat.get(id) ?? []
    const user_ids = new Set([
      ...(participants_by_chat.get(id) ?? []).map((user) => user.id),
      ...latest.map(({ user_id }) => user_id),
    ])
    const summaries = [...user_ids].map((user_id) => {
      const user = users.get(user_id)
      return user ? summarize(user, viewer) : DELETED_USER
    })
    const creator_type = group_id === null ? ('User' as const) : ('Group' as const)
    return { id, creator_id, creator_type, group_id, participants: summaries, messages: latest }
  })
}

async function presentChat(reader: Reader, viewer: Player, row: ChatRow) {
  const [chat] = await presentChats(reader, viewer, [row])
  if (!chat) throw new Refusal('chat_not_found')
  return { ...chat, chat, chat_users: chat.participants }
}

const unknownPartner = () => new Refusal('chat_partner_unknown')

const nobodyToRead = () =>
  new Refusal('chat_partner_unknown', { sentence: 'Nobody else in this chat gets your messages.' })

/** Counts after the insert of the new chat, which is undone by the refusal. */
async function refuseTooManyChats(tx: Transaction, { id: user_id }: Player): Promise<void> {
  const max = limits.chats.value
  await tx.first(lockStarter, { user_id })
  const counted = await tx.first(countStartedChats, { user_id, max: max + 1 })
  if (counted && counted.count > max) throw new Refusal('too_many_chats')
}

/** A set of players has one chat, until one of them leaves it. */
async function findOrCreateDirectChat(
  tx: Transaction,
  player: Player,
  usernames: string[],
): Promise<ChatRow> {
  const username_keys = new Set(usernames.map(comparisonKey))
  const names = JSON.stringify([...username_keys].map((username_key) => ({ username_key })))
  const found = await tx.all(findPlayersByName, { game_id: player.game_id, names })
  const other_ids = found.map(({ id }) => id).filter((id) => id !== player.id)
  if (found.length < username_keys.size || other_ids.length === 0) throw unknownPartner()
  await refuseBlockedAmong(tx, player, { other_ids, unknown: unknownPartner() })
  const participant_ids = [player.id, ...other_ids].sort((a, b) => a - b)
  const chat = await tx.first(insertDirectChat, {
    game_id: player.game_id,
    creator_id: player.id,
    participants_key: participant_ids.join(','),
    now: tx.now(),
  })
  if (!chat) throw new Error('the chat has no id')
  const people = idRows(participant_ids)
  const added = await tx.run(insertParticipants, {
    chat_id: chat.id,
    starter_id: player.id,
    people,
  })
  if (added > 0) await refuseTooManyChats(tx, player)
  return chat
}

async function findOrCreateGroupChat(
  tx: Transaction,
  player: Player,
  group_id: number,
): Promise<ChatRow> {
  const { is_member } = await findRole(tx, group_id, player.id)
  if (!is_member) throw new Refusal('chat_not_found')
  await tx.run(insertGroupChat, { game_id: player.game_id, group_id, now: tx.now() })
  const chat = await tx.first(findGroupChat, { group_id })
  if (!chat) throw new Refusal('chat_not_found')
  return chat
}

interface NewMessage {
  chat_id: number
  text: string
}

/** Returns the id of the message. The chat moves to the top of its participants' lists. */
async function addMessage(
  tx: Transaction,
  player: Player,
  { chat, text }: { chat: ChatRow; text: string },
): Promise<number> {
  const chat_id = chat.id
  const now = tx.now()
  const row = await tx.first(insertMessage, { chat_id, user_id: player.id, text, now })
  if (!row) throw new Error('the new message has no id')
  await tx.run(updateLastMessage, { chat_id, message_id: row.id })
  const latest = { chat_id, message_id: row.id, author_id: player.id }
  await tx.run(updateLastMessageOfParticipants, latest)
  const user = await publicUser(tx, player.id)
  const created_at = isoTime(now)
  await recordEvent(tx, 'message.posted', {
    game_id: player.game_id,
    actor_id: player.id,
    audience: chat.group_id === null ? 'chat' : 'group',
    audience_id: chat.group_id ?? chat_id,
    data: { id: row.id, chat_id, text, user, created_at },
  })
  return row.id
}

interface NewChat {
  usernames?: string[]
  group_id?: number
  text: string
}

export async function startChat(
  context: Context,
  player: Player,
  { usernames = [], group_id, ...sent }: NewChat,
) {
  if (group_id === undefined && usernames.length === 0) {
    throw new Refusal('invalid_input', { sentence: 'usernames or group_id is required.' })
  }
  const text = await allowedText(context, player, sent.text)
  return inTransaction(context, async (tx) => {
    const row =
      group_id === undefined
        ? await findOrCreateDirectChat(tx, player, usernames)
        : await findOrCreateGroupChat(tx, player, group_id)
    await addMessage(tx, player, { chat: row, text })
    return presentChat(tx, player, row)
  })
}

async function requireChat(reader: Reader, player: Player, id: number): Promise<ChatRow> {
  const chat = await reader.first(findChatOfUser, { id, user_id: player.id })
  if (!chat) throw new Refusal('chat_not_found')
  return chat
}

export const showChat = async ({ db }: Context, player: Player, id: number) =>
  presentChat(db, player, await requireChat(db, player, id))

export async function showMessage({ db }: Context, player: Player, id: number) {
  const message = await loadMessage(db, player, id)
  await requireChat(db, player, message.chat_id)
  return message
}

async function lockChat(tx: Transaction, player: Player, id: number): Promise<ChatRow> {
  const chat = await tx.first(lockChatOfUser, { id, user_id: player.id })
  if (!chat) throw new Refusal('chat_not_found')
  return chat
}

/** A block stops messages between two players only; in a chat with more, it hides them from the one who blocked. */
async function refuseUnlessReaders(tx: Transaction, player: Player, chat: ChatRow): Promise<void> {
  const participants = await tx.all(listParticipantIds, { chat_id: chat.id })
  const other_ids = participants.map(({ id }) => id).filter((id) => id !== player.id)
  // The player left while this request waited for the chat.
  if (other_ids.length === participants.length) throw new Refusal('chat_not_found')
  if (other_ids.length === 0) throw new Refusal('chat_empty')
  if (other_ids.length === 1)
    await refuseBlockedAmong(tx, player, { other_ids, unknown: nobodyToRead() })
}

export async function sendMessage(context: Context, player: Player, sent: NewMessage) {
  const text = await allowedText(context, player, sent.text)
  return inTransaction(context, async (tx) => {
    const chat = await lockChat(tx, player, sent.chat_id)
    if (chat.group_id === null) await refuseUnlessReaders(tx, player, chat)
    const id = await addMessage(tx, player, { chat, text })
    await tx.first(insertRead, { message_id: id, user_id: player.id })
    return loadMessage(tx, player, id)
  })
}

export function markMessageAsRead(context: Context, player: Player, id: number) {
  return inTransaction(context, async (tx) => {
    const row = await findMessage(tx, player, id)
    if (!row || !(await tx.first(findChatOfUser, { id: row.chat_id, user_id: player.id }))) {
      throw new Refusal('message_not_found')
    }
    const inserted = await tx.first(insertRead, { message_id: id, user_id: player.id })
    if (!inserted) throw new Refusal('message_already_read')
    if (row.user_id !== null && row.user_id !== player.id)
      await recordEvent(tx, 'message.read', {
        game_id: player.game_id,
        actor_id: player.id,
        audience: 'user',
        audience_id: row.user_id,
        data: { id, chat_id: row.chat_id, user: await publicUser(tx, player.id) },
      })
    return { message: 'Message marked as read' }
  })
}

/** Nobody can put the player back into it. The same players get a new chat when one of them writes to the others. */
export function leaveChat(context: Context, player: Player, id: number) {
  return inTransaction(context, async (tx) => {
    const chat = await lockChat(tx, player, id)
    if (chat.group_id !== null) throw new Refusal('chat_of_group')
    const left = await tx.run(deleteParticipant, { chat_id: chat.id, user_id: player.id })
    if (left === 0) throw new Refusal('chat_not_found')
    await tx.run(updateChatLeft, { id: chat.id })
    return { message: 'you have left the chat' }
  })
}

const ABANDONED_AT_ONCE = 200

/** Deletes some of the chats that everyone has left, and their messages. Returns how many; 0: nothing is left to do. */
export async function removeAbandonedChats(tx: Transaction): Promise<number> {
  const limit = ABANDONED_AT_ONCE
  const messages = await tx.run(deleteAbandonedMessages, { limit })
  return messages + (await tx.run(deleteAbandonedChats, { limit }))
}

function pageOf(page: number) {
  if (page < 1)
    throw new Refusal('invalid_input', { sentence: 'The page must be a whole number from 1.' })
  return limitOffset({ page, per_page: PER_PAGE })
}

export async function listChatMessages(
  { db }: Context,
  player: Player,
  query: { chat_id: number; page: number },
) {
  const page = pageOf(query.page)
  const chat = await requireChat(db, player, query.chat_id)
  return { messages: await listMessages(db, player, { chat_id: chat.id, ...page }) }
}

export async function listChats({ db }: ReadContext, player: Player, page: number) {
  const query = { user_id: player.id, ...pageOf(page) }
  const rows = [...(await db.all(listDirectChats, query)), ...(await db.all(listGroupChats, query))]
  const chats = await presentChats(db, player, rows)
  return {
    direct_chats: chats.filter(({ group_id }) => group_id === null),
    group_chats: chats.filter(({ group_id }) => group_id !== null),
  }
}
