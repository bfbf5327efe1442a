import type { Routes } from '../../../http/types.ts'
import { createKey, findGameOfKey, reissueKeyToken, revokeKey, showKeys } from './rules.ts'
import { createKeySchema, revokeKeySchema, showKeysSchema } from './schema.ts'

const gameOf = { find: findGameOfKey, unknown: 'service_key_not_found' } as const

export const serviceKeyAdminRoutes: Routes = (app) => {
  app.get('/games/:id/service_keys', { schema: showKeysSchema }, (request) =>
    showKeys(request.context, request.params.id),
  )
  app.post(
    '/games/:id/service_keys',
    {
      schema: createKeySchema,
      config: {
        reissueSecrets: (context, _input, { answer_id }) => reissueKeyToken(context, answer_id),
      },
    },
    (request) => createKey(request.context, request.params.id, request.body),
  )
  app.delete('/service_keys/:id', { schema: revokeKeySchema, config: { gameOf } }, (request) =>
    revokeKey(request.context, request.params.id),
  )
}
