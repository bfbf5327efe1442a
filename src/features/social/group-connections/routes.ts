import { signedIn } from '../../../access/callers.ts'
import type { Routes } from '../../../http/types.ts'
import {
  addAdmin,
  answerConnection,
  cancelPendingConnection,
  createConnection,
  leaveGroup,
  removeAdmin,
  removeMember,
} from './rules.ts'
import {
  addAdminSchema,
  answerConnectionSchema,
  cancelPendingConnectionSchema,
  createConnectionSchema,
  leaveGroupSchema,
  makeAdminSchema,
  removeAdminSchema,
  removeMemberSchema,
} from './schema.ts'

export const groupConnectionRoutes: Routes = (app) => {
  app.post('/group_connections', { schema: createConnectionSchema }, (request) =>
    createConnection(request.context, signedIn(request), request.body),
  )
  app.put('/group_connections/:id', { schema: answerConnectionSchema }, (request) =>
    answerConnection(request.context, signedIn(request), { ...request.params, ...request.body }),
  )
  app.delete(
    '/group_connections/cancel/:id',
    { schema: cancelPendingConnectionSchema },
    (request) => cancelPendingConnection(request.context, signedIn(request), request.params.id),
  )
  app.delete('/group_connections/leave/:id', { schema: leaveGroupSchema }, (request) =>
    leaveGroup(request.context, signedIn(request), request.params.id),
  )
  app.put('/group_connections/remove_member/:id', { schema: removeMemberSchema }, (request) =>
    removeMember(request.context, signedIn(request), {
      group_id: request.body.group_id,
      user_id: request.params.id,
    }),
  )
  app.put('/group_connections/make_admin/:id', { schema: makeAdminSchema }, (request) =>
    addAdmin(request.context, signedIn(request), {
      group_id: request.body.group_id,
      user_id: request.params.id,
    }),
  )
  app.post('/groups/:id/admins', { schema: addAdminSchema }, (request) =>
    addAdmin(request.context, signedIn(request), {
      group_id: request.params.id,
      user_id: request.body.user_id,
    }),
  )
  app.delete('/groups/:id/admins/:user_id', { schema: removeAdminSchema }, (request) =>
    removeAdmin(request.context, signedIn(request), {
      group_id: request.params.id,
      user_id: request.params.user_id,
    }),
  )
}
