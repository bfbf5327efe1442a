import { signedIn } from '../../../access/callers.ts'
import type { RebuildAnswer } from '../../../http/idempotency.ts'
import type { Routes } from '../../../http/types.ts'
import {
  changeGroup,
  createGroup,
  listOwnInvites,
  listPendingOfGroup,
  removeGroup,
  searchGroups,
  showGroup,
} from './rules.ts'
import {
  changeGroupSchema,
  createGroupSchema,
  listInvitesSchema,
  listJoinRequestsSchema,
  listOwnGroupsSchema,
  listOwnInvitesSchema,
  removeGroupSchema,
  searchGroupsSchema,
  showGroupSchema,
} from './schema.ts'

const rebuildAnswer: RebuildAnswer = (request, id) =>
  showGroup(request.context, signedIn(request), { id })

export const groupRoutes: Routes = (app) => {
  app.post('/groups', { schema: createGroupSchema, config: { rebuildAnswer } }, (request) =>
    createGroup(request.context, signedIn(request), request.body),
  )
  app.get('/groups', { schema: searchGroupsSchema }, (request) =>
    searchGroups(request.context, signedIn(request), request.body),
  )
  app.get('/user/groups', { schema: listOwnGroupsSchema }, (request) => {
    const player = signedIn(request)
    return searchGroups(request.context, player, { ...request.body, user_id: player.id })
  })
  app.get('/user/group_invites', { schema: listOwnInvitesSchema }, (request) =>
    listOwnInvites(request.context, signedIn(request), request.body),
  )
  app.get('/groups/:id/invites', { schema: listInvitesSchema }, async (request) => {
    const wanted = { ...request.body, ...request.params, kind: 'invite' } as const
    return { invites: await listPendingOfGroup(request.context, signedIn(request), wanted) }
  })
  app.get('/groups/:id/join_requests', { schema: listJoinRequestsSchema }, async (request) => {
    const wanted = { ...request.body, ...request.params, kind: 'join_request' } as const
    return { join_requests: await listPendingOfGroup(request.context, signedIn(request), wanted) }
  })
  app.get('/groups/:id', { schema: showGroupSchema }, (request) =>
    showGroup(request.context, signedIn(request), { ...request.body, ...request.params }),
  )
  app.put('/groups/:id', { schema: changeGroupSchema, config: { rebuildAnswer } }, (request) =>
    changeGroup(request.context, signedIn(request), { ...request.body, ...request.params }),
  )
  app.delete('/groups/:id', { schema: removeGroupSchema }, (request) =>
    removeGroup(request.context, signedIn(request), request.params.id),
  )
}
