import type { Routes } from '../../../http/types.ts'
import { fillWithDemoData } from './rules.ts'
import { fillWithDemoDataSchema } from './schema.ts'

export const demoDataAdminRoutes: Routes = (app) => {
  app.post('/games/:id/demo_data', { schema: fillWithDemoDataSchema }, (request) =>
    fillWithDemoData(request.context, request.params.id),
  )
}
