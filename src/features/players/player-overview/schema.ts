import { T } from '../../../http/typed-schema.ts'
import {
  IdOf,
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
import { Rating } from '../../play/ratings/schema.ts'
import { Round } from '../../play/rounds/schema.ts'
import { Item } from '../../economy/store/schema.ts'
import { Attribute } from '../user-attributes/schema.ts'

const RankedRound = T.Object(
  {
    ...Round.properties,
    multiplayer_game_round_id: T.Optional(
      T.Integer({
        description: 'Only if the round belongs to a multiplayer round',
        examples: [4],
      }),
    ),
    rankings: T.Optional(
      T.Array(Ranking, { description: 'Of that multiplayer round: the first ten, best first' }),
    ),
  },
  { title: 'RoundWithTopRankings' },
)

const publicLists = {
  friends: T.Array(UserSummary, { description: 'The latest 100, newest friendship first' }),
  groups: T.Array(GroupSummary, { description: 'Oldest first' }),
  game_rounds: T.Array(RankedRound, {
    description:
      'The latest 100; fewer where their metadata is long (`shown_metadata_bytes`), then `GET /game_rounds` has all of them',
  }),
  game_user_attributes: T.Array(Attribute, { description: 'All of them, oldest first' }),
  game_user_store_items: T.Array(Item, { description: 'The items that the user has bought' }),
}

const ownLists = {
  outgoing_friend_requests: T.Array(FriendRequest, {
    description: 'The latest 100 pending ones that the user has sent',
  }),
  incoming_friend_requests: T.Array(FriendRequest, {
    description: 'The latest 100 pending ones that the user has received',
  }),
  direct_chats: T.Array(Chat, { description: 'The latest 25' }),
  group_chats: T.Array(Chat, { description: 'The latest 25' }),
  group_invites: T.Array(PendingConnection, { description: 'Invites that wait for an answer' }),
  group_join_requests: T.Array(PendingConnection, {
    description: "The user's own join requests that wait for an answer",
  }),
}

export const signInWithOverviewSchema = {
  ...signInSchema,
  has_large_answers: true,
  response: {
    200: T.Object(
      { ...SignedInUser.properties, ...publicLists, ...ownLists },
      { title: 'SignInOverview' },
    ),
  },
  // The last two: if a sign-in is repeated with its Idempotency-Key, its overview may have to be read again.
  refuses: [...signInSchema.refuses, 'user_not_found', 'read_too_slow'],
} as const

export const showPlayerSchema = {
  operation: 'users.get',
  has_large_answers: true,
  summary:
    'A user of the game: everything about the caller, or what others may see about another user',
  description:
    'Requests, chats, invites, counters and the token are only in the answer about the caller.',
  params: IdOf('a user of the game'),
  body: T.Object({
    with_full_data: T.Optional(
      T.Boolean({
        default: true,
        description: 'Send false to leave out the lists, for a faster answer',
        examples: [false],
      }),
    ),
  }),
  response: {
    200: T.Object(
      {
        ...T.Partial(T.Object({ ...OwnUser.properties, ...publicLists, ...ownLists })).properties,
        ...OtherUser.properties,
        ratings: T.Optional(
          T.Array(Rating, { description: 'Only of a player who has played rated rounds' }),
        ),
      },
      { title: 'UserOverview' },
    ),
  },
  refuses: ['user_not_found', 'other_game', 'read_too_slow'],
} as const
