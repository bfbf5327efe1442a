import type { Routes } from '../../../http/types.ts'
import { hideMessage, unhideMessage } from './rules.ts'
import { hideMessageSchema, unhideMessageSchema } from './schema.ts'

const messageIn = ({ id, message_id }: { id: number; message_id: number }) => ({
  game_id: id,
  id: message_id,
})

export const hiddenMessageAdminRoutes: Routes = (app) => {
  app.post('/games/:id/messages/:message_id/hide', { schema: hideMessageSchema }, (request) =>
    hideMessage(request.context, messageIn(request.params)),
  )
  app.post('/games/:id/messages/:message_id/unhide', { schema: unhideMessageSchema }, (request) =>
    unhideMessage(request.context, messageIn(request.params)),
  )
}
