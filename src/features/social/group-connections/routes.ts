import { signedIn } from '../../../http/authentication.ts'
import type { Routes } from '../../../http/types.ts'
import {
  answer,
  appointAdmin,
  cancel,
  connect,
  dismissAdmin,
  leaveGroup,
  removeMember,
} from './rules.ts'
import {
  addAdminSchema,
  answerSchema,
  cancelSchema,
  connectSchema,
  dropAdminSchema,
  leaveSchema,
  makeAdminSchema,
  removeMemberSchema,
} from './schema.ts'

export const groupConnectionRoutes: Routes = (app) => {
  app.post('/group_connections', { schema: connectSchema }, (request) =>
    connect(request.context, signedIn(request), request.body),
  )
  app.put('/group_connections/:id', { schema: answerSchema }, (request) =>
    answer(request.context, signedIn(request), { ...request.params, ...request.body }),
  )
  app.delete('/group_connections/cancel/:id', { schema: cancelSchema }, (request) =>
    cancel(request.context, signedIn(request), request.params.id),
  )
  app.delete('/group_connections/leave/:id', { schema: leaveSchema }, (request) =>
    leaveGroup(request.context, signedIn(request), request.params.id),
  )
  app.put('/group_connections/remove_member/:id', { schema: removeMemberSchema }, (request) =>
    removeMember(request.context, signedIn(request), {
      group_id: request.body.group_id,
      user_id: request.params.id,
    }),
  )
  app.put('/group_connections/make_admin/:id', { schema: makeAdminSchema }, (request) =>
    appointAdmin(request.context, signedIn(request), {
      group_id: request.body.group_id,
      user_id: request.params.id,
    }),
  )
  app.post('/groups/:id/admins', { schema: addAdminSchema }, (request) =>
    appointAdmin(request.context, signedIn(request), {
      group_id: request.params.id,
      user_id: request.body.user_id,
    }),
  )
  app.delete('/groups/:id/admins/:user_id', { schema: dropAdminSchema }, (request) =>
    dismissAdmin(request.context, signedIn(request), {
      group_id: request.params.id,
      user_id: request.params.user_id,
    }),
  )
}
