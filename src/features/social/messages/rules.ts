import type { Player, ReadContext } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { limits } from '../../../limits.ts'
import { isoTime } from '../../../services/times.ts'
import type { Reader } from '../../../storage/database.ts'
import { idRows } from '../../../storage/statement.ts'
import { filterText } from '../../operations/word-filters/rules.ts'
import { refuseMuted } from '../../players/sanctions/rules.ts'
import {
  findVisible,
  HIDDEN_TEXT,
  listLatest,
  listPage,
  listReads,
  type MessageRow,
} from './queries.ts'

const MAX_READERS_SHOWN = 100

export { HIDDEN_TEXT }

/** The text of a new message as it may be sent. A muted player may send none. */
export async function allowedText(context: ReadContext, player: Player, text: string) {
  refuseMuted(player, context.now())
  return filterText(context, player.game_id, text)
}

/** The author of messages whose account was deleted. */
export const DELETED_AUTHOR_ID = 0

function presentMessage(row: MessageRow, read_by: number[], viewer: Player) {
  const { id, chat_id, user_id, text } = row
  const created_at = isoTime(row.created_at)
  const read = read_by.includes(viewer.id)
  return { chat_id, id, text, user_id: user_id ?? DELETED_AUTHOR_ID, created_at, read, read_by }
}

async function presentMessages(reader: Reader, viewer: Player, rows: MessageRow[]) {
  const reads = await reader.all(listReads, {
    read: idRows(rows.map(({ id }) => id)),
    viewer_id: viewer.id,
    limit: MAX_READERS_SHOWN,
  })
  const by_message = Map.groupBy(reads, ({ message_id }) => message_id)
  return rows.map((row) => {
    const read_by = by_message.get(row.id)?.map(({ user_id }) => user_id) ?? []
    return presentMessage(row, read_by, viewer)
  })
}

/**
 * As many of the messages, newest first, as a list of chats shows. Those with the least text after them in their chat are
 * chosen first: the latest one of every chat, and all of a chat with short messages before the second of one with long
 * ones.
 */
function selectShownMessages(messages: MessageRow[]): MessageRow[] {
  const bytes_by_chat = new Map<number, number>()
  const sized = messages.map(({ id, chat_id, text }) => {
    const newer_bytes = bytes_by_chat.get(chat_id) ?? 0
    const bytes = Buffer.byteLength(text)
    bytes_by_chat.set(chat_id, newer_bytes + bytes)
    return { id, newer_bytes, bytes }
  })
  let total = 0
  const shown = new Set<number>()
  for (const { id, newer_bytes, bytes } of sized.sort((a, b) => a.newer_bytes - b.newer_bytes)) {
    total += bytes
    if (total > limits.shown_messages_bytes.value && newer_bytes > 0) break
    shown.add(id)
  }
  return messages.filter(({ id }) => shown.has(id))
}

/** Of each of the chats, which are rows of JSON with an id. */
export async function listLatestMessages(
  reader: Reader,
  viewer: Player,
  wanted: { chats: string; limit: number },
) {
  const rows = await reader.all(listLatest, { ...wanted, viewer_id: viewer.id })
  return presentMessages(reader, viewer, selectShownMessages(rows))
}

export async function listMessages(
  reader: Reader,
  viewer: Player,
  page: { chat_id: number; limit: number; offset: number },
) {
  return presentMessages(
    reader,
    viewer,
    await reader.all(listPage, { ...page, viewer_id: viewer.id }),
  )
}

/** Whether the viewer may see its chat is for the caller to check. */
export const findMessage = (reader: Reader, viewer: Player, id: number) =>
  reader.first(findVisible, { id, viewer_id: viewer.id })

/** As `findMessage`, but refused if there is none, and complete. */
export async function loadMessage(reader: Reader, viewer: Player, id: number) {
  const row = await findMessage(reader, viewer, id)
  const [message] = await presentMessages(reader, viewer, row ? [row] : [])
  if (!message) throw new Refusal('message_not_found')
  return { ...message, message }
}
