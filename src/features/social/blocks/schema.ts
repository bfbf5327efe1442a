import { T } from '../../../http/typed-schema.ts'
import {
  Id,
  Message,
  PageInput,
  PathId,
  Text,
  Timestamp,
  UserSummary,
} from '../../../http/shapes.ts'
import { limits } from '../../../limits.ts'

const BlockedUser = T.Object(
  { ...UserSummary.properties, blocked_at: Timestamp },
  { title: 'BlockedUser' },
)

export const blockPlayerSchema = {
  operation: 'blocks.create',
  summary: 'Block a user, by username or user_id',
  description:
    'Ends the friendship, friend request or group invites between the two. Requests, invites and messages of the blocked user are answered as if the caller did not exist, and their messages in shared chats are not shown to the caller. Blocking again changes nothing.',
  body: T.Object(
    {
      username: T.Optional(
        Text(limits.username_characters.value, {
          description: 'The user to block',
          examples: ['ben'],
        }),
      ),
      user_id: T.Optional(
        T.Integer({
          ...Id,
          description: 'The user to block; with it, `username` is ignored',
          examples: undefined,
        }),
      ),
    },
    { needs_one_of: [['username'], ['user_id']] },
  ),
  response: {
    200: T.Object(
      { ...Message.properties, ...UserSummary.properties },
      { title: 'BlockConfirmation' },
    ),
  },
  refuses: [
    'username_unknown',
    'user_not_found',
    'other_game',
    'blocking_oneself',
    'too_many_blocks',
  ],
  statuses: { user_not_found: 422, other_game: 422 },
} as const

export const unblockPlayerSchema = {
  operation: 'blocks.remove',
  summary: 'Unblock a user',
  description:
    'Their messages in shared chats are shown to the caller again. The friendship that the block ended does not come back.',
  params: T.Object({
    user_id: T.Integer({ ...PathId, description: 'The id of the blocked user' }),
  }),
  response: { 200: Message },
  refuses: ['not_blocked'],
} as const

export const listBlockedPlayersSchema = {
  operation: 'blocks.list',
  summary: 'The users whom the caller has blocked, most recent first',
  description: 'No other player sees this list. It does not contain those who blocked the caller.',
  body: PageInput,
  response: {
    200: T.Object({ blocks: T.Array(BlockedUser) }, { title: 'BlockList' }),
  },
} as const
