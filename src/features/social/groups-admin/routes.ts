import type { Routes } from '../../../http/types.ts'
import {
  deleteGroupOfGame,
  listAttributesOfGroup,
  listGroupsOfGame,
  listMembersOfGroup,
  listPendingOfGroup,
  removeAttributeOfGroup,
  removeMemberOfGroup,
  renameGroup,
  setAttributeOfGroup,
  showGroupOfGame,
} from './rules.ts'
import {
  deleteGroupSchema,
  listAttributesSchema,
  listGroupsSchema,
  listMembersSchema,
  listPendingSchema,
  removeAttributeSchema,
  removeMemberSchema,
  renameGroupSchema,
  setAttributeSchema,
  showGroupSchema,
} from './schema.ts'

const ONE = '/games/:id/groups/:group_id'

export const groupAdminRoutes: Routes = (app) => {
  app.get('/games/:id/groups', { schema: listGroupsSchema }, (request) =>
    listGroupsOfGame(request.context, request.params.id, request.body),
  )
  app.get(ONE, { schema: showGroupSchema }, (request) =>
    showGroupOfGame(request.context, request.params),
  )
  app.get(`${ONE}/members`, { schema: listMembersSchema }, (request) =>
    listMembersOfGroup(request.context, request.params, request.body),
  )
  app.get(`${ONE}/pending`, { schema: listPendingSchema }, (request) =>
    listPendingOfGroup(request.context, request.params, request.body),
  )
  app.get(`${ONE}/attributes`, { schema: listAttributesSchema }, (request) =>
    listAttributesOfGroup(request.context, request.params, request.body),
  )
  app.put(ONE, { schema: renameGroupSchema }, (request) =>
    renameGroup(request.context, request.params, request.body.name),
  )
  app.delete(ONE, { schema: deleteGroupSchema }, (request) =>
    deleteGroupOfGame(request.context, request.params, request.body.name),
  )
  app.delete(`${ONE}/members/:user_id`, { schema: removeMemberSchema }, (request) =>
    removeMemberOfGroup(request.context, request.params),
  )
  app.put(`${ONE}/attributes`, { schema: setAttributeSchema }, (request) =>
    setAttributeOfGroup(request.context, request.params, request.body),
  )
  app.delete(`${ONE}/attributes`, { schema: removeAttributeSchema }, (request) =>
    removeAttributeOfGroup(request.context, request.params, request.body.key),
  )
}
