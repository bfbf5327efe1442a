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

export const blockPlayerSchema = {
  operation: 'blocks.create',
  summary: 'Block a user, by username or user_id',
  description:
    'Ends the friendship, friend request or group invites between the two. Requests, invites and messages of the blocked user are answered as if the caller did not exist, and their messages in shared chats are not shown to the caller.',
  body: T.Object({
    username: T.Optional(Text(limits.username_characters.value)),
    user_id: T.Optional(Id),
  }),
  response: { 200: T.Object({ ...Message.properties, ...UserSummary.properties }) },
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
  params: T.Object({ user_id: PathId }),
  response: { 200: Message },
  refuses: ['not_blocked'],
} as const

export const listBlockedPlayersSchema = {
  operation: 'blocks.list',
  summary: 'The users whom the caller has blocked, most recent first',
  body: PageInput,
  response: {
    200: T.Object({
      blocks: T.Array(T.Object({ ...UserSummary.properties, blocked_at: Timestamp })),
    }),
  },
} as const
