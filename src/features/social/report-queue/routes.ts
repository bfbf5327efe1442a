import type { Routes } from '../../../http/types.ts'
import {
  dismissReport,
  hideMessage,
  readReport,
  resolveReport,
  showReports,
  unhideMessage,
} from './rules.ts'
import {
  dismissReportSchema,
  hideMessageSchema,
  resolveReportSchema,
  showReportSchema,
  showReportsSchema,
  unhideMessageSchema,
} from './schema.ts'

const reportIn = ({ id, report_id }: { id: number; report_id: number }) => ({
  game_id: id,
  id: report_id,
})

const messageIn = ({ id, message_id }: { id: number; message_id: number }) => ({
  game_id: id,
  id: message_id,
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
  app.post('/games/:id/messages/:message_id/hide', { schema: hideMessageSchema }, (request) =>
    hideMessage(request.context, messageIn(request.params)),
  )
  app.post('/games/:id/messages/:message_id/unhide', { schema: unhideMessageSchema }, (request) =>
    unhideMessage(request.context, messageIn(request.params)),
  )
}
