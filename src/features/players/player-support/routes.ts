import { Exports } from '../../../http/overload/exports.ts'
import type { Routes } from '../../../http/types.ts'
import {
  adjustCredits,
  adjustScore,
  deletePlayer,
  endSession,
  endSessions,
  exportPlayer,
  grantItem,
  removeAttribute,
  rename,
  revokeItem,
  sendPasswordMail,
  setAttribute,
} from './rules.ts'
import {
  adjustCreditsSchema,
  adjustScoreSchema,
  deletePlayerSchema,
  endSessionSchema,
  endSessionsSchema,
  exportPlayerSchema,
  grantItemSchema,
  removeAttributeSchema,
  renameSchema,
  revokeItemSchema,
  sendPasswordMailSchema,
  setAttributeSchema,
} from './schema.ts'

const PLAYER = '/games/:id/players/:user_id'

const named = ({ params }: { params: { id: number; user_id: number } }) => ({
  game_id: params.id,
  user_id: params.user_id,
})

export const playerSupportAdminRoutes: Routes = (app) => {
  const exports = new Exports()
  app.post(`${PLAYER}/score`, { schema: adjustScoreSchema }, (request) =>
    adjustScore(request.context, named(request), request.body),
  )
  app.post(`${PLAYER}/credits`, { schema: adjustCreditsSchema }, (request) =>
    adjustCredits(request.context, named(request), request.body),
  )
  app.post(`${PLAYER}/items`, { schema: grantItemSchema }, (request) =>
    grantItem(request.context, named(request), request.body),
  )
  app.delete(`${PLAYER}/items/:item_id`, { schema: revokeItemSchema }, (request) => {
    const { refund = true, ...rest } = request.body
    const store_item_id = request.params.item_id
    return revokeItem(request.context, named(request), { store_item_id, refund, ...rest })
  })
  app.put(`${PLAYER}/attributes`, { schema: setAttributeSchema }, (request) =>
    setAttribute(request.context, named(request), request.body),
  )
  app.delete(`${PLAYER}/attributes`, { schema: removeAttributeSchema }, (request) =>
    removeAttribute(request.context, named(request), request.body.key),
  )
  app.put(`${PLAYER}/username`, { schema: renameSchema }, (request) =>
    rename(request.context, named(request), request.body),
  )
  app.delete(`${PLAYER}/sessions`, { schema: endSessionsSchema }, (request) =>
    endSessions(request.context, named(request)),
  )
  app.delete(`${PLAYER}/sessions/:session_id`, { schema: endSessionSchema }, (request) =>
    endSession(request.context, named(request), request.params.session_id),
  )
  app.post(`${PLAYER}/password_mail`, { schema: sendPasswordMailSchema }, (request) =>
    sendPasswordMail(request.context, named(request)),
  )
  app.get(`${PLAYER}/export`, { schema: exportPlayerSchema }, async (request, reply) => {
    const text = await exportPlayer(request.context, named(request))
    exports.send(reply, request.params.user_id, () => text)
    return reply
  })
  app.delete(PLAYER, { schema: deletePlayerSchema }, (request) =>
    deletePlayer(request.context, named(request), request.body.username),
  )
}
