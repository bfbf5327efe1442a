import { staffOf } from '../../../access/staff.ts'
import {
  clientOf,
  csrfTokenOf,
  forgetSession,
  keepSession,
  refuseOtherSites,
} from '../../../http/staff-cookie.ts'
import type { Routes } from '../../../http/types.ts'
import {
  acceptInvitation,
  changeMe,
  confirmSecondFactor,
  endSession,
  removeSecondFactor,
  showMe,
  showSessions,
  signIn,
  signOut,
  startSecondFactor,
} from './rules.ts'
import {
  acceptInvitationSchema,
  changeMeSchema,
  confirmSecondFactorSchema,
  endSessionSchema,
  removeSecondFactorSchema,
  showMeSchema,
  showSessionsSchema,
  signInSchema,
  signOutSchema,
  startSecondFactorSchema,
} from './schema.ts'

const config = { gameOf: 'by rule', is_before_second_factor: true } as const
/** Its answer contains secrets, or a cookie that cannot be sent again. */
const with_secrets = { ...config, needs_no_stored_answer: true } as const

export const staffSessionAdminRoutes: Routes = (app) => {
  app.post('/sessions', { schema: signInSchema, config: with_secrets }, async (request, reply) => {
    refuseOtherSites(request)
    const started = await signIn(request.context, request.body, clientOf(request))
    return keepSession(request, reply, started)
  })
  app.post(
    '/staff_invitations/accept',
    { schema: acceptInvitationSchema, config: with_secrets },
    async (request, reply) => {
      refuseOtherSites(request)
      const started = await acceptInvitation(request.context, request.body, clientOf(request))
      return keepSession(request, reply, started)
    },
  )
  app.get('/sessions', { schema: showSessionsSchema, config }, (request) =>
    showSessions(request.context, staffOf(request)),
  )
  app.delete('/sessions', { schema: signOutSchema, config }, (request, reply) => {
    forgetSession(request, reply)
    return signOut(request.context, staffOf(request))
  })
  app.delete('/sessions/:id', { schema: endSessionSchema, config }, (request) =>
    endSession(request.context, staffOf(request), request.params.id),
  )
  app.get('/me', { schema: showMeSchema, config }, async (request) => ({
    staff: await showMe(request.context, staffOf(request)),
    csrf_token: csrfTokenOf(request),
    second_factor_required: request.context.config.STAFF_SECOND_FACTOR === 'required',
  }))
  app.put('/me', { schema: changeMeSchema, config: with_secrets }, (request) =>
    changeMe(request.context, staffOf(request), request.body),
  )
  app.post(
    '/me/second_factor',
    { schema: startSecondFactorSchema, config: with_secrets },
    (request) =>
      startSecondFactor(request.context, staffOf(request), request.body.current_password),
  )
  app.put(
    '/me/second_factor',
    { schema: confirmSecondFactorSchema, config: with_secrets },
    (request) => confirmSecondFactor(request.context, staffOf(request), request.body.code),
  )
  app.delete('/me/second_factor', { schema: removeSecondFactorSchema, config }, (request) =>
    removeSecondFactor(request.context, staffOf(request), request.body),
  )
}
