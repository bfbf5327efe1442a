import { signedIn } from '../../../http/authentication.ts'
import type { Routes } from '../../../http/types.ts'
import {
  answerRequest,
  askToBeFriends,
  cancelRequest,
  showFriends,
  showFriendships,
  showIncoming,
  showOutgoing,
  unfriend,
} from './rules.ts'
import {
  answerSchema,
  askSchema,
  cancelSchema,
  listFriendshipsSchema,
  listFriendsOfSchema,
  listFriendsSchema,
  listIncomingSchema,
  listOutgoingSchema,
  unfriendSchema,
} from './schema.ts'

export const friendRoutes: Routes = (app) => {
  app.get('/friendships', { schema: listFriendshipsSchema }, (request) =>
    showFriendships(request.context, signedIn(request), request.body),
  )
  app.post('/friendships', { schema: askSchema }, (request) =>
    askToBeFriends(request.context, signedIn(request), request.body.username),
  )
  app.put('/friendships/:id', { schema: answerSchema }, (request) =>
    answerRequest(request.context, signedIn(request), { ...request.body, ...request.params }),
  )
  app.delete('/friendships/:id', { schema: cancelSchema }, (request) =>
    cancelRequest(request.context, signedIn(request), request.params.id),
  )
  app.delete('/unfriend', { schema: unfriendSchema }, (request) =>
    unfriend(request.context, signedIn(request), request.body.user_id),
  )
  app.get('/friends', { schema: listFriendsSchema }, (request) =>
    showFriends(request.context, signedIn(request), request.body),
  )
  app.get('/friends/:id', { schema: listFriendsOfSchema }, (request) =>
    showFriends(request.context, signedIn(request), {
      ...request.body,
      user_id: request.params.id,
    }),
  )
  app.get('/outgoing_friend_requests', { schema: listOutgoingSchema }, (request) =>
    showOutgoing(request.context, signedIn(request), request.body),
  )
  app.get('/incoming_friend_requests', { schema: listIncomingSchema }, (request) =>
    showIncoming(request.context, signedIn(request), request.body),
  )
}
