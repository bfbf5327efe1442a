import { self } from '../../../access/callers.ts'
import { Exports } from '../../../http/overload/exports.ts'
import type { Routes } from '../../../http/types.ts'
import { exportOwnData } from './rules.ts'
import { exportOwnDataSchema } from './schema.ts'

export const personalDataRoutes: Routes = (app) => {
  const exports = new Exports()
  app.get('/users/:id/export', { schema: exportOwnDataSchema }, (request, reply) => {
    const player = self(request)
    exports.send(reply, player.id, () => exportOwnData(request.context, player))
  })
}
