import { T } from '../../../http/typed-schema.ts'
import {
  Id,
  IdParams,
  LongText,
  Nullable,
  PathId,
  Timestamp,
  UserSummary,
} from '../../../http/shapes.ts'
import { limits } from '../../../limits.ts'

const Message = T.Object({
  id: T.Integer(),
  chat_id: T.Integer(),
  text: T.String(),
  user_id: T.Integer({ description: 'The author, or 0 if their account was deleted' }),
  created_at: Timestamp,
  read: T.Boolean({ description: 'Whether the caller has read it' }),
  read_by: T.Array(T.Integer()),
})

export const Chat = T.Object({
  id: T.Integer(),
  creator_id: T.Integer({
    description: 'The user who started the chat, or the group of a group chat',
  }),
  creator_type: T.String({ description: '`User` or `Group`' }),
  group_id: Nullable(T.Integer()),
  participants: T.Array(UserSummary),
  messages: T.Array(Message, { description: 'The latest 25, newest first' }),
})

const NewText = T.String({ ...LongText(limits.message_bytes.value), minLength: 1 })
const PageNumber = T.Object({ page: PathId })

const OneMessage = T.Object({ ...Message.properties, message: Message })

export const startChatSchema = {
  rate: ['messages'],
  summary: 'Send a message to players or to a group',
  description: 'The same players always share one chat, and so does a group.',
  body: T.Object({
    usernames: T.Optional(T.Array(T.String(), { maxItems: limits.chat_usernames.value })),
    group_id: T.Optional(Id),
    text: NewText,
  }),
  response: { 200: T.Object({ ...Chat.properties, chat: Chat, chat_users: T.Array(UserSummary) }) },
  refuses: ['chat_partner_unknown', 'chat_not_found'],
} as const

export const sendMessageSchema = {
  rate: ['messages'],
  summary: 'Send a message to a chat',
  body: T.Object({ chat_id: Id, text: NewText }),
  response: { 200: OneMessage },
  refuses: ['chat_not_found', 'chat_partner_unknown'],
} as const

export const listChatMessagesSchema = {
  summary: 'The messages of a chat, newest first, 25 per page',
  params: PageNumber,
  body: T.Object({ chat_id: Id }),
  response: { 200: T.Object({ messages: T.Array(Message) }) },
  refuses: ['chat_not_found'],
} as const

export const listChatsSchema = {
  summary: "The caller's chats, latest activity first, 25 of each kind per page",
  params: PageNumber,
  response: { 200: T.Object({ direct_chats: T.Array(Chat), group_chats: T.Array(Chat) }) },
} as const

export const markMessageAsReadSchema = {
  summary: 'Mark a message as read',
  params: IdParams,
  response: { 200: OneMessage },
  refuses: ['message_not_found', 'message_already_read'],
} as const
