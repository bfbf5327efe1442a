import type { Routes } from '../../../http/types.ts'
import { showAuditLog } from './rules.ts'
import { showAuditLogSchema, showGameAuditLogSchema } from './schema.ts'

export const auditLogAdminRoutes: Routes = (app) => {
  app.get('/audit_log', { schema: showAuditLogSchema }, (request) =>
    showAuditLog(request.context, null, request.body),
  )
  app.get('/games/:id/audit_log', { schema: showGameAuditLogSchema }, (request) =>
    showAuditLog(request.context, request.params.id, request.body),
  )
}
