import type { Routes } from '../../../http/types.ts'
import { listChatsOfGame, readChatOfGame } from './rules.ts'
import { listChatsSchema, readChatSchema } from './schema.ts'

export const chatAdminRoutes: Routes = (app) => {
  app.get('/games/:id/chats', { schema: listChatsSchema }, (request) =>
    listChatsOfGame(request.context, request.params.id, request.body),
  )
  app.get('/games/:id/chats/:chat_id', { schema: readChatSchema }, (request) =>
    readChatOfGame(request.context, request.params, request.body),
  )
}
