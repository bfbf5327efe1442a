import { self, signedIn } from '../../../access/callers.ts'
import type { Routes } from '../../../http/types.ts'
import { addAttributes, removeAttributes, showAttributes } from './rules.ts'
import { addAttributesSchema, removeAttributesSchema, showAttributesSchema } from './schema.ts'

export const userAttributeRoutes: Routes = (app) => {
  app.get('/users/:id/game_user_attributes', { schema: showAttributesSchema }, (request) =>
    showAttributes(request.context, signedIn(request), {
      ...request.body,
      user_id: request.params.id,
    }),
  )
  app.post('/users/:id/add_game_user_attribute', { schema: addAttributesSchema }, (request) =>
    addAttributes(request.context, self(request), request.body),
  )
  for (const path of ['remove_game_user_attribute', 'remove_game_user_attributes']) {
    for (const method of ['GET', 'DELETE']) {
      app.route({
        method,
        url: `/users/:id/${path}`,
        schema: removeAttributesSchema,
        handler: (request) => removeAttributes(request.context, self(request), request.body),
      })
    }
  }
}
