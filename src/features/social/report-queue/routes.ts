import type { Routes } from '../../../http/types.ts'
import { dismissReport, readReport, resolveReport, showReports } from './rules.ts'
import {
  dismissReportSchema,
  resolveReportSchema,
  showReportSchema,
  showReportsSchema,
} from './schema.ts'

const reportIn = ({ id, report_id }: { id: number; report_id: number }) => ({
  game_id: id,
  id: report_id,
})

export const reportQueueAdminRoutes: Routes = (app) => {
  app.get('/games/:id/reports', { schema: showReportsSchema }, (request) =>
    showReports(request.context, request.params.id, request.body),
  )
  app.get('/games/:id/reports/:report_id', { schema: showReportSchema }, (request) =>
    readReport(request.context, reportIn(request.params)),
  )
  app.post('/games/:id/reports/:report_id/dismiss', { schema: dismissReportSchema }, (request) =>
    dismissReport(request.context, reportIn(request.params)),
  )
  app.post('/games/:id/reports/:report_id/resolve', { schema: resolveReportSchema }, (request) =>
    resolveReport(request.context, reportIn(request.params), request.body),
  )
}
