import { signedIn } from '../../../access/callers.ts'
import type { Routes } from '../../../http/types.ts'
import { report } from './rules.ts'
import { reportSchema } from './schema.ts'

export const reportRoutes: Routes = (app) => {
  app.post('/reports', { schema: reportSchema }, (request) =>
    report(request.context, signedIn(request), request.body),
  )
}
