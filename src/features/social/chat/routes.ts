import { signedIn } from '../../../access/callers.ts'
import type { RebuildAnswer } from '../../../http/idempotency.ts'
import type { Routes } from '../../../http/types.ts'
import {
  leaveChat,
  listChatMessages,
  listChats,
  markMessageAsRead,
  sendMessage,
  showChat,
  showMessage,
  startChat,
} from './rules.ts'
import {
  leaveChatSchema,
  listChatMessagesSchema,
  listChatsSchema,
  markMessageAsReadSchema,
  sendMessageSchema,
  startChatSchema,
} from './schema.ts'

const rebuildChat: RebuildAnswer = (request, id) => showChat(request.context, signedIn(request), id)

const rebuildMessage: RebuildAnswer = (request, id) =>
  showMessage(request.context, signedIn(request), id)

export const chatRoutes: Routes = (app) => {
  app.post(
    '/chats',
    { schema: startChatSchema, config: { rebuildAnswer: rebuildChat } },
    (request) => startChat(request.context, signedIn(request), request.body),
  )
  app.get('/chats/page/:page', { schema: listChatsSchema }, (request) =>
    listChats(request.context, signedIn(request), request.params.page),
  )
  app.delete('/chats/:id/membership', { schema: leaveChatSchema }, (request) =>
    leaveChat(request.context, signedIn(request), request.params.id),
  )
  app.post(
    '/messages',
    { schema: sendMessageSchema, config: { rebuildAnswer: rebuildMessage } },
    (request) => sendMessage(request.context, signedIn(request), request.body),
  )
  app.get('/messages/page/:page', { schema: listChatMessagesSchema }, (request) =>
    listChatMessages(request.context, signedIn(request), { ...request.body, ...request.params }),
  )
  app.post('/messages/:id/mark_as_read', { schema: markMessageAsReadSchema }, (request) =>
    markMessageAsRead(request.context, signedIn(request), request.params.id),
  )
}
