import { signedIn } from '../../../access/callers.ts'
import type { Routes } from '../../../http/types.ts'
import {
  answerFriendRequest,
  cancelFriendRequest,
  listFriendships,
  listFriendsOfUser,
  listIncomingRequests,
  listOutgoingRequests,
  removeFriend,
  sendFriendRequest,
} from './rules.ts'
import {
  answerFriendRequestSchema,
  cancelFriendRequestSchema,
  listFriendshipsSchema,
  listFriendsOfUserSchema,
  listFriendsSchema,
  listIncomingRequestsSchema,
  listOutgoingRequestsSchema,
  removeFriendSchema,
  sendFriendRequestSchema,
} from './schema.ts'

export const friendRoutes: Routes = (app) => {
  app.get('/friendships', { schema: listFriendshipsSchema }, (request) =>
    listFriendships(request.context, signedIn(request), request.body),
  )
  app.post('/friendships', { schema: sendFriendRequestSchema }, (request) =>
    sendFriendRequest(request.context, signedIn(request), request.body.username),
  )
  app.put('/friendships/:id', { schema: answerFriendRequestSchema }, (request) =>
    answerFriendRequest(request.context, signedIn(request), { ...request.body, ...request.params }),
  )
  app.delete('/friendships/:id', { schema: cancelFriendRequestSchema }, (request) =>
    cancelFriendRequest(request.context, signedIn(request), request.params.id),
  )
  app.delete('/unfriend', { schema: removeFriendSchema }, (request) =>
    removeFriend(request.context, signedIn(request), request.body.user_id),
  )
  app.get('/friends', { schema: listFriendsSchema }, (request) =>
    listFriendsOfUser(request.context, signedIn(request), request.body),
  )
  app.get('/friends/:id', { schema: listFriendsOfUserSchema }, (request) =>
    listFriendsOfUser(request.context, signedIn(request), {
      ...request.body,
      user_id: request.params.id,
    }),
  )
  app.get('/outgoing_friend_requests', { schema: listOutgoingRequestsSchema }, (request) =>
    listOutgoingRequests(request.context, signedIn(request), request.body),
  )
  app.get('/incoming_friend_requests', { schema: listIncomingRequestsSchema }, (request) =>
    listIncomingRequests(request.context, signedIn(request), request.body),
  )
}
