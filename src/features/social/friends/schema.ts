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
import { limits } from '../../../limits.ts'

export const FriendRequest = T.Object({
  ...UserSummary.properties,
  friendship_id: T.Integer(),
  requested_at: Timestamp,
  created_at: T.String({ description: 'The same as requested_at' }),
  status: T.String({ description: 'pending; accepted when the other had asked before' }),
})

const friends = T.Array(UserSummary)
const requests = T.Array(FriendRequest)

export const askSchema = {
  summary: 'Send a friend request',
  description:
    'The answer carries the other user. A request to someone who has asked the caller accepts that request.',
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

export const answerSchema = {
  summary: 'Accept or decline a friend request',
  description: 'By its receiver. Accepting one that was accepted before changes nothing.',
  params: IdParams,
  body: T.Object({ status: T.Enum(['accepted', 'declined']) }),
  response: { 200: Message },
  refuses: ['friend_request_not_received'],
} as const

export const cancelSchema = {
  summary: 'Cancel a friend request',
  description: 'By its sender, while it is pending.',
  params: IdParams,
  response: { 200: Message },
  refuses: ['friend_request_not_sent'],
} as const

export const unfriendSchema = {
  summary: 'End a friendship',
  body: T.Object({ user_id: Id }),
  response: { 200: Message },
  refuses: ['not_friends'],
} as const

export const listFriendshipsSchema = {
  summary: "The caller's friends and pending friend requests, newest first",
  description: 'The page is the same of all three lists.',
  body: PageInput,
  response: {
    200: T.Object({
      friends,
      outgoing_friend_requests: requests,
      incoming_friend_requests: requests,
    }),
  },
} as const

export const listFriendsSchema = {
  summary: 'The friends of the caller or of another user of the game, newest friendship first',
  body: T.Object({ user_id: T.Optional(Id), ...PageInput.properties }),
  response: { 200: T.Object({ friends }) },
  refuses: ['user_not_found', 'other_game'],
  statuses: { other_game: 404 },
} as const

export const listFriendsOfSchema = {
  summary: 'The friends of a user of the game, newest friendship first',
  params: IdParams,
  body: PageInput,
  response: { 200: T.Object({ friends }) },
  refuses: ['user_not_found', 'other_game'],
  statuses: { other_game: 404 },
} as const

export const listOutgoingSchema = {
  summary: "The caller's pending friend requests, newest first",
  body: PageInput,
  response: { 200: T.Object({ outgoing_friend_requests: requests }) },
} as const

export const listIncomingSchema = {
  summary: 'The pending friend requests to the caller, newest first',
  body: PageInput,
  response: { 200: T.Object({ incoming_friend_requests: requests }) },
} as const
