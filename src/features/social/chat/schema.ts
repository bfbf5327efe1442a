import { T } from '../../../http/typed-schema.ts'
import {
  Id,
  IdParams,
  LongText,
  Message,
  Nullable,
  PathId,
  Text,
  Timestamp,
  UserSummary,
} from '../../../http/shapes.ts'
import { limits } from '../../../limits.ts'

const ChatMessage = T.Object({
  id: T.Integer(),
  chat_id: T.Integer(),
  text: T.String(),
  user_id: T.Integer({ description: 'The author, or 0 if their account was deleted' }),
  created_at: Timestamp,
  read: T.Boolean({ description: 'Whether the caller has read it' }),
  read_by: T.Array(T.Integer(), {
    description: 'The first 100 who have read it, by their ids, and the caller',
  }),
})

export const Chat = T.Object({
  id: T.Integer(),
  creator_id: T.Integer({
    description: 'The user who started the chat, or the group of a group chat',
  }),
  creator_type: T.String({ description: '`User` or `Group`' }),
  group_id: Nullable(T.Integer()),
  participants: T.Array(UserSummary),
  messages: T.Array(ChatMessage, {
    description:
      'The latest 25, newest first, without those of authors whom the caller has blocked; fewer where many are long (`shown_messages_bytes`), then `GET /messages/page/1` has all of them',
  }),
})

const NewText = T.String({ ...LongText(limits.message_bytes.value), minLength: 1 })
const Username = Text(limits.username_characters.value)
const PageNumber = T.Object({ page: PathId })

const OneMessage = T.Object({ ...ChatMessage.properties, message: ChatMessage })

export const startChatSchema = {
  operation: 'chats.write',
  rate: ['messages'],
  summary: 'Send a message to players or to a group',
  description:
    'The same players share one chat until one of them leaves it, and a group has one chat.',
  body: T.Object({
    usernames: T.Optional(T.Array(Username, { maxItems: limits.chat_usernames.value })),
    group_id: T.Optional(Id),
    text: NewText,
  }),
  response: { 200: T.Object({ ...Chat.properties, chat: Chat, chat_users: T.Array(UserSummary) }) },
  refuses: ['chat_partner_unknown', 'chat_not_found', 'too_many_chats'],
} as const

export const leaveChatSchema = {
  operation: 'chats.leave',
  summary: 'Leave a chat',
  description:
    'The chat stays for the others. Nobody can put the caller back into it; a message to the same players starts a new chat. When the last one leaves, the chat and its messages are deleted within the hour. The chat of a group is left with the group.',
  params: IdParams,
  response: { 200: Message },
  refuses: ['chat_not_found', 'chat_of_group'],
} as const

export const sendMessageSchema = {
  operation: 'messages.post',
  rate: ['messages'],
  summary: 'Send a message to a chat',
  body: T.Object({ chat_id: Id, text: NewText }),
  response: { 200: OneMessage },
  refuses: ['chat_not_found', 'chat_partner_unknown', 'chat_empty'],
} as const

export const listChatMessagesSchema = {
  operation: 'messages.list',
  summary: 'The messages of a chat, newest first, 25 per page',
  description:
    'Messages of authors whom the caller has blocked are left out, so a page may have fewer.',
  params: PageNumber,
  body: T.Object({ chat_id: Id }),
  response: { 200: T.Object({ messages: T.Array(ChatMessage) }) },
  refuses: ['chat_not_found'],
} as const

export const listChatsSchema = {
  operation: 'chats.list',
  summary: "The caller's chats, latest activity first, 25 of each kind per page",
  params: PageNumber,
  response: { 200: T.Object({ direct_chats: T.Array(Chat), group_chats: T.Array(Chat) }) },
} as const

export const markMessageAsReadSchema = {
  operation: 'messages.markAsRead',
  summary: 'Mark a message as read',
  params: IdParams,
  response: { 200: Message },
  refuses: ['message_not_found', 'message_already_read'],
} as const
