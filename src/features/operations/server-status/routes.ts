import type { Routes } from '../../../http/types.ts'
import { showServer } from './rules.ts'
import { showServerSchema } from './schema.ts'

export const serverStatusAdminRoutes: Routes = (app) => {
  app.get('/server', { schema: showServerSchema }, async (request) =>
    showServer(request.context, await app.collectReports(), app.waiting_routes),
  )
}
