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
  user_id: T.Integer({ description: 'The author; 0 when the account is gone' }),
  created_at: Timestamp,
  read: T.Boolean({ description: 'Whether the caller has read it' }),
  read_by: T.Array(T.Integer()),
})

export const Chat = T.Object({
  id: T.Integer(),
  creator_id: T.Integer({ description: "The user, or the group of a group's chat" }),
  creator_type: T.String({ description: 'User or Group' }),
  group_id: Nullable(T.Integer()),
  participants: T.Array(UserSummary),
  messages: T.Array(Message, { description: 'The latest 25, newest first' }),
})

const NewText = T.String({ ...LongText(limits.message_bytes.value), minLength: 1 })
const PageParams = T.Object({ page: PathId })

const OneMessage = T.Object({ ...Message.properties, message: Message })

export const startChatSchema = {
  summary: 'Write to players or to a group; the same players, or the same group, have one chat',
  body: T.Object({
    usernames: T.Optional(T.Array(T.String(), { maxItems: limits.chat_usernames.value })),
    group_id: T.Optional(Id),
    text: NewText,
  }),
  response: { 200: T.Object({ ...Chat.properties, chat: Chat, chat_users: T.Array(UserSummary) }) },
  refuses: ['chat_partner_unknown', 'chat_not_found'],
} as const

export const sendMessageSchema = {
  summary: 'Write into a chat',
  body: T.Object({ chat_id: Id, text: NewText }),
  response: { 200: OneMessage },
  refuses: ['chat_not_found', 'chat_partner_unknown'],
} as const

export const showMessagesSchema = {
  summary: 'Messages of a chat, 25 a page, newest first',
  params: PageParams,
  body: T.Object({ chat_id: Id }),
  response: { 200: T.Object({ messages: T.Array(Message) }) },
  refuses: ['chat_not_found'],
} as const

export const showChatsSchema = {
  summary: "The caller's chats, 25 of each kind a page, latest activity first",
  params: PageParams,
  response: { 200: T.Object({ direct_chats: T.Array(Chat), group_chats: T.Array(Chat) }) },
} as const

export const markAsReadSchema = {
  summary: 'Mark a message as read',
  params: IdParams,
  response: { 200: OneMessage },
  refuses: ['message_not_found', 'message_already_read'],
} as const
