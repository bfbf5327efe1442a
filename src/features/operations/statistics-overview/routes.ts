import type { Routes } from '../../../http/types.ts'
import { showOverview } from './rules.ts'
import { showOverviewSchema } from './schema.ts'

export const statisticsAdminRoutes: Routes = (app) => {
  app.get('/games/:id/statistics/overview', { schema: showOverviewSchema }, (request) =>
    showOverview(request.context, request.params.id, request.body),
  )
}
