import { self, signedIn } from '../../../access/callers.ts'
import type { RebuildAnswer } from '../../../http/idempotency.ts'
import type { Routes } from '../../../http/types.ts'
import { addAttributes, removeAttributes, showAttributes } from './rules.ts'
import { addAttributesSchema, removeAttributesSchema, showAttributesSchema } from './schema.ts'

const rebuildAnswer: RebuildAnswer = (request) => {
  const player = signedIn(request)
  return showAttributes(request.context, player, { user_id: player.id })
}

export const userAttributeRoutes: Routes = (app) => {
  app.get('/users/:id/game_user_attributes', { schema: showAttributesSchema }, (request) =>
    showAttributes(request.context, signedIn(request), {
      ...request.body,
      user_id: request.params.id,
    }),
  )
  app.post(
    '/users/:id/add_game_user_attribute',
    { schema: addAttributesSchema, config: { rebuildAnswer } },
    (request) => addAttributes(request.context, self(request), request.body),
  )
  for (const path of ['remove_game_user_attribute', 'remove_game_user_attributes']) {
    for (const method of ['GET', 'DELETE']) {
      app.route({
        method,
        url: `/users/:id/${path}`,
        schema: removeAttributesSchema,
        config: { rebuildAnswer },
        handler: (request) => removeAttributes(request.context, self(request), request.body),
      })
    }
  }
}
