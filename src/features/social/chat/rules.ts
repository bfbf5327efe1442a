import { type Context, inTransaction, type Player, type Transaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { caseBlind } from '../../../services/secrets.ts'
import type { Reader } from '../../../storage/database.ts'
import { roleIn } from '../groups/rules.ts'
import { summarize } from '../../players/users/rules.ts'
import {
  type AuthorRow,
  type ChatRow,
  findBlockAmong,
  findChatOf,
  findDirectChat,
  findGroupChat,
  findMessage,
  findPlayersByName,
  insertDirectChat,
  insertGroupChat,
  insertMessage,
  insertParticipants,
  insertRead,
  listAuthors,
  listDirectChats,
  listGroupChats,
  listLatestMessages,
  listMessages,
  listOthers,
  listPeople,
  listReads,
  type MessageRow,
  raiseChat,
  raiseForParticipants,
} from './queries.ts'

const PER_PAGE = 25
const MOST_PEOPLE_SHOWN = 100

/** Stands for an author whose account is gone: clients look every author up among the participants. */
const NOBODY = {
  id: 0,
  username: 'deleted user',
  email: '',
  display_email: '',
  credits: 0,
  score: 0,
}

const ids = (list: number[]) => JSON.stringify(list.map((id) => ({ id })))

function present({ id, user_id, text, created_at }: MessageRow, read_by: number[], player: Player) {
  const time = new Date(created_at).toISOString()
  const read = read_by.includes(player.id)
  return { id, text, user_id: user_id ?? NOBODY.id, created_at: time, read, read_by }
}

/** Messages with who has read them. */
async function presentMessages(reader: Reader, player: Player, rows: MessageRow[]) {
  const reads = await reader.all(listReads, { read: ids(rows.map(({ id }) => id)) })
  const by_message = Map.groupBy(reads, ({ message_id }) => message_id)
  return rows.map((row) => {
    const read_by = by_message.get(row.id)?.map(({ user_id }) => user_id) ?? []
    return { chat_id: row.chat_id, ...present(row, read_by, player) }
  })
}

/** The participants, and every author of a shown message who is none any more. */
async function findAuthors(reader: Reader, rows: MessageRow[], people: AuthorRow[]) {
  const known = new Map(people.map((person) => [person.id, person]))
  const missing = new Set(
    rows.flatMap(({ user_id }) => (user_id && !known.has(user_id) ? [user_id] : [])),
  )
  if (missing.size > 0) {
    for (const author of await reader.all(listAuthors, { authors: ids([...missing]) })) {
      known.set(author.id, author)
    }
  }
  return known
}

/** Chats with people and latest messages, however many, in a fixed number of queries. */
async function presentChats(reader: Reader, player: Player, chats: ChatRow[]) {
  if (chats.length === 0) return []
  const wanted = JSON.stringify(chats.map(({ id, group_id }) => ({ id, group_id })))
  const people = await reader.all(listPeople, { chats: wanted, limit: MOST_PEOPLE_SHOWN })
  const rows = await reader.all(listLatestMessages, { chats: wanted, limit: PER_PAGE })
  const authors = await findAuthors(reader, rows, people)
  const messages = Map.groupBy(
    await presentMessages(reader, player, rows),
    ({ chat_id }) => chat_id,
  )
  const participants = Map.groupBy(people, ({ chat_id }) => chat_id)
  return chats.map(({ id, creator_id, group_id }) => {
    const shown = messages.get(id) ?? []
    const present_ids = new Set([
      ...(participants.get(id) ?? []).map((person) => person.id),
      ...shown.map(({ user_id }) => user_id),
    ])
    const summaries = [...present_ids].map((user_id) => {
      const person = authors.get(user_id)
      return person ? summarize(person, player) : NOBODY
    })
    const creator_type = group_id === null ? 'User' : 'Group'
    return { id, creator_id, creator_type, group_id, participants: summaries, messages: shown }
  })
}

async function presentChat(reader: Reader, player: Player, row: ChatRow) {
  const [chat] = await presentChats(reader, player, [row])
  if (!chat) throw new Refusal('chat_not_found')
  return chat
}

const unknownPlayer = () => new Refusal('chat_partner_unknown')

/** Someone who has blocked the caller, or was blocked by him, is as good as unknown. */
async function refuseBlocked(tx: Transaction, player: Player, others: number[]): Promise<void> {
  if (await tx.first(findBlockAmong, { user_id: player.id, others: ids(others) }))
    throw unknownPlayer()
}

/** The chat of exactly these players; a set of players has one. */
async function openDirectChat(
  tx: Transaction,
  player: Player,
  usernames: string[],
): Promise<ChatRow> {
  const keys = new Set(usernames.map(caseBlind))
  const names = JSON.stringify([...keys].map((username_key) => ({ username_key })))
  const found = await tx.all(findPlayersByName, { game_id: player.game_id, names })
  const others = found.map(({ id }) => id).filter((id) => id !== player.id)
  if (found.length < keys.size || others.length === 0) throw unknownPlayer()
  await refuseBlocked(tx, player, others)
  const everyone = [player.id, ...others].sort((a, b) => a - b)
  const key = { game_id: player.game_id, participants_key: everyone.join(',') }
  await tx.run(insertDirectChat, { ...key, creator_id: player.id, now: tx.now() })
  const chat = await tx.first(findDirectChat, key)
  if (!chat) throw new Refusal('chat_not_found')
  await tx.run(insertParticipants, { chat_id: chat.id, people: ids(everyone) })
  return chat
}

async function openGroupChat(tx: Transaction, player: Player, group_id: number): Promise<ChatRow> {
  const role = await roleIn(tx, group_id, player.id)
  if (!role.is_member) throw new Refusal('chat_not_found')
  await tx.run(insertGroupChat, { game_id: player.game_id, group_id, now: tx.now() })
  const chat = await tx.first(findGroupChat, { group_id })
  if (!chat) throw new Refusal('chat_not_found')
  return chat
}

async function say(
  tx: Transaction,
  player: Player,
  chat_id: number,
  text: string,
): Promise<number> {
  const row = await tx.first(insertMessage, { chat_id, user_id: player.id, text, now: tx.now() })
  if (!row) throw new Error('the new message has no id')
  await tx.run(raiseChat, { chat_id, message_id: row.id })
  await tx.run(raiseForParticipants, { chat_id, message_id: row.id })
  return row.id
}

interface NewChat {
  usernames?: string[]
  group_id?: number
  text: string
}

export function startChat(
  context: Context,
  player: Player,
  { usernames = [], group_id, text }: NewChat,
) {
  if (group_id === undefined && usernames.length === 0) {
    throw new Refusal('invalid_input', { sentence: 'usernames or group_id is required.' })
  }
  return inTransaction(context, async (tx) => {
    const row =
      group_id === undefined
        ? await openDirectChat(tx, player, usernames)
        : await openGroupChat(tx, player, group_id)
    await say(tx, player, row.id, text)
    const chat = await presentChat(tx, player, row)
    return { ...chat, chat, chat_users: chat.participants }
  })
}

async function findOwnChat(reader: Reader, player: Player, id: number): Promise<ChatRow> {
  const chat = await reader.first(findChatOf, { id, user_id: player.id })
  if (!chat) throw new Refusal('chat_not_found')
  return chat
}

export function sendMessage(
  context: Context,
  player: Player,
  input: { chat_id: number; text: string },
) {
  return inTransaction(context, async (tx) => {
    const chat = await findOwnChat(tx, player, input.chat_id)
    const others = await tx.all(listOthers, { chat_id: chat.id, user_id: player.id })
    if (others.length === 1)
      await refuseBlocked(
        tx,
        player,
        others.map(({ id }) => id),
      )
    const id = await say(tx, player, chat.id, input.text)
    await tx.first(insertRead, { message_id: id, user_id: player.id })
    return presentMessage(tx, player, id)
  })
}

async function presentMessage(reader: Reader, player: Player, id: number) {
  const row = await reader.first(findMessage, { id })
  const [message] = await presentMessages(reader, player, row ? [row] : [])
  if (!message) throw new Refusal('message_not_found')
  return { ...message, message }
}

export function markAsRead(context: Context, player: Player, id: number) {
  return inTransaction(context, async (tx) => {
    const row = await tx.first(findMessage, { id })
    if (!row || !(await tx.first(findChatOf, { id: row.chat_id, user_id: player.id }))) {
      throw new Refusal('message_not_found')
    }
    const marked = await tx.first(insertRead, { message_id: id, user_id: player.id })
    if (!marked) throw new Refusal('message_already_read')
    return presentMessage(tx, player, id)
  })
}

function pageOf(number: number) {
  if (number < 1)
    throw new Refusal('invalid_input', { sentence: 'The page must be a whole number from 1.' })
  return { limit: PER_PAGE, offset: Math.min((number - 1) * PER_PAGE, Number.MAX_SAFE_INTEGER) }
}

export async function showMessages(
  { db }: Context,
  player: Player,
  wish: { chat_id: number; page: number },
) {
  const page = pageOf(wish.page)
  const chat = await findOwnChat(db, player, wish.chat_id)
  const rows = await db.all(listMessages, { chat_id: chat.id, ...page })
  return { messages: await presentMessages(db, player, rows) }
}

export async function showChats({ db }: Context, player: Player, number: number) {
  const wish = { user_id: player.id, ...pageOf(number) }
  const rows = [...(await db.all(listDirectChats, wish)), ...(await db.all(listGroupChats, wish))]
  const chats = await presentChats(db, player, rows)
  return {
    direct_chats: chats.filter(({ group_id }) => group_id === null),
    group_chats: chats.filter(({ group_id }) => group_id !== null),
  }
}
