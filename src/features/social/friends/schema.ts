import { T } from '../../../http/typed-schema.ts'
import {
  Id,
  IdOf,
  Message,
  OneOf,
  PageInput,
  Text,
  Timestamp,
  UserSummary,
} from '../../../http/shapes.ts'
import { presence } from '../presence/schema.ts'
import { limits } from '../../../limits.ts'

const request = {
  ...UserSummary.properties,
  friendship_id: T.Integer({ description: 'With it, the request is answered or cancelled' }),
  requested_at: Timestamp,
  created_at: T.String({ ...Timestamp, description: 'The same as `requested_at`' }),
}

/** With the other user, who sent or received it. */
export const FriendRequest = T.Object(
  { ...request, status: OneOf('pending') },
  { title: 'FriendRequest' },
)

const SentFriendRequest = T.Object(
  { ...Message.properties, ...request, status: OneOf('pending', 'accepted') },
  { title: 'SentFriendRequest' },
)

const Friend = T.Object({ ...UserSummary.properties, ...presence }, { title: 'Friend' })

const friends = T.Array(Friend)
const requests = T.Array(FriendRequest)

const ofFriendRequest = IdOf('the friend request: its `friendship_id`')

export const sendFriendRequestSchema = {
  operation: 'friends.request',
  summary: 'Send a friend request',
  description:
    'The answer contains the other user, who gets a notification. If they have already sent a request to the caller, this accepts it: `status` is `accepted`.',
  body: T.Object({
    username: Text(limits.username_characters.value, {
      description: 'The user to whom the request goes',
      examples: ['ben'],
    }),
  }),
  response: { 200: SentFriendRequest },
  refuses: [
    'username_unknown',
    'befriending_oneself',
    'already_friends',
    'friend_request_pending',
    'user_blocked',
  ],
} as const

export const answerFriendRequestSchema = {
  operation: 'friends.answer',
  summary: 'Accept or decline a friend request',
  description:
    'Only its receiver may. Accepting it again changes nothing. A declined request is deleted, so a new one can be sent.',
  params: ofFriendRequest,
  body: T.Object({
    status: T.Enum(['accepted', 'declined'], {
      description: 'The answer to the request',
      examples: ['accepted'],
    }),
  }),
  response: { 200: Message },
  refuses: ['friend_request_not_received'],
} as const

export const cancelFriendRequestSchema = {
  operation: 'friends.cancel',
  summary: 'Cancel a friend request',
  description:
    'Only its sender may, while it is pending. The notification that the other user got disappears.',
  params: ofFriendRequest,
  response: { 200: Message },
  refuses: ['friend_request_not_sent'],
} as const

export const removeFriendSchema = {
  operation: 'friends.remove',
  summary: 'End a friendship',
  description:
    'Either of the two may. The other one gets the event `friendship.ended`, and both can send a new request.',
  body: T.Object({ user_id: T.Integer({ ...Id, description: 'The friend' }) }),
  response: { 200: Message },
  refuses: ['not_friends'],
} as const

export const listFriendshipsSchema = {
  operation: 'friends.overview',
  summary: "The caller's friends and pending friend requests, newest first",
  description: '`page` and `per_page` apply to each of the three lists.',
  body: PageInput,
  response: {
    200: T.Object(
      {
        friends,
        outgoing_friend_requests: requests,
        incoming_friend_requests: requests,
      },
      { title: 'FriendOverview' },
    ),
  },
} as const

const friendsOfUser = {
  description:
    'Everyone in the game may see them. Only friends of the caller have `online`, `last_seen` and `status`, and only in the list of the caller.',
  response: { 200: T.Object({ friends }, { title: 'FriendList' }) },
  refuses: ['user_not_found', 'other_game'],
} as const

export const listFriendsSchema = {
  ...friendsOfUser,
  operation: 'friends.list',
  summary: 'The friends of the caller or of another user in the game, newest friendship first',
  body: T.Object({
    user_id: T.Optional(
      T.Integer({ ...Id, description: 'Whose friends; without it, those of the caller' }),
    ),
    ...PageInput.properties,
  }),
} as const

export const listFriendsOfUserSchema = {
  ...friendsOfUser,
  operation: 'friends.list',
  summary: 'The friends of a user in the game, newest friendship first',
  params: IdOf('the user'),
  body: PageInput,
} as const

export const listOutgoingRequestsSchema = {
  operation: 'friends.outgoing',
  summary: 'The pending friend requests that the caller sent, newest first',
  description:
    'With the users who received them. What was accepted is in the list of friends, and what was declined is gone.',
  body: PageInput,
  response: {
    200: T.Object({ outgoing_friend_requests: requests }, { title: 'OutgoingFriendRequestList' }),
  },
} as const

export const listIncomingRequestsSchema = {
  operation: 'friends.incoming',
  summary: 'The pending friend requests that the caller received, newest first',
  description: 'With the users who sent them. `PUT /friendships/{id}` answers one.',
  body: PageInput,
  response: {
    200: T.Object({ incoming_friend_requests: requests }, { title: 'IncomingFriendRequestList' }),
  },
} as const
