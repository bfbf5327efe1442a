import type { Routes } from '../../../http/types.ts'
import { sendDownload } from '../../../http/downloads.ts'
import { downloadBackup, exportGame, showBackups, startBackup } from './rules.ts'
import {
  downloadBackupSchema,
  exportGameSchema,
  showBackupsSchema,
  startBackupSchema,
} from './schema.ts'

export const backupAdminRoutes: Routes = (app) => {
  app.get('/backups', { schema: showBackupsSchema }, (request) => showBackups(request.context))
  app.post(
    '/backups',
    { schema: startBackupSchema, config: { needs_no_stored_answer: true } },
    (request) => startBackup(request.context),
  )
  app.get('/backups/:name', { schema: downloadBackupSchema }, async (request, reply) =>
    sendDownload(reply, await downloadBackup(request.context, request.params.name)),
  )
  app.get('/games/:id/export', { schema: exportGameSchema }, async (request, reply) =>
    sendDownload(reply, await exportGame(request.context, request.params.id)),
  )
}
