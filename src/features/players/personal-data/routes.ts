import { self } from '../../../access/callers.ts'
import type { Routes } from '../../../http/types.ts'
import { showOwnPersonalData } from './rules.ts'
import { showPersonalDataSchema } from './schema.ts'

export const personalDataRoutes: Routes = (app) => {
  app.get('/users/:id/export', { schema: showPersonalDataSchema }, (request) =>
    showOwnPersonalData(request.context, self(request)),
  )
}
