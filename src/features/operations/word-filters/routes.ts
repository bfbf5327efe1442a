import type { Routes } from '../../../http/types.ts'
import { changeWordFilter, showWordFilter } from './rules.ts'
import { changeWordFilterSchema, showWordFilterSchema } from './schema.ts'

export const wordFilterAdminRoutes: Routes = (app) => {
  app.get('/games/:id/word_filter', { schema: showWordFilterSchema }, (request) =>
    showWordFilter(request.context, request.params.id),
  )
  app.put('/games/:id/word_filter', { schema: changeWordFilterSchema }, (request) =>
    changeWordFilter(request.context, request.params.id, request.body),
  )
}
