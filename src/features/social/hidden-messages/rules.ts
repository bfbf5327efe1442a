import { type Context, inTransaction, type Transaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { isoTime, formatTime } from '../../../services/times.ts'
import type { Reader } from '../../../storage/database.ts'
import { recordChange } from '../../operations/audit-log/rules.ts'
import { recordEvent, redactMessage } from '../../operations/events/rules.ts'
import { HIDDEN_TEXT } from '../messages/rules.ts'
import {
  findMessage,
  listMessagesAfter,
  listMessagesBefore,
  type MessageRow,
  updateAnswersHidden,
  updateHidden,
} from './queries.ts'

const AROUND = 10

interface MessageOfGame {
  game_id: number
  id: number
}

const presentMessage = ({ created_at, hidden_at, ...row }: MessageRow) => ({
  ...row,
  created_at: isoTime(created_at),
  hidden_at: formatTime(hidden_at),
})

/** The message with some before and after it, oldest first. Empty: it was deleted. */
export async function listContext(db: Reader, game_id: number, id: number) {
  const message = await db.first(findMessage, { game_id, id })
  if (!message) return []
  const place = { chat_id: message.chat_id, id, limit: AROUND }
  const before = await db.all(listMessagesBefore, place)
  const after = await db.all(listMessagesAfter, place)
  return [...before.toReversed(), message, ...after].map(presentMessage)
}

/** As chats and sent messages have it in their JSON. */
const messageFragment = ({ chat_id, id }: MessageRow, text: string) =>
  JSON.stringify({ chat_id, id, text }).slice(1, -1)

const hideInAnswers = (tx: Transaction, message: MessageRow) =>
  tx.run(updateAnswersHidden, {
    chat_id: message.chat_id,
    group_id: message.group_id ?? 0,
    author_id: message.user_id ?? 0,
    shown: messageFragment(message, message.text),
    hidden: messageFragment(message, HIDDEN_TEXT),
  })

/** Clients that have received the message already keep its text. */
export async function hideInTransaction(
  tx: Transaction,
  { game_id, id }: MessageOfGame,
): Promise<boolean> {
  const message = await tx.first(findMessage, { game_id, id })
  if (!message) return false
  if (message.hidden_at !== null) return true
  await tx.run(updateHidden, { id, hidden_at: tx.now() })
  const { chat_id, group_id } = message
  const audience =
    group_id === null
      ? ({ audience: 'chat', audience_id: chat_id } as const)
      : ({ audience: 'group', audience_id: group_id } as const)
  await redactMessage(tx, { ...audience, id, text: HIDDEN_TEXT })
  await hideInAnswers(tx, message)
  await recordEvent(tx, 'message.hidden', {
    game_id,
    actor_id: null,
    ...audience,
    data: { id, chat_id },
  })
  await recordChange(tx, {
    action: 'admin.messages.hide',
    game_id,
    target: 'message',
    target_id: id,
    after: { hidden: true },
  })
  return true
}

const unknownMessage = () =>
  new Refusal('message_not_found', { sentence: 'The game has no message with this id.' })

export const hideMessage = (context: Context, message: MessageOfGame) =>
  inTransaction(context, async (tx) => {
    if (!(await hideInTransaction(tx, message))) throw unknownMessage()
    return { message: 'hidden' }
  })

/** What was removed from the log of events and from stored answers stays removed. */
export const unhideMessage = (context: Context, { game_id, id }: MessageOfGame) =>
  inTransaction(context, async (tx) => {
    if (!(await tx.first(findMessage, { game_id, id }))) throw unknownMessage()
    await tx.run(updateHidden, { id, hidden_at: null })
    await recordChange(tx, {
      action: 'admin.messages.unhide',
      game_id,
      target: 'message',
      target_id: id,
      before: { hidden: true },
    })
    return { message: 'shown again' }
  })
