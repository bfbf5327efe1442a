import { signedIn } from '../../../access/callers.ts'
import { IdParams } from '../../../http/shapes.ts'
import type { RebuildAnswer } from '../../../http/idempotency.ts'
import { readAs } from '../../../http/input/validation.ts'
import type { Routes } from '../../../http/types.ts'
import {
  addGroupAttributes,
  changeGroupAttribute,
  listGroupAttributes,
  listGroupAttributesByKey,
  removeGroupAttributes,
  showGroupAttribute,
} from './rules.ts'
import {
  addGroupAttributesSchema,
  changeGroupAttributeSchema,
  listGroupAttributesSchema,
  removeGroupAttributesSchema,
} from './schema.ts'

const rebuildAdded: RebuildAnswer = (request) => {
  const { id } = readAs(IdParams, request.params)
  const { key, attributes = [] } = readAs(addGroupAttributesSchema.body, request.body)
  const keys = [...attributes.map((added) => added.key), ...(key === undefined ? [] : [key])]
  return listGroupAttributesByKey(request.context, signedIn(request), { id, keys })
}

const rebuildChanged: RebuildAnswer = (request) => {
  const { id } = readAs(IdParams, request.params)
  const { key } = readAs(changeGroupAttributeSchema.body, request.body)
  return showGroupAttribute(request.context, signedIn(request), { id, key })
}

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
  app.post(
    '/groups/:id/add_attribute',
    { schema: addGroupAttributesSchema, config: { rebuildAnswer: rebuildAdded } },
    (request) =>
      addGroupAttributes(request.context, signedIn(request), {
        ...request.body,
        ...request.params,
      }),
  )
  app.patch(
    '/groups/:id/modify_attribute',
    { schema: changeGroupAttributeSchema, config: { rebuildAnswer: rebuildChanged } },
    (request) =>
      changeGroupAttribute(request.context, signedIn(request), {
        ...request.body,
        ...request.params,
      }),
  )
}
