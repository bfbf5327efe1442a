import { self } from '../../../http/authentication.ts'
import type { ReissueSecrets } from '../../../http/idempotency.ts'
import type { Routes } from '../../../http/types.ts'
import { readAs } from '../../../http/input/validation.ts'
import {
  changeAccount,
  changePassword,
  deleteAccount,
  enterAsGuest,
  repeatPassword,
  repeatSignIn,
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

/** What the first request was checked for is checked again: its fields are the route's own, already clean. */
const reissueSession: ReissueSecrets = (context, input, { address }) =>
  repeatSignIn(context, readAs(signInSchema.body, input), address)

const recheckPassword: ReissueSecrets = async (context, { password }, { answer_id, address }) =>
  typeof password === 'string'
    ? repeatPassword(context, { user_id: answer_id, password }, address)
    : {}

export const accountRoutes: Routes = (app) => {
  app.post(
    '/users',
    { schema: signUpSchema, config: { reissueSecrets: reissueSession } },
    (request) => signUp(request.context, request.body),
  )
  // Finding the guest of a device twice is no harm, so a repeated request simply runs again.
  app.post('/users/guest', { schema: guestSchema, config: { is_repeatable: true } }, (request) =>
    enterAsGuest(request.context, request.body),
  )
  app.put(
    '/users/:id',
    { schema: changeAccountSchema, config: { reissueSecrets: recheckPassword } },
    (request) => changeAccount(request.context, self(request), request.body),
  )
  app.put(
    '/users/:id/password',
    { schema: changePasswordSchema, config: { reissueSecrets: recheckPassword } },
    (request) => changePassword(request.context, self(request), request.body, request.ip),
  )
  app.delete('/users/:id', { schema: deleteAccountSchema }, (request) =>
    deleteAccount(request.context, self(request)),
  )
}
