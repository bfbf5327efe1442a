import { self } from '../../../http/authentication.ts'
import type { Renew } from '../../../idempotency/idempotency.ts'
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
const renewSignIn: Renew = (context, input, { address }) =>
  repeatSignIn(context, readAs(signInSchema.body, input), address)

const renewPassword: Renew = async (context, { password }, { answer_id, address }) =>
  typeof password === 'string'
    ? repeatPassword(context, { user_id: answer_id, password }, address)
    : {}

export const accountRoutes: Routes = (app) => {
  app.post('/users', { schema: signUpSchema, config: { renew: renewSignIn } }, (request) =>
    signUp(request.context, request.body),
  )
  // Finding the guest of a device twice is no harm, so a repeated request simply runs again.
  app.post('/users/guest', { schema: guestSchema, config: { repeatable: true } }, (request) =>
    enterAsGuest(request.context, request.body),
  )
  app.put(
    '/users/:id',
    { schema: changeAccountSchema, config: { renew: renewPassword } },
    (request) => changeAccount(request.context, self(request), request.body),
  )
  app.put(
    '/users/:id/password',
    { schema: changePasswordSchema, config: { renew: renewPassword } },
    (request) => changePassword(request.context, self(request), request.body, request.ip),
  )
  app.delete('/users/:id', { schema: deleteAccountSchema }, async (request) => {
    await deleteAccount(request.context, self(request))
    return { message: 'user has been deleted' }
  })
}
