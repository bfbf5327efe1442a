import { signedIn } from '../../../http/authentication.ts'
import type { Routes } from '../../../http/types.ts'
import { markAsRead, sendMessage, showChats, showMessages, startChat } from './rules.ts'
import {
  markAsReadSchema,
  sendMessageSchema,
  showChatsSchema,
  showMessagesSchema,
  startChatSchema,
} from './schema.ts'

export const chatRoutes: Routes = (app) => {
  app.post('/chats', { schema: startChatSchema }, (request) =>
    startChat(request.context, signedIn(request), request.body),
  )
  app.get('/chats/page/:page', { schema: showChatsSchema }, (request) =>
    showChats(request.context, signedIn(request), request.params.page),
  )
  app.post('/messages', { schema: sendMessageSchema }, (request) =>
    sendMessage(request.context, signedIn(request), request.body),
  )
  app.get('/messages/page/:page', { schema: showMessagesSchema }, (request) => {
    const { chat_id } = request.body
    return showMessages(request.context, signedIn(request), { chat_id, page: request.params.page })
  })
  app.post('/messages/:id/mark_as_read', { schema: markAsReadSchema }, (request) =>
    markAsRead(request.context, signedIn(request), request.params.id),
  )
}
