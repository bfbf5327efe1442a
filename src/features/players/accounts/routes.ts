import { self } from '../../../access/callers.ts'
import type { ReissueSecrets } from '../../../http/idempotency.ts'
import type { Routes } from '../../../http/types.ts'
import { readAs } from '../../../http/input/validation.ts'
import { deleteAccount, reissueSession, signInGuest, signUp } from './rules.ts'
import { deleteAccountSchema, guestSchema, signInSchema, signUpSchema } from './schema.ts'

/** A sign-up that is sent again has to pass the checks of a sign-in; it has all the fields of one. */
const reissueSignUp: ReissueSecrets = (context, input, repeated) =>
  reissueSession(context, readAs(signInSchema.body, input), repeated)

export const accountRoutes: Routes = (app) => {
  app.post(
    '/users',
    { schema: signUpSchema, config: { reissueSecrets: reissueSignUp } },
    (request) => signUp(request.context, request.body, request.client_address),
  )
  // A device always gets the same guest, so a repeated request may simply run again.
  app.post(
    '/users/guest',
    { schema: guestSchema, config: { needs_no_stored_answer: true } },
    (request) => signInGuest(request.context, request.body),
  )
  app.delete('/users/:id', { schema: deleteAccountSchema }, (request) =>
    deleteAccount(request.context, self(request)),
  )
}
