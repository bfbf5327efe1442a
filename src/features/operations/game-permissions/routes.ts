import { refuseUnknownRoutes } from '../../../access/route-names.ts'
import type { Routes } from '../../../http/types.ts'
import { showPermissions } from './rules.ts'
import { showPermissionsSchema } from './schema.ts'

export const gamePermissionAdminRoutes: Routes = (app) => {
  app.get('/games/:id/permissions', { schema: showPermissionsSchema }, (request) => {
    const proposal = request.body
    refuseUnknownRoutes(app.route_names, Object.keys(proposal.routes ?? {}))
    const { closable_routes: routes } = app
    return showPermissions(request.context, request.params.id, { routes, proposal })
  })
}
