import type { Routes } from '../../../http/types.ts'
import { listSales, showSales } from './rules.ts'
import { listSalesSchema, showSalesSchema } from './schema.ts'

export const salesAdminRoutes: Routes = (app) => {
  app.get('/games/:id/store_items/sales', { schema: showSalesSchema }, (request) =>
    showSales(request.context, request.params.id, request.body),
  )
  app.get('/games/:id/store_items/purchases', { schema: listSalesSchema }, (request) =>
    listSales(request.context, request.params.id, request.body),
  )
}
