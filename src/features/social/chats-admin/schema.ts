import { T } from '../../../http/typed-schema.ts'
import { Id, IdOf, Nullable, PathId, PlayerName, Timestamp } from '../../../http/shapes.ts'

const limit = T.Optional(
  T.Integer({ ...Id, default: 50, description: 'At most 100; more counts as 100' }),
)

const chatFields = {
  id: T.Integer({ description: 'The id of the chat', examples: [9] }),
  group: T.Unsafe<{ id: number; name: string; member_count: number } | null>({
    ...T.Object({
      id: T.Integer({ examples: [3] }),
      name: T.String({ examples: ['Night Owls'] }),
      member_count: T.Integer({ examples: [12] }),
    }),
    type: ['object', 'null'],
    description: 'Whose chat it is; null: it is one between players',
  }),
  created_at: Timestamp,
  last_message_at: Nullable(T.String({ ...Timestamp, description: 'Null: it has no messages' })),
}

const next = Nullable(T.Integer({ description: 'To be sent as `before` for the next page' }))

export const listChatsSchema = {
  operation: 'admin.chats.list',
  summary: 'The chats of a game, the latest activity first',
  description:
    'Who writes to whom, without the messages. In a game with more than 20000 chats, one answer looks at the latest 20000 messages of the server: it may have fewer chats than asked for, or none, and still a next page.',
  caller: 'staff',
  role: 'support',
  params: IdOf('the game'),
  body: T.Object({
    user_id: T.Optional(
      T.Integer({ ...Id, description: 'Only chats of this user, and of their groups' }),
    ),
    before: T.Optional(T.Integer({ ...Id, description: 'The `next` of the page before' })),
    limit,
  }),
  response: {
    200: T.Object(
      {
        chats: T.Array(
          T.Object(
            {
              ...chatFields,
              participants: T.Array(PlayerName, {
                description: 'The first five; of the chat of a group none',
              }),
            },
            { title: 'ManagedChat' },
          ),
        ),
        next,
      },
      { title: 'ManagedChatPage' },
    ),
  },
  refuses: ['game_not_found', 'read_too_slow'],
} as const

export const readChatSchema = {
  operation: 'admin.chats.read',
  summary: 'A chat with its messages, the newest first',
  description:
    'Messages are private: the audit log says who has read which chat, once for every page.',
  caller: 'staff',
  role: 'support',
  params: T.Object({
    ...IdOf('the game').properties,
    chat_id: T.Integer({ ...PathId, description: 'The id of the chat', examples: [9] }),
  }),
  body: T.Object({
    before: T.Optional(T.Integer({ ...Id, description: 'Only messages with a smaller id' })),
    limit,
  }),
  response: {
    200: T.Object(
      {
        ...chatFields,
        participants: T.Array(PlayerName, {
          description: 'At most 100; of the chat of a group none',
        }),
        messages: T.Array(
          T.Object(
            {
              id: T.Integer({ description: 'The id of the message', examples: [77] }),
              text: T.String({ examples: ['Good game!'] }),
              author: Nullable(PlayerName),
              created_at: Timestamp,
              is_hidden: T.Boolean({
                description: 'Whether staff have hidden it: players do not see its text',
              }),
            },
            { title: 'ManagedMessage' },
          ),
        ),
        next,
      },
      { title: 'ManagedChatMessages' },
    ),
  },
  refuses: ['game_not_found', 'chat_not_found'],
  statuses: { chat_not_found: 404 },
} as const
