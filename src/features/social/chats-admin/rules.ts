import { type Context, inTransaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { clampLimit } from '../../../limits.ts'
import { isoTime } from '../../../services/times.ts'
import type { Reader } from '../../../storage/database.ts'
import { idRows } from '../../../storage/statement.ts'
import { recordChange } from '../../operations/audit-log/rules.ts'
import { refuseUnknownGame } from '../../operations/games/rules.ts'
import {
  countChats,
  findChat,
  findLastLookedAt,
  listAmongLatest,
  type ListedChat,
  listFewChats,
  listMessages,
  listOfUser,
  listParticipants,
} from './queries.ts'

const DEFAULT_PAGE = 50
const NAMES_IN_LIST = 5
const PARTICIPANTS_SHOWN = 100
const MAX_LOOKED_AT = 20_000

interface ChatsQuery {
  user_id?: number
  before?: number
  limit?: number
}

interface Page {
  game_id: number
  before: number
  limit: number
}

/** The chats, and the id after which a page that is not full goes on. */
async function findChats({ db }: Context, page: Page, user_id: number | undefined) {
  if (user_id !== undefined) return { rows: await db.all(listOfUser, { ...page, user_id }) }
  const { game_id, before } = page
  const max_looked_at = MAX_LOOKED_AT
  const counted = await db.first(countChats, { game_id, max: max_looked_at + 1 })
  if (!counted || counted.chats <= max_looked_at) return { rows: await db.all(listFewChats, page) }
  const rows = await db.all(listAmongLatest, { ...page, max_looked_at })
  if (rows.length === page.limit) return { rows }
  const last = await db.first(findLastLookedAt, { game_id, before, max_looked_at })
  return { rows, next: last && last.messages === max_looked_at ? last.id : null }
}

async function presentChats(reader: Reader, rows: ListedChat[], limit: number) {
  const direct = rows.filter(({ group_id }) => group_id === null)
  const chats = idRows(direct.map(({ id }) => id))
  const people = direct.length === 0 ? [] : await reader.all(listParticipants, { chats, limit })
  const by_chat = Map.groupBy(people, ({ chat_id }) => chat_id)
  return rows.map(({ id, group_id, group_name, member_count, created_at, last_message_at }) => ({
    id,
    group:
      group_id === null || group_name === null
        ? null
        : { id: group_id, name: group_name, member_count: member_count ?? 0 },
    participants: (by_chat.get(id) ?? []).map((user) => ({ id: user.id, username: user.username })),
    created_at: isoTime(created_at),
    last_message_at: last_message_at === null ? null : isoTime(last_message_at),
  }))
}

/** Who writes to whom, without any message. The latest activity first. */
export async function listChatsOfGame(context: Context, game_id: number, query: ChatsQuery) {
  const { db } = context
  await refuseUnknownGame(db, game_id)
  const { user_id, before = Number.MAX_SAFE_INTEGER } = query
  const limit = clampLimit(query.limit ?? DEFAULT_PAGE)
  const { rows, next = null } = await findChats(context, { game_id, before, limit }, user_id)
  return {
    chats: await presentChats(db, rows, NAMES_IN_LIST),
    next: rows.length === limit ? (rows.at(-1)?.last_message_id ?? null) : next,
  }
}

interface ChatQuery {
  before?: number
  limit?: number
}

/** Messages are private, so the audit log says who has read them. */
export function readChatOfGame(
  context: Context,
  { id: game_id, chat_id: id }: { id: number; chat_id: number },
  { before = Number.MAX_SAFE_INTEGER, ...query }: ChatQuery,
) {
  const limit = clampLimit(query.limit ?? DEFAULT_PAGE)
  return inTransaction(context, async (tx) => {
    const row = await tx.first(findChat, { id, game_id })
    const [chat] = await presentChats(tx, row ? [row] : [], PARTICIPANTS_SHOWN)
    if (!chat)
      throw new Refusal('chat_not_found', { sentence: 'No chat of this game has this id.' })
    const messages = await tx.all(listMessages, { chat_id: id, before, limit })
    const next = messages.length === limit ? (messages.at(-1)?.id ?? null) : null
    await recordChange(tx, {
      action: 'admin.chats.read',
      game_id,
      target: 'chat',
      target_id: id,
      after: { messages: messages.length, ...(messages[0] ? { newest_id: messages[0].id } : {}) },
    })
    return {
      ...chat,
      messages: messages.map(({ user_id, username, created_at, hidden_at, ...message }) => ({
        ...message,
        author: user_id === null || username === null ? null : { id: user_id, username },
        created_at: isoTime(created_at),
        is_hidden: hidden_at !== null,
      })),
      next,
    }
  })
}
