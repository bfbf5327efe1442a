import { signedIn } from '../../../access/callers.ts'
import type { Routes } from '../../../http/types.ts'
import {
  addGroupAttributes,
  changeGroupAttribute,
  listGroupAttributes,
  removeGroupAttributes,
} from './rules.ts'
import {
  addGroupAttributesSchema,
  changeGroupAttributeSchema,
  listGroupAttributesSchema,
  removeGroupAttributesSchema,
} from './schema.ts'

export const groupAttributeRoutes: Routes = (app) => {
  app.get('/groups/:id/attributes', { schema: listGroupAttributesSchema }, (request) =>
    listGroupAttributes(request.context, signedIn(request), {
      ...request.body,
      ...request.params,
    }),
  )
  app.delete('/groups/:id/attributes', { schema: removeGroupAttributesSchema }, (request) =>
    removeGroupAttributes(request.context, signedIn(request), {
      ...request.body,
      ...request.params,
    }),
  )
  app.post('/groups/:id/add_attribute', { schema: addGroupAttributesSchema }, (request) =>
    addGroupAttributes(request.context, signedIn(request), { ...request.body, ...request.params }),
  )
  app.patch('/groups/:id/modify_attribute', { schema: changeGroupAttributeSchema }, (request) =>
    changeGroupAttribute(request.context, signedIn(request), {
      ...request.body,
      ...request.params,
    }),
  )
}
