import { staffOf } from '../../../access/staff.ts'
import type { ReissueSecrets } from '../../../http/idempotency.ts'
import type { Routes } from '../../../http/types.ts'
import { createToken, reissueToken, revokeToken, showTokens } from './rules.ts'
import { createTokenSchema, revokeTokenSchema, showTokensSchema } from './schema.ts'

const config = { gameOf: 'by rule' } as const

const reissueSecrets: ReissueSecrets = (context, input, { answer_id: id }) => {
  const current_password = String(input['current_password'])
  return reissueToken(context, staffOf({ staff: context.staff ?? null }), { id, current_password })
}

export const staffTokenAdminRoutes: Routes = (app) => {
  app.get('/tokens', { schema: showTokensSchema, config }, (request) =>
    showTokens(request.context, staffOf(request)),
  )
  app.post(
    '/tokens',
    { schema: createTokenSchema, config: { ...config, reissueSecrets } },
    (request) => {
      const game_ids = request.body.game_ids ?? null
      return createToken(request.context, staffOf(request), { ...request.body, game_ids })
    },
  )
  app.delete('/tokens/:id', { schema: revokeTokenSchema, config }, (request) =>
    revokeToken(request.context, staffOf(request), request.params.id),
  )
}
