import { signedIn } from '../../../http/authentication.ts'
import type { Routes } from '../../../http/types.ts'
import { addAttributes, modifyAttribute, showAttributes } from './rules.ts'
import { addAttributesSchema, listAttributesSchema, modifyAttributeSchema } from './schema.ts'

export const groupAttributeRoutes: Routes = (app) => {
  app.get('/groups/:id/attributes', { schema: listAttributesSchema }, (request) =>
    showAttributes(request.context, signedIn(request), request.params.id),
  )
  app.post('/groups/:id/add_attribute', { schema: addAttributesSchema }, (request) =>
    addAttributes(request.context, signedIn(request), { ...request.body, ...request.params }),
  )
  app.patch('/groups/:id/modify_attribute', { schema: modifyAttributeSchema }, (request) =>
    modifyAttribute(request.context, signedIn(request), { ...request.body, ...request.params }),
  )
}
