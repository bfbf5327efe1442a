import { self } from '../../../access/callers.ts'
import { Downloads } from '../../../http/overload/downloads.ts'
import type { Routes } from '../../../http/types.ts'
import { exportOwnData } from './rules.ts'
import { exportOwnDataSchema } from './schema.ts'

export const personalDataRoutes: Routes = (app) => {
  const downloads = new Downloads()
  app.get('/users/:id/export', { schema: exportOwnDataSchema }, (request, reply) => {
    const player = self(request)
    downloads.send(reply, player.id, () => exportOwnData(request.context, player))
  })
}
