import { self } from '../../../access/callers.ts'
import type { ReissueSecrets } from '../../../http/idempotency.ts'
import type { Routes } from '../../../http/types.ts'
import { readAs } from '../../../http/input/validation.ts'
import {
  changeAccount,
  changePassword,
  deleteAccount,
  recheckPassword,
  reissueSession,
  signInGuest,
  signUp,
} from './rules.ts'
import {
  changeAccountSchema,
  changePasswordSchema,
  deleteAccountSchema,
  guestSchema,
  signInSchema,
  signUpSchema,
} from './schema.ts'

/** A sign-up that is sent again has to pass the checks of a sign-in; it has all the fields of one. */
const reissueSignUp: ReissueSecrets = (context, input, repeated) =>
  reissueSession(context, readAs(signInSchema.body, input), repeated)

const recheckNewPassword: ReissueSecrets = async (context, { password }, { answer_id, address }) =>
  typeof password === 'string'
    ? recheckPassword(context, { user_id: answer_id, password }, address)
    : {}

export const accountRoutes: Routes = (app) => {
  app.post(
    '/users',
    { schema: signUpSchema, config: { reissueSecrets: reissueSignUp } },
    (request) => signUp(request.context, request.body),
  )
  // A device always gets the same guest, so a repeated request may simply run again.
  app.post(
    '/users/guest',
    { schema: guestSchema, config: { needs_no_stored_answer: true } },
    (request) => signInGuest(request.context, request.body),
  )
  app.put(
    '/users/:id',
    { schema: changeAccountSchema, config: { reissueSecrets: recheckNewPassword } },
    (request) => changeAccount(request.context, self(request), request.body),
  )
  app.put(
    '/users/:id/password',
    { schema: changePasswordSchema, config: { reissueSecrets: recheckNewPassword } },
    (request) => changePassword(request.context, self(request), request.body, request.ip),
  )
  app.delete('/users/:id', { schema: deleteAccountSchema }, (request) =>
    deleteAccount(request.context, self(request)),
  )
}
