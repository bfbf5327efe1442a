import { T } from '../../../http/typed-schema.ts'
import {
  Id,
  IdOf,
  LongText,
  Message,
  Nullable,
  OneOf,
  PathId,
  Text,
  Timestamp,
  UserSummary,
} from '../../../http/shapes.ts'
import { limits } from '../../../limits.ts'

const ChatMessage = T.Object(
  {
    id: T.Integer(),
    chat_id: T.Integer(),
    text: T.String({ description: '`(hidden by a moderator)` if staff have hidden it' }),
    user_id: T.Integer({ description: 'The author, or 0 if their account was deleted' }),
    created_at: Timestamp,
    read: T.Boolean({ description: 'Whether the caller has read it' }),
    read_by: T.Array(T.Integer(), {
      description: 'The first 100 who have read it, by their ids, and the caller',
    }),
  },
  { title: 'ChatMessage' },
)

export const Chat = T.Object(
  {
    id: T.Integer(),
    creator_id: T.Integer({
      description:
        'The user who started the chat, or 0 if their data was erased; of a group chat, the group',
    }),
    creator_type: OneOf('User', 'Group'),
    group_id: Nullable(T.Integer({ description: 'Null: it is not the chat of a group' })),
    participants: T.Array(UserSummary, {
      description:
        'Of a group, the 100 longest-standing members. The authors of the messages are always among them',
    }),
    messages: T.Array(ChatMessage, {
      description:
        'The latest 25, newest first, without those of authors whom the caller has blocked; fewer where many are long (`shown_messages_bytes`), then `GET /messages/page/1` has all of them',
    }),
  },
  { title: 'Chat' },
)

const NewText = T.String({
  ...LongText(limits.message_bytes.value),
  minLength: 1,
  description: 'The message',
  examples: ['Good game!'],
})
const Username = Text(limits.username_characters.value)
const PageNumber = T.Object({
  page: T.Integer({ ...PathId, description: 'The number of the page, from 1' }),
})

const SentMessage = T.Object(
  { ...ChatMessage.properties, message: ChatMessage },
  { title: 'SentChatMessage' },
)

const WrittenChat = T.Object(
  {
    ...Chat.properties,
    chat: Chat,
    chat_users: T.Array(UserSummary, { description: 'The same as `participants`' }),
  },
  { title: 'WrittenChat' },
)

export const startChatSchema = {
  operation: 'chats.write',
  rate: ['messages'],
  summary: 'Send a message to players or to a group',
  description:
    'The same players share one chat until one of them leaves it, and a group has one chat, in which only its members write. If one of several players is unknown, or a block is between them and the caller, nothing is sent.',
  body: T.Object(
    {
      usernames: T.Optional(
        T.Array(Username, {
          maxItems: limits.chat_usernames.value,
          description: 'The players to write to; the caller is always part of the chat',
          examples: [['ben']],
        }),
      ),
      group_id: T.Optional(
        T.Integer({
          ...Id,
          description: 'The group to write to; with it, `usernames` is ignored',
          examples: undefined,
        }),
      ),
      text: NewText,
    },
    { needs_one_of: [['usernames'], ['group_id']] },
  ),
  response: { 200: WrittenChat },
  refuses: [
    'chat_partner_unknown',
    'user_blocked',
    'chat_not_found',
    'too_many_chats',
    'muted',
    'word_not_allowed',
  ],
} as const

export const leaveChatSchema = {
  operation: 'chats.leave',
  summary: 'Leave a chat',
  description:
    'The chat stays for the others. Nobody can put the caller back into it; a message to the same players starts a new chat. When the last one leaves, the chat and its messages are deleted within the hour. The chat of a group is left with the group.',
  params: IdOf('the chat'),
  response: { 200: Message },
  refuses: ['chat_not_found', 'chat_of_group'],
} as const

export const sendMessageSchema = {
  operation: 'messages.post',
  rate: ['messages'],
  summary: 'Send a message to a chat',
  description:
    'Only its participants may, and the members of its group. In a chat of two players, nothing can be sent while one of them blocks the other; in one with more, and in that of a group, a block only hides the message from the one who blocked its author.',
  body: T.Object({ chat_id: T.Integer({ ...Id, description: 'The chat' }), text: NewText }),
  response: { 200: SentMessage },
  refuses: [
    'chat_not_found',
    'chat_partner_unknown',
    'user_blocked',
    'chat_empty',
    'message_not_found',
    'muted',
    'word_not_allowed',
  ],
} as const

export const listChatMessagesSchema = {
  operation: 'messages.list',
  has_large_answers: true,
  summary: 'The messages of a chat, newest first, 25 per page',
  description:
    'Messages of authors whom the caller has blocked are left out, so a page may have fewer. Only participants of the chat may, and the members of its group.',
  params: PageNumber,
  body: T.Object({ chat_id: T.Integer({ ...Id, description: 'The chat' }) }),
  response: { 200: T.Object({ messages: T.Array(ChatMessage) }, { title: 'ChatMessageList' }) },
  refuses: ['chat_not_found'],
} as const

export const listChatsSchema = {
  operation: 'chats.list',
  has_large_answers: true,
  summary: "The caller's chats, latest activity first, 25 of each kind per page",
  description:
    'Chats with players and chats of groups are two lists, and the page is that of both. A group has a chat once somebody has written to it.',
  params: PageNumber,
  response: {
    200: T.Object(
      { direct_chats: T.Array(Chat), group_chats: T.Array(Chat) },
      { title: 'ChatList' },
    ),
  },
  refuses: ['invalid_input'],
} as const

export const markMessageAsReadSchema = {
  operation: 'messages.markAsRead',
  summary: 'Mark a message as read',
  description:
    'Only the participants of its chat may, once each. Its author gets the event `message.read`. Other messages of the chat stay as they are.',
  params: IdOf('the message'),
  response: { 200: Message },
  refuses: ['message_not_found', 'message_already_read'],
} as const
