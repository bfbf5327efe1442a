import { T } from '../../../http/typed-schema.ts'
import {
  Id,
  IdParams,
  Message,
  PageInput,
  Text,
  Timestamp,
  UserSummary,
} from '../../../http/shapes.ts'
import { presence } from '../presence/schema.ts'
import { limits } from '../../../limits.ts'

export const FriendRequest = T.Object({
  ...UserSummary.properties,
  friendship_id: T.Integer(),
  requested_at: Timestamp,
  created_at: T.String({ description: 'The same as requested_at' }),
  status: T.String({
    description: '`pending`, or `accepted` if the other user had already sent a request',
  }),
})

const friends = T.Array(T.Object({ ...UserSummary.properties, ...presence }))
const requests = T.Array(FriendRequest)

export const sendFriendRequestSchema = {
  operation: 'friends.request',
  summary: 'Send a friend request',
  description:
    'The answer contains the other user. If they have already sent a request to the caller, this accepts it.',
  body: T.Object({ username: Text(limits.username_characters.value) }),
  response: { 200: T.Object({ ...Message.properties, ...FriendRequest.properties }) },
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
  description: 'Only its receiver may. Accepting it again changes nothing.',
  params: IdParams,
  body: T.Object({ status: T.Enum(['accepted', 'declined']) }),
  response: { 200: Message },
  refuses: ['friend_request_not_received'],
} as const

export const cancelFriendRequestSchema = {
  operation: 'friends.cancel',
  summary: 'Cancel a friend request',
  description: 'Only its sender may, while it is pending.',
  params: IdParams,
  response: { 200: Message },
  refuses: ['friend_request_not_sent'],
} as const

export const removeFriendSchema = {
  operation: 'friends.remove',
  summary: 'End a friendship',
  body: T.Object({ user_id: Id }),
  response: { 200: Message },
  refuses: ['not_friends'],
} as const

export const listFriendshipsSchema = {
  operation: 'friends.overview',
  summary: "The caller's friends and pending friend requests, newest first",
  description: '`page` and `per_page` apply to each of the three lists.',
  body: PageInput,
  response: {
    200: T.Object({
      friends,
      outgoing_friend_requests: requests,
      incoming_friend_requests: requests,
    }),
  },
} as const

const friendsOfUser = {
  response: { 200: T.Object({ friends }) },
  refuses: ['user_not_found', 'other_game'],
} as const

export const listFriendsSchema = {
  ...friendsOfUser,
  operation: 'friends.list',
  summary: 'The friends of the caller or of another user in the game, newest friendship first',
  body: T.Object({ user_id: T.Optional(Id), ...PageInput.properties }),
} as const

export const listFriendsOfUserSchema = {
  ...friendsOfUser,
  operation: 'friends.list',
  summary: 'The friends of a user in the game, newest friendship first',
  params: IdParams,
  body: PageInput,
} as const

export const listOutgoingRequestsSchema = {
  operation: 'friends.outgoing',
  summary: 'The pending friend requests that the caller sent, newest first',
  body: PageInput,
  response: { 200: T.Object({ outgoing_friend_requests: requests }) },
} as const

export const listIncomingRequestsSchema = {
  operation: 'friends.incoming',
  summary: 'The pending friend requests that the caller received, newest first',
  body: PageInput,
  response: { 200: T.Object({ incoming_friend_requests: requests }) },
} as const
