import { self } from '../../../access/callers.ts'
import type { ReissueSecrets } from '../../../http/idempotency.ts'
import type { Routes } from '../../../http/types.ts'
import { changeAccount, changePassword, recheckPassword } from './rules.ts'
import { changeAccountSchema, changePasswordSchema } from './schema.ts'

const recheckNewPassword: ReissueSecrets = async (context, { password }, { answer_id, address }) =>
  typeof password === 'string'
    ? recheckPassword(context, { user_id: answer_id, password }, address)
    : {}

export const accountChangeRoutes: Routes = (app) => {
  app.put(
    '/users/:id',
    { schema: changeAccountSchema, config: { reissueSecrets: recheckNewPassword } },
    (request) =>
      changeAccount(request.context, self(request), request.body, request.client_address),
  )
  app.put(
    '/users/:id/password',
    { schema: changePasswordSchema, config: { reissueSecrets: recheckNewPassword } },
    (request) =>
      changePassword(request.context, self(request), request.body, request.client_address),
  )
}
