import { T } from '../../../http/typed-schema.ts'
import {
  IdParams,
  OtherUser,
  OwnUser,
  Ranking,
  SignedInUser,
  UserSummary,
} from '../../../http/shapes.ts'
import { signInSchema } from '../accounts/schema.ts'
import { Chat } from '../../social/chat/schema.ts'
import { FriendRequest } from '../../social/friends/schema.ts'
import { GroupSummary, PendingConnection } from '../../social/groups/schema.ts'
import { Round } from '../../play/rounds/schema.ts'
import { Item } from '../../economy/store/schema.ts'
import { Attribute } from '../user-attributes/schema.ts'

const RankedRound = T.Object({
  ...Round.properties,
  multiplayer_game_round_id: T.Optional(T.Integer()),
  rankings: T.Optional(T.Array(Ranking, { description: 'The first ten' })),
})

const publicLists = {
  friends: T.Array(UserSummary),
  groups: T.Array(GroupSummary, { description: 'Oldest first' }),
  game_rounds: T.Array(RankedRound, { description: 'The latest 100' }),
  game_user_attributes: T.Array(Attribute),
  game_user_store_items: T.Array(Item),
}

const ownLists = {
  outgoing_friend_requests: T.Array(FriendRequest),
  incoming_friend_requests: T.Array(FriendRequest),
  direct_chats: T.Array(Chat, { description: 'The latest 25' }),
  group_chats: T.Array(Chat, { description: 'The latest 25' }),
  group_invites: T.Array(PendingConnection),
  group_join_requests: T.Array(PendingConnection),
}

export const signInWithOverviewSchema = {
  ...signInSchema,
  response: { 200: T.Object({ ...SignedInUser.properties, ...publicLists, ...ownLists }) },
} as const

export const showPlayerSchema = {
  operation: 'users.get',
  summary:
    'A user of the game: everything about the caller, or what others may see about another user',
  params: IdParams,
  body: T.Object({
    with_full_data: T.Optional(
      T.Boolean({ description: 'Send false to leave out the lists, for a faster answer' }),
    ),
  }),
  response: {
    200: T.Object({
      ...T.Partial(T.Object({ ...OwnUser.properties, ...publicLists, ...ownLists })).properties,
      ...OtherUser.properties,
    }),
  },
  refuses: ['user_not_found', 'other_game'],
} as const
